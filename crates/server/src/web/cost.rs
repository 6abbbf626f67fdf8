//! What requests cost, and how large their forms may be. Costs are drawn from budgets (`limit.rs`).

use axum::http::{Method, Uri};

/// The largest form: an answer is a few bytes, a deck at most what a deck file may have.
const SMALL: usize = 16 << 10;
const DECK: usize = (1 << 20) + (16 << 10);

/// What a request costs, in pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Files that never change, and whether the server is well.
    Nothing,
    /// A page, an answer.
    Page,
    /// A search, the odds, a position of a replay.
    Look,
    /// A new game.
    Game,
    /// A deck that is checked, a game that is verified.
    Check,
    /// A hint.
    Hint,
    /// A text of the lab, a question for the judge, a report.
    Lab,
}

impl Cost {
    /// The cost in pages.
    pub const fn pages(self) -> f64 {
        match self {
            Cost::Nothing => 0.0,
            Cost::Page => 1.0,
            Cost::Look => 5.0,
            Cost::Game => 10.0,
            Cost::Check => 20.0,
            Cost::Hint => 30.0,
            Cost::Lab => 50.0,
        }
    }

    /// What a request costs.
    pub fn of(method: &Method, uri: &Uri) -> Cost {
        let parts: Vec<&str> = uri.path().trim_matches('/').split('/').collect();
        let (sends, asks) = (*method == Method::POST, uri.query().is_some_and(|query| !query.is_empty()));
        match parts[..] {
            ["health", ..] | ["assets", _] | ["picture", ..] => Cost::Nothing,
            ["play" | "lobby"] | ["join", _] | ["t", _, "again"] | ["r", _, "continue"] if sends => {
                Cost::Game
            }
            ["lab", "table"] if sends => Cost::Lab,
            ["t", _, "hint"] if sends => Cost::Hint,
            ["t", _, "moments"] => Cost::Lab,
            // Typing searches.
            ["decks", "build"] if sends => Cost::Look,
            ["decks", ..] if sends => Cost::Check,
            // Without a question they are pages like others.
            ["lab" | "judge"] | ["judge", "table"] if asks => Cost::Lab,
            ["t", _, "report"] if !sends => Cost::Lab,
            ["r", _, "file" | "verify"] | ["me", "data" | "forget"] => Cost::Check,
            ["me", "games"] => Cost::Look,
            ["t", _, "again-from"]
            | ["r", _, "events"]
            | ["r", _]
            | ["puzzles", _]
            | ["learn", "practice", _]
            | ["cards" | "odds" | "rules" | "decks"]
            | ["decks", _]
            | ["decks", _, "text" | "picture" | "print" | "dek" | "txt" | "json"]
            | ["decks", "kept", _]
            | ["decks", "kept", _, _] => Cost::Look,
            _ => Cost::Page,
        }
    }
}

/// How many bytes the form of a request may have.
pub fn largest(uri: &Uri) -> usize {
    match uri.path().trim_matches('/').split('/').next() {
        Some("play" | "decks" | "join" | "lobby") => DECK,
        _ => SMALL,
    }
}

#[cfg(test)]
mod tests {
    use super::{Cost, DECK, SMALL, largest};
    use axum::http::{Method, Uri};

    #[test]
    fn heavy_requests_cost_more_than_pages() {
        for (method, uri, cost) in [
            ("GET", "/assets/table.css", Cost::Nothing),
            ("GET", "/health/ready", Cost::Nothing),
            ("GET", "/", Cost::Page),
            ("GET", "/t/abcdefghij", Cost::Page),
            ("POST", "/t/abcdefghij/answer", Cost::Page),
            ("GET", "/t/abcdefghij/hint", Cost::Page),
            ("GET", "/lab", Cost::Page),
            ("GET", "/cards?q=jedi", Cost::Look),
            ("GET", "/odds?power=60", Cost::Look),
            ("GET", "/puzzles/P01?at=0", Cost::Look),
            ("POST", "/puzzles/P01", Cost::Look),
            ("GET", "/r/abcdefghij?at=200", Cost::Look),
            ("GET", "/decks/kept/abcdefghij?v=2", Cost::Look),
            ("GET", "/decks/kept/abcdefghij/picture", Cost::Look),
            ("GET", "/decks/diplomats/print", Cost::Look),
            ("GET", "/decks/matchups/abcdefghij", Cost::Page),
            ("POST", "/decks/matchups", Cost::Check),
            ("POST", "/play", Cost::Game),
            ("POST", "/join/secret", Cost::Game),
            ("POST", "/lobby", Cost::Game),
            ("GET", "/lobby?seek=abcdefghij", Cost::Page),
            ("POST", "/t/abcdefghij/again", Cost::Game),
            ("POST", "/r/abcdefghij/continue", Cost::Game),
            ("POST", "/decks/own", Cost::Check),
            ("POST", "/decks/build", Cost::Look),
            ("GET", "/r/abcdefghij/verify", Cost::Check),
            ("GET", "/me/data", Cost::Check),
            ("GET", "/me/games", Cost::Look),
            ("POST", "/t/abcdefghij/hint", Cost::Hint),
            ("GET", "/t/abcdefghij/moments", Cost::Lab),
            ("GET", "/lab?text=Armor", Cost::Lab),
            ("GET", "/judge?a=x", Cost::Lab),
            ("POST", "/lab/table", Cost::Lab),
        ] {
            let (method, uri): (Method, Uri) =
                (method.parse().expect("a method"), uri.parse().expect("an address"));
            assert_eq!(Cost::of(&method, &uri), cost, "{method} {uri}");
        }
    }

    #[test]
    fn only_forms_with_decks_may_be_large() {
        let largest = |path: &str| largest(&path.parse::<Uri>().expect("an address"));
        for path in ["/play", "/decks/own", "/decks/file?as=txt", "/decks/build", "/join/x"] {
            assert_eq!(largest(path), DECK, "{path}");
        }
        for path in ["/t/abcdefghij/answer", "/lab/table", "/", "/me/use"] {
            assert_eq!(largest(path), SMALL, "{path}");
        }
    }
}
