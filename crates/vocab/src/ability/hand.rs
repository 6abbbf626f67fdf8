//! What a player can do by hand where a text isn't enforced (rule 1316.3): plain actions, each written as an effect.

use super::{
    Ability, AbilityKind, Action, Amount, ArenaRef, CardAction, Choice, Choosable, Chooser, Class,
    CombatAction, CostTerms, CounterAction, Damage, DamageAction, Destination, DiceAction, Disruptable,
    Duration, Effect, End, Face, Filter, Grant, KeywordAbility, Noun, Outcome, Pattern, Place, Player, Pool,
    Portion, Quality, Quantity, Reference, Relation, Replacement, Rule, Selector, Shown, Slot, Statistic,
    Trap, Triggered, UnitAction,
};
use crate::keyword::{Nature, Parameter};
use crate::{Counter, Keyword};
use std::fmt;
use std::sync::LazyLock;

/// One plain action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// Which sort it belongs to.
    pub group: Group,
    /// What it does, in words: "tap a card".
    pub words: String,
    /// What it does.
    pub effect: Effect,
    /// When it means anything.
    pub occasion: Occasion,
}

/// A sort of plain actions: what a player picks first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// Tapping and untapping.
    Tap,
    /// Counters put and removed.
    Counters,
    /// Damage done and prevented.
    Damage,
    /// Cards drawn.
    Draw,
    /// Cards discarded.
    Discard,
    /// Cards moved from place to place.
    Move,
    /// Decks searched and shuffled.
    Search,
    /// Cards shown and looked at.
    Show,
    /// Force and build points.
    Points,
    /// Speed, power and health for a while.
    Values,
    /// A keyword for a while.
    Keyword,
    /// Dice rolled.
    Dice,
    /// Plays disrupted and attacks ended.
    Stop,
    /// Control of units.
    Control,
    /// Cards laid onto others and under them.
    Attach,
}

impl Group {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Group; 15] = [
        Group::Tap,
        Group::Counters,
        Group::Damage,
        Group::Draw,
        Group::Discard,
        Group::Move,
        Group::Search,
        Group::Show,
        Group::Points,
        Group::Values,
        Group::Keyword,
        Group::Dice,
        Group::Stop,
        Group::Control,
        Group::Attach,
    ];

    /// What its actions do.
    pub const fn words(self) -> &'static str {
        match self {
            Group::Tap => "tap or untap",
            Group::Counters => "put or remove counters",
            Group::Damage => "do or prevent damage",
            Group::Draw => "draw cards",
            Group::Discard => "discard a card",
            Group::Move => "move a card",
            Group::Search => "search or shuffle a deck",
            Group::Show => "show or look at cards",
            Group::Points => "gain or lose Force or build points",
            Group::Values => "change speed, power or health",
            Group::Keyword => "give a keyword",
            Group::Dice => "roll dice",
            Group::Stop => "disrupt it or end the attack",
            Group::Control => "take or give control of a unit",
            Group::Attach => "attach, stack or pilot",
        }
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// When an action means anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// Always.
    Any,
    /// While a unit attacks.
    Attack,
    /// While damage is pending.
    Damage,
    /// While something can be disrupted.
    Try,
    /// As long as a player's hand isn't larger than any effect can go through.
    Hand(Player),
    /// As long as a player's hand has room for the cards that are drawn (rule 1316.7).
    Room(Player),
    /// As long as both hands have room for a card (rule 1316.7).
    Hands,
}

/// The largest number that can be chosen for an action.
pub const MOST: u8 = 20;

/// As many cards as one action draws.
pub const DRAWN: u8 = 8;

/// As many cards as a hand has by what is done by hand (rule 1316.7).
pub const HAND: u8 = 24;

/// Every plain action. Their order is kept: recorded games count on it.
pub fn deeds() -> &'static [Deed] {
    static DEEDS: LazyLock<Vec<Deed>> = LazyLock::new(|| {
        let mut all = Vec::new();
        for group in Group::ALL {
            of_group(group, &mut |words: String, occasion, effect| {
                all.push(Deed { group, words, effect, occasion });
            });
        }
        all
    });
    &DEEDS
}

