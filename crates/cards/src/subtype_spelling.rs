//! Misspelt words of type lines, as the players' files have them, and what is meant: a card that is a Soldier on its
//! picture is one for every text (rule 203.2).

/// Each misspelt word, and the word that is read instead.
const MISSPELT: [(&str, &str); 37] = [
    ("Agend", "Agent"),
    ("Bankling", "Banking"),
    ("Bluurg", "Blurrg"),
    ("Captical", "Capital"),
    ("Crim", "Crime"),
    ("Dantoonine", "Dantooine"),
    ("Drumond", "Dromund"),
    ("Entetainer", "Entertainer"),
    ("Faciltiy", "Facility"),
    ("For", "Force"),
    ("Fosk", "Fosh"),
    ("Galactis", "Galactic"),
    ("Gallactic", "Galactic"),
    ("Guship", "Gunship"),
    ("Ikotchi", "Iktotchi"),
    ("Ikototchi", "Iktotchi"),
    ("Ithonian", "Ithorian"),
    ("Keskiri", "Keshiri"),
    ("Landsacpe", "Landscape"),
    ("Lekon", "Lehon"),
    ("Mirlrev", "Malrev"),
    ("Officer3", "Officer"),
    ("Officier", "Officer"),
    ("Padawan6", "Padawan"),
    ("Rahghoul", "Rakghoul"),
    ("Sensitve", "Sensitive"),
    ("Senstive", "Sensitive"),
    ("Solder", "Soldier"),
    ("Solider", "Soldier"),
    ("Stafighter", "Starfighter"),
    ("Starfither", "Starfighter"),
    ("Stormtooper", "Stormtrooper"),
    ("Stromtrooper", "Stormtrooper"),
    ("Tatoooine", "Tatooine"),
    ("Tattoine", "Tatooine"),
    ("Twilek", "Twi'lek"),
    ("Weequry", "Weequay"),
];

/// The subtypes with their misspelt words put right, and each of those words with what is meant.
pub fn mended(subtypes: &str) -> (String, Vec<(&'static str, &'static str)>) {
    let mut found = Vec::new();
    let words = subtypes.split(' ').map(|word| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        match MISSPELT.iter().find(|(wrong, _)| *wrong == bare) {
            Some((wrong, right)) => {
                found.push((*wrong, *right));
                word.replace(wrong, right)
            }
            None => word.to_string(),
        }
    });
    let mended = words.collect::<Vec<_>>().join(" ");
    (mended, found)
}

#[cfg(test)]
mod tests {
    use super::{MISSPELT, mended};

    #[test]
    fn misspelt_words_are_put_right_and_named() {
        let (line, found) = mended("Rebel Solider Squad -Solder");
        assert_eq!(line, "Rebel Soldier Squad -Soldier");
        assert_eq!(found, [("Solider", "Soldier"), ("Solder", "Soldier")]);
        assert_eq!(mended("Rebel  Soldier"), ("Rebel  Soldier".to_string(), Vec::new()));
        assert_eq!(mended("").0, "");
    }

    #[test]
    fn the_words_are_in_order_and_what_is_meant_is_spelt_right() {
        assert!(MISSPELT.is_sorted());
        for (wrong, right) in MISSPELT {
            assert!(MISSPELT.iter().all(|(other, _)| *other != right), "{wrong}: {right}");
        }
    }
}
