//! The results of a batch, counted.

use crate::interval::{Interval, wilson};
use crate::record::{Party, Record, Way};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Games won, out of games played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Games won.
    pub wins: u64,
    /// Games without a winner.
    pub draws: u64,
    /// Games played.
    pub games: u64,
}

impl Share {
    fn add(&mut self, other: Share) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.games += other.games;
    }

    fn count(&mut self, record: &Record, party: Party) {
        self.games += 1;
        self.wins += u64::from(record.winner == Some(party));
        self.draws += u64::from(record.winner.is_none());
    }

    /// The part of the games that was won; a draw is half a win.
    pub fn rate(&self) -> f64 {
        if self.games == 0 { 0.5 } else { self.points() / self.games as f64 }
    }

    fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// Its 95 % interval.
    pub fn interval(&self) -> Interval {
        wilson(self.points(), self.games)
    }
}

/// What became of the games in which a card of a party was drawn, or came into play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardCount {
    /// Games in which it was drawn.
    pub drawn: Share,
    /// Games in which it was deployed, completed or played.
    pub deployed: Share,
    /// Games in which it was lost from the table.
    pub lost: Share,
    /// The sum of the turns in which it was drawn, came into play and was lost, over those games.
    turns: [u64; 3],
}

impl CardCount {
    /// The mean turn in which it was drawn, came into play and was lost.
    pub fn mean_turns(&self) -> [Option<f64>; 3] {
        let games = [self.drawn.games, self.deployed.games, self.lost.games];
        [0, 1, 2].map(|of| (games[of] > 0).then(|| self.turns[of] as f64 / games[of] as f64))
    }
}

/// What a card changes: how often its deck wins when it has drawn the card, and when it hasn't.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Effect {
    /// Games in which it was drawn.
    pub with: Share,
    /// Games in which it wasn't.
    pub without: Share,
    /// How much more often the deck wins with it.
    pub difference: f64,
    /// The 95 % interval of the difference (Newcombe's, from Wilson's).
    pub interval: Interval,
}

impl Effect {
    /// Of the games in which a card was drawn, among all games of its deck.
    pub fn among(with: Share, all: Share) -> Effect {
        let without = Share {
            wins: all.wins - with.wins,
            draws: all.draws - with.draws,
            games: all.games - with.games,
        };
        Effect::of(with, without)
    }

    fn of(with: Share, without: Share) -> Effect {
        let (one, two) = (with.interval(), without.interval());
        let (p, q) = (with.rate(), without.rate());
        let low = ((p - one.low).powi(2) + (two.high - q).powi(2)).sqrt();
        let high = ((one.high - p).powi(2) + (q - two.low).powi(2)).sqrt();
        let difference = p - q;
        Effect {
            with,
            without,
            difference,
            interval: Interval { low: difference - low, high: difference + high },
        }
    }
}

/// A map as a list of pairs: JSON has words for keys and nothing else.
mod as_list {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::collections::BTreeMap;

    pub fn serialize<K: Serialize, V: Serialize, S: Serializer>(
        map: &BTreeMap<K, V>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(map)
    }

    pub fn deserialize<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<K, V>, D::Error> {
        Ok(Vec::deserialize(deserializer)?.into_iter().collect())
    }
}

/// The results of the games that were counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// A's games in the Dark Side role, and in the Light Side role; B's are the rest.
    by_role: [Share; 2],
    /// How the games ended, for A, for B, for nobody.
    #[serde(with = "as_list")]
    ways: BTreeMap<(Way, Option<Party>), u64>,
    turns: BTreeMap<u16, u64>,
    decisions: u64,
    lead_changes: u64,
    /// Arenas held by A, by B and by nobody when a turn ended, by turn.
    control: BTreeMap<usize, [u64; 3]>,
    cards: [BTreeMap<String, CardCount>; 2],
}

impl Summary {
    /// Counts a game.
    pub fn count(&mut self, record: &Record) {
        self.by_role[usize::from(record.dark == Party::B)].count(record, Party::A);
        *self.ways.entry((record.way, record.winner)).or_default() += 1;
        *self.turns.entry(record.turns).or_default() += 1;
        self.decisions += u64::from(record.decisions);
        self.lead_changes += u64::from(record.lead_changes);
        for (turn, arenas) in (1..).zip(&record.control) {
            let held = self.control.entry(turn).or_default();
            for holder in arenas {
                held[holder.map_or(2, |party| party as usize)] += 1;
            }
        }
        for party in Party::ALL {
            let cards = &mut self.cards[party as usize];
            for times in &record.cards[party as usize] {
                let count = cards.entry(times.card.clone()).or_default();
                let happened = [times.drawn, times.played, times.lost];
                let shares = [&mut count.drawn, &mut count.deployed, &mut count.lost];
                for (share, (turn, sum)) in shares.into_iter().zip(happened.into_iter().zip(&mut count.turns))
                {
                    if let Some(turn) = turn {
                        share.count(record, party);
                        *sum += u64::from(turn);
                    }
                }
            }
        }
    }

