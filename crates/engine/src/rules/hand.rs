//! Texts that are carried out by hand: plain actions, one after another, with the opponent's consent (rule 1316).

use crate::facts::game::{Game, Kept};
use crate::facts::now::summary::Summaries;
use crate::facts::settled::Looked;
use crate::facts::text::Scope;
use crate::records::decision::{Ask, Choice, Why};
use crate::records::effect::{Context, PICKS};
use crate::records::event::What;
use crate::records::frame::Flow;
pub(crate) use crate::records::hand::Frame;
use crate::records::state::{ByHand, ByRole, Slot, Where};
use crate::rules::change::By;
use crate::rules::{effect, history};
use vocab::ability::{AbilityKind, DRAWN, Group, HAND, Occasion, Player};
use vocab::{Role, RuleNumber};

/// As often as a player carries texts out by hand in one turn (rule 1316.7).
const PLAYS: u8 = 20;
/// As many actions as one text takes (rule 1316.7).
const DEEDS: u8 = 20;
/// As many plays as wait for a text that is carried out by hand (rule 1316.7).
const DEPTH: usize = 3;

/// The choice of "always agree" (rule 1316.5).
const ALWAYS: u8 = 0;

/// Whether a player may carry a text out by hand now (rules 1316.1, 1316.7).
pub(crate) fn may_begin(game: &Game, who: Role) -> bool {
    let state = &game.state;
    state.options.by_hand.0[who] == ByHand::Used
        && state.hands.plays[who] < PLAYS
        && state.contexts.len().max(state.tries.len()) <= DEPTH
        && has_room(game)
}

/// Whether a state has room for what one more action may leave behind, and for what texts that are enforced need.
fn has_room(game: &Game) -> bool {
    let state = &game.state;
    state.lasting.len() < 24
        && state.rarities.len() < 36
        && state.departed.len() < 6
        && state.waiting.len() < 12
        && state.frames.len() < 24
        && state.uses.len() < 20
}

/// Whether what was done leaves as much room as the rest of the turn may need: nothing that players do by hand may stop
/// the game later on.
fn leaves_room(game: &Game) -> bool {
    let state = &game.state;
    state.lasting.len() <= 26
        && state.rarities.len() <= 38
        && state.departed.len() <= 6
        && state.waiting.len() <= 14
        && state.uses.len() <= 21
        && state.history.len() <= 13
        && Role::ALL.into_iter().all(|who| state.zone(who, Where::Hand).count() <= PICKS)
}

/// Whether a text that is carried out by hand may say that a card lies on or under a unit: one of the two has such a text,
/// and both are their player's (rule 1316.8).
pub(super) fn may_say_so(game: &Game, card: Slot, unit: Slot) -> bool {
    let who = game.state.card(unit).controller;
    let has_text = |card: Slot| !game.catalog.by_hand(game.state.card(card).definition).is_empty();
    game.state.options.by_hand.0[who] == ByHand::Used
        && game.state.card(card).controller == who
        && (has_text(card) || has_text(unit))
}

/// Keeps the table before a choice with which a text begins that is carried out by hand.
pub(super) fn keep(game: &mut Game, choice: Choice) {
    if game.state.options.by_hand.0 == ByRole::default() {
        return;
    }
    let card = match choice {
        Choice::Use(card, id) if game.catalog.is_by_hand(id) => card,
        Choice::Play(card) | Choice::PlayBy(card, _)
            if !game.catalog.by_hand(game.state.card(card).definition).is_empty() =>
        {
            card
        }
        _ => return,
    };
    keep_for(game, card, game.state.contexts.len());
}

fn keep_for(game: &mut Game, card: Slot, contexts: usize) {
    game.kept.push(Kept { state: game.state, card, contexts, seen: ByRole::default() });
}

/// Forgets the table before what is over.
pub(super) fn forget_over(game: &mut Game) {
    let contexts = game.state.contexts.len();
    while game.kept.last().is_some_and(|kept| kept.contexts >= contexts) {
        game.kept.pop();
    }
}

