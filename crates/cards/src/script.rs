//! The Script column: buttons of the table program.
//!
//! A link to Subordinates, never a rule (FORMATS.md section 6).

/// One button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// Whether it runs by itself when the card is deployed.
    pub run: Run,
    /// The text on it.
    pub label: String,
    /// What it does, in order.
    pub commands: Vec<Command>,
}

/// When a button runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// When a player presses it.
    OnPress,
    /// When the card is deployed (`<a>y</a>`).
    OnDeploy,
}

/// A command of a button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Puts a card of this name on the table.
    Spawn(String),
    /// Changes a player's Force (statistic 1) or build points (statistic 2).
    PlayerStat {
        /// Which of the two.
        stat: PlayerStat,
        /// By how much.
        change: i32,
    },
    /// Any other command, as written: `/cr90`, `/ccyellow 1`, `/s text`.
    Other(String),
}

/// A number that the table program keeps for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerStat {
    /// `stat1`.
    Force,
    /// `stat2`.
    BuildPoints,
}

/// Reads the column; `None` for a value that isn't a list of buttons.
pub fn parse(field: &str) -> Option<Vec<Button>> {
    let mut buttons = Vec::new();
    let mut rest = field.trim();
    while !rest.is_empty() {
        let body = rest.strip_prefix("<s>")?;
        let (run, body) = match body.strip_prefix("<a>y</a>") {
            Some(body) => (Run::OnDeploy, body),
            None => (Run::OnPress, body),
        };
        let (label, body) = body.strip_prefix("<l>")?.split_once("</l>")?;
        let (commands, body) = body.strip_prefix("<f>")?.split_once("</f>")?;
        if label.contains('<') || commands.contains('<') {
            return None;
        }
        let commands = commands.split(';').map(str::trim).filter(|c| !c.is_empty()).map(command).collect();
        buttons.push(Button { run, label: label.to_string(), commands });
        rest = body.strip_prefix("</s>")?.trim_start();
    }
    Some(buttons)
}

fn command(text: &str) -> Command {
    if let Some(name) = text.strip_prefix("/spawn ") {
        return Command::Spawn(name.trim().to_string());
    }
    player_stat(text).unwrap_or_else(|| Command::Other(text.to_string()))
}

/// `/player stat1 +2`; the blank in `stat 2` also occurs.
fn player_stat(text: &str) -> Option<Command> {
    let rest = text.strip_prefix("/player ")?.trim_start().strip_prefix("stat")?.trim_start();
    let (stat, change) = rest.split_at_checked(1)?;
    let stat = match stat {
        "1" => PlayerStat::Force,
        "2" => PlayerStat::BuildPoints,
        _ => return None,
    };
    let change = change.trim().trim_start_matches('+').parse().ok()?;
    Some(Command::PlayerStat { stat, change })
}

/// Writes the column.
pub fn write(buttons: &[Button]) -> String {
    let mut field = String::new();
    for button in buttons {
        let auto = match button.run {
            Run::OnDeploy => "<a>y</a>",
            Run::OnPress => "",
        };
        let commands: Vec<String> = button.commands.iter().map(ToString::to_string).collect();
        field.push_str(&format!("<s>{auto}<l>{}</l><f>{}</f></s>", button.label, commands.join(";")));
    }
    field
}

impl std::fmt::Display for Command {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Command::Spawn(name) => write!(f, "/spawn {name}"),
            Command::PlayerStat { stat: PlayerStat::Force, change } => write!(f, "/player stat1 {change:+}"),
            Command::PlayerStat { stat: PlayerStat::BuildPoints, change } => {
                write!(f, "/player stat2 {change:+}")
            }
            Command::Other(text) => f.write_str(text),
        }
    }
}

/// The names of the cards that a script puts on the table, each once.
pub fn spawned(buttons: &[Button]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for command in buttons.iter().flat_map(|button| &button.commands) {
        if let Command::Spawn(name) = command
            && !names.contains(&name.as_str())
        {
            names.push(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::{Command, PlayerStat, Run, parse, spawned, write};

    const TWO: &str = "<s><a>y</a><l>Crew</l><f>/spawn Deck Hand;/spawn Deck Hand</f></s>\
        <s><l>Pay</l><f>/player stat1 -2;/cr90</f></s>";

    #[test]
    fn buttons_read_and_write_the_same() {
        let buttons = parse(TWO).unwrap();
        assert_eq!(buttons[0].run, Run::OnDeploy);
        assert_eq!(spawned(&buttons), ["Deck Hand"]);
        assert_eq!(buttons[1].commands[0], Command::PlayerStat { stat: PlayerStat::Force, change: -2 });
        assert_eq!(write(&buttons), TWO);
    }

    #[test]
    fn junk_is_no_script() {
        assert_eq!(parse("it seems so"), None);
        assert_eq!(parse("<s><l>a</l><f>/draw</f>"), None);
        assert_eq!(parse("  "), Some(Vec::new()));
    }

    #[test]
    fn a_blank_before_the_number_of_the_statistic_is_tolerated() {
        let buttons = parse("<s><l>b</l><f>/player stat 2 +3</f></s>").unwrap();
        assert_eq!(buttons[0].commands, [Command::PlayerStat { stat: PlayerStat::BuildPoints, change: 3 }]);
    }
}
