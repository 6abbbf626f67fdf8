//! Sentences: what people are told of events that were joined, worded for one viewer.

use crate::join::Kind;
use crate::seen::Seen;
use crate::story::{Line, Marked, as_done};
use engine::state::{Moment, Outcome, Where};
use engine::{Spot, Viewer, What};
use vocab::ability::{Flow, Pool};
use vocab::{Arena, Role, RuleNumber};

/// What people are told of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Words {
    /// One sentence; a token in braces is a card.
    pub text: String,
    /// A quieter half sentence.
    pub why: Option<String>,
    /// Three or four words for a list of what happened; none if it isn't worth one.
    pub chip: Option<String>,
    /// A word for the card or the die.
    pub word: Option<String>,
    /// The headline of a banner.
    pub title: Option<String>,
}

/// Tells the events of one range of lines.
pub(crate) struct Teller<'a> {
    seen: Seen<'a>,
    /// The lines, with their marked cards.
    lines: &'a [(&'a Line, Marked<'a>)],
    /// Whether Cunning hides the dice from the viewer (rule 1715.1).
    is_hidden: bool,
}

/// `1 card`, `3 cards`.
fn counted(number: i32, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}

/// "once", "twice", "3 times".
fn times(number: u8) -> String {
    match number {
        1 => "once".into(),
        2 => "twice".into(),
        more => format!("{more} times"),
    }
}

/// "6, 5 and 2".
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// "a 5", "an 8".
fn a(number: u8) -> String {
    format!("{} {number}", if number == 8 { "an" } else { "a" })
}

/// With a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let capital: String =
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect());
    if capital.ends_with(['.', '!', '?']) { capital } else { format!("{capital}.") }
}