/// The moment that a clause waits for, if that much of it can be read: "When ..., " and whatever follows, which its player
/// carries out (rule 1316.2). `read` reads a whole clause; that of a Trap says when the Trap may be completed.
pub fn waiting(clause: &str, read: impl Fn(&str) -> Option<Vec<Ability>>) -> Option<Ability> {
    if !["When ", "Whenever ", "Each time "].iter().any(|start| clause.starts_with(start)) {
        return None;
    }
    let drawing = Effect::from(CardAction::Draw(Player::You, Quantity::Exactly(1.into())));
    let commas = clause.match_indices(", ").map(|(at, _)| at).take(4);
    let moment = |at: usize| match read(&format!("{}, draw a card.", &clause[..at]))?.as_slice() {
        [Ability { kind: AbilityKind::Triggered(text), .. }] if text.effect == drawing => {
            Some(Ability::new(Triggered { effect: Effect::ByHand, ..text.clone() }))
        }
        [Ability { kind: AbilityKind::Trap(text), .. }] if text.effect == drawing => {
            Some(Ability::new(Trap { effect: Effect::ByHand, ..text.clone() }))
        }
        // "would ..., ... instead": what is done takes the place of the event (rule 1310.1).
        [Ability { kind: AbilityKind::Replacement(text), .. }]
            if text.outcome == Outcome::First(drawing.clone()) =>
        {
            let instead = clause[at..].split(|c: char| !c.is_alphabetic()).any(|word| word == "instead");
            let outcome = if instead { Outcome::Instead } else { Outcome::First };
            Some(Ability::new(Replacement { outcome: outcome(Effect::ByHand), ..text.clone() }))
        }
        _ => None,
    };
    commas.into_iter().find_map(moment)
}

/// What takes an action of a group.
type Add<'a> = &'a mut dyn FnMut(String, Occasion, Effect);

