//! When a player is asked: not where the player has said so, nor where no answer can make a difference.

use crate::live::Table;
use crate::setup::{Kind, Passing};
use crate::stops::{Hands, Hold, Stop, Until, is_any_time_by_hand, is_by_hand, is_only_by_hand};
use ai::{Likeness, Obvious};
use engine::state::{Moment, Slot};
use engine::{Chance, Choice, Decision, Item, Viewer, Why};
use vocab::{Arena, Role};

/// Why the table answers for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// The player wants it so.
    Wished,
    /// There is only one choice.
    Only,
    /// All choices come to the same.
    Alike,
    /// A card is drawn before anything else that happens now: whoever knows more chooses better.
    DrawFirst,
    /// As much damage as possible is prevented: it has been paid for.
    Most,
    /// Whichever unit acts first, none of them has anybody to attack.
    Idle,
    /// Nothing that could be played would bring anything beyond its cost.
    Useless,
    /// Nothing that could be played in the fight is worth its cost.
    Dear,
    /// Of units that are equally fast it doesn't matter which acts first.
    Order,
    /// What may be done only brings, and costs nothing.
    Free,
    /// There's one unit to attack, and nothing to fear from it, or less than is to be had.
    Attack,
    /// Every unit is safe where it is.
    Stay,
    /// Dice that missed are rolled again, those that hit aren't.
    Reroll,
    /// The player has passed the same plays in this step before, and nothing worse is aimed at the player.
    Again,
}

impl Settled {
    /// What it is, for people who count.
    pub const fn words(self) -> &'static str {
        match self {
            Settled::Wished => "the player wants it so",
            Settled::Only => "only one choice",
            Settled::Alike => "all choices come to the same",
            Settled::DrawFirst => "draw first",
            Settled::Most => "prevent the most",
            Settled::Idle => "nobody to attack",
            Settled::Useless => "nothing to gain",
            Settled::Dear => "nothing worth its cost",
            Settled::Order => "equally fast, no matter which is first",
            Settled::Free => "it only brings",
            Settled::Attack => "one unit to attack, nothing to fear or little",
            Settled::Stay => "every unit is safe where it is",
            Settled::Reroll => "misses rolled again",
            Settled::Again => "passed in this step before",
        }
    }
}

impl From<Obvious> for Settled {
    fn from(obvious: Obvious) -> Settled {
        match obvious {
            Obvious::Attack => Settled::Attack,
            Obvious::Stay => Settled::Stay,
            Obvious::Reroll => Settled::Reroll,
            Obvious::Nothing => Settled::Useless,
            Obvious::Dear => Settled::Dear,
            Obvious::Order => Settled::Order,
            Obvious::Free => Settled::Free,
        }
    }
}

/// The plays that a player has passed in this step, and what for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Passed {
    /// The turn and the step.
    when: Option<(u16, Moment)>,
    plays: Vec<(Likeness, For)>,
}

/// What a play was passed for, as far as one pass is enough for a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum For {
    /// A general chance, in which nothing is aimed at the player: with so many units in play, and so much damage on them.
    General { units: u16, damage: u16 },
    /// Damage that none of the player's units would be destroyed by.
    Scratch,
}

impl Table {
    /// The answer that the table gives for a person who is asked, if it gives one.
    pub fn settled(&self) -> Option<(u16, Settled)> {
        let decision = self.game.decision().filter(|_| !self.is_scripted())?;
        if self.setup.player(decision.who).kind != Kind::Person {
            return None;
        }
        // Whoever wants to carry a text out by hand is asked, whatever else is passed.
        let is_by_hand = |choice: &Choice| is_by_hand(&self.game, *choice);
        if self.wishes[decision.who].hands == Hands::Next && decision.choices.iter().any(is_by_hand) {
            return None;
        }
        let found = self.wished(&decision).map(|place| (place, Settled::Wished));
        // Where everybody is asked, nobody learns from a pause what the other can't do (rule 1307.10).
        let asks = self.setup.passing == Passing::Asked || self.wishes[decision.who].asks_all();
        let (place, why) = found.or_else(|| if asks { None } else { self.without_difference(&decision) })?;
        Some((u16::try_from(place).ok()?, why))
    }

    /// Whether a standing wish answers the question.
    pub(crate) fn is_passed(&self) -> bool {
        self.game.decision().is_some_and(|decision| self.wished(&decision).is_some())
    }

