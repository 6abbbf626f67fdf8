//! Reading a scenario; errors point at line and word.

use crate::scenario::{CardLine, Expect, Placed, Pools, Scenario, Spot, Stage, Start, Statistic, Step, What};
use engine::state::{Agreement, ByHand, ByRole, Moment, Passes};
use thiserror::Error;
use vocab::{Arena, Counter, Edition, Role, Side};

/// What is wrong with a scenario file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}\n  {text}\n  {}^", " ".repeat(*.column))]
pub struct ParseError {
    /// The line, counted from 1.
    pub line: u32,
    /// The column of the word, counted from 0.
    pub column: usize,
    /// The line itself.
    pub text: String,
    /// What is wrong and what was expected.
    pub message: String,
}

/// Reads a scenario.
pub fn parse(text: &str) -> Result<Scenario, ParseError> {
    let mut lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| {
            let line = line.trim();
            !line.is_empty() && !line.starts_with('#')
        })
        .peekable();
    let Some((number, first)) = lines.peek().copied() else {
        let message =
            "expected the id and what the scenario shows, such as `T120 Armor is hit on 5 or more`".into();
        return Err(ParseError { line: 1, column: 0, text: String::new(), message });
    };
    let mut reader = Reader { line: number, text: first };
    // A question needs no title: it begins with its position.
    let (id, title) = if reader.is_position() {
        ("question".to_string(), "What happens?".to_string())
    } else {
        lines.next();
        reader.title()?
    };
    let mut scenario = Scenario {
        id,
        title,
        rules: Vec::new(),
        ruling: None,
        edition: Edition::Current,
        passes: Passes::Skipped,
        by_hand: Agreement::default(),
        cards: Vec::new(),
        pools: Vec::new(),
        start: Start::Turn,
        steps: Vec::new(),
    };
    for (line, text) in lines {
        reader = Reader { line, text };
        reader.statement(&mut scenario)?;
    }
    let claims = scenario.steps.iter().any(Step::is_claim);
    match (scenario.rules.is_empty(), claims) {
        // A position and a script alone ask what happens.
        (true, false) | (false, true) => Ok(scenario),
        (true, true) => Err(reader.error(
            reader.text,
            "a scenario that expects something cites the rule it follows from: write `rules 1707.1`",
        )),
        (false, false) => Err(reader.error(
            reader.text,
            "a scenario that cites a rule expects something: write `expect Bunker damage 2`",
        )),
    }
}

/// The line that is being read.
#[derive(Clone, Copy)]
struct Reader<'a> {
    line: u32,
    text: &'a str,
}

impl<'a> Reader<'a> {
    /// An error at a part of the line.
    fn error(&self, part: &str, message: impl Into<String>) -> ParseError {
        let column = self.column(part);
        ParseError { line: self.line, column, text: self.text.to_string(), message: message.into() }
    }

    /// Where a part of the line begins, counted from 0.
    fn column(&self, part: &str) -> usize {
        let before = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        self.text.get(..before).map_or(0, |before| before.chars().count())
    }

    fn title(&self) -> Result<(String, String), ParseError> {
        let text = self.text.trim();
        match text.split_once(' ') {
            Some((id, title)) => Ok((id.to_string(), title.trim().to_string())),
            None => Err(self.error(text, "expected an id and what the scenario shows")),
        }
    }

    /// Whether the line is one of a position, so that no title stands before it.
    fn is_position(&self) -> bool {
        let text = self.text.trim();
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        match word {
            "dark" | "light" => {
                rest.contains(':') || rest.starts_with("force ") || rest.starts_with("build ")
            }
            "edition" | "passes" => true,
            "by" => rest == "hand" || rest.starts_with("hand "),
            _ => false,
        }
    }

