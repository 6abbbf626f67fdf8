//! Random abilities come back from their English; random texts neither panic nor take long.

use cards::core_set;
use dejarik_lang::{Lexicon, Setting, compile_text, render};
use proptest::prelude::*;
use std::sync::OnceLock;
use std::time::{Duration as Time, Instant};
use vocab::ability::{
    Ability, Action, Amount, ArenaRef, CardAction, Cause, Class, Condition, Costs, CounterAction, Damage,
    DamageAction, Destination, Duration, Effect, End, Event, Filter, Grant, KeywordAbility, Noun, Player,
    Pool, Quality, Quantity, Range, Reference, Rule, Selector, Share, Span, Statistic, UnitAction, Way,
};
use vocab::{Arena, Arenas, CardType, Counter, Keyword};

const UNIT: CardType = CardType::Unit(Arenas::one(Arena::Character));

fn lexicon() -> &'static Lexicon {
    static CORE: OnceLock<Lexicon> = OnceLock::new();
    CORE.get_or_init(|| Lexicon::of(&core_set::plugin().collection))
}

fn class() -> BoxedStrategy<Class> {
    let subtype = prop::sample::select(vec!["Jedi", "Droid", "Bounty Hunter", "Starfighter", "Yuuzhan Vong"]);
    let state = prop::sample::select(vec![None, Some(Quality::Damaged), Some(Quality::Tapped)]);
    (prop::option::of(subtype), state)
        .prop_map(|(subtype, state)| {
            let mut class = Class::new(Noun::Unit);
            class.adjectives.extend(state);
            class.adjectives.extend(subtype.map(Quality::subtype));
            class
        })
        .boxed()
}

fn arena() -> BoxedStrategy<ArenaRef> {
    prop::sample::select(vec![ArenaRef::Any, ArenaRef::THIS, ArenaRef::the(Arena::Ground)]).boxed()
}

fn filter() -> BoxedStrategy<Filter> {
    let owner = prop::sample::select(vec![None, Some(Player::You), Some(Player::Opponent)]);
    (class(), owner, prop::option::of(arena()), prop::option::of(1_i16..9))
        .prop_map(|(class, owner, arena, counters)| {
            let mut filter = Filter::class(class);
            filter.control = owner;
            filter.place = arena.map(vocab::ability::Place::Arena);
            let many = |n| Quality::Counters(Counter::Damage.into(), Range::at_least(n));
            filter.with.extend(counters.map(many));
            filter
        })
        .boxed()
}

fn selector() -> BoxedStrategy<Selector> {
    prop_oneof![
        Just(Selector::THIS),
        filter().prop_map(Selector::Each),
        filter().prop_map(Selector::one),
        (2_i16..5, filter()).prop_map(|(n, filter)| Selector::up_to(n, filter)),
    ]
    .boxed()
}

fn keyword() -> BoxedStrategy<KeywordAbility> {
    prop_oneof![
        prop::sample::select(vec![Keyword::Armor, Keyword::Stealth, Keyword::Overkill])
            .prop_map(|keyword| KeywordAbility::plain(keyword).expect("a plain keyword")),
        (prop::sample::select(vec![Keyword::Evade, Keyword::CriticalHit, Keyword::Accuracy]), 1_i16..9)
            .prop_map(|(keyword, n)| KeywordAbility::number(keyword, n).expect("a keyword with a number")),
    ]
    .boxed()
}

fn grant() -> BoxedStrategy<Grant> {
    let statistic = prop::sample::select(vec![Statistic::Speed, Statistic::Power, Statistic::Health]);
    prop_oneof![
        (statistic.clone(), prop_oneof![-9_i16..0, 1_i16..30]).prop_map(|(s, n)| Grant::Bonus(s, n.into())),
        (statistic, 1_i16..4, filter()).prop_map(|(s, n, of)| Grant::Bonus(s, Amount::count(of).for_each(n))),
        keyword().prop_map(Grant::Keyword),
    ]
    .boxed()
}