    /// Adds games that were counted apart.
    pub fn add(&mut self, other: &Summary) {
        for (share, more) in self.by_role.iter_mut().zip(other.by_role) {
            share.add(more);
        }
        other.ways.iter().for_each(|(way, games)| *self.ways.entry(*way).or_default() += games);
        other.turns.iter().for_each(|(turns, games)| *self.turns.entry(*turns).or_default() += games);
        self.decisions += other.decisions;
        self.lead_changes += other.lead_changes;
        for (turn, held) in &other.control {
            let own = self.control.entry(*turn).or_default();
            own.iter_mut().zip(held).for_each(|(own, more)| *own += more);
        }
        for (own, cards) in self.cards.iter_mut().zip(&other.cards) {
            for (name, more) in cards {
                let count = own.entry(name.clone()).or_default();
                count.drawn.add(more.drawn);
                count.deployed.add(more.deployed);
                count.lost.add(more.lost);
                count.turns.iter_mut().zip(more.turns).for_each(|(own, more)| *own += more);
            }
        }
    }

    /// How many games were counted.
    pub fn games(&self) -> u64 {
        self.by_role.iter().map(|share| share.games).sum()
    }

    /// A party's games in the Dark Side role.
    pub fn as_dark(&self, party: Party) -> Share {
        match party {
            Party::A => self.by_role[0],
            Party::B => other(self.by_role[1]),
        }
    }

    /// A party's games in the Light Side role.
    pub fn as_light(&self, party: Party) -> Share {
        match party {
            Party::A => self.by_role[1],
            Party::B => other(self.by_role[0]),
        }
    }

    /// All games of a party.
    pub fn of(&self, party: Party) -> Share {
        let (dark, light) = (self.as_dark(party), self.as_light(party));
        Share {
            wins: dark.wins + light.wins,
            draws: dark.draws + light.draws,
            games: dark.games + light.games,
        }
    }

    /// How the games ended: the way, who won, how many.
    pub fn ways(&self) -> impl Iterator<Item = (Way, Option<Party>, u64)> + '_ {
        self.ways.iter().map(|((way, winner), games)| (*way, *winner, *games))
    }

    /// The mean number of turns.
    pub fn mean_turns(&self) -> f64 {
        let total: u64 = self.turns.iter().map(|(turns, games)| u64::from(*turns) * games).sum();
        total as f64 / self.games().max(1) as f64
    }

    /// The shortest game, half of the games, the longest game, in turns; 0 if there are no games.
    pub fn lengths(&self) -> [u16; 3] {
        let mut seen = 0;
        let half = self.turns.iter().find(|(_, games)| {
            seen += **games;
            2 * seen >= self.games()
        });
        let ends = [self.turns.first_key_value(), half, self.turns.last_key_value()];
        ends.map(|end| end.map_or(0, |(turns, _)| *turns))
    }

    /// How many games ended in each turn.
    pub const fn turns(&self) -> &BTreeMap<u16, u64> {
        &self.turns
    }

    /// The mean number of decisions.
    pub fn mean_decisions(&self) -> f64 {
        self.decisions as f64 / self.games().max(1) as f64
    }

    /// How often the lead changed in a game, on average.
    pub fn mean_lead_changes(&self) -> f64 {
        self.lead_changes as f64 / self.games().max(1) as f64
    }

    /// Which part of the arenas A, B and nobody held at the end of each turn.
    pub fn control(&self) -> impl Iterator<Item = (usize, [f64; 3])> + '_ {
        self.control.iter().map(|(turn, held)| {
            let all = held.iter().sum::<u64>().max(1) as f64;
            (*turn, held.map(|held| held as f64 / all))
        })
    }

    /// How many games ended by this turn.
    pub fn ended_by(&self, turn: u16) -> u64 {
        self.turns.range(..=turn).map(|(_, games)| games).sum()
    }

    /// What each card of a party changes, those first that change most: only cards that were drawn, and not drawn, in at
    /// least this many games.
    pub fn effects(&self, party: Party, at_least: u64) -> Vec<(&str, Effect)> {
        let all = self.of(party);
        let mut effects: Vec<(&str, Effect)> = self
            .cards(party)
            .iter()
            .map(|(name, count)| (name.as_str(), Effect::among(count.drawn, all)))
            .filter(|(_, effect)| effect.with.games.min(effect.without.games) >= at_least)
            .collect();
        effects.sort_by(|(_, a), (_, b)| b.difference.abs().total_cmp(&a.difference.abs()));
        effects
    }

    /// The cards of a party by name.
    pub const fn cards(&self, party: Party) -> &BTreeMap<String, CardCount> {
        &self.cards[party as usize]
    }

    /// The cards of a party that came into play in at least this many games, those after which it won most first.
    pub fn deciding(&self, party: Party, at_least: u64) -> Vec<(&str, CardCount)> {
        let often = self.cards(party).iter().filter(|(_, count)| count.deployed.games >= at_least);
        let mut cards: Vec<(&str, CardCount)> = often.map(|(name, count)| (name.as_str(), *count)).collect();
        cards.sort_by(|(_, a), (_, b)| b.deployed.rate().total_cmp(&a.deployed.rate()));
        cards
    }
}

