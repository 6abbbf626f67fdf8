//! The puzzles that come with the program, and the mistakes that are played out: `crates/puzzles/puzzles`.

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../puzzles/", $name, ".txt")))),*]
    };
}

/// Every file with its name; a name that ends in `x` is what happens after a mistake. Numbers from 100 on were found in
/// games, the others are written by hand.
pub const FILES: &[(&str, &str)] = &files![
    "P01", "P02", "P02x", "P03", "P03x", "P04", "P04x", "P05", "P05x", "P06", "P06x", "P07", "P07x", "P08",
    "P08x", "P09", "P10", "P10x", "P11", "P12", "P13", "P14", "P15", "P16", "P17", "P18", "P19", "P20",
    "P21", "P22", "P23", "P24", "P25", "P26", "P27", "P28", "P29", "P30", "P31", "P32", "P33", "P34", "P35",
    "P36", "P37", "P38", "P100", "P101", "P102", "P103", "P104",
];
