//! The query of the community's dice calculator (docs/FORMATS.md section 14).

use crate::attack::Attack;
use crate::refusal::Refusal;
use crate::unit::Roller;
use vocab::Keyword;

/// A query that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The attack, with the simple way to reroll.
    pub attack: Attack,
    /// The title, if there is one.
    pub name: Option<String>,
}

/// Reads an address with a query, or the query alone: `power=6&accuracy=1&armor=1`.
pub fn read(address: &str) -> Result<Query, Refusal> {
    let query = address.split_once('?').map_or(address, |(_, query)| query);
    let query = query.split_once('#').map_or(query, |(query, _)| query);
    let mut read = Query { attack: Attack::default(), name: None };
    let mut power = None;
    for pair in query.trim().split('&').filter(|pair| !pair.is_empty()) {
        let (parameter, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (parameter, value) = (decode(parameter), decode(value));
        let number = || whole(&parameter, &value, "a whole number, 0 or more");
        let (attacker, defender) = (&mut read.attack.attacker, &mut read.attack.defender);
        match parameter.as_str() {
            "power" => power = Some(whole(&parameter, &value, "a whole number, 0 or more")?),
            "accuracy" => attacker.accuracy = whole(&parameter, &value, "a whole number")?,
            "crit" => attacker.critical_hit = number()?,
            "fury" => attacker.fury = number()?,
            "aLucky" => attacker.lucky = number()?,
            "parry" => defender.parry = number()?,
            "dLucky" => defender.lucky = number()?,
            "shields" => defender.shields = number()?,
            "armor" if value == "1" => defender.keywords.insert(Keyword::Armor),
            "armor" if value == "0" => {}
            "armor" => return Err(wrong(&parameter, &value, "1, or leave it out")),
            "luckyOrder" => {
                read.attack.first = match value.as_str() {
                    "a" => Roller::Attacker,
                    "d" => Roller::Defender,
                    _ => return Err(wrong(&parameter, &value, "`a` or `d`, who rerolls first")),
                }
            }
            "name" => read.name = Some(value),
            _ => return Err(wrong(&parameter, &value, "no such parameter")),
        }
    }
    let power: u32 = power.ok_or_else(|| wrong("power", "", "the power is required"))?;
    read.attack.attacker.power =
        i32::try_from(power).map_err(|_| wrong("power", &power.to_string(), "too large"))?;
    read.attack.check()?;
    Ok(read)
}

fn whole<N: std::str::FromStr>(parameter: &str, value: &str, reason: &'static str) -> Result<N, Refusal> {
    value.parse().map_err(|_| wrong(parameter, value, reason))
}

fn wrong(parameter: &str, value: &str, reason: &'static str) -> Refusal {
    Refusal::Query { parameter: parameter.to_string(), value: value.to_string(), reason }
}

/// Form encoding: `+` is a blank, `%28` a bracket; what is not well formed stays as it is.
fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut decoded, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(byte) = bytes.get(at) {
        let hex = bytes.get(at + 1..at + 3).and_then(|pair| std::str::from_utf8(pair).ok());
        let code = hex.filter(|_| *byte == b'%').and_then(|pair| u8::from_str_radix(pair, 16).ok());
        decoded.push(match (code, byte) {
            (Some(code), _) => code,
            (None, b'+') => b' ',
            (None, other) => *other,
        });
        at += if code.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::unit::Roller;
    use vocab::Keyword;

    #[test]
    fn the_address_that_the_bot_builds_is_read() {
        let query = read(
            "https://example.org/calculator/?power=6&accuracy=1&crit=2&parry=0&fury=0&aLucky=0&dLucky=3&shields=1\
             &luckyOrder=d&name=Nola+Brask+%28B%29&armor=1",
        )
        .unwrap();
        assert_eq!(query.name.as_deref(), Some("Nola Brask (B)"));
        let attack = query.attack;
        assert_eq!(
            (attack.attacker.power, attack.attacker.accuracy, attack.attacker.critical_hit),
            (6, 1, 2)
        );
        assert_eq!((attack.defender.lucky, attack.defender.shields, attack.first), (3, 1, Roller::Defender));
        assert!(attack.defender.has(Keyword::Armor));
    }

    #[test]
    fn what_cannot_be_read_is_refused_with_the_reason() {
        let refused = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(refused("accuracy=1"), "power=: the power is required");
        assert_eq!(refused("power=-1"), "power=-1: a whole number, 0 or more");
        assert_eq!(refused("power=61"), "power 61: at most 60");
        assert_eq!(refused("power=6&crit=two"), "crit=two: a whole number, 0 or more");
        assert_eq!(refused("power=6&luckyOrder=x"), "luckyOrder=x: `a` or `d`, who rerolls first");
        assert_eq!(refused("power=6&pary=3"), "pary=3: no such parameter");
        assert_eq!(refused("power=6&armor=yes"), "armor=yes: 1, or leave it out");
        assert_eq!(refused("power=6&name=%zz&crit=-"), "crit=-: a whole number, 0 or more");
    }
}
