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
use crate::rules::effect;
use vocab::ability::{Group, MOST, Occasion, Player};
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
            Frame::Next(_) | Frame::Of(..) | Frame::Agree(_) => Flow::Ask,
        }
    }

    pub(crate) fn ask(self, game: &Game, choices: &mut Vec<Choice>) -> Option<Ask> {
        let context = game.context();
        let (who, why, rule) = match self {
            Frame::Begin => return None,
            Frame::Next(done) => {
                choices.push(Choice::Done);
                let open = Group::ALL.into_iter().filter(|_| done < DEEDS && has_room(game));
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
    game.note(What::ByHand { who: context.you, card }, RuleNumber::new(1316, 3), Some(card));
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
        Occasion::Room(whose) => held(whose) + usize::from(MOST) <= PICKS,
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
    let (chance, hands) = (game.state.chance, game.state.hands);
    game.state = kept.state;
    (game.state.chance, game.state.hands) = (chance, hands);
    // What follows from the state was about another one.
    (game.settled, game.looked, game.summaries) = (None, Looked::default(), Summaries::default());
    game.note(What::TakenBack { who, card: kept.card }, RuleNumber::new(1316, 6), Some(kept.card));
    for whose in Role::ALL.into_iter().filter(|whose| kept.seen[*whose]) {
        game.shuffle(whose, By::rule(1316, 6));
    }
    Flow::Done
}
