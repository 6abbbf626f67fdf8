//! What is done to units in play: tap, untap, retreat, control.

use super::{Duration, Player, Selector};
use serde::Serialize;

/// Something done to units.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum UnitAction {
    /// "Tap one of your opponent's units." (rule 1602.11)
    Tap(Selector),
    /// "Untap this unit." (rule 1602.11)
    Untap(Selector),
    /// "That unit doesn't untap during your next untap step." (rules 602.3, 1602.12)
    SkipNextUntap(Selector),
    /// "Retreat one of your units": at once, without tapping (rule 706.4).
    Retreat(Selector),
    /// "Gain control of that unit until end of turn." (rules 105.4 to 105.6)
    GainControl {
        /// The new controller.
        who: Player,
        /// Of what.
        what: Selector,
        /// For how long.
        duration: Duration,
    },
}