/// Notes whose deck is looked into: it can't go back to the order in which somebody has seen it.
pub(super) fn notice(game: &mut Game, what: What) {
    let whose = match what {
        What::Drew { who, .. } | What::Shuffled(who) => Some(who),
        What::Revealed(card) | What::LookedAt { card, .. } => Some(game.state.card(card).owner),
        What::Moved { card, from: Where::Deck, .. } => Some(game.state.card(card).owner),
        _ => None,
    };
    if let Some(who) = whose {
        game.kept.iter_mut().for_each(|kept| kept.seen[who] = true);
    }
}

impl Frame {
    pub(crate) fn step(self, game: &mut Game) -> Flow {
        match self {
            Frame::Begin => begin(game),
            Frame::Next(_) => {
                history::tidy(game);
                Flow::Ask
            }
            Frame::Of(..) | Frame::Agree(_) => Flow::Ask,
        }
    }

    pub(crate) fn ask(self, game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
        let context = game.context();
        let (who, why, rule) = match self {
            Frame::Begin => return None,
            Frame::Next(done) => {
                choices.push(Choice::Done);
                let open = Group::ALL
                    .into_iter()
                    .filter(|_| done < DEEDS && has_room(game) && game.state.history.len() < 10);
                let open = open.filter(|group| open_deeds(game, *group).next().is_some());
                choices.extend(open.map(|group| Choice::Option(group as u8)));
                (context.you, Why::ByHand, 3)
            }
            Frame::Of(group, _) => {
                choices.extend(open_deeds(game, group).map(Choice::Option));
                choices.push(Choice::Back);
                (context.you, Why::ByHand, 3)
            }
            Frame::Agree(_) => {
                choices.extend([Choice::Yes, Choice::No, Choice::Option(ALWAYS)]);
                (context.you.other(), Why::Agree, 5)
            }
        };
        let ask = Ask::new(who, why, 1316, rule);
        Some(context.this.map_or(ask, |card| ask.about(card)))
    }

    pub(crate) fn chosen(self, game: &mut Game, choice: Choice) -> Flow {
        match (self, choice) {
            (Frame::Next(done), Choice::Option(place)) => match Group::ALL.get(usize::from(place)) {
                Some(group) => choose_of(game, *group, done),
                None => Flow::Ask,
            },
            (Frame::Next(0), _) => {
                game.kept.pop();
                game.leave(&[], 0, false);
                Flow::Done
            }
            (Frame::Next(done), _) => finish(game, done),
            (Frame::Of(group, done), Choice::Option(place)) => match do_deed(game, group, place) {
                Some(above) => Flow::Push(Frame::Next(done + 1).into(), above),
                None => Flow::Ask,
            },
            (Frame::Of(_, done), _) => Flow::next(Frame::Next(done)),
            (Frame::Agree(done), Choice::No) => take_back(game, done),
            (Frame::Agree(done), answer) => {
                let who = game.context().you.other();
                game.state.hands.agrees[who] |= answer == Choice::Option(ALWAYS);
                stands(game, done)
            }
            (Frame::Begin, _) => Flow::Done,
        }
    }
}

fn begin(game: &mut Game) -> Flow {
    let context = game.context();
    let (Some(card), true) = (context.this, may_begin(game, context.you)) else {
        game.leave(&[], 0, false);
        return Flow::Done;
    };
    // What was kept when the card or the ability was played; a text that works by itself is taken back to this moment.
    let outside = game.state.contexts.len().saturating_sub(1);
    if !game.kept.last().is_some_and(|kept| kept.card == card && kept.contexts == outside) {
        keep_for(game, card, outside);
    }
    game.state.hands.plays[context.you] += 1;
    let announced = matches!(game.catalog.ability(context.ability).kind, AbilityKind::Activated(_));
    let begun = What::ByHand { who: context.you, card, announced };
    game.note(begun, RuleNumber::new(1316, 3), Some(card));
    Flow::next(Frame::Next(0))
}

