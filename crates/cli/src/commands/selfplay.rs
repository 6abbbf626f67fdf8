//! `dejarik selfplay`: positions of games between computer players, to learn from.

use super::Done;
use crate::cli::sim::Selfplay as Flags;
use crate::output::Out;
use crate::source::Cards;

#[cfg(not(feature = "parquet"))]
pub fn run(_: &mut Out, _: &Cards, flags: &Flags) -> Done {
    Err(super::sim::no_parquet(&flags.out))
}

/// Plays the games and writes their positions.
#[cfg(feature = "parquet")]
pub fn run(out: &mut Out, source: &Cards, flags: &Flags) -> Done {
    use engine::state::{ByHand, Options};
    use farm::{Job, Kind, Match, Selfplay};
    let help = "no positions can be learnt from while nobody carries those texts out";
    let (catalog, decks) = super::sim::open(source, &flags.decks, ByHand::Refused, help)?;
    let all = decks.len();
    let pairs: Vec<(usize, usize)> =
        if all == 2 { vec![(0, 1)] } else { (0..all).flat_map(|a| (a..all).map(move |b| (a, b))).collect() };
    let player = || flags.player.name().to_string();
    let one = |(a, b)| Match {
        a,
        b,
        player_a: player(),
        player_b: player(),
        blind: [false; 2],
        fixed: false,
        games: flags.games,
        seed: flags.seed,
    };
    let weaker = (flags.weaker != flags.player).then(|| flags.weaker.name().to_string());
    let kind = Kind::Selfplay(Selfplay { matches: pairs.into_iter().map(one).collect(), weaker });
    let job = Job::new(kind, source, &catalog, &decks, Options::default());
    super::collect::run(out, &flags.shared, &flags.out, job, flags.json.json)
}