impl<'a> Teller<'a> {
    pub(crate) const fn new(
        seen: Seen<'a>,
        lines: &'a [(&'a Line, Marked<'a>)],
        is_hidden: bool,
    ) -> Teller<'a> {
        Teller { seen, lines, is_hidden }
    }

    fn is_own(&self, who: Role) -> bool {
        self.seen.viewer() == Viewer::Seat(who)
    }

    /// A player as the subject of a sentence; braces mark cards, so nobody's name has them.
    fn who(&self, who: Role) -> String {
        if self.is_own(who) { "you".into() } else { self.seen.player(who).name.replace(['{', '}'], "|") }
    }

    /// "you pay", "Kestrel pays".
    fn does(&self, who: Role, plain: &str, third: &str) -> String {
        format!("{} {}", self.who(who), if self.is_own(who) { plain } else { third })
    }

    /// The engine's sentence of a line.
    fn plain(&self, place: usize) -> String {
        self.lines.get(place).map(|(_, marked)| marked.text(self.seen.names())).unwrap_or_default()
    }

    /// A card of a line, in a sentence.
    fn card(&self, line: usize, place: usize) -> String {
        let (_, marked) = self.lines[line];
        marked.name(place, self.seen.sight().catalog()).unwrap_or_else(|| "a card".into())
    }

    /// The first line with this sort of event.
    fn find(&self, is_it: impl Fn(What) -> bool) -> Option<usize> {
        self.lines.iter().position(|(line, _)| is_it(line.what))
    }

    /// What was paid, by whom: Force and build points.
    fn paid(&self, of: Pool) -> Option<(Role, i32)> {
        let mut sum = None;
        for (line, _) in self.lines {
            if let What::Pool { who, flow: Flow::Pay, pool, amount } = line.what
                && pool == of
            {
                let (_, before) = sum.unwrap_or((who, 0));
                sum = Some((who, before + i32::from(amount)));
            }
        }
        sum.filter(|(_, amount)| *amount > 0)
    }

    /// "You pay 1 Force: ", or nothing.
    fn price(&self) -> String {
        match (self.paid(Pool::Force), self.paid(Pool::BuildPoints)) {
            (Some((who, force)), _) => format!("{} {force} Force: ", self.does(who, "pay", "pays")),
            (None, Some((who, points))) => {
                let points = counted(points, "build point", "build points");
                format!("{} {points}: ", self.does(who, "pay", "pays"))
            }
            (None, None) => String::new(),
        }
    }

    /// What both players gain of a pool.
    fn gained(&self, of: Pool) -> Vec<(Role, i32)> {
        let mut sums: Vec<(Role, i32)> = Vec::new();
        for (line, _) in self.lines {
            if let What::Pool { who, flow: Flow::Gain, pool, amount } = line.what
                && pool == of
            {
                match sums.iter_mut().find(|(other, _)| *other == who) {
                    Some((_, sum)) => *sum += i32::from(amount),
                    None => sums.push((who, i32::from(amount))),
                }
            }
        }
        // Who looks comes first.
        sums.sort_by_key(|(who, _)| !self.is_own(*who));
        sums
    }

    /// "You and Kestrel get 4 Force each", "you get 5 build points, Kestrel 6".
    fn shared(&self, sums: &[(Role, i32)], of: Pool) -> String {
        let points = |amount: i32| match of {
            Pool::Force => format!("{amount} Force"),
            Pool::BuildPoints => counted(amount, "build point", "build points"),
        };
        match sums {
            [(one, a), (other, b)] if a == b => {
                format!("{} and {} get {} each", self.who(*one), self.who(*other), points(*a))
            }
            [(one, a), (other, b)] => {
                format!("{} {}, {} {b}", self.does(*one, "get", "gets"), points(*a), self.who(*other))
            }
            [(one, a), ..] => format!("{} {}", self.does(*one, "get", "gets"), points(*a)),
            [] => String::new(),
        }
    }

    /// What is told of the event.
    pub(crate) fn words(&self, kind: Kind) -> Words {
        let mut words = match kind {
            Kind::Turn | Kind::Step => self.stage(kind),
            Kind::Pool => self.pool(),
            Kind::Roll => self.roll(),
            Kind::Draw => self.draw(),
            Kind::Build => self.build(),
            Kind::Counter => Words { text: self.plain(0), ..Words::default() },
            Kind::Reveal => self.reveal(),
            Kind::Deploy => self.deploy(),
            Kind::Retreat => {
                let card = self.card(0, 0);
                Words {
                    text: format!("{card} retreats"),
                    chip: Some(format!("↩ {card}")),
                    ..Words::default()
                }
            }
            Kind::Play => self.play(),
            Kind::Attack => self.attack(),
            Kind::Redirect => self.redirect(),
            Kind::Use => self.used(),
            Kind::Dice => self.dice(),
            Kind::Reroll => self.reroll(),
            Kind::Sum => self.sum(),
            Kind::Prevent => self.prevent(),
            Kind::Damage => self.damage(),
            Kind::Discard => self.discard(),
            Kind::Control => self.control(),
            Kind::Over => self.over(),
            Kind::Note => match self.lines[0].0.what {
                What::Moved { to: Where::EventZone, .. } => {
                    let card = self.card(0, 0);
                    Words { text: format!("{card} is in play from the start"), ..Words::default() }
                }
                What::Bid { who, amount: 0 } => {
                    Words { text: format!("{} nothing", self.does(who, "bid", "bids")), ..Words::default() }
                }
                _ => self.note(),
            },
        };
        // The engine's own sentences say it already.
        let by_hand = self.lines.iter().any(|(line, _)| line.by_hand) && !words.text.starts_with("By hand: ");
        words.text = as_done(by_hand, sentence(&words.text));
        words
    }

    fn stage(&self, kind: Kind) -> Words {
        if let What::Started(Moment::TurnEnd) = self.lines[0].0.what {
            let title = Some("End of the turn".to_string());
            return Words { text: "The turn ends".into(), title, ..Words::default() };
        }
        let text = self.plain(0);
        let title = text.strip_suffix(" starts").map(str::to_string);
        let chip = title.clone().filter(|_| kind == Kind::Turn);
        Words { text, chip, title, why: self.standing(), ..Words::default() }
    }

    /// What it means how the arenas stand, where an event is about that.
    fn standing(&self) -> Option<String> {
        self.lines[0].0.held.map(|held| sentence(&self.seen.standing(held).words))
    }

    fn pool(&self) -> Words {
        let (of, lost) = match self.lines[0].0.what {
            What::Pool { pool, flow, .. } => (pool, flow != Flow::Gain),
            _ => (Pool::Force, false),
        };
        let text = match self.lines[0].0.what {
            What::Pool { who, flow: Flow::Pay, amount: 0, .. } => {
                format!("{} nothing", self.does(who, "pay", "pays"))
            }
            _ if lost => self.plain(0),
            _ => self.shared(&self.gained(of), of),
        };
        Words { text, ..Words::default() }
    }

    fn roll(&self) -> Words {
        let natural = self.lines[0].0.dice.first().copied();
        let rolled = match (self.lines[0].0.what, natural) {
            (What::Rolled { who, .. }, Some(natural)) => {
                format!("{} {}", self.does(who, "roll", "rolls"), a(natural))
            }
            _ => self.plain(0).trim_end_matches('.').to_string(),
        };
        let sums = self.gained(Pool::BuildPoints);
        if sums.is_empty() {
            return Words { text: rolled, ..Words::default() };
        }
        // 602.6: one more for a unit in each arena.
        let more: Vec<String> = self
            .lines
            .iter()
            .filter(|(line, _)| line.rule == RuleNumber::new(602, 6))
            .filter_map(|(line, _)| match line.what {
                What::Pool { who, .. } => Some(self.who(who)),
                _ => None,
            })
            .collect();
        let why =
            (!more.is_empty()).then(|| format!("1 of them for a unit in each arena: {}.", listed(&more)));
        let chip = match sums[..] {
            [(_, a), (_, b)] if a == b => format!("⚄ {a} build points each"),
            [(_, a), ..] => format!("⚄ {a} build points"),
            [] => String::new(),
        };
        let text = format!("{rolled}: {}", self.shared(&sums, Pool::BuildPoints));
        Words { text, why, chip: Some(chip), ..Words::default() }
    }

    fn draw(&self) -> Words {
        let What::Drew { who, .. } = self.lines[0].0.what else { return self.note() };
        let cards = i32::try_from(self.lines.len()).unwrap_or(i32::MAX);
        let cards = if cards == 1 { "a card".to_string() } else { format!("{cards} cards") };
        Words { text: format!("{} {cards}", self.does(who, "draw", "draws")), ..Words::default() }
    }

    fn note(&self) -> Words {
        Words { text: self.plain(0), ..Words::default() }
    }

    fn build(&self) -> Words {
        let last = self.lines.len() - 1;
        let What::PutCounters { amount, who, .. } = self.lines[last].0.what else { return self.note() };
        let counters = counted(amount.into(), "build counter", "build counters");
        let known = self.lines[last].1.name(0, self.seen.sight().catalog());
        let card = known.clone().unwrap_or_else(|| "a face-down card".into());
        let text = match self.paid(Pool::BuildPoints) {
            Some((_, paid)) if paid == i32::from(amount) => {
                let points = counted(paid, "build point", "build points");
                format!("{} {points} for {card}", self.does(who, "pay", "pays"))
            }
            _ => format!("{} {counters} on {card}", self.does(who, "put", "puts")),
        };
        let chip = format!("{} +{amount}", known.unwrap_or_else(|| "Face-down card".into()));
        Words { text, chip: Some(chip), word: Some(format!("+{amount}")), ..Words::default() }
    }

    fn reveal(&self) -> Words {
        let card = self.card(0, 0);
        let text = match self.lines.get(1).map(|(line, _)| line.what) {
            Some(What::RemovedCounters { who, .. }) => {
                format!("{} {card}", self.does(who, "complete", "completes"))
            }
            _ => format!("{card} is revealed"),
        };
        Words { text, chip: Some(format!("▲ {card}")), ..Words::default() }
    }

    fn deploy(&self) -> Words {
        let is = |place: &usize| {
            matches!(
                self.lines[*place].0.what,
                What::Entered { .. } | What::Deployed { .. } | What::Stacked { .. } | What::NewTop { .. }
            )
        };
        let Some(last) = (0..self.lines.len()).rev().find(is) else { return self.note() };
        let top = self.find(|what| matches!(what, What::NewTop { .. }));
        let card = top.map_or_else(|| self.card(last, 0), |top| self.card(top, 1));
        let draws = if self.find(|what| matches!(what, What::Drew { .. })).is_some() {
            match self.lines[last].0.what {
                What::Entered { who, .. } if self.is_own(who) => " and draw a card",
                _ => " and draws a card",
            }
        } else {
            ""
        };
        let text = match self.lines[last].0.what {
            What::Entered { who, arena, .. } => match self.paid(Pool::BuildPoints) {
                Some((_, points)) => {
                    let points = counted(points, "point", "points");
                    format!(
                        "{} {card} in the {arena} arena for {points}{draws}",
                        self.does(who, "place", "places")
                    )
                }
                None => format!("{card} enters the {arena} arena"),
            },
            What::Deployed { spot: Spot::BuildZone, .. } => {
                return Words { text: format!("{card} stays in the build zone for now"), ..Words::default() };
            }
            What::Deployed { .. } => {
                let price = self.paid(Pool::Force);
                let price = price.map_or_else(String::new, |(_, force)| format!(" for {force} Force"));
                format!("{}{price}", self.plain(last))
            }
            What::NewTop { .. } => format!("{}{card} is now on top of its stack", self.price()),
            _ if top.is_some() => format!("{}{card} goes on top of the stack", self.price()),
            _ => format!("{}{card} goes under {}", self.price(), self.card(last, 1)),
        };
        Words { text, chip: Some(format!("▲ {card}")), ..Words::default() }
    }

    fn play(&self) -> Words {
        let Some(place) = self.find(|what| matches!(what, What::Played { .. })) else { return self.note() };
        let What::Played { who, .. } = self.lines[place].0.what else { return self.note() };
        let card = self.card(place, 0);
        let price = self.paid(Pool::Force).map_or(String::new(), |(_, force)| format!(" for {force} Force"));
        let text = format!("{} {card}{price}", self.does(who, "play", "plays"));
        Words { text, chip: Some(format!("✦ {card}")), ..Words::default() }
    }

    fn attack(&self) -> Words {
        let (from, to) = (self.card(0, 0), self.card(0, 1));
        let why = self.lines[0].0.aim.map(|aim| {
            let power = aim.power.max(0);
            match aim.need {
                need if need <= 1 => format!("Power {power}, every number hits."),
                need if need > 6 => format!("Power {power}, no number hits."),
                6 => format!("Power {power}, only a 6 hits."),
                need => format!("Power {power}, {need} or more hits."),
            }
        });
        Words { text: self.plain(0), why, chip: Some(format!("⚔ {from} → {to}")), ..Words::default() }
    }

    fn redirect(&self) -> Words {
        let Some(place) = self.find(|what| matches!(what, What::IsAttacked { .. })) else {
            return self.note();
        };
        let card = self.card(place, 0);
        let keyword = self.lines.iter().find_map(|(line, _)| match line.what {
            What::Keyword { keyword, .. } => Some(keyword.name()),
            _ => None,
        });
        let price = self.price();
        let text = match keyword {
            Some("Intercept") => format!("{price}{card} intercepts the attack"),
            Some("Redirect") => format!("{price}the attack is redirected to {card}"),
            Some(keyword) => format!("{price}{card} is attacked instead by {keyword}"),
            None => format!("{price}{card} is attacked instead"),
        };
        let word = keyword.unwrap_or("attacked instead").to_string();
        Words { text, chip: Some(format!("↪ {card}")), word: Some(word), ..Words::default() }
    }

    fn used(&self) -> Words {
        let used = self.find(|what| matches!(what, What::Used { .. } | What::Keyword { .. })).unwrap_or(0);
        let (card, told) = (self.card(used, 0), self.plain(used));
        // "{card} uses Evade 1" and "{card}'s Stun works: 1" end with what is written on the card.
        let word = match self.lines[used].0.what {
            What::Keyword { keyword, value: 0, .. } => keyword.name().to_string(),
            What::Keyword { keyword, value, .. } => format!("{keyword} {value}"),
            _ => told.split_once(" uses ").map_or_else(String::new, |(_, what)| what.to_string()),
        };
        let host = self.find(|what| matches!(what, What::Attached { .. })).map(|place| self.card(place, 1));
        let price = self.price();
        let text = match (&host, self.lines[used].0.what) {
            (Some(host), _) => format!("{price}{card} goes to {host}"),
            (None, What::Keyword { .. }) => format!("{price}{card} uses {word}"),
            (None, _) => format!("{price}{told}"),
        };
        let chip = Some(format!("✦ {card}: {word}")).filter(|_| !word.is_empty() && word != "its ability");
        let chip = chip.or_else(|| Some(format!("✦ {card}")));
        let word = Some(word).filter(|word| !word.is_empty() && word != "its ability");
        Words { text, chip, word, ..Words::default() }
    }

    fn dice(&self) -> Words {
        let line = self.lines[0].0;
        let What::Rolled { who, dice } = line.what else { return self.note() };
        if self.is_hidden || line.dice.is_empty() {
            let dice = counted(dice.into(), "die", "dice");
            return Words { text: format!("{} {dice}", self.does(who, "roll", "rolls")), ..Words::default() };
        }
        let naturals: Vec<String> = line.dice.iter().map(ToString::to_string).collect();
        let rolls = self.does(who, "roll", "rolls");
        let hit = line.aim.map(|aim| line.dice.iter().filter(|die| i16::from(**die) >= aim.need).count());
        let hits = match (hit, line.dice.len()) {
            (None, _) => String::new(),
            (Some(0), 1) => ", a miss".into(),
            (Some(_), 1) => ", a hit".into(),
            (Some(0), _) => ": no hit".into(),
            (Some(1), _) => ": one hit".into(),
            (Some(hits), dice) if hits == dice => ": all hit".into(),
            (Some(hits), _) => format!(": {hits} hits"),
        };
        let text = match line.dice[..] {
            [only] => format!("{rolls} {}{hits}", a(only)),
            _ => format!("{rolls} {}{hits}", listed(&naturals)),
        };
        Words { text, ..Words::default() }
    }

    fn reroll(&self) -> Words {
        let line = self.lines[0].0;
        let What::Rerolled { from, to } = line.what else { return self.note() };
        if self.is_hidden {
            return Words { text: "A die is rolled again, hidden by Cunning".into(), ..Words::default() };
        }
        let fate = match line.aim {
            Some(aim) if i16::from(to) >= aim.need => ", a hit",
            Some(_) => ", a miss",
            None => "",
        };
        let text = format!("{} becomes {}{fate}", a(from), a(to));
        Words { text, chip: Some(format!("↻ {from} → {to}")), ..Words::default() }
    }

    fn sum(&self) -> Words {
        if self.is_hidden {
            return Words { text: "The hits are hidden by Cunning".into(), ..Words::default() };
        }
        let hits = self.lines.iter().find_map(|(line, _)| match line.what {
            What::Hits { hits, .. } => Some(hits),
            _ => None,
        });
        let pending = self.find(|what| matches!(what, What::Pending { .. }));
        let keywords: Vec<String> = self
            .lines
            .iter()
            .filter_map(|(line, _)| match line.what {
                What::Keyword { keyword, .. } => Some(keyword.name().to_string()),
                _ => None,
            })
            .collect();
        let with = if keywords.is_empty() { String::new() } else { format!(" with {}", listed(&keywords)) };
        let text = match (hits, pending) {
            (Some(0), None) => format!("{} misses", self.card(0, 0)),
            (Some(hits), None) => format!("{} hits {}", self.card(0, 0), times(hits)),
            (hits, Some(place)) => {
                let What::Pending { amount, .. } = self.lines[place].0.what else { return self.note() };
                let (to, from) = (self.card(place, 0), self.card(place, 1));
                match hits {
                    Some(hits) if hits > 0 => {
                        format!("{from} hits {}{with}: {amount} damage to {to}", times(hits))
                    }
                    _ => format!("{amount} damage is coming to {to} from {from}"),
                }
            }
            (None, None) => self.plain(0),
        };
        Words { text, ..Words::default() }
    }

    fn prevent(&self) -> Words {
        let Some(place) = self.find(|what| matches!(what, What::Prevented { .. })) else {
            return self.note();
        };
        let (mut amount, mut by) = (0, None);
        for (line, _) in self.lines {
            if let What::Prevented { amount: one, using, .. } = line.what {
                (amount, by) = (amount + i32::from(one), using.or(by));
            }
        }
        let card = self.card(place, 0);
        let text = match by {
            Some(keyword) => format!("{}{keyword} stops {amount} damage to {card}", self.price()),
            None => format!("{}{amount} damage to {card} is prevented", self.price()),
        };
        let by = by.map_or("prevented", |keyword| keyword.name());
        let chip = format!("✦ {by}: {amount} stopped");
        Words { text, chip: Some(chip), word: Some(format!("{by} −{amount}")), ..Words::default() }
    }

    fn damage(&self) -> Words {
        let Some(place) = self.find(|what| matches!(what, What::Damaged { .. })) else { return self.note() };
        let What::Damaged { amount, .. } = self.lines[place].0.what else { return self.note() };
        let (card, from) = (self.card(place, 0), self.card(place, 1));
        let text = if self.lines[place].0.attack.is_some() {
            format!("{card} takes {amount} damage")
        } else {
            format!("{card} takes {amount} damage from {from}")
        };
        let word = format!("{amount} damage");
        Words { text, chip: Some(format!("{card} −{amount}")), word: Some(word), ..Words::default() }
    }

    fn discard(&self) -> Words {
        let text = self.plain(0);
        let What::Discarded { from, .. } = self.lines[0].0.what else { return self.note() };
        let chip = matches!(from, Where::Arena(_)).then(|| format!("✕ {}", self.card(0, 0)));
        Words { text, chip, ..Words::default() }
    }

    fn control(&self) -> Words {
        let What::GainedArena { who, arena } = self.lines[0].0.what else { return self.note() };
        let text = format!("{} the {arena} arena", self.does(who, "hold", "holds"));
        let holds = sentence(&self.does(who, "hold", "holds"));
        let title = format!("{} {arena}", holds.trim_end_matches('.'));
        Words {
            text,
            why: self.standing(),
            chip: Some(title.clone()),
            title: Some(title),
            ..Words::default()
        }
    }

    fn over(&self) -> Words {
        let text = self.plain(0);
        let title = match self.lines[0].0.what {
            What::Over(Outcome::Won(who, _)) => sentence(&self.does(who, "win", "wins")),
            _ => sentence(&text),
        };
        let title = title.trim_end_matches('.').to_string();
        let why = self.seen.reason().map(|reason| reason.replace(['{', '}'], "|"));
        Words { text, why, chip: Some(title.clone()), title: Some(title), ..Words::default() }
    }
}

/// The place of a step in the line of phases, from Ready to the end of the turn.
pub(crate) const fn phase(moment: Moment) -> Option<u8> {
    match moment {
        Moment::Ready => Some(0),
        Moment::BuildStep(Role::Dark) => Some(1),
        Moment::BuildStep(Role::Light) => Some(2),
        Moment::RetreatStep(Role::Dark) => Some(3),
        Moment::RetreatStep(Role::Light) => Some(4),
        Moment::BattleStep(Arena::Space) => Some(5),
        Moment::BattleStep(Arena::Ground) => Some(6),
        Moment::BattleStep(Arena::Character) => Some(7),
        Moment::TurnEnd => Some(8),
        Moment::Preparation | Moment::Setup | Moment::BattlePhase => None,
    }
}