/// The actions of a group that mean something now, by their places in the group.
fn open_deeds(game: &Game, group: Group) -> impl Iterator<Item = u8> {
    let held = |whose: Player| {
        let who = Scope::of_context(game, &game.context()).player(whose);
        game.state.zone(who, Where::Hand).count()
    };
    let is_open = move |occasion: Occasion| match occasion {
        Occasion::Any => true,
        Occasion::Hand(whose) => held(whose) <= PICKS,
        Occasion::Room(whose) => held(whose) + usize::from(DRAWN) <= usize::from(HAND),
        Occasion::Hands => {
            Role::ALL.iter().all(|who| game.state.zone(*who, Where::Hand).count() < usize::from(HAND))
        }
        // 1105.4: as long as an attack can be disrupted it has not begun.
        Occasion::Attack => !game.state.attacks.is_empty() && game.state.tries.is_empty(),
        Occasion::Damage => !game.state.sequences.is_empty(),
        Occasion::Try => !game.state.tries.is_empty(),
    };
    let of_group = game.catalog.deeds().filter(move |(deed, _)| deed.group == group);
    (0_u8..).zip(of_group).filter(move |(_, (deed, _))| is_open(deed.occasion)).map(|(place, _)| place)
}

/// Asks which action of a group it is, unless there is only one.
fn choose_of(game: &mut Game, group: Group, done: u8) -> Flow {
    let mut open = open_deeds(game, group);
    let first = open.next();
    let is_only = open.next().is_none();
    drop(open);
    match first.filter(|_| is_only).and_then(|only| do_deed(game, group, only)) {
        Some(above) => Flow::Push(Frame::Next(done + 1).into(), above),
        None => Flow::next(Frame::Of(group, done)),
    }
}

/// The frame of an action, which works as the effect of a text of the card does.
fn do_deed(game: &mut Game, group: Group, place: u8) -> Option<crate::records::frame::Frame> {
    let catalog = game.catalog.clone();
    let (_, id) = catalog.deeds().filter(|(deed, _)| deed.group == group).nth(usize::from(place))?;
    let root = catalog.entry(id).root?;
    let around = game.context();
    let context = Context::new(around.this?, around.this?, around.you, id);
    Some(effect::begin(game, Context { chain: around.chain, ..context }, root))
}

/// The player is done: the opponent is asked, unless he or she always agrees (rule 1316.5).
fn finish(game: &mut Game, done: u8) -> Flow {
    if !leaves_room(game) && take_back_too_much(game) {
        return Flow::Done;
    }
    let other = game.context().you.other();
    // 1316.9: a computer player agrees.
    let agrees = game.state.hands.agrees[other] || game.state.options.by_hand.0[other] != ByHand::Used;
    if agrees { stands(game, done) } else { Flow::next(Frame::Agree(done)) }
}

fn stands(game: &mut Game, done: u8) -> Flow {
    game.kept.pop();
    let context = game.context();
    if let Some(card) = context.this {
        game.note(What::Agreed { who: context.you.other(), card }, RuleNumber::new(1316, 5), Some(card));
    }
    game.leave(&[], i16::from(done), true);
    Flow::Done
}

/// The table is as it was before; dice and what was seen stay (rule 1316.6).
fn take_back(game: &mut Game, done: u8) -> Flow {
    let who = game.context().you.other();
    let Some(kept) = game.kept.pop() else { return stands(game, done) };
    go_back(game, &kept, Some(who));
    Flow::Done
}

/// What is done by hand has grown beyond what a state holds: it is taken back, and the game goes on (rule 1316.7). `false`
/// if nothing was.
pub(super) fn take_back_too_much(game: &mut Game) -> bool {
    let Some(kept) = game.kept.pop() else { return false };
    // What was taken back counts, also if it had not begun yet: nobody tries the same for ever.
    let who = kept.state.card(kept.card).controller;
    let plays = &mut game.state.hands.plays[who];
    *plays = plays.saturating_add(1);
    go_back(game, &kept, None);
    true
}

