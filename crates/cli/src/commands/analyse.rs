//! `dejarik analyse`: recorded games, looked at answer by answer.

use super::Done;
use crate::cli::sim::Analyse as Flags;
use crate::output::Out;
use crate::source::Cards;

#[cfg(not(feature = "parquet"))]
pub fn run(_: &mut Out, _: &Cards, flags: &Flags) -> Done {
    Err(super::sim::no_parquet(&flags.out))
}

/// Analyses the games of files. A file that can't be played again is refused before the first game.
#[cfg(feature = "parquet")]
pub fn run(out: &mut Out, source: &Cards, flags: &Flags) -> Done {
    use super::replay::{self, Recorded};
    use super::{bad_input, verify};
    use engine::Deck;
    use engine::state::Options;
    use farm::{Analyse, Job, Kind};
    let catalog = source.catalog().map_err(bad_input)?;
    let mut analyse = Analyse::new(flags.walks);
    // The cards of games that carry none: the job takes them along.
    let mut decks = Vec::new();
    let mut take_along = |names: &engine::Names| {
        let find = |title: &String| catalog.library().find_by_title(title);
        let cards = names.cards.iter().filter_map(find).collect();
        decks.push((String::new(), Deck { cards, supply: names.supply.iter().filter_map(find).collect() }));
    };
    for file in &flags.files {
        let wrong = |reason: &dyn std::fmt::Display| bad_input(format!("{}: {reason}", file.display()));
        let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        match replay::read(file)? {
            Recorded::Seeded(download) => {
                download.replay.play(catalog.clone(), usize::MAX).map_err(|error| wrong(&error))?;
                [&download.replay.dark, &download.replay.light].into_iter().for_each(&mut take_along);
                analyse.add_seeded(&name, download.replay);
            }
            Recorded::Promised(record) => {
                let own = verify::catalog_of(source, record.cards.as_deref(), &record.setup)?;
                let own = own.ok_or_else(|| wrong(&replay::OTHER_CARDS))?;
                record.table(own).map_err(|error| wrong(&error))?;
                if record.cards.is_none() {
                    [&record.setup.dark.cards, &record.setup.light.cards]
                        .into_iter()
                        .for_each(&mut take_along);
                }
                analyse.add_promised(&name, *record);
            }
            Recorded::Lesson(_) => return Err(wrong(&"this is a lesson; only games are analysed")),
        }
    }
    let job = Job::new(Kind::Analyse(analyse), source, &catalog, &decks, Options::default());
    super::collect::run(out, &flags.shared, &flags.out, job, flags.json.json)
}
