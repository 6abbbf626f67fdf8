//! What a deck brings: the chance to have drawn a card by each turn, counted exactly, and what its setup comes to, played out
//! with the real referee.

use crate::world::{Offer, World};
use ai::{Level, Player};
use engine::state::{Agreement, ByHand, Moment, Options, Seed, Where};
use engine::{Face, Game, Setup, Viewer};
use vocab::{Arena, ByArena, DefinitionId, Role};

/// How many setups are played out.
pub const SETUPS: u32 = 200;
/// How many hands are shown.
pub const HANDS: usize = 4;
/// The turns for which chances are told.
pub const TURNS: [u32; 6] = [1, 2, 3, 4, 6, 8];
/// The cards of an opening hand (rule 502.6).
const HAND: u32 = 7;
/// More answers than this no setup takes.
const LONGEST: usize = 2000;

/// What the setups of a deck came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setups {
    /// How many were played.
    pub played: u32,
    /// In how many of them so many units were put into arenas: none, one, two and so on.
    pub units: Vec<u32>,
    /// The points that were spent, in all of them together (rule 503.2).
    pub points: u32,
    /// In how many of them there was a unit in each arena.
    pub arenas: ByArena<u32>,
    /// In how many of them there was one in all three.
    pub everywhere: u32,
    /// The cards that had been drawn when setup ended, in all of them together.
    pub drawn: u32,
}

impl Setups {
    /// A share of all setups.
    pub fn share(&self, number: u32) -> f64 {
        f64::from(number) / f64::from(self.played.max(1))
    }

    /// How many cards a setup has drawn beyond the opening hand, on average and rounded.
    pub fn draws(&self) -> u32 {
        (self.share(self.drawn) - f64::from(HAND)).max(0.0).round() as u32
    }
}

/// What a deck brings.
#[derive(Clone, Debug)]
pub struct Chances {
    /// The cards of the deck with their copies, and the chance to have drawn one by each of the turns.
    pub cards: Vec<(DefinitionId, u32, [f64; TURNS.len()])>,
    /// The setups that were played out.
    pub setups: Setups,
    /// Opening hands.
    pub hands: Vec<Vec<DefinitionId>>,
}

/// The chance that one of some copies is among so many cards of a deck: hypergeometric, without rounding on the way.
pub fn drawn(cards: u32, copies: u32, seen: u32) -> f64 {
    let (seen, copies) = (seen.min(cards), copies.min(cards));
    let none: f64 = (0..seen)
        .map(|place| f64::from((cards - copies).saturating_sub(place)) / f64::from(cards - place))
        .product();
    1.0 - none
}

/// The chances of a deck against another; the seed gives other hands and setups.
pub fn of(world: &World, mine: &Offer, theirs: &Offer, seed: u64) -> Result<Chances, String> {
    let own = mine.playable.clone()?;
    let other = theirs.playable.clone()?;
    let role = if mine.side.role_rank() > theirs.side.role_rank() { Role::Dark } else { Role::Light };
    let size = own.cards.len() as u32;
    // Texts that the players carry out by hand have no part in a setup (rule 503.6).
    let options = Options { by_hand: Agreement::both(ByHand::Unused), ..Options::default() };
    let mut setups = Setups { units: vec![0; 1], ..Setups::default() };
    let mut hands = Vec::new();
    for number in 0..SETUPS {
        let seed = seed.wrapping_mul(0x9E37_79B9).wrapping_add(u64::from(number));
        let (dark, light) =
            if role == Role::Dark { (own.clone(), other.clone()) } else { (other.clone(), own.clone()) };
        let setup = Setup { dark, light, seed: Seed::from(seed), options };
        let game =
            Game::with_listener(world.catalog.clone(), &setup, None).map_err(|error| error.to_string())?;
        if let Some(hand) = played(game, role, seed, size, &mut setups).filter(|_| hands.len() < HANDS) {
            hands.push(hand);
        }
    }
    let mut cards: Vec<(DefinitionId, u32, [f64; TURNS.len()])> = Vec::new();
    let draws = setups.draws();
    for id in &own.cards {
        match cards.iter_mut().find(|(known, ..)| known == id) {
            Some((_, copies, _)) => *copies += 1,
            None => cards.push((*id, 1, [0.0; TURNS.len()])),
        }
    }
    for (_, copies, chances) in &mut cards {
        // 603.2: one card at the start of each own build step, and one for each unit of the setup (503.1).
        *chances = TURNS.map(|turn| drawn(size, *copies, HAND + draws + turn));
    }
    cards.sort_by_key(|(_, copies, _)| std::cmp::Reverse(*copies));
    Ok(Chances { cards, setups, hands })
}