fn action() -> BoxedStrategy<Effect> {
    prop_oneof![
        (1_i16..9).prop_map(Effect::gain_force),
        (1_i16..9).prop_map(|n| Action::Lose(Player::Opponent, Pool::BuildPoints, n.into()).into()),
        (1_i16..5).prop_map(|n| CardAction::you_draw(n).into()),
        selector().prop_map(|what| UnitAction::Tap(what).into()),
        selector().prop_map(|what| UnitAction::Retreat(what).into()),
        (1_i16..5, selector()).prop_map(|(n, on)| CounterAction::put(n, Counter::Corruption, on).into()),
        (1_i16..5, selector()).prop_map(|(n, on)| {
            let (kind, quantity) = (Counter::Damage.into(), Quantity::UpTo(n.into()));
            CounterAction::Put { kind, quantity, on, share: Share::Each }.into()
        }),
        (1_u8..4, selector())
            .prop_map(|(health, on)| CounterAction::Until { way: Way::Remove, on, health }.into()),
        selector().prop_map(|what| CardAction::Put(what, Destination::Deck(End::Shuffled)).into()),
        (1_i16..5, selector()).prop_map(|(n, to)| DamageAction::by_this(Damage::Dice(n.into()), to).into()),
        (selector(), prop::collection::vec(grant(), 1..3))
            .prop_map(|(who, grants)| { Effect::lasting(Rule::gets(who, grants), Duration::EndOfTurn) }),
    ]
    .boxed()
}

fn effect() -> BoxedStrategy<Effect> {
    prop_oneof![
        action(),
        prop::collection::vec(action(), 2..4).prop_map(Effect::Sequence),
        action()
            .prop_filter("rules aren't a choice", |effect| !matches!(effect, Effect::Lasting(_)))
            .prop_map(Effect::may),
    ]
    .boxed()
}

fn condition() -> BoxedStrategy<Condition> {
    prop_oneof![
        filter().prop_map(Condition::exists),
        (filter(), 1_i16..4).prop_map(|(what, n)| {
            let event = Event::Discarded { what: what.into(), from: None, cause: Cause::Any };
            Condition::Happened(Box::new(event), Span::LastTurn, Range::at_least(n))
        }),
        Just(Condition::is(Reference::This, Quality::Untapped)),
        Just(Condition::Controls(Player::You, ArenaRef::the(Arena::Space))),
    ]
    .boxed()
}

fn event() -> BoxedStrategy<Event> {
    prop_oneof![
        Just(Event::YOUR_BUILD_STEP_STARTS),
        filter().prop_map(Event::you_deploy),
        filter().prop_map(Event::attacks),
        Just(Event::discarded(Reference::This)),
    ]
    .boxed()
}

fn ability() -> BoxedStrategy<Ability> {
    prop_oneof![
        keyword().prop_map(Ability::keyword),
        (1_i16..9, effect()).prop_map(|(n, effect)| Ability::activated(Costs::force(n), effect)),
        (event(), effect()).prop_map(|(event, effect)| Ability::triggered(event, effect)),
        (filter(), prop::collection::vec(grant(), 1..4), prop::option::of(condition())).prop_map(
            |(who, grants, condition)| {
                let rule = Rule::gets(who, grants);
                Ability::static_rule(match condition {
                    Some(condition) => rule.when(condition),
                    None => rule,
                })
            }
        ),
    ]
    .boxed()
}

proptest! {
    #[test]
    fn an_ability_comes_back_from_its_english(ability in ability()) {
        let setting = Setting::new(UNIT, "", lexicon());
        let english = render(std::slice::from_ref(&ability), &setting, lexicon()).expect("every such ability is written");
        let compiled = compile_text(&english, &setting, lexicon());
        prop_assert_eq!(compiled.abilities(), vec![ability], "{}", english);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,200}") {
        let setting = Setting::new(UNIT, "", lexicon());
        compile_text(&text, &setting, lexicon());
    }

    #[test]
    fn no_words_make_the_reader_panic(words in prop::collection::vec(prop::sample::select(vec![
        "each", "of", "your", "Jedi", "or", "and", ",", ".", "gets", "+2", "power", "\"", "->", "Pay", "2", "Force", "with",
        "a", "attached", "to", "unit", "in", "any", "arena", "until", "end", "turn", "When", "you", "may", "X", "|", "*",
        "Switch:", "/", "[pilot]", "Pilot.", "The", "Choose", "one:", "Or:", "Enhance:", "that", "it", "this", "way",
    ]), 0..60)) {
        let setting = Setting::new(UNIT, "", lexicon());
        compile_text(&words.join(" "), &setting, lexicon());
    }
}

#[test]
fn hostile_texts_take_time_in_proportion() {
    let setting = Setting::new(UNIT, "", lexicon());
    for part in
        ["a unit attached to ", "\"", "Jedi or ", "As long as this unit is tapped and ", "Choose one: ", "| "]
    {
        let text = part.repeat(400);
        let start = Instant::now();
        compile_text(&text, &setting, lexicon());
        assert!(start.elapsed() < Time::from_secs(5), "{part}: {:?}", start.elapsed());
    }
}
