//! The puzzles that come with the program, and the mistakes that are played out: `crates/puzzles/puzzles`.

/// Every file with its name; a name that ends in `x` is what happens after a mistake. Numbers from 100 on were found in
/// games, the others are written by hand.
pub const FILES: [(&str, &str); 23] = [
    ("P01", include_str!("../puzzles/P01.txt")),
    ("P02", include_str!("../puzzles/P02.txt")),
    ("P02x", include_str!("../puzzles/P02x.txt")),
    ("P03", include_str!("../puzzles/P03.txt")),
    ("P03x", include_str!("../puzzles/P03x.txt")),
    ("P04", include_str!("../puzzles/P04.txt")),
    ("P04x", include_str!("../puzzles/P04x.txt")),
    ("P05", include_str!("../puzzles/P05.txt")),
    ("P05x", include_str!("../puzzles/P05x.txt")),
    ("P06", include_str!("../puzzles/P06.txt")),
    ("P06x", include_str!("../puzzles/P06x.txt")),
    ("P07", include_str!("../puzzles/P07.txt")),
    ("P07x", include_str!("../puzzles/P07x.txt")),
    ("P08", include_str!("../puzzles/P08.txt")),
    ("P08x", include_str!("../puzzles/P08x.txt")),
    ("P09", include_str!("../puzzles/P09.txt")),
    ("P10", include_str!("../puzzles/P10.txt")),
    ("P10x", include_str!("../puzzles/P10x.txt")),
    ("P100", include_str!("../puzzles/P100.txt")),
    ("P101", include_str!("../puzzles/P101.txt")),
    ("P102", include_str!("../puzzles/P102.txt")),
    ("P103", include_str!("../puzzles/P103.txt")),
    ("P104", include_str!("../puzzles/P104.txt")),
];