/// Plays a setup out and counts it; the opening hand.
fn played(
    mut game: Game,
    role: Role,
    seed: u64,
    size: u32,
    setups: &mut Setups,
) -> Option<Vec<DefinitionId>> {
    let mut players = [Player::new(Level::Casual, seed), Player::new(Level::Casual, !seed)];
    let mut hand = None;
    for _ in 0..LONGEST {
        let view = game.sight(Viewer::Seat(role)).view();
        if view.turn > 0 || view.outcome.is_some() {
            break;
        }
        let own = || view.cards.iter().filter(|card| card.owner == role);
        let known = |place: Where| {
            own().filter(move |card| card.place == place).filter_map(|card| match card.face {
                Face::Known(id) => Some(id),
                Face::Unknown => None,
            })
        };
        if hand.is_none() && u32::try_from(known(Where::Hand).count()) == Ok(HAND) {
            hand = Some(known(Where::Hand).collect());
        }
        let Some(asked) = game.asked() else { break };
        let choice = players[asked.who as usize].choose(game.seat(asked.who));
        if game.answer(choice).is_err() {
            break;
        }
    }
    let view = game.sight(Viewer::Seat(role)).view();
    if view.turn == 0 || view.outcome.is_some() {
        return hand;
    }
    let own: Vec<_> = view.cards.iter().filter(|card| card.owner == role).collect();
    let in_arena = |arena: Arena| own.iter().filter(move |card| card.place == Where::Arena(arena));
    let units = Arena::ALL.into_iter().map(|arena| in_arena(arena).count()).sum::<usize>();
    if setups.units.len() <= units {
        setups.units.resize(units + 1, 0);
    }
    setups.units[units] += 1;
    setups.played += 1;
    let mut everywhere = true;
    for arena in Arena::ALL {
        let there = in_arena(arena).count() > 0;
        setups.arenas[arena] += u32::from(there);
        everywhere &= there;
    }
    setups.everywhere += u32::from(everywhere);
    setups.points += u32::from(view.players[role].spent);
    // 603.2: whoever has come to their first build step has drawn for it.
    let before = matches!(view.moment, Moment::Ready | Moment::Setup | Moment::Preparation)
        || (role == Role::Light && view.moment == Moment::BuildStep(Role::Dark));
    setups.drawn += size.saturating_sub(u32::from(view.players[role].deck) + u32::from(!before));
    hand
}

#[cfg(test)]
mod tests {
    use super::{HANDS, SETUPS, drawn, of};
    use crate::world::World;

    #[test]
    fn the_chance_of_a_draw_is_the_counted_one() {
        // Of 4 cards 2 are drawn: a single one is among them in 3 of 6 ways, one of two in 5 of 6.
        for (cards, copies, seen, chance) in [
            (4, 1, 2, 0.5),
            (4, 2, 2, 5.0 / 6.0),
            (60, 0, 20, 0.0),
            (60, 4, 0, 0.0),
            (60, 1, 60, 1.0),
            (5, 9, 1, 1.0),
        ] {
            assert!((drawn(cards, copies, seen) - chance).abs() < 1e-12, "{copies} of {cards}, {seen} seen");
        }
        // 1 - C(56, 7) / C(60, 7), worked out elsewhere.
        assert!((drawn(60, 4, 7) - 0.399_499_625_7).abs() < 1e-9, "{}", drawn(60, 4, 7));
        assert!(drawn(500, 4, 40) > drawn(500, 4, 39));
    }

    #[test]
    fn setups_are_played_by_the_rules_and_hands_have_seven_cards() {
        let world = World::new(dejarik::Cards::core(), &[]).expect("the CORE set");
        let (mine, theirs) = world.suggested().expect("two decks");
        let chances = of(&world, mine, theirs, 3).expect("playable");
        let setups = &chances.setups;
        assert_eq!((setups.played, setups.units.iter().sum()), (SETUPS, SETUPS));
        // 503.11: nobody spends more than 30 points.
        assert!(setups.points > 0 && setups.share(setups.points) <= 30.0, "{setups:?}");
        assert!(setups.everywhere <= setups.arenas[vocab::Arena::Space], "{setups:?}");
        assert_eq!(chances.hands.len(), HANDS);
        assert!(chances.hands.iter().all(|hand| hand.len() == 7));
        let size: u32 = chances.cards.iter().map(|(_, copies, _)| copies).sum();
        assert_eq!(size as usize, mine.playable.as_ref().expect("playable").cards.len());
        for (_, _, by_turn) in &chances.cards {
            assert!(by_turn.windows(2).all(|pair| pair[0] <= pair[1]) && by_turn[5] <= 1.0);
        }
        assert_eq!(of(&world, mine, theirs, 3).expect("playable").setups, chances.setups, "the same seed");
    }
}