fn of_group(group: Group, add: Add) {
    let in_play = || Selector::one(Filter::cards().at(Place::InPlay));
    let unit = || Selector::one(Filter::units());
    match group {
        Group::Tap => {
            add("tap a card".into(), Occasion::Any, UnitAction::Tap(in_play()).into());
            add("untap a card".into(), Occasion::Any, UnitAction::Untap(in_play()).into());
            let skip = UnitAction::SkipNextUntap(unit());
            add("keep a unit from untapping next turn".into(), Occasion::Any, skip.into());
        }
        Group::Counters => {
            // 702.1: build counters lie on what is being built.
            let on = |kind: Counter| match kind {
                Counter::Build => Selector::one(Filter::cards().at(Place::BuildZone(Player::Any))),
                Counter::Damage
                | Counter::Resource
                | Counter::Corruption
                | Counter::Captivity
                | Counter::Mastery
                | Counter::Redemption
                | Counter::Credit => in_play(),
            };
            for kind in Counter::ALL {
                let put = CounterAction::put(number(), kind, on(kind));
                add(format!("put {} counters on a card", kind.name()), Occasion::Any, counted(put));
            }
            for kind in Counter::ALL {
                let remove = CounterAction::remove(number(), kind, on(kind));
                add(format!("remove {} counters from a card", kind.name()), Occasion::Any, counted(remove));
            }
        }
        Group::Damage => {
            let points = DamageAction::by_this(Damage::Points(number()), unit());
            add("do damage to a unit".into(), Occasion::Any, counted(points));
            let dice = DamageAction::by_this(Damage::Dice(number()), unit());
            add("do dice of damage to a unit".into(), Occasion::Any, counted(dice));
            let to = unit();
            let prevent =
                DamageAction::Prevent { portion: Portion::UpTo(i16::from(MOST).into()), to, from: None };
            add("prevent damage to a unit".into(), Occasion::Damage, prevent.into());
        }
        Group::Draw => {
            for (who, words) in
                [(Player::You, "draw cards"), (Player::Opponent, "have your opponent draw cards")]
            {
                let draw = CardAction::Draw(who, Quantity::Exactly(number()));
                add(words.into(), Occasion::Room(who), up_to(DRAWN, draw));
            }
        }
        Group::Discard => discards(add),
        Group::Move => moves(add),
        Group::Search => searches(add),
        Group::Show => shows(add),
        Group::Points => {
            for (who, one) in [(Player::You, "you"), (Player::Opponent, "your opponent")] {
                let s = if who == Player::You { "" } else { "s" };
                for (pool, name) in [(Pool::Force, "Force"), (Pool::BuildPoints, "build points")] {
                    let gain = Action::Gain(who, pool, number());
                    add(format!("{one} gain{s} {name}"), Occasion::Any, counted(gain));
                    let lose = Action::Lose(who, pool, number());
                    add(format!("{one} lose{s} {name}"), Occasion::Any, counted(lose));
                }
            }
        }
        Group::Values => {
            let statistics =
                [(Statistic::Speed, "speed"), (Statistic::Power, "power"), (Statistic::Health, "health")];
            for (statistic, name) in statistics {
                for (sign, way) in [(1, "more"), (-1, "less")] {
                    for (duration, how_long) in durations() {
                        let bonus = Grant::Bonus(statistic, number().for_each(sign));
                        let occasion = while_it_lasts(&duration);
                        let gets = Effect::lasting(Rule::gets(unit(), [bonus]), duration);
                        add(format!("a unit gets {way} {name} {how_long}"), occasion, counted(gets));
                    }
                }
            }
        }
        Group::Keyword => keywords(add),
        Group::Dice => {
            let roll = DiceAction::Roll(Player::You, number());
            add("roll dice".into(), Occasion::Any, counted(roll));
        }
        Group::Stop => {
            let any = || Pattern::Any(Filter::cards());
            let all = vec![
                Disruptable::Attack { by: None, against: None },
                Disruptable::Card(any()),
                Disruptable::Deployment(any()),
                Disruptable::Ability(super::AbilityClass::Any, None),
                Disruptable::Disrupt,
            ];
            let disrupt = CombatAction::Disrupt(Disruptable::OneOf(all));
            add("disrupt it".into(), Occasion::Try, disrupt.into());
            add("end the attack".into(), Occasion::Attack, CombatAction::EndAttack.into());
        }
        Group::Control => {
            for (who, verb) in [(Player::You, "take"), (Player::Opponent, "give")] {
                let of = if who == Player::You { Player::Opponent } else { Player::You };
                for (duration, how_long) in
                    [(Duration::EndOfTurn, "until end of turn"), (Duration::EndOfGame, "until end of game")]
                {
                    let what = Selector::one(Filter::units().of(of));
                    let control = UnitAction::GainControl { who, what, duration };
                    add(format!("{verb} control of a unit {how_long}"), Occasion::Any, control.into());
                }
            }
        }
        Group::Attach => attachments(add),
    }
}

/// "..., as many as you say".
fn counted(effect: impl Into<Effect>) -> Effect {
    up_to(MOST, effect)
}

/// "..., as many as you say, up to this many".
fn up_to(most: u8, effect: impl Into<Effect>) -> Effect {
    let many = Effect::from(Action::Choose(Choosable::Number(Player::You, 1, most))).named(Slot(0));
    Effect::steps([many, effect.into()])
}

/// The number that was chosen.
const fn number() -> Amount {
    Amount::Result(Slot(0))
}