    /// A play-or-pass chance that the player lets pass, or a unit that the table places.
    fn wished(&self, decision: &Decision) -> Option<usize> {
        if let Some(place) = self.placed(decision) {
            return Some(place);
        }
        if decision.why != Why::PlayOrPass {
            return None;
        }
        let pass = decision.choices.iter().position(|choice| *choice == Choice::Pass)?;
        let wishes = self.wishes[decision.who];
        let stops = self.game.chance().is_none_or(|chance| wishes.stops_at(Stop::of(chance)));
        let holds = wishes.until.is_some_and(|until| self.holds(decision.who, until));
        let others = decision.choices.iter().filter(|choice| **choice != Choice::Pass);
        let (turn, moment) = (self.game.whole().turn, self.game.whole().moment);
        let is_silenced = |card: Slot| wishes.is_silenced(card, turn, moment);
        let silenced = others.map(|choice| choice.card()).all(|card| card.is_some_and(is_silenced));
        // Where everybody is asked (rule 1307.10) a quick pass would tell that there was nothing else to play.
        let quiet = wishes.hands == Hands::Quiet
            && self.setup.passing == Passing::AtOnce
            && is_only_by_hand(&self.game, &decision.choices);
        (!stops || holds || silenced || quiet).then_some(pass)
    }

    /// What the table places in setup for a player who wants it so.
    fn placed(&self, decision: &Decision) -> Option<usize> {
        let is_asked = match decision.why {
            Why::SetupBuild | Why::SetupPartial => true,
            Why::BuildCounters => self.game.whole().moment == Moment::Setup,
            _ => false,
        };
        let is_wanted = self.wishes[decision.who].until == Some(Until::Setup);
        (is_asked && is_wanted).then(|| ai::at_first_sight(self.game.seat(decision.who)))
    }

    /// Whether a player still wants everything passed.
    fn holds(&self, who: Role, until: Until) -> bool {
        let state = self.game.whole();
        match until {
            Until::Attack(made) => made == state.attacks_made,
            Until::Step(turn, moment) => (turn, moment) == (state.turn, state.moment),
            Until::Turn(turn) => turn == state.turn,
            Until::Aimed => !self.is_aimed_at(who),
            Until::Setup => false,
        }
    }

    /// Whether something is aimed at a player: an attack on one of the player's units, damage that is about to land on
    /// one, a unit that is about to be discarded, or a play that could be disrupted.
    fn is_aimed_at(&self, who: Role) -> bool {
        let state = self.game.whole();
        let own = |slot: Slot| state.card(slot).controller == who;
        state.attack().is_some_and(|attack| own(attack.defender))
            || self
                .game
                .sight(Viewer::Seat(who))
                .view()
                .pending
                .iter()
                .any(|damage| damage.who == who && damage.amount > 0)
            || matches!(self.game.chance(), Some(Chance::Disrupt | Chance::WouldBeDiscarded))
    }

    /// What a player means by "until" at this moment.
    pub fn until(&self, hold: Hold) -> Until {
        let state = self.game.whole();
        match hold {
            Hold::Attack => Until::Attack(state.attacks_made),
            Hold::Step => Until::Step(state.turn, state.moment),
            Hold::Turn => Until::Turn(state.turn),
            Hold::Aimed => Until::Aimed,
            Hold::Setup => Until::Setup,
        }
    }

    /// An answer to a question whose answers make no difference.
    fn without_difference(&self, decision: &Decision) -> Option<(usize, Settled)> {
        // What is done by hand is done by people.
        if matches!(decision.why, Why::ByHand | Why::Agree) {
            return None;
        }
        let places: Vec<usize> =
            (0..decision.choices.len()).filter(|place| decision.choices[*place] != Choice::Back).collect();
        let (first, rest) = places.split_first()?;
        if rest.is_empty() {
            return Some((*first, Settled::Only));
        }
        if decision.why == Why::BuildStepStart
            && let Some(place) = self.draw_first(decision)
        {
            return Some((place, Settled::DrawFirst));
        }
        let alike = |place: &usize| {
            ai::are_alike(&self.game, decision.who, decision.choices[*first], decision.choices[*place])
        };
        if rest.iter().all(alike) {
            return Some((*first, Settled::Alike));
        }
        let number = |place: &usize| match decision.choices[*place] {
            Choice::Number(number) => Some(number),
            _ => None,
        };
        if decision.why == Why::Prevent && places.iter().all(|place| number(place).is_some()) {
            return places.iter().copied().max_by_key(number).map(|place| (place, Settled::Most));
        }
        if decision.why == Why::NextUnit && places.iter().all(|place| self.is_idle(decision.who, *place)) {
            return Some((*first, Settled::Idle));
        }
        if let Some(place) = self.passed_before(decision) {
            return Some((place, Settled::Again));
        }
        // Nobody but the player knows what a text by hand brings.
        let quiet = self.wishes[decision.who].hands == Hands::Quiet;
        let is_open = |choice: &Choice| {
            is_by_hand(&self.game, *choice) && !(quiet && is_any_time_by_hand(&self.game, *choice))
        };
        if decision.choices.iter().any(is_open) {
            return None;
        }
        ai::obvious(self.game.seat(decision.who)).map(|(place, why)| (place, why.into()))
    }

