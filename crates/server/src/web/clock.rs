//! The clock that a form asks for.

use super::problem::Problem;
use table::clock::{Clock, PRESETS};

/// The clock of a form: none, one of those to choose from, or one's own in minutes, seconds and seconds.
pub fn read(word: &str, own: [&str; 3]) -> Result<Option<Clock>, Problem> {
    if word.is_empty() || word == "none" {
        return Ok(None);
    }
    if let Some((_, clock)) = PRESETS.iter().find(|(known, _)| *known == word) {
        return Ok(Some(*clock));
    }
    if word != "own" {
        return Err(Problem::bad(format!("There’s no clock called “{word}” here.")));
    }
    let part = |text: &str, what: &str, most: u32| match text.trim() {
        "" => Ok(0),
        text => match text.parse::<u32>() {
            Ok(number) if number <= most => Ok(number),
            _ => Err(Problem::bad(format!("{what} is a whole number from 0 to {most}."))),
        },
    };
    let [bank, free, bonus] = own;
    let bank = part(bank, "The bank in minutes", 600)? * 60;
    let free = part(free, "The free time in seconds", 600)?;
    let bonus = part(bonus, "The bonus in seconds", 600)?;
    let nothing = || Problem::bad("A clock needs time in the bank, or free seconds for each answer.");
    Clock::new(bank, free, bonus).map(Some).ok_or_else(nothing)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_form_asks_for_no_clock_a_known_one_or_its_own() {
        let clock = |word: &str, own| {
            read(word, own).ok().flatten().map(|clock| (clock.bank, clock.free, clock.bonus))
        };
        assert_eq!(clock("", ["5", "5", "5"]), None);
        assert_eq!(clock("quick", [""; 3]), Some((900, 4, 10)));
        assert_eq!(clock("own", ["2", "3", ""]), Some((120, 3, 0)));
        for own in [["", "", "9"], ["601", "1", ""], ["-1", "1", ""], ["1", "x", ""], ["1.5", "1", ""]] {
            assert!(read("own", own).is_err(), "{own:?}");
        }
        assert!(read("sundial", [""; 3]).is_err());
    }
}
