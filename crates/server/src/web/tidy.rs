//! What people write, made fit to be shown to others: nothing invisible, nothing that turns the words around it, no towers
//! of accents.

/// How many accents a letter may have.
const ACCENTS: usize = 2;

/// Whether a character is seen, or at least leaves a gap, and changes nothing around it.
fn is_shown(c: char) -> bool {
    !c.is_control()
        && !matches!(
            c,
            // Soft hyphens, joiners, fillers and other characters without a shape.
            '\u{AD}' | '\u{34F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200D}' | '\u{2060}'..='\u{2065}' | '\u{2800}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}'
            // What turns the direction of words around, and what ends a line.
            | '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{206F}'
        )
}

const fn is_accent(c: char) -> bool {
    matches!(
        c,
        '\u{300}'..='\u{36F}' | '\u{483}'..='\u{489}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}'
        | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}'
    )
}

/// A line of a text: what can be seen of it, at most so many characters, with single blanks between words.
pub fn line(text: &str, most: usize) -> String {
    let mut accents = 0;
    let seen = text.chars().filter(|c| {
        accents = if is_accent(*c) { accents + 1 } else { 0 };
        (is_shown(*c) || c.is_whitespace()) && accents <= ACCENTS
    });
    let text: String = seen.take(most).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn a_line_is_what_can_be_seen_of_it() {
        for (written, shown) in [
            ("Mira", "Mira"),
            ("  Obi \t Wan\r\n", "Obi Wan"),
            ("Zoë Çelik 🎲", "Zoë Çelik 🎲"),
            ("Gero\u{202E}oreG", "GerooreG"),
            ("\u{200B}\u{2060}\u{FEFF}\u{3164}", ""),
            ("line\u{2028}break", "line break"),
            ("a\u{0}b", "ab"),
            ("e\u{301}\u{327}\u{316}\u{316}\u{316}x", "e\u{301}\u{327}x"),
        ] {
            assert_eq!(line(written, 24), shown, "{written:?}");
        }
        assert_eq!(line(&"x".repeat(100), 24).len(), 24);
    }
}