    /// What a chance is for, if one pass is enough for a step.
    fn is_for(&self, decision: &Decision) -> Option<For> {
        if decision.why != Why::PlayOrPass {
            return None;
        }
        match self.game.chance().map(Stop::of)? {
            Stop::General if self.is_aimed_at(decision.who) => None,
            // Whoever has been hurt since may see the same play with other eyes.
            Stop::General => {
                let state = self.game.whole();
                let own = || Arena::ALL.into_iter().flat_map(|arena| self.game.units_of(decision.who, arena));
                let damage = own().map(|unit| u16::from(state.card(unit).damage)).sum();
                Some(For::General { units: u16::try_from(own().count()).unwrap_or(u16::MAX), damage })
            }
            Stop::Prevention => {
                let view = self.game.sight(Viewer::Seat(decision.who)).view();
                let mut own = view.pending.iter().filter(|damage| damage.who == decision.who).peekable();
                own.peek()?;
                let left =
                    |unit: Slot| self.game.now(unit).health - i16::from(self.game.whole().card(unit).damage);
                own.all(|damage| i16::from(damage.amount) < left(damage.to)).then_some(For::Scratch)
            }
            Stop::Attack | Stop::Dice | Stop::AttackEnd | Stop::Disrupt => None,
        }
    }

    /// Passing, if the player has passed all of this for the same in this step before.
    fn passed_before(&self, decision: &Decision) -> Option<usize> {
        let state = self.game.whole();
        let passed = &self.passed_up[decision.who];
        if passed.when != Some((state.turn, state.moment)) {
            return None;
        }
        let what_for = self.is_for(decision)?;
        let likeness = |choice: &Choice| (ai::likeness(&self.game, decision.who, *choice), what_for);
        let is_known = |choice: &Choice| *choice == Choice::Pass || passed.plays.contains(&likeness(choice));
        if !decision.choices.iter().all(is_known) {
            return None;
        }
        decision.choices.iter().position(|choice| *choice == Choice::Pass)
    }

    /// Notes what a player passes: one pass is enough for a step.
    pub(crate) fn note_pass(&mut self, choice: u16) {
        let Some(decision) = self.game.decision() else { return };
        let passes = decision.choices.get(usize::from(choice)) == Some(&Choice::Pass);
        let Some(what_for) = self.is_for(&decision).filter(|_| passes) else { return };
        let when = Some((self.game.whole().turn, self.game.whole().moment));
        let likeness = |one: &Choice| (ai::likeness(&self.game, decision.who, *one), what_for);
        let offered: Vec<(Likeness, For)> = decision.choices.iter().map(likeness).collect();
        let passed = &mut self.passed_up[decision.who];
        if passed.when == when {
            passed.plays.extend(offered);
        } else {
            *passed = Passed { when, plays: offered };
        }
    }

    /// Whether the unit that acts after this choice can do nothing but pass.
    fn is_idle(&self, who: Role, place: usize) -> bool {
        let mut game = self.game.clone();
        if game.answer(place).is_err() {
            return false;
        }
        let next = game.decision();
        next.is_some_and(|next| {
            next.who == who
                && next.why == Why::Act
                && next.choices.iter().all(|choice| *choice == Choice::Pass)
        })
    }