fn go_back(game: &mut Game, kept: &Kept, who: Option<Role>) {
    let (chance, hands) = (game.state.chance, game.state.hands);
    game.state = kept.state;
    (game.state.chance, game.state.hands) = (chance, hands);
    // What follows from the state was about another one.
    (game.settled, game.looked, game.summaries) = (None, Looked::default(), Summaries::default());
    let rule = RuleNumber::new(1316, if who.is_some() { 6 } else { 7 });
    game.note(What::TakenBack { who, card: kept.card }, rule, Some(kept.card));
    for whose in Role::ALL.into_iter().filter(|whose| kept.seen[*whose]) {
        game.shuffle(whose, By::rule(1316, 6));
    }
}

#[cfg(test)]
mod tests {
    use super::{DEEDS, PLAYS};
    use crate::common::unit;
    use crate::facts::faces::Viewer;
    use crate::facts::game::Game;
    use crate::position::{Begin, Position};
    use crate::records::decision::Why;
    use crate::records::event::What;
    use crate::records::lasting::Lasting;
    use crate::state::{Agreement, ByHand, Options, Slot, Where};
    use vocab::{Arena, CardType, Completeness, Definition, Role, RuleNumber};

    const GROUND: Where = Where::Arena(Arena::Ground);

    /// A Singer of the Dark Side with a text by hand, in the battle step.
    fn table() -> (Game, Slot) {
        let completeness = Completeness::of(vec!["Sing aloud.".into()]);
        let singer = Definition { completeness, ..unit("Singer", "40/3/4", Arena::Ground, Vec::new()) };
        let cards = vec![singer, unit("Bunker", "10/1/6", Arena::Ground, Vec::new())];
        let options = Options { by_hand: Agreement::both(ByHand::Used), ..Options::default() };
        let mut position = Position::new(cards, 1.into(), options).expect("a catalog");
        let singer = position.put(Role::Dark, "Singer", GROUND).expect("room");
        position.put(Role::Light, "Bunker", GROUND).expect("room");
        (position.play_on(Begin::BattleStep(Arena::Ground)), singer)
    }

    /// Answers with the choice of these words.
    fn say(game: &mut Game, words: &str) {
        let labels: Vec<String> = game.choices().iter().map(|choice| game.label(*choice)).collect();
        let place = labels.iter().position(|label| label == words);
        let place = place.unwrap_or_else(|| panic!("`{words}` is not among {labels:?}"));
        game.answer(place).expect("it is offered");
    }

    /// Begins the Singer's text, which nobody disrupts.
    fn sing(game: &mut Game) {
        say(game, "Singer uses its text by hand");
        while !game.state.tries.is_empty() {
            say(game, "pass");
        }
    }

    #[test]
    fn what_grows_too_large_is_taken_back_and_the_game_goes_on() {
        let (mut game, singer) = table();
        let before = game.state;
        sing(&mut game);
        say(&mut game, "tap or untap");
        say(&mut game, "tap a card");
        say(&mut game, "Bunker");
        say(&mut game, "change speed, power or health");
        // As if every record of a lasting effect were in use.
        while game.state.lasting.push(Lasting::default()).is_ok() {}
        say(&mut game, "a unit gets more power until end of turn");
        say(&mut game, "3");
        say(&mut game, "Bunker");
        assert_eq!(game.outcome(), None, "1316.7: it never stops a game");
        let taken_back = What::TakenBack { who: None, card: singer };
        let event = game.take_events().into_iter().find(|event| event.what == taken_back);
        assert_eq!(event.map(|event| event.rule), Some(RuleNumber::new(1316, 7)));
        assert!(game.state.lasting.is_empty());
        assert_eq!(game.state.cards, before.cards, "1316.6: as if it had not begun");
        assert_eq!(game.state.hands.plays[Role::Dark], 2, "what was taken back counts");
        say(&mut game, "Singer uses its text by hand");
    }