/// The same games from the other side.
const fn other(share: Share) -> Share {
    Share { wins: share.games - share.wins - share.draws, draws: share.draws, games: share.games }
}

#[cfg(test)]
mod tests {
    use super::Summary;
    use crate::record::{Party, Record, Times, Way};

    fn record(game: u64, dark: Party, winner: Option<Party>, turns: u16) -> Record {
        Record {
            game,
            seed: game,
            dark,
            winner,
            way: if winner.is_some() { Way::Arenas } else { Way::Draw },
            rule: "1502.2".into(),
            turns,
            decisions: 10,
            thought: [0; 2],
            answered: [5; 2],
            control: vec![[winner, None, None]],
            lead_changes: 0,
            cards: [
                vec![Times {
                    card: "Mud Crab".into(),
                    drawn: Some(1),
                    played: (winner == Some(Party::A)).then_some(turns),
                    lost: None,
                }],
                if game == 0 {
                    vec![Times { card: "Reed".into(), drawn: Some(2), ..Times::default() }]
                } else {
                    Vec::new()
                },
            ],
            drawn: [vec!["Mud Crab".into()], Vec::new()],
            deployed: [
                if winner == Some(Party::A) { vec!["Mud Crab".into()] } else { Vec::new() },
                Vec::new(),
            ],
        }
    }

    #[test]
    fn wins_are_counted_by_party_and_role() {
        let mut summary = Summary::default();
        summary.count(&record(0, Party::A, Some(Party::A), 3));
        summary.count(&record(1, Party::B, Some(Party::A), 5));
        summary.count(&record(2, Party::A, Some(Party::B), 7));
        summary.count(&record(3, Party::B, None, 9));
        assert_eq!((summary.of(Party::A).wins, summary.of(Party::B).wins, summary.games()), (2, 1, 4));
        assert_eq!((summary.as_dark(Party::A).wins, summary.as_light(Party::A).wins), (1, 1));
        assert_eq!((summary.as_dark(Party::B).games, summary.as_light(Party::B).wins), (2, 1));
        assert!((summary.of(Party::A).rate() - 0.625).abs() < 1e-12, "a draw is half a win");
        assert_eq!((summary.lengths(), summary.mean_turns()), ([3, 5, 9], 6.0));
        let crab = summary.cards(Party::A)["Mud Crab"];
        assert_eq!((crab.drawn.games, crab.drawn.wins, crab.deployed.games), (4, 2, 2));
        assert_eq!(summary.deciding(Party::A, 2).len(), 1);
        assert!(summary.deciding(Party::A, 3).is_empty());
        assert_eq!(crab.mean_turns(), [Some(1.0), Some(4.0), None]);
        assert_eq!(summary.ended_by(5), 2);
        assert_eq!(summary.control().next(), Some((1, [2.0 / 12.0, 1.0 / 12.0, 9.0 / 12.0])));
        assert!(summary.effects(Party::A, 1).is_empty(), "it was drawn in every game");
        let [(name, effect)] = summary.effects(Party::B, 1)[..] else {
            panic!("one card was drawn in one game")
        };
        assert_eq!((name, effect.with.games, effect.without.games), ("Reed", 1, 3));
        assert!((effect.difference - (0.0 - 0.5)).abs() < 1e-12 && effect.interval.high > 0.0, "{effect:?}");
    }
}