    fn statement(&self, scenario: &mut Scenario) -> Result<(), ParseError> {
        let text = self.text.trim();
        let (word, rest) = text.split_once(' ').map_or((text, ""), |(word, rest)| (word, rest.trim()));
        match word {
            "rules" | "rule" => {
                for number in rest.split([',', ' ']).filter(|part| !part.is_empty()) {
                    scenario
                        .rules
                        .push(number.parse().map_err(|message: String| self.error(number, message))?);
                }
            }
            "ruling" => {
                if rest.is_empty() || scenario.ruling.is_some() {
                    return Err(
                        self.error(text, "expected one ruling, such as `ruling it works on itself, too`")
                    );
                }
                scenario.ruling = Some(rest.to_string());
            }
            "passes" => {
                scenario.passes = match rest {
                    "asked" => Passes::Asked,
                    _ => return Err(self.error(rest, "expected `passes asked`")),
                };
            }
            "by" if rest == "hand" || rest.starts_with("hand ") => {
                let used =
                    |who: Role| move |role: Role| if role == who { ByHand::Used } else { ByHand::Unused };
                scenario.by_hand = match rest {
                    "hand" => Agreement::both(ByHand::Used),
                    "hand dark" => Agreement(ByRole::from_fn(used(Role::Dark))),
                    "hand light" => Agreement(ByRole::from_fn(used(Role::Light))),
                    _ => {
                        return Err(self.error(rest, "expected `by hand`, `by hand dark` or `by hand light`"));
                    }
                };
            }
            "edition" => {
                scenario.edition = rest.parse().map_err(|message: String| self.error(rest, message))?;
            }
            "start" => scenario.start = self.start(rest)?,
            "dice" if rest == "any" => self.step(scenario, rest, What::DiceAny),
            "dice" => self.step(scenario, rest, What::Dice(self.dice(rest)?)),
            "refused" => self.step(scenario, rest, What::Refused(self.words(rest)?)),
            "never" => self.step(scenario, rest, What::Never(self.words(rest)?)),
            "offered" => self.step(scenario, rest, What::Offered(self.words(rest)?)),
            "finish" if rest.is_empty() => self.step(scenario, text, What::Finish),
            "until" => self.step(scenario, rest, What::Until(self.until(rest)?)),
            "expect" => match rest.strip_prefix("now ") {
                Some(now) => self.step(scenario, now, What::ExpectNow(self.expect(now.trim_start())?)),
                None => self.step(scenario, rest, What::Expect(self.expect(rest)?)),
            },
            "dark" | "light" => self.player(scenario, word, rest)?,
            _ => self.step(
                scenario,
                text,
                match text.strip_suffix(" if asked") {
                    Some(words) => What::IfAsked(words.to_string()),
                    None => What::Answer(text.to_string()),
                },
            ),
        }
        Ok(())
    }

    fn step(&self, scenario: &mut Scenario, words: &str, what: What) {
        scenario.steps.push(Step { line: self.line, column: self.column(words), what });
    }

    /// The words of a choice.
    fn words(&self, rest: &str) -> Result<String, ParseError> {
        match rest {
            "" => {
                Err(self.error(self.text.trim(), "expected the words of a choice, such as `attack Bunker`"))
            }
            words => Ok(words.to_string()),
        }
    }

    /// The step to pass to.
    fn until(&self, rest: &str) -> Result<Stage, ParseError> {
        match rest.split(' ').collect::<Vec<_>>()[..] {
            ["turn", n] => Ok(Stage::Turn(self.number(n)?)),
            ["build", who] => Ok(Stage::Step(Moment::BuildStep(self.role(who)?))),
            ["retreat", who] => Ok(Stage::Step(Moment::RetreatStep(self.role(who)?))),
            ["battle"] => Ok(Stage::Battle),
            ["battle", arena] => Ok(Stage::Step(Moment::BattleStep(self.arena(arena)?))),
            _ => {
                let message = "expected `turn 2`, `build dark`, `retreat light`, `battle` or `battle space`";
                Err(self.error(rest, message))
            }
        }
    }

    fn role(&self, word: &str) -> Result<Role, ParseError> {
        match word {
            "dark" => Ok(Role::Dark),
            "light" => Ok(Role::Light),
            _ => Err(self.error(word, "expected `dark` or `light`")),
        }
    }

    fn arena(&self, word: &str) -> Result<Arena, ParseError> {
        Arena::from_name(word).ok_or_else(|| self.error(word, "expected `space`, `ground` or `character`"))
    }

    fn number<T: std::str::FromStr>(&self, word: &str) -> Result<T, ParseError> {
        word.parse().map_err(|_| self.error(word, "expected a number"))
    }