fn durations() -> [(Duration, &'static str); 4] {
    [
        (Duration::ThisAttack, "for this attack"),
        (Duration::EndOfBattle, "until end of battle"),
        (Duration::EndOfTurn, "until end of turn"),
        (Duration::EndOfGame, "until end of game"),
    ]
}

/// When something can last for so long.
const fn while_it_lasts(duration: &Duration) -> Occasion {
    match duration {
        Duration::ThisAttack => Occasion::Attack,
        Duration::NextAttack
        | Duration::EndOfTurn
        | Duration::EndOfBattle
        | Duration::NextTurn
        | Duration::EndOfNextTurn
        | Duration::EndOfGame
        | Duration::Until(_)
        | Duration::AsLongAs(_) => Occasion::Any,
    }
}

fn discards(add: Add) {
    let cards = |place: Place| Choice::new(Quantity::Exactly(1.into()), Filter::cards().at(place));
    let opponents_hand = || cards(Place::Hand(Player::Opponent));
    let all: [(&str, Choice); 6] = [
        ("discard a card in play", cards(Place::InPlay)),
        ("discard a card from your hand", cards(Place::Hand(Player::You))),
        (
            "have your opponent discard a card from their hand",
            opponents_hand().by(Chooser::By(Player::Opponent)),
        ),
        ("discard a card from your opponent's hand at random", opponents_hand().by(Chooser::Random)),
        ("discard the top card of your deck", cards(Place::TopOfDeck(Player::You))),
        ("discard the top card of your opponent's deck", cards(Place::TopOfDeck(Player::Opponent))),
    ];
    for (words, choice) in all {
        add(words.into(), Occasion::Any, CardAction::Discard(choice.into()).into());
    }
    // 1316.4: it can be chosen because it is seen.
    let look =
        CardAction::LookAt(Player::You, Selector::Each(Filter::cards().at(Place::Hand(Player::Opponent))));
    let discard = CardAction::Discard(opponents_hand().into());
    add(
        "look at your opponent's hand and discard a card from it".into(),
        Occasion::Hand(Player::Opponent),
        Effect::steps([look.into(), discard.into()]),
    );
}

/// Where cards go, in words.
fn destinations() -> [(Destination, &'static str); 8] {
    let build = |face| Destination::BuildZone { face, counters: 0.into() };
    [
        (Destination::Hand, "into its owner's hand"),
        (Destination::Deck(End::Top), "on the top of its owner's deck"),
        (Destination::Deck(End::Bottom), "on the bottom of its owner's deck"),
        (Destination::Deck(End::Shuffled), "into its owner's deck, which is shuffled"),
        (Destination::DiscardPile, "into its owner's discard pile"),
        (Destination::RemovedFromGame, "out of the game"),
        (build(Face::Up), "face-up into the build zone"),
        (Destination::arena(ArenaRef::Any), "into an arena"),
    ]
}

/// When a card can go there.
const fn room_for(to: &Destination) -> Occasion {
    match to {
        Destination::Hand | Destination::HandOf(_) => Occasion::Hands,
        Destination::Deck(_)
        | Destination::DiscardPile
        | Destination::Discarded
        | Destination::RemovedFromGame
        | Destination::Supply
        | Destination::BuildZone { .. }
        | Destination::Arena(..)
        | Destination::Stack(_)
        | Destination::Beneath(..)
        | Destination::AttachedTo(_)
        | Destination::Piloting(_) => Occasion::Any,
    }
}

fn moves(add: Add) {
    let places = [
        (Place::InPlay, "from play"),
        (Place::Hand(Player::You), "from your hand"),
        (Place::DiscardPile(Player::You), "from your discard pile"),
        (Place::DiscardPile(Player::Opponent), "from your opponent's discard pile"),
    ];
    for (place, from) in places {
        for (destination, to) in destinations() {
            let stays = match (place, &destination) {
                (Place::Hand(_), Destination::Hand) | (Place::DiscardPile(_), Destination::DiscardPile) => {
                    true
                }
                // Whoever has it in the pile can't have it in an arena: a card goes to its owner's half.
                (
                    Place::DiscardPile(Player::Opponent),
                    Destination::Arena(..) | Destination::BuildZone { .. },
                ) => true,
                _ => false,
            };
            if stays {
                continue;
            }
            let laid_down = matches!(destination, Destination::Arena(..) | Destination::BuildZone { .. });
            let (what, noun) = match (place, laid_down) {
                (Place::InPlay, true) => (Filter::units(), "unit"),
                (_, true) => (Filter::unit_cards().at(place), "unit card"),
                (_, false) => (Filter::cards().at(place), "card"),
            };
            let occasion = room_for(&destination);
            let put = CardAction::Put(Selector::one(what), destination);
            add(format!("move a {noun} {from} {to}"), occasion, put.into());
        }
    }
    let complete = |place: Place| {
        let what = Selector::one(Filter::cards().at(place));
        CardAction::Complete(what, CostTerms::Waived)
    };
    add("complete a card from your hand".into(), Occasion::Any, complete(Place::Hand(Player::You)).into());
    add(
        "complete a card in your build zone".into(),
        Occasion::Any,
        complete(Place::BuildZone(Player::You)).into(),
    );
    add("retreat a unit".into(), Occasion::Any, UnitAction::Retreat(Selector::one(Filter::units())).into());
}

/// Cards laid onto units and under them. What doesn't fit there is put right afterwards (rule 1316.8).
fn attachments(add: Add) {
    // 1316.4: "another unit" than the one that was chosen first.
    let first = || Reference::Result(Slot(0));
    let host = || Selector::one(Filter::units().with(Quality::OtherThan(first())));
    let places = [
        (Place::InPlay, "in play"),
        (Place::Hand(Player::You), "from your hand"),
        (Place::DiscardPile(Player::You), "from your discard pile"),
    ];
    let mut lay = |words: String, what: Filter, to: Destination| {
        let chosen = Effect::from(Action::Choose(Choosable::Objects(Selector::one(what)))).named(Slot(0));
        let put = CardAction::Put(first().into(), to);
        add(words, Occasion::Any, Effect::steps([chosen, put.into()]));
    };
    let units = |place: Place| match place {
        Place::InPlay => Filter::units(),
        _ => Filter::unit_cards().at(place),
    };
    let equipment = |place: Place| Filter::class(Class::new(Noun::Equipment)).at(place);
    for (place, from) in places {
        let noun = if place == Place::InPlay { "unit" } else { "unit card" };
        lay(
            format!("attach an Equipment {from} to a unit"),
            equipment(place),
            Destination::AttachedTo(host()),
        );
        lay(format!("stack a {noun} {from} under another unit"), units(place), Destination::Stack(host()));
        lay(
            format!("put a {noun} {from} onto a unit as its Pilot"),
            units(place),
            Destination::Piloting(host()),
        );
        for (face, way) in [(Face::Up, "face-up"), (Face::Down, "face-down")] {
            let what = match place {
                Place::InPlay => Filter::units(),
                _ => Filter::cards().at(place),
            };
            let thing = if place == Place::InPlay { "unit" } else { "card" };
            lay(
                format!("put a {thing} {from} {way} beneath a unit"),
                what,
                Destination::Beneath(host(), face),
            );
        }
    }
    let on_something = Quality::On(Relation::Attached, Box::new(Pattern::Any(Filter::cards())));
    let detach = CardAction::Detach(Selector::one(equipment(Place::InPlay).with(on_something)));
    add("detach an Equipment".into(), Occasion::Any, detach.into());
    // 802.6, 301.4: what lies under a unit leaves it by an effect alone.
    let under = [
        (Place::StackedWith(first()), Quality::Stacked, "stacked under"),
        (Place::Beneath(first()), covers(), "put beneath"),
    ];
    for (place, has, how) in under {
        let chosen = Choosable::Objects(Selector::one(Filter::units().with(has)));
        for (to, whereto) in [
            (Destination::Hand, "into its owner's hand"),
            (Destination::DiscardPile, "into its owner's discard pile"),
        ] {
            let occasion = room_for(&to);
            let put = CardAction::Put(Selector::one(Filter::cards().at(place)), to);
            let chosen = Effect::from(Action::Choose(chosen.clone())).named(Slot(0));
            let words = format!("move a card {how} a unit {whereto}");
            add(words, occasion, Effect::steps([chosen, put.into()]));
        }
    }
}

/// "with a card beneath it".
fn covers() -> Quality {
    Quality::Has(Relation::Beneath, Box::new(Pattern::Any(Filter::cards())))
}

fn searches(add: Add) {
    for (destination, to) in destinations() {
        let laid_down = matches!(destination, Destination::Arena(..) | Destination::BuildZone { .. });
        let (what, noun) =
            if laid_down { (Filter::unit_cards(), "unit card") } else { (Filter::cards(), "card") };
        // Back into the deck, which is shuffled anyway, it need not be put.
        if matches!(destination, Destination::Deck(End::Shuffled)) {
            continue;
        }
        let occasion = room_for(&destination);
        let search = CardAction::Search {
            places: vec![Place::Deck(Player::You)],
            find: Choice::new(Quantity::Exactly(1.into()), what),
            shown: Shown::ToOpponent,
            to: destination,
        };
        add(format!("search your deck for a {noun} and put it {to}"), occasion, search.into());
    }
    add("shuffle your deck".into(), Occasion::Any, CardAction::Shuffle(Player::You).into());
    add("shuffle your opponent's deck".into(), Occasion::Any, CardAction::Shuffle(Player::Opponent).into());
}

fn shows(add: Add) {
    let hand = |who: Player| Filter::cards().at(Place::Hand(who));
    let own = CardAction::Reveal(Selector::one(hand(Player::You)));
    add("show a card from your hand".into(), Occasion::Any, own.into());
    let all = CardAction::Reveal(Selector::Each(hand(Player::You)));
    add("show your hand".into(), Occasion::Hand(Player::You), all.into());
    let top = |who: Player| Selector::one(Filter::cards().at(Place::TopOfDeck(who)));
    add("show the top card of your deck".into(), Occasion::Any, CardAction::Reveal(top(Player::You)).into());
    let look = |what: Selector| CardAction::LookAt(Player::You, what);
    add("look at the top card of your deck".into(), Occasion::Any, look(top(Player::You)).into());
    add(
        "look at your opponent's hand".into(),
        Occasion::Hand(Player::Opponent),
        look(Selector::Each(hand(Player::Opponent))).into(),
    );
    let opponents = CardAction::Reveal(top(Player::Opponent));
    add("have your opponent show the top card of their deck".into(), Occasion::Any, opponents.into());
}

/// Keywords that change what a unit is or does by itself; those that are played have costs, which only a text knows.
fn keywords(add: Add) {
    let given = Keyword::all().filter(|keyword| match keyword.row().nature {
        Nature::Static | Nature::Triggered | Nature::StaticWithTrigger => true,
        Nature::Activated => false,
    });
    for keyword in given {
        let (ability, has_number) = match keyword.row().parameter {
            Parameter::None => (KeywordAbility::plain(keyword), false),
            Parameter::Number | Parameter::SignedNumber => (KeywordAbility::number(keyword, number()), true),
            _ => continue,
        };
        let Ok(ability) = ability else { continue };
        for (duration, how_long) in
            durations().into_iter().filter(|(until, _)| *until != Duration::EndOfBattle)
        {
            let who = Selector::one(Filter::units());
            let occasion = while_it_lasts(&duration);
            let gets = Effect::lasting(Rule::gets(who, [Grant::Keyword(ability.clone())]), duration);
            let effect = if has_number { counted(gets) } else { gets };
            add(format!("a unit gets {keyword} {how_long}"), occasion, effect);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Group, deeds};
    use std::collections::BTreeSet;

    #[test]
    fn every_action_has_words_of_its_own_and_every_group_has_actions() {
        let words: BTreeSet<&str> = deeds().iter().map(|deed| &*deed.words).collect();
        assert_eq!(words.len(), deeds().len());
        for group in Group::ALL {
            let own = deeds().iter().filter(|deed| deed.group == group).count();
            assert!((1..=120).contains(&own), "{group}: {own}");
        }
        assert!(
            deeds().windows(2).all(|pair| pair[0].group <= pair[1].group),
            "they lie in the order of groups"
        );
    }
}
