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
    "P36", "P37", "P38", "P100", "P101", "P102", "P103", "P104", "P105", "P106", "P107", "P108", "P109",
    "P110", "P111", "P112", "P113", "P114", "P115", "P116", "P117", "P118", "P119", "P120", "P121", "P122",
    "P123", "P124", "P125", "P126", "P127", "P128", "P129", "P130", "P131", "P132", "P133", "P134", "P135",
    "P136", "P137", "P138", "P139", "P140", "P141", "P142", "P143", "P144", "P145", "P146", "P147", "P148",
    "P149", "P150", "P151", "P152", "P153", "P154", "P155", "P156", "P157", "P158", "P159", "P160", "P161",
    "P162", "P163", "P164", "P165", "P166", "P167", "P168",
];