    fn start(&self, rest: &str) -> Result<Start, ParseError> {
        match rest.split(' ').collect::<Vec<_>>()[..] {
            ["deck"] => Ok(Start::Deck),
            ["preparation"] => Ok(Start::Preparation),
            ["setup"] => Ok(Start::Setup),
            ["turn"] => Ok(Start::Turn),
            ["build", who] => Ok(Start::BuildStep(self.role(who)?)),
            ["retreat", who] => Ok(Start::RetreatStep(self.role(who)?)),
            ["battle"] => Ok(Start::BattlePhase),
            ["battle", arena] => Ok(Start::BattleStep(self.arena(arena)?)),
            _ => {
                let message = "expected `deck`, `preparation`, `setup`, `turn`, `build dark`, `retreat light`, \
                    `battle` or `battle space`";
                Err(self.error(rest, message))
            }
        }
    }

    fn dice(&self, rest: &str) -> Result<Vec<u8>, ParseError> {
        let dice = rest.split(' ').filter(|word| !word.is_empty());
        dice.map(|word| match word.parse() {
            Ok(natural @ 1..=6) => Ok(natural),
            _ => Err(self.error(word, "a die shows 1 to 6")),
        })
        .collect()
    }

    /// `dark force 3 build 2`, or `dark space: cards`.
    fn player(&self, scenario: &mut Scenario, word: &'a str, rest: &'a str) -> Result<(), ParseError> {
        let who = self.role(word)?;
        let Some((place, cards)) = rest.split_once(':') else {
            // What an earlier line says of the same player stays.
            let earlier = scenario.pools.iter().rposition(|pools| pools.who == who);
            let earlier = earlier.map(|place| scenario.pools.remove(place));
            let mut pools = earlier.unwrap_or(Pools { who, force: 0, build: 0 });
            for pair in rest.split(' ').collect::<Vec<_>>().chunks(2) {
                match pair {
                    ["force", number] => pools.force = self.number(number)?,
                    ["build", number] => pools.build = self.number(number)?,
                    other => {
                        let message =
                            "expected `force 3`, `build 2`, or a place and a colon such as `space:`";
                        return Err(self.error(other.first().copied().unwrap_or(rest), message));
                    }
                }
            }
            scenario.pools.push(pools);
            return Ok(());
        };
        let spot = self.spot(place.trim())?;
        for card in split_cards(cards) {
            let (copies, card) = self.copies(card.trim())?;
            let placed = self.placed(who, spot.clone(), card)?;
            scenario.cards.extend(std::iter::repeat_n(placed, copies));
        }
        Ok(())
    }

    /// `4 space Scout 60/1/1` is four of them.
    fn copies(&self, card: &'a str) -> Result<(usize, &'a str), ParseError> {
        match card.split_once(' ') {
            Some((number, rest)) if number.chars().all(|c| c.is_ascii_digit()) => match number.parse() {
                Ok(copies @ 1..=60) => Ok((copies, rest.trim_start())),
                _ => Err(self.error(number, "expected 1 to 60 copies of a card")),
            },
            Some(_) | None => Ok((1, card)),
        }
    }

    fn spot(&self, place: &str) -> Result<Spot, ParseError> {
        let (word, name) = place.split_once(' ').map_or((place, ""), |(word, name)| (word, name.trim()));
        match (word, name) {
            ("hand", "") => Ok(Spot::Hand),
            ("deck", "") => Ok(Spot::Deck),
            ("discard", "") => Ok(Spot::DiscardPile),
            ("supply", "") => Ok(Spot::Supply),
            ("removed", "") => Ok(Spot::Removed),
            ("building", "") => Ok(Spot::Building),
            ("build", "zone") => Ok(Spot::BuildZone),
            ("event", "zone") => Ok(Spot::EventZone),
            ("under", name @ &_) if !name.is_empty() => Ok(Spot::Under(name.into())),
            ("pilot", name @ &_) if !name.is_empty() => Ok(Spot::Pilot(name.into())),
            ("on", name @ &_) if !name.is_empty() => Ok(Spot::On(name.into())),
            ("beneath", name @ &_) if !name.is_empty() => Ok(Spot::Beneath(name.into())),
            (word, "") => Arena::from_name(word).map(Spot::Arena).ok_or_else(|| self.no_place(place)),
            _ => Err(self.no_place(place)),
        }
    }

    fn no_place(&self, place: &str) -> ParseError {
        let message = "expected a place: space, ground, character, build zone, building, hand, deck, discard, removed, \
            supply, event zone, under NAME, pilot NAME, on NAME or beneath NAME";
        self.error(place, message)
    }