    #[test]
    fn what_leaves_no_room_for_the_rest_of_the_turn_is_taken_back_too() {
        let (mut game, singer) = table();
        sing(&mut game);
        say(&mut game, "tap or untap");
        say(&mut game, "tap a card");
        say(&mut game, "Bunker");
        while game.state.lasting.len() < 30 {
            let _ = game.state.lasting.push(Lasting::default());
        }
        say(&mut game, "done");
        let taken_back = What::TakenBack { who: None, card: singer };
        assert!(game.take_events().iter().any(|event| event.what == taken_back), "1316.7");
        assert!(game.state.lasting.is_empty() && game.outcome().is_none());
    }

    #[test]
    fn everybody_sees_the_card_whose_text_is_carried_out() {
        let completeness = Completeness::of(vec!["Sing aloud.".into()]);
        let plain = unit("Serenade", "40/3/4", Arena::Ground, Vec::new());
        let serenade = Definition { completeness, card_type: CardType::Battle, ..plain };
        let options = Options { by_hand: Agreement::both(ByHand::Used), ..Options::default() };
        let bunker = unit("Bunker", "10/1/6", Arena::Ground, Vec::new());
        let mut position = Position::new(vec![serenade, bunker], 1.into(), options).expect("a catalog");
        let serenade = position.put(Role::Dark, "Serenade", Where::Hand).expect("room");
        for who in Role::ALL {
            position.put(who, "Bunker", GROUND).expect("room");
        }
        let mut game = position.play_on(Begin::BattleStep(Arena::Ground));
        let seen = |game: &Game| game.sight(Viewer::Seat(Role::Light)).name(serenade);
        assert_eq!(seen(&game), None, "106.2: it is in a hand");
        say(&mut game, "play Serenade");
        assert_eq!(game.asked().map(|ask| ask.why), Some(Why::ByHand));
        assert_eq!(seen(&game).as_deref(), Some("Serenade"), "1306.1");
        assert!(told(&mut game).iter().any(|line| line.contains("carries out a text of Serenade by hand")));
    }

    /// What the opponent reads of what has happened.
    fn told(game: &mut Game) -> Vec<String> {
        let events = game.take_events();
        events.iter().filter_map(|event| game.tell_to(event, Viewer::Seat(Role::Light))).collect()
    }

    #[test]
    fn one_sentence_says_that_a_text_is_carried_out() {
        let (mut game, _) = table();
        game.take_events();
        sing(&mut game);
        assert_eq!(game.asked().map(|ask| ask.why), Some(Why::ByHand));
        let told = told(&mut game);
        let says_so: Vec<&String> = told.iter().filter(|line| line.contains("by hand")).collect();
        assert_eq!(says_so, ["Singer uses its text by hand"], "{told:?}");
    }

    #[test]
    fn nobody_does_more_by_hand_in_a_turn_than_can_be_counted() {
        let (mut game, _) = table();
        let (mut texts, mut most, mut done) = (0, 0, 0);
        for _ in 0..100_000 {
            let labels: Vec<String> = game.choices().iter().map(|choice| game.label(*choice)).collect();
            let place = |words: &str| labels.iter().position(|label| label == words);
            // Whoever wants to do as much as possible: no text is left out, and every text gets every action.
            let wanted = ["you gain Force", "gain or lose Force or build points", "done", "yes"];
            let begins = match game.state.tries.is_empty() {
                true => place("Singer uses its text by hand"),
                false => place("pass"),
            };
            let next = begins.or_else(|| wanted.iter().find_map(|words| place(words))).or(place("1"));
            let Some(next) = next else { break };
            match &*labels[next] {
                "Singer uses its text by hand" => (texts, done) = (texts + 1, 0),
                "you gain Force" => (done, most) = (done + 1, most.max(done + 1)),
                _ => {}
            }
            game.answer(next).expect("it is offered");
        }
        assert_eq!((texts, most), (PLAYS, DEEDS), "1316.7");
        assert_eq!(game.state.players[Role::Dark].force, u16::from(PLAYS) * u16::from(DEEDS));
    }
}
