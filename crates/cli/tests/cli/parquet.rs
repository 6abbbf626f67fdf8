//! The Parquet file of `dejarik sim --out`.

use crate::sim::sim;
use parquet::file::reader::SerializedFileReader;
use parquet::record::Field;
use serde_json::Value;
use std::fs;

#[test]
fn a_parquet_file_has_the_games_of_the_json_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_string();
    for name in ["games.jsonl", "games.parquet"] {
        sim(&["--games", "6", "--seed", "9", "--player-b", "random", "--out", &file(name)]);
    }
    let lines = fs::read_to_string(file("games.jsonl")).expect("the file");
    let rows = SerializedFileReader::new(fs::File::open(file("games.parquet")).expect("the file"))
        .expect("a Parquet file")
        .into_iter()
        .map(|row| row.expect("a row"));
    let names = |field: &Field| -> Vec<Value> {
        let Field::ListInternal(list) = field else { panic!("{field:?} isn't a list") };
        let name = |field: &Field| match field {
            Field::Str(name) => Value::from(name.as_str()),
            other => panic!("{other:?} isn't a name"),
        };
        list.elements().iter().map(name).collect()
    };
    let mut count = 0;
    for (row, line) in rows.zip(lines.lines()) {
        let game: Value = serde_json::from_str(line).expect("JSON");
        for (column, field) in row.get_column_iter() {
            let expected = match column.split_once('_') {
                Some((list @ ("answered" | "drawn" | "deployed"), party)) => {
                    &game[list][usize::from(party == "b")]
                }
                _ => &game[column],
            };
            let found = match field {
                Field::Null => Value::Null,
                Field::Str(text) => text.as_str().into(),
                Field::Int(number) => (*number).into(),
                Field::ULong(number) => (*number).into(),
                list => names(list).into(),
            };
            assert_eq!(&found, expected, "{column}");
        }
        count += 1;
    }
    assert_eq!((count, lines.lines().count()), (6, 6));
}