    /// `[type] Name 40/4/3 cost 5 [subtypes] "text" damage 2 counters 3 tapped`.
    fn placed(&self, who: Role, spot: Spot, text: &str) -> Result<Placed, ParseError> {
        let (before, quoted, after) =
            quoted(text).ok_or_else(|| self.error(text, "a quotation mark is not closed"))?;
        let mut placed = Placed {
            line: self.line,
            who,
            spot,
            card: CardLine::default(),
            damage: 0,
            build: 0,
            others: Vec::new(),
            tapped: false,
        };
        placed.card.text = quoted.to_string();
        let words: Vec<&str> =
            before.split(' ').chain(after.split(' ')).filter(|word| !word.is_empty()).collect();
        let mut name: Vec<&str> = Vec::new();
        let mut subtypes: Vec<&str> = Vec::new();
        let mut rest = words.into_iter();
        while let Some(word) = rest.next() {
            let mut value =
                || rest.next().ok_or_else(|| self.error(word, format!("a number follows `{word}`")));
            match word {
                "cost" => match value()? {
                    "X" => placed.card.costs_x = true,
                    number => placed.card.cost = self.number(number)?,
                },
                "damage" => placed.damage = self.number(value()?)?,
                "counters" => placed.build = self.number(value()?)?,
                "tapped" => placed.tapped = true,
                // `resource` before the name is the type, after it a kind of counter.
                _ if !name.is_empty() && other_counter(word).is_some() => {
                    let number = self.number(value()?)?;
                    placed.others.extend(other_counter(word).map(|kind| (kind, number)));
                }
                "light" | "dark" | "neutral" | "vong" if name.is_empty() => placed.card.side = side(word),
                "battle" | "mission" | "trap" | "campaign" | "location" | "equipment" | "resource"
                | "event" | "subordinate" | "space" | "ground" | "character"
                    if name.is_empty() =>
                {
                    let before = placed.card.card_type.take();
                    placed.card.card_type =
                        Some(before.map_or(word.into(), |arenas| format!("{arenas} {word}")));
                }
                _ if word.contains('/') && word.starts_with(|c: char| c.is_ascii_digit()) => {
                    placed.card.values = Some(self.values(word)?);
                }
                _ if word.contains('/') => placed.card.card_type = Some(word.to_string()),
                _ if word.contains(['[', ']']) => {
                    return Err(self.error(word, "write it without brackets"));
                }
                _ if placed.card.values.is_none() => name.push(word),
                _ => subtypes.push(word),
            }
        }
        if name.is_empty() {
            return Err(self.error(text, "expected the name of a card"));
        }
        placed.card.name = name.join(" ");
        if let Some(printed) = placed.card.name.strip_prefix('@') {
            if !placed.card.text.is_empty() || placed.card.values.is_some() {
                return Err(self.error(text, "a card of the folder has its own values and text"));
            }
            placed.card.name = printed.trim().to_string();
            placed.card.printed = true;
        }
        placed.card.subtypes = subtypes.join(" ");
        Ok(placed)
    }

    fn values(&self, word: &str) -> Result<(i16, i16, i16), ParseError> {
        match word.split('/').collect::<Vec<_>>()[..] {
            [speed, power, health] => Ok((self.number(speed)?, self.number(power)?, self.number(health)?)),
            _ => Err(self.error(word, "expected speed/power/health, such as 40/3/4")),
        }
    }

