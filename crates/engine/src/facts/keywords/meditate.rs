//! Meditate: which abilities are (rule 1739).

use vocab::Keyword;
use vocab::ability::{Ability, AbilityKind, Effect};

/// Whether an ability is a Meditate.
pub(crate) fn is_meditate(ability: &Ability) -> bool {
    let AbilityKind::Activated(play) = &ability.kind else { return false };
    matches!(&play.effect, Effect::Keyword(keyword, _) if keyword.keyword() == Keyword::Meditate)
}