    /// The draw among what happens when a build step starts. Who has no card left to draw decides alone.
    fn draw_first(&self, decision: &Decision) -> Option<usize> {
        let state = self.game.whole();
        if state.zone(decision.who, engine::state::Where::Deck).count() == 0 {
            return None;
        }
        decision.choices.iter().position(|choice| match choice {
            Choice::Option(option) => matches!(state.todo.get(usize::from(*option)), Some(Item::Draw)),
            _ => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Settled;
    use crate::log::tests::{begun, sealed};
    use crate::stops::{Hold, Span, Until};
    use crate::{By, Step, Table};
    use engine::Why;
    use engine::state::Moment;
    use vocab::Arena;

    fn answer(table: &mut Table, choice: u16, by: By) {
        table.apply(&Step::Answer { choice, by }).expect("it fits");
    }

    /// Plays with the first choice until a question of this kind waits.
    fn until(table: &mut Table, why: Why) -> bool {
        for _ in 0..400 {
            match table.game.decision() {
                Some(decision) if decision.why == why && decision.choices.len() > 1 => return true,
                Some(_) => answer(table, 0, By::Person),
                None => return false,
            }
        }
        false
    }

    #[test]
    fn a_takeback_goes_to_the_last_answer_that_the_player_gave() {
        let (_, mut table) = begun(&sealed());
        let who = table.asked().expect("somebody");
        let before = table.answers.len();
        answer(&mut table, 0, By::Person);
        while table.asked() != Some(who) {
            answer(&mut table, 0, By::Person);
        }
        answer(&mut table, 0, By::Wish);
        assert_eq!(table.back_to(who), Some(before), "what the table answered isn't taken back alone");
        let again = table.rewound(table.answers.len()).expect("it fits");
        assert_eq!(again.back_to(who), Some(before));
    }

    #[test]
    fn the_table_places_the_rest_of_the_units_until_setup_ends_or_the_player_does() {
        let (_, mut table) = begun(&sealed());
        assert!(until(&mut table, Why::SetupBuild), "setup");
        let who = table.asked().expect("somebody");
        assert_eq!(table.settled(), None, "where units go is the player's choice");
        table.wishes[who].until = Some(table.until(Hold::Setup));
        let placed = |table: &Table| {
            Arena::ALL.into_iter().map(|arena| table.game.units_of(who, arena).count()).sum::<usize>()
        };
        let (mut answered, before) = (0, placed(&table));
        while table.game.whole().moment == Moment::Setup {
            let asked = table.asked().expect("a question");
            match table.settled().filter(|_| asked == who) {
                Some((choice, why)) => {
                    assert_eq!(why, Settled::Wished);
                    answered += 1;
                    answer(&mut table, choice, By::Wish);
                }
                None => {
                    assert_ne!(asked, who, "the table places all of them");
                    answer(&mut table, 0, By::Person);
                }
            }
        }
        assert!(answered > 2 && placed(&table) > before + 1, "{answered} answers");
        assert!(table.game.whole().players[who].build < 10, "points are spent, not left over");
        // Whoever answers places the next one as well.
        let (_, mut table) = begun(&sealed());
        assert!(until(&mut table, Why::SetupBuild), "setup");
        table.wishes[who].until = Some(Until::Setup);
        while table.asked() != Some(who) {
            answer(&mut table, 0, By::Person);
        }
        answer(&mut table, 0, By::Person);
        assert_eq!(table.wishes[who].until, None);
    }

    #[test]
    fn passing_lasts_as_long_as_it_was_meant_and_ends_with_an_own_answer() {
        let (_, mut table) = begun(&sealed());
        if !until(&mut table, Why::PlayOrPass) {
            return;
        }
        let who = table.asked().expect("somebody");
        for hold in Hold::PASSING {
            let mut table = table.clone();
            table.wishes[who].until = Some(table.until(hold));
            let settled = table.settled().map(|(_, why)| why);
            match table.until(hold) {
                // What is aimed at the player is asked about.
                Until::Aimed => assert_eq!(settled == Some(Settled::Wished), !table.is_aimed_at(who)),
                Until::Attack(_) | Until::Step(..) | Until::Turn(_) => {
                    assert_eq!(settled, Some(Settled::Wished));
                }
                Until::Setup => panic!("that passes nothing"),
            }
            answer(&mut table, 0, By::Person);
            assert_eq!(table.wishes[who].until, None);
        }
        // Whoever isn't asked about any of these cards isn't asked.
        let decision = table.game.decision().expect("a question");
        for card in decision.choices.iter().filter_map(|choice| choice.card()) {
            table.wishes[who].silence(card, Span::Game, 0, Moment::Ready);
        }
        assert_eq!(table.settled().map(|(_, why)| why), Some(Settled::Wished));
        table.wishes[who].unsilence();
        assert!(!table.wishes[who].silences());
    }
}