    fn expect(&self, rest: &str) -> Result<Expect, ParseError> {
        let words: Vec<&str> = rest.split(' ').filter(|word| !word.is_empty()).collect();
        let name = |words: &[&str]| words.join(" ");
        match &words[..] {
            [who @ ("dark" | "light"), "force", n] => Ok(Expect::Force(self.role(who)?, self.number(n)?)),
            [who @ ("dark" | "light"), "build", n] => {
                Ok(Expect::BuildPoints(self.role(who)?, self.number(n)?))
            }
            [who @ ("dark" | "light"), "hand", n] => Ok(Expect::HandSize(self.role(who)?, self.number(n)?)),
            [who @ ("dark" | "light"), "deck", "legal"] => {
                Ok(Expect::DeckFaults(self.role(who)?, Vec::new()))
            }
            [who @ ("dark" | "light"), "deck", "breaks", rules @ ..] if !rules.is_empty() => {
                let rules = rules.iter().map(|word| word.trim_end_matches(','));
                let rules =
                    rules.map(|word| word.parse().map_err(|message: String| self.error(word, message)));
                Ok(Expect::DeckFaults(self.role(who)?, rules.collect::<Result<_, _>>()?))
            }
            [who @ ("dark" | "light"), "deck", n] => Ok(Expect::DeckSize(self.role(who)?, self.number(n)?)),
            [who @ ("dark" | "light"), "asked"] => Ok(Expect::Asked(self.role(who)?)),
            [who @ ("dark" | "light"), "sees", "dice"] => Ok(Expect::SeesDice(self.role(who)?, true)),
            [who @ ("dark" | "light"), "sees", unit @ ..] => {
                Ok(Expect::Sees(self.role(who)?, true, name(unit)))
            }
            [who @ ("dark" | "light"), "does", "not", "see", "dice"] => {
                Ok(Expect::SeesDice(self.role(who)?, false))
            }
            [who @ ("dark" | "light"), "does", "not", "see", unit @ ..] => {
                Ok(Expect::Sees(self.role(who)?, false, name(unit)))
            }
            [who @ ("dark" | "light"), "wins"] => Ok(Expect::Winner(self.role(who)?)),
            ["nobody", "wins"] => Ok(Expect::NoWinner),
            ["a", "draw"] => Ok(Expect::Draw),
            ["turn", n] => Ok(Expect::Turn(self.number(n)?)),
            ["rolled", n] => Ok(Expect::Rolled(self.number(n)?)),
            [unit @ .., "tapped"] => Ok(Expect::Tapped(name(unit))),
            [unit @ .., "untapped"] => Ok(Expect::Untapped(name(unit))),
            [unit @ .., "face-down"] => Ok(Expect::FaceDown(name(unit))),
            [unit @ .., "discarded"] => Ok(Expect::In(name(unit), Spot::DiscardPile)),
            [unit @ .., "removed"] => Ok(Expect::In(name(unit), Spot::Removed)),
            [unit @ .., "in", place] => Ok(Expect::In(name(unit), self.spot(place)?)),
            [unit @ .., "in", "build", "zone"] => Ok(Expect::In(name(unit), Spot::BuildZone)),
            [unit @ .., "in", "event", "zone"] => Ok(Expect::In(name(unit), Spot::EventZone)),
            [unit @ .., "speed", n] => Ok(Expect::Value(name(unit), Statistic::Speed, self.number(n)?)),
            [unit @ .., "power", n] => Ok(Expect::Value(name(unit), Statistic::Power, self.number(n)?)),
            [unit @ .., "health", n] => Ok(Expect::Value(name(unit), Statistic::Health, self.number(n)?)),
            _ if words.iter().any(|word| ON_A_CARD.contains(word)) => {
                let at = words.iter().position(|word| ON_A_CARD.contains(word)).unwrap_or_default();
                let host = name(&words[at + 1..]);
                let spot = match words[at] {
                    "under" => Spot::Under(host),
                    "on" => Spot::On(host),
                    "piloting" => Spot::Pilot(host),
                    _ => Spot::Beneath(host),
                };
                Ok(Expect::In(name(&words[..at]), spot))
            }
            [unit @ .., kind, n] => {
                let counter =
                    Counter::ALL.into_iter().find(|counter| counter.name() == *kind).ok_or_else(|| {
                        self.error(
                            kind,
                            "expected a kind of counter, tapped, in PLACE, power, speed, health or discarded",
                        )
                    })?;
                Ok(Expect::Counters(name(unit), counter, self.number(n)?))
            }
            _ => Err(self.error(rest, "expected something such as `Bunker damage 2` or `dark force 3`")),
        }
    }
}

/// Words between the name of a card and the name of the card that it lies on.
const ON_A_CARD: [&str; 4] = ["under", "on", "piloting", "beneath"];

/// The kind of counter with this name, other than damage and build counters.
fn other_counter(word: &str) -> Option<Counter> {
    let own = |kind: &Counter| matches!(kind, Counter::Damage | Counter::Build);
    Counter::ALL.into_iter().find(|kind| kind.name() == word && !own(kind))
}

/// The side that a word before the type says.
fn side(word: &str) -> Option<Side> {
    match word {
        "light" => Some(Side::Light),
        "dark" => Some(Side::Dark),
        "neutral" => Some(Side::Neutral),
        "vong" => Some(Side::YuuzhanVong),
        _ => None,
    }
}

