//! What visitors are called: a kept visitor has one name everywhere, and nobody else gets one that looks like it.

use super::App;
use super::problem::Problem;
use super::seat::Visitor;
use super::tidy;
use crate::computer;
use store::{LONGEST_NAME, SHORTEST_NAME, SOMEBODY, looks_like};

/// Names that say something else than who somebody is.
const RESERVED: [&str; 12] = [
    "Guest",
    "Host",
    "Friend",
    SOMEBODY,
    "Nobody",
    "Computer",
    "Dejarik",
    "Dark Side",
    "Light Side",
    "Operator",
    "Moderator",
    "Admin",
];

/// Whether a name is taken by what it means.
fn is_reserved(name: &str) -> bool {
    let key = looks_like(name);
    let computers = ai::Level::ALL.map(computer::name);
    RESERVED
        .into_iter()
        .chain(computers)
        .chain(["Nadir", computer::NOBODY.0])
        .any(|word| looks_like(word) == key)
}

/// A name that a visitor wants to keep; nothing if it is empty.
pub fn wanted(name: &str) -> Result<Option<String>, Problem> {
    let name = tidy::line(name, LONGEST_NAME + 1);
    if name.is_empty() {
        return Ok(None);
    }
    let letters = name.chars().count();
    if !(SHORTEST_NAME..=LONGEST_NAME).contains(&letters) || looks_like(&name).chars().count() < 2 {
        return Err(Problem::bad(format!("A name has {SHORTEST_NAME} to {LONGEST_NAME} letters.")));
    }
    if is_reserved(&name) {
        return Err(Problem::bad(format!("“{name}” isn’t a name for a player here. Choose another.")));
    }
    Ok(Some(name))
}

/// What a visitor is called, if they have given themselves a name.
pub async fn own(app: &App, visitor: &Visitor) -> Result<Option<String>, Problem> {
    match &visitor.holder {
        Some(holder) => Ok(app.registry.node().store.name_of(holder).await?),
        None => Ok(None),
    }
}

/// What a visitor is called at a table: as they typed it, by their own name, or as everybody is. Among strangers nobody
/// goes by a name that looks like somebody else’s.
pub async fn at_table(app: &App, visitor: &Visitor, typed: &str, usual: &str) -> Result<String, Problem> {
    let typed = tidy::line(typed, LONGEST_NAME);
    if typed.is_empty() {
        return Ok(own(app, visitor).await?.unwrap_or_else(|| usual.to_string()));
    }
    if app.site.public {
        let whose = app.registry.node().store.named(&typed).await?;
        if whose.is_some() && whose != visitor.holder {
            return Err(Problem::conflict(format!(
                "Somebody else is called “{typed}” here. Take another name."
            )));
        }
    }
    Ok(typed)
}

#[cfg(test)]
mod tests {
    use super::wanted;

    #[test]
    fn a_name_is_short_seen_and_nobody_elses_office() {
        for (typed, name) in [("  Mira  Korr ", "Mira Korr"), ("Zoë", "Zoë"), ("李小龍", "李小龍")] {
            assert_eq!(wanted(typed).ok().flatten().as_deref(), Some(name), "{typed}");
        }
        assert!(wanted(" \u{200B} ").is_ok_and(|name| name.is_none()), "no name is no name");
        let long = "x".repeat(25);
        for wrong in ["ab", &long, "!!!", "Guest", "0perator", "Admin", "dejarik!", "W r e n", "L1ght S1de"] {
            assert!(wanted(wrong).is_err(), "{wrong}");
        }
    }
}
