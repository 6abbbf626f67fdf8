//! What a browser remembers of its visitor's preferences: a cookie of a few digits, for every game.

use axum::http::HeaderValue;
use table::stops::{Hands, Wishes};

/// The name of the cookie.
pub const NAME: &str = "dejarik-wishes";

/// A visitor's wishes for every game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Where to be asked and whether to be coached; `None` as long as the visitor has not said.
    pub wishes: Option<Wishes>,
    /// Nothing moves.
    pub still: bool,
    /// Tables open as text.
    pub text: bool,
    /// Cards are drawn, even where there are pictures.
    pub drawn: bool,
}

impl Settings {
    /// Reads the value of a cookie; a malformed one counts as none.
    pub fn read(value: &str) -> Settings {
        let mut fields = value.split('.');
        let mut next = || fields.next().and_then(|field| field.parse::<u8>().ok());
        let (Some(passed), Some(flags), None) = (next(), next(), next()) else { return Settings::default() };
        let has = |bit: u8| flags & (1 << bit) != 0;
        let hands = if has(4) { Hands::Always } else { Hands::Quiet };
        let wishes = Some(Wishes::kept(passed, has(0), hands));
        Settings { wishes, still: has(1), text: has(2), drawn: has(3) }
    }

    /// The cookie that keeps them.
    pub fn cookie(self) -> Option<HeaderValue> {
        let wishes = self.wishes.unwrap_or_default();
        let flags = [wishes.coach, self.still, self.text, self.drawn, wishes.hands == Hands::Always];
        let flags = (0_u8..).zip(flags).map(|(bit, on)| u8::from(on) << bit).sum::<u8>();
        let passed = wishes.passed();
        let cookie = format!("{NAME}={passed}.{flags}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax");
        HeaderValue::from_str(&cookie).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::{NAME, Settings};
    use table::stops::{Hands, Stop, Wishes};

    #[test]
    fn wishes_survive_in_a_cookie() {
        let mut wishes = Wishes::default();
        wishes.set(Stop::Dice, false);
        wishes.coach = false;
        wishes.hands = Hands::Always;
        let settings = Settings { wishes: Some(wishes), still: true, text: false, drawn: true };
        let cookie = settings.cookie().unwrap();
        let value = cookie.to_str().unwrap().split(';').next().unwrap();
        assert_eq!(Settings::read(value.strip_prefix(&format!("{NAME}=")).unwrap()), settings);
    }

    #[test]
    fn a_cookie_of_somebody_else_is_no_wish() {
        for value in ["", "1", "1.2.3", "300.1", "a.b", "-1.0"] {
            assert_eq!(Settings::read(value), Settings::default(), "{value}");
        }
    }
}