/// Cards are separated by semicolons outside quotation marks.
fn split_cards(text: &str) -> Vec<&str> {
    let mut cards = Vec::new();
    let (mut start, mut inside) = (0, false);
    for (i, c) in text.char_indices() {
        match c {
            '"' => inside = !inside,
            ';' if !inside => {
                cards.push(&text[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    cards.push(&text[start..]);
    cards.into_iter().filter(|card| !card.trim().is_empty()).collect()
}

/// What stands before, in and after the outermost quotation marks; `None` if they are not closed.
fn quoted(text: &str) -> Option<(&str, &str, &str)> {
    let Some(open) = text.find('"') else { return Some((text, "", "")) };
    let close = text.rfind('"').filter(|close| *close > open)?;
    Some((&text[..open], &text[open + 1..close], &text[close + 1..]))
}

#[cfg(test)]
mod tests {
    use super::parse;
    use crate::scenario::{Expect, Spot, Start, What};
    use vocab::{Arena, Counter, Role, RuleNumber, Side};

    const ARMOR: &str = "\
# A comment.
T120 Armor is hit on five or more
rules 1707.1, 1107.9

dark space: Hunter (A) 40/4/3 Rebel Pilot \"Accuracy 1 | Pay 2 Force -> Evade 2\"; Scout 60/1/1 tapped
light space: Bunker 10/1/6 \"Armor\" damage 1
light hand: battle Quick Shot \"Pay 1 Force -> One of your units gets +1 power for this attack.\"
dark force 3 build 2
start battle space

attack Bunker
dice 4 5 6 1
expect Bunker damage 3
expect Hunter (A) tapped
";

    #[test]
    fn force_and_build_points_may_stand_in_two_lines() {
        let scenario = parse("dark force 3\nlight force 1\ndark build 2\nstart turn\n").unwrap();
        let pools: Vec<_> =
            scenario.pools.iter().map(|pools| (pools.who, pools.force, pools.build)).collect();
        assert_eq!(pools, [(Role::Light, 1, 0), (Role::Dark, 3, 2)]);
    }

    #[test]
    fn a_scenario_reads_like_a_table_talk() {
        let scenario = parse(ARMOR).unwrap();
        assert_eq!((&*scenario.id, &*scenario.title), ("T120", "Armor is hit on five or more"));
        assert_eq!(scenario.start, Start::BattleStep(Arena::Space));
        let hunter = &scenario.cards[0];
        assert_eq!((&*hunter.card.name, hunter.card.values), ("Hunter (A)", Some((40, 4, 3))));
        assert_eq!((&*hunter.card.subtypes, hunter.who), ("Rebel Pilot", Role::Dark));
        assert!(scenario.cards[1].tapped);
        assert_eq!(scenario.cards[2].damage, 1);
        assert_eq!(
            (&scenario.cards[3].spot, scenario.cards[3].card.card_type.as_deref()),
            (&Spot::Hand, Some("battle"))
        );
        assert_eq!(scenario.steps[1].what, What::Dice(vec![4, 5, 6, 1]));
        assert_eq!(
            scenario.steps[2].what,
            What::Expect(Expect::Counters("Bunker".into(), Counter::Damage, 3))
        );
    }

    #[test]
    fn types_counters_and_places() {
        let scenario = parse(
            "T1 x\nrules 101.1\ndark hand: space Scout 60/1/1 cost 4; ground/character Walker 20/3/3\n\
            dark build zone: space equipment Cannon cost 2; resource Mine cost 2 resource 4\n\
            dark beneath Scout: Prey 10/1/1\nexpect Scout tapped",
        )
        .unwrap();
        let card = |n: usize| &scenario.cards[n];
        let kind = |n: usize| card(n).card.card_type.as_deref();
        assert_eq!([kind(0), kind(1)], [Some("space"), Some("ground/character")]);
        assert_eq!([kind(2), kind(3)], [Some("space equipment"), Some("resource")]);
        assert_eq!((&*card(2).card.name, card(2).card.cost), ("Cannon", 2));
        assert_eq!(card(3).others, [(Counter::Resource, 4)]);
        assert_eq!(card(4).spot, Spot::Beneath("Scout".into()));
    }

    #[test]
    fn copies_sides_and_what_comes_before_the_first_turn() {
        let scenario = parse(
            "T1 x\nrules 502.6\ndark deck: 10 neutral ground Trooper 30/1/1 cost 2; light battle Ploy\n\
            dark supply: event Storm\nstart preparation\nexpect dark asked\nexpect dark deck 4\n\
            expect Trooper face-down\nexpect Storm in event zone\nexpect dark deck legal\n\
            expect light deck breaks 401.1, 401.2",
        )
        .unwrap();
        assert_eq!((scenario.start, scenario.cards.len()), (Start::Preparation, 12));
        assert_eq!(scenario.cards[9].card.side, Some(Side::Neutral));
        assert_eq!(scenario.cards[10].card.side, Some(Side::Light));
        assert_eq!(scenario.cards[10].card.card_type.as_deref(), Some("battle"));
        let what: Vec<What> = scenario.steps.into_iter().map(|step| step.what).collect();
        assert_eq!(
            what,
            [
                Expect::Asked(Role::Dark),
                Expect::DeckSize(Role::Dark, 4),
                Expect::FaceDown("Trooper".into()),
                Expect::In("Storm".into(), Spot::EventZone),
                Expect::DeckFaults(Role::Dark, Vec::new()),
                Expect::DeckFaults(Role::Light, vec![RuleNumber::new(401, 1), RuleNumber::new(401, 2)]),
            ]
            .map(What::Expect)
        );
    }

    #[test]
    fn steps_and_expectations() {
        let scenario = parse(
            "T1 x\nrules 101.1\nBunker if asked\nnever Bunker uses Evade 2\noffered attack Bunker\n\
            expect rolled 3\nexpect nobody wins\nexpect a draw\nexpect Scout (B) under Scout (A)\nexpect Prey removed",
        )
        .unwrap();
        let what: Vec<What> = scenario.steps.into_iter().map(|step| step.what).collect();
        assert_eq!(
            what,
            [
                What::IfAsked("Bunker".into()),
                What::Never("Bunker uses Evade 2".into()),
                What::Offered("attack Bunker".into()),
                What::Expect(Expect::Rolled(3)),
                What::Expect(Expect::NoWinner),
                What::Expect(Expect::Draw),
                What::Expect(Expect::In("Scout (B)".into(), Spot::Under("Scout (A)".into()))),
                What::Expect(Expect::In("Prey".into(), Spot::Removed)),
            ]
        );
    }

    #[test]
    fn errors_point_at_line_and_word() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(
            error("T1 x\nrules 1.x"),
            "line 2: `1.x` isn't a rule number; expected something like 1107.9\n  rules 1.x\n        ^"
        );
        assert_eq!(
            error("T1 x\nrules 101.1\ndice 4 7"),
            "line 3: a die shows 1 to 6\n  dice 4 7\n         ^"
        );
        assert!(error("T1 x\nrules 101.1\ndark sea: A 1/1/1").starts_with("line 3: expected a place"));
        assert!(error("T1 x\nrules 101.1\ndark space: A 1/1").contains("speed/power/health"));
        assert!(error("T1 x\nrules 101.1\ndark space: A 1/1/1 [Rebel Pilot]").contains("without brackets"));
        assert_eq!(
            error("T1 x\nexpect Bunker damage 2"),
            "line 2: a scenario that expects something cites the rule it follows from: write `rules 1707.1`\n  \
            expect Bunker damage 2\n  ^"
        );
        assert_eq!(
            error("T1 x\nrules 101.1\nstart turn"),
            "line 3: a scenario that cites a rule expects something: write `expect Bunker damage 2`\n  \
            start turn\n  ^"
        );
        assert_eq!(
            error("T1 x\nrules 101.1\nuntil supper"),
            "line 3: expected `turn 2`, `build dark`, `retreat light`, `battle` or `battle space`\n  \
            until supper\n        ^"
        );
        assert_eq!(
            error("T1 x\nrules 101.1\nrefused"),
            "line 3: expected the words of a choice, such as `attack Bunker`\n  refused\n  ^"
        );
        let start = error("T1 x\nrules 101.1\nstart midgame");
        assert!(start.starts_with("line 3: expected `deck`, `preparation`, `setup`"), "{start}");
        assert_eq!(
            error("T1 x\nrules 101.1\ndark deck: 4 space A 1/1/1; 99 space B 1/1/1"),
            format!(
                "line 3: expected 1 to 60 copies of a card\n  dark deck: 4 space A 1/1/1; 99 space B 1/1/1\n{}^",
                " ".repeat(30)
            )
        );
        assert!(error("T1 x\nrules 101.1\nexpect dark deck breaks 4o1").contains("isn't a rule number"));
        assert!(error("T1 x\nrules 101.1\nexpect dark deck many").contains("expected a number"));
        assert!(error("").contains("expected the id"));
    }
}
