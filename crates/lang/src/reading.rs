//! The readings that come with this version of the program: `readings/SET.txt`, each in the file of a set that prints it.

use cards::{Printing, Reading, Readings};
use std::sync::OnceLock;

/// The files, with their set codes; a test looks that none is forgotten.
macro_rules! files {
    [$($set:literal),* $(,)?] => {
        [$(($set, include_str!(concat!("../readings/", $set, ".txt")))),*]
    };
}

const FILES: [(&str, &str); 62] = files![
    "15TH", "AAA", "AGD", "ALTA", "ANH", "AOTC", "BAE", "BEP", "BF", "BH", "BL", "BOC", "BOE", "BOH", "BOY",
    "CWSO", "EAW", "EE", "ER", "ESB", "FOR", "FOTR", "GPC", "IA", "ION", "JEDI", "JG", "JK", "KAE", "LEG",
    "LOTA", "PM", "RAW", "RO", "RO2", "ROTJ", "ROTS", "RS", "SITH", "SMUG", "SOLO", "SOR", "SR", "START",
    "TAL", "TDT", "TEN", "TFA", "TLJ", "TM", "TMR", "TMW", "TOR", "TROS", "TUF", "UNION", "VDR", "VP", "VV1",
    "VV2", "WAE", "YV",
];

/// The files with our readings, by the code of their set.
pub fn reading_files() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.into_iter()
}

/// Our readings.
fn shipped() -> &'static Readings {
    static SHIPPED: OnceLock<Readings> = OnceLock::new();
    SHIPPED.get_or_init(|| {
        let mut all = Readings::default();
        // A test reads the files, so a fault in one of them would be a bug.
        FILES.iter().for_each(|(_, text)| all.extend(Readings::read(text).0));
        all
    })
}

/// What is read in place of the text of a printing: a reading of its players, or one of ours.
pub fn reading_of(printing: &Printing) -> Option<&Reading> {
    printing.reading.as_deref().or_else(|| shipped().of(printing))
}

#[cfg(test)]
mod tests {
    use super::{FILES, shipped};
    use cards::Readings;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn no_file_is_forgotten_and_all_are_sound() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("readings");
        let there: BTreeSet<String> = std::fs::read_dir(folder)
            .expect("the folder")
            .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
            .collect();
        let listed: BTreeSet<String> = FILES.iter().map(|(set, _)| format!("{set}.txt")).collect();
        assert_eq!(there, listed);
        let mut seen = BTreeSet::new();
        for (set, text) in FILES {
            let (readings, faults) = Readings::read(text);
            assert_eq!(faults, [], "{set}");
            let comments = text.lines().filter(|line| line.starts_with('#')).count();
            assert_eq!(comments, 1, "{set}: what there is to say of a reading is its `why`");
            for reading in readings.iter() {
                assert!(!reading.prints.is_empty(), "{}: which print it stands for", reading.name);
                for print in &reading.prints {
                    assert!(seen.insert((reading.card(), print.to_string())), "{} twice", reading.name);
                }
            }
        }
        let readings: usize = shipped().iter().map(|reading| reading.prints.len()).sum();
        assert_eq!(readings, seen.len());
    }
}
