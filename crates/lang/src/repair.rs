//! Repairs typing errors and lost characters in a text, and reports what it repaired.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;
use vocab::Keyword;

/// A kind of repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Repair {
    /// A control character or the mark of a wrong decoding was dropped.
    StrayCharacter,
    /// A `?` or `_` stood for an apostrophe.
    LostApostrophe,
    /// An arrow was written differently.
    Arrow,
    /// Unusual quotation marks, dashes or spaces.
    Typography,
    /// Reminder text in parentheses was left out.
    ReminderText,
    /// A rule was in parentheses.
    Parentheses,
    /// A word was misspelt.
    Spelling,
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Repair::StrayCharacter => "stray character dropped",
            Repair::LostApostrophe => "lost apostrophe restored",
            Repair::Arrow => "arrow written in another way",
            Repair::Typography => "typographic signs made plain",
            Repair::ReminderText => "reminder text left out",
            Repair::Parentheses => "parentheses taken off a rule",
            Repair::Spelling => "misspelt word corrected",
        })
    }
}

/// The text as the grammar wants it, and what was repaired, each kind once. Few texts need much repair, so each step
/// first checks whether there is anything to do.
pub fn repair(text: &str) -> (String, Vec<Repair>) {
    let mut repairs = Vec::new();
    let mut note = |repair: Repair| {
        if !repairs.contains(&repair) {
            repairs.push(repair);
        }
    };
    let text = characters(text, &mut note);
    let text = apostrophes(&text, &mut note);
    let text = arrows(&text, &mut note);
    let text = spelling(&text, &mut note);
    let text = reminders(&text, &mut note);
    let text = phrases(&text, &mut note);
    let text = doubled(&text, &mut note);
    let text = marks(&text, &mut note);
    (blanks(&text).replace(". .", ".").replace("..", "."), repairs)
}

fn characters<'a>(text: &'a str, note: &mut impl FnMut(Repair)) -> Cow<'a, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'`') {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let plain = match c {
            '\u{2018}' | '\u{2019}' | '\u{b4}' | '`' => "'",
            '\u{201c}' | '\u{201d}' => "\"",
            '\u{2013}' | '\u{2014}' | '\u{2212}' => "-",
            '\u{a0}' => " ",
            '\u{2026}' => "...",
            '\t' | '\n' | '\r' => " ",
            '\u{c2}' => {
                note(Repair::StrayCharacter);
                continue;
            }
            c if c.is_control() => {
                note(Repair::StrayCharacter);
                continue;
            }
            c => {
                out.push(c);
                continue;
            }
        };
        note(Repair::Typography);
        out.push_str(plain);
    }
    out.into()
}

/// `opponent?s` and `unit_s` have lost their apostrophe.
fn apostrophes<'a>(text: &'a str, note: &mut impl FnMut(Repair)) -> Cow<'a, str> {
    if !text.contains(['?', '_']) {
        return text.into();
    }
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    for (i, c) in text.char_indices() {
        let lost = matches!(c, '?' | '_')
            && i > 0
            && bytes[i - 1].is_ascii_alphabetic()
            && ["s", "t", "re"].iter().any(|end| {
                let rest = &text[i + 1..];
                rest.starts_with(end)
                    && !rest[end.len()..].starts_with(|next: char| next.is_ascii_alphanumeric())
            });
        if lost {
            note(Repair::LostApostrophe);
        }
        out.push(if lost { '\'' } else { c });
    }
    out.into()
}

fn arrows<'a>(text: &'a str, note: &mut impl FnMut(Repair)) -> Cow<'a, str> {
    let mut out = Cow::from(text);
    for (other, arrow) in [("- >", "->"), ("-->", "->"), ("=>", "->"), ("\u{2192}", "->"), (" ? ", " -> ")] {
        if out.contains(other) {
            note(Repair::Arrow);
            out = out.replace(other, arrow).into();
        }
    }
    out
}

/// Parentheses that follow no keyword and still say nothing new: what comes somewhere before them, how they begin, and
/// the rule that they repeat.
const REMINDERS: [(&str, &str, &str); 7] = [
    ("under", "Cards put under", "cards put beneath another are not in its stack (rule 301.4)"),
    ("under", "Face down cards are not in", "cards put beneath another are not in its stack (rule 301.4)"),
    ("move 1 damage counter", "This can't be prevented.", "moved counters are not damage (rule 1201.5)"),
    ("Return one of your units", "Also return all cards stacked", "the whole stack returns (rule 1602.4)"),
    ("each unit", "This includes your units.", "\"each unit\" is both players' (rule 1604.2)"),
    (
        "Each Battle card costs",
        "Battle cards with no Force cost now",
        "\"each\" leaves none out (rule 1604.2)",
    ),
    ("secretly", "Reroll damage prevention effects must", "nobody sees the dice (rule 1715.1)"),
];

/// A parenthesis that begins with a capital letter is a reminder if it explains the keyword before it, or if it's one
/// in the table (rule 201.5). Any other sentence in parentheses is read like the rest.
fn reminders<'a>(text: &'a str, note: &mut impl FnMut(Repair)) -> Cow<'a, str> {
    if !text.contains('(') {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('(') {
        let Some(close) = rest[open..].find(')').map(|len| open + len) else { break };
        let inside = &rest[open + 1..close];
        let is_sentence = inside.starts_with(|c: char| c.is_ascii_uppercase()) && inside.contains(' ');
        out.push_str(&rest[..open]);
        if !is_sentence {
            out.push_str(&rest[open..=close]);
        } else if is_after_keyword(&out) || reminds(&out, inside) {
            note(Repair::ReminderText);
        } else if inside.ends_with('.') {
            note(Repair::Parentheses);
            out.push_str(inside);
        } else {
            out.push_str(&rest[open..=close]);
        }
        rest = &rest[close + 1..];
    }
    (out + rest).into()
}

/// Whether a parenthesis after this text is one in the table.
fn reminds(text: &str, inside: &str) -> bool {
    REMINDERS.iter().any(|(before, start, _)| inside.starts_with(start) && text.contains(before))
}

/// Whether the last sentence has a keyword in it, or the clause begins with one.
fn is_after_keyword(text: &str) -> bool {
    let clause = text.rsplit(['|', '"', '*']).find(|part| !part.trim().is_empty()).unwrap_or_default().trim();
    let sentence = clause.trim_end_matches(['.', ' ']).rsplit(". ").next().unwrap_or_default();
    // "Roll this unit's attack dice secretly" is Cunning in its older words (rule 1715.1).
    let is_cunning = sentence.contains("attack dice secretly");
    let begins = |keyword: Keyword| clause.starts_with(keyword.name());
    is_cunning || Keyword::all().any(|keyword| begins(keyword) || has_words(sentence, keyword.name()))
}

/// Whether these words are in the text, and not as parts of longer ones.
fn has_words(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let ends = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
        ends(text[..at].chars().next_back()) && ends(text[at + words.len()..].chars().next())
    })
}

/// Words that are mistyped in the players' files, and what was meant.
const MISSPELT: [(&str, &str); 90] = [
    ("Crim", "Crime"),
    ("Daegon", "Daegen"),
    ("Pameron", "Dameron"),
    ("Kessh", "Kressh"),
    ("Gingans", "Gungans"),
    ("Yuuchan", "Yuuzhan"),
    ("Rebek", "Rebel"),
    ("Revel", "Rebel"),
    ("Spiesfrom", "Spies from"),
    ("tht", "that"),
    ("Destoyer", "Destroyer"),
    ("Bastilia", "Bastila"),
    ("Kazadan", "Kazdan"),
    ("Anatares", "Antares"),
    ("Cartarium", "Cartariun"),
    ("Carturian", "Cartariun"),
    ("yourt", "your"),
    ("Retailiate", "Retaliate"),
    ("Accurracy", "Accuracy"),
    ("Sheilds", "Shields"),
    ("Critcal", "Critical"),
    ("unqiue", "unique"),
    ("Forrce", "Force"),
    ("Critial", "Critical"),
    ("Charactger", "Character"),
    ("Charater", "Character"),
    ("INSERRT", "INSERT"),
    ("oppponent", "opponent"),
    ("opponet", "opponent"),
    ("oppoent", "opponent"),
    ("oponent", "opponent"),
    ("towards", "toward"),
    ("cannot", "can't"),
    ("facedown", "face-down"),
    ("faceup", "face-up"),
    ("re-roll", "reroll"),
    ("counterrs", "counters"),
    ("whenver", "whenever"),
    ("Whenver", "Whenever"),
    ("buid", "build"),
    ("attacing", "attacking"),
    ("equiped", "equipped"),
    ("Equiped", "Equipped"),
    ("Equippped", "Equipped"),
    ("Equipmment", "Equipment"),
    ("Capitol", "Capital"),
    ("Starfigher", "Starfighter"),
    ("Tranport", "Transport"),
    ("Spaca", "Space"),
    ("Charactear", "Character"),
    ("intsead", "instead"),
    ("damange", "damage"),
    ("Mediate", "Meditate"),
    ("Ambus", "Ambush"),
    ("Steath", "Stealth"),
    ("Resoure", "Resource"),
    ("Armo", "Armor"),
    ("yor", "your"),
    ("Lookat", "Look at"),
    ("Reveala", "Reveal a"),
    ("oay", "pay"),
    ("rol", "roll"),
    ("tak", "take"),
    ("Thus", "This"),
    ("foe", "for"),
    ("attacher", "attached"),
    ("Flagsip", "Flagship"),
    ("non-droid", "non-Droid"),
    ("non-jedi", "non-Jedi"),
    ("anytime", "any time"),
    ("Anytime", "Any time"),
    ("te", "the"),
    ("Wookies", "Wookiees"),
    ("Alternate", "Alternative"),
    ("Reduce", "Reduced"),
    ("subordinate", "Subordinate"),
    ("subordinates", "Subordinates"),
    ("og", "of"),
    ("Millenium", "Millennium"),
    ("choosen", "chosen"),
    ("INSER", "INSERT"),
    ("Defect", "Deflect"),
    ("oof", "of"),
    ("Okay", "Play"),
    ("tis", "its"),
    ("Bounter", "Bounty"),
    ("Charactor", "Character"),
    ("Equipement", "Equipment"),
    ("untill", "until"),
    ("attachted", "attached"),
];

/// Words that are right on their own and wrong together, and what was meant.
const MISTYPED: [(&str, &str); 223] = [
    ("For Sensitive, Jedi", "Force Sensitive, Jedi"),
    ("arena, you pay 2 Force. If you do", "arena, you may pay 2 Force. If you do"),
    ("units your have in", "units you have in"),
    ("As long as there at least", "As long as there are at least"),
    ("*10 speed *Resilience", "*+10 speed *Resilience"),
    ("If that Character 1 or more Equipment", "If that Character has 1 or more Equipment"),
    ("and only Arc Hammer would attack", "and only when Arc Hammer would attack"),
    ("Rebel Y-Wing with \"Bombard", "Rebel Y-Wing Subordinate with \"Bombard"),
    ("Incinerator War Droid with \"", "Incinerator War Droid Subordinate with \""),
    ("choose and ability", "choose an ability"),
    ("stack if you do, Ezra", "stack. If you do, Ezra"),
    ("Remove x damage counters", "Remove X damage counters"),
    ("Chose a Space unit", "Choose a Space unit"),
    ("choose one: This turn gets", "choose one: This unit gets"),
    ("Pay2 build point ->", "Pay 2 build points ->"),
    ("Pay x Force -> Evade X", "Pay X Force -> Evade X"),
    ("Pay 6 Force. Tap one", "Pay 6 Force, tap one"),
    ("Play 2 Force ->", "Pay 2 Force ->"),
    ("Play 1 Force ->", "Pay 1 Force ->"),
    ("is discarded. discard", "is discarded, discard"),
    ("units in the Space.", "units in the Space arena."),
    ("roll for the build points", "roll for build points"),
    ("a unit the in the", "a unit in the"),
    ("When each of your build step starts", "When your build step starts"),
    ("When each of your build step ends", "When your build step ends"),
    ("Pay 1 build, discard", "Pay 1 build point, discard"),
    ("Remove 1 build point from a partially", "Remove 1 build counter from a partially"),
    ("Remove 1 corruption from", "Remove 1 corruption counter from"),
    ("if this unit damage a unit", "if this unit damaged a unit"),
    ("prevent X amount of damage", "prevent X damage"),
    ("Choose one of more of", "Choose one or more of"),
    ("and put into its arena", "and put it into its arena"),
    ("Removed 1 mastery counter", "Remove 1 mastery counter"),
    ("Pay only during your", "Play only during your"),
    ("50/1/1/ Militia", "50/1/1 Militia"),
    ("40/3/3/Green Squad", "40/3/3 Green Squad"),
    ("do, take 50/2/2", "do, take 1 50/2/2"),
    ("Put 1 of any counter on", "Put 1 counter of any type on"),
    ("it gets, +2", "it gets +2"),
    (
        "activated abilities costs 0 or more Force costs",
        "activated abilities that cost 0 or more Force costs",
    ),
    ("with \"None/+20", "with \"Switch: None/+20"),
    ("you currently have", "you have"),
    ("World Devastators, costs", "World Devastators costs"),
    ("Treat as Dark Jedi", "Treat this unit as Dark Jedi"),
    ("opponent;s", "opponent's"),
    ("your opponent opponent", "your opponent"),
    ("As long as Volcanic Location", "As long as a Volcanic Location"),
    ("isn't attacking a Squad it gets", "isn't attacking a Squad, it gets"),
    ("has a non-Porg Pilot it gets", "has a non-Porg Pilot, it gets"),
    ("units in that gets", "units in that arena gets"),
    ("in the Space or Ground gets", "in the Space or Ground arena gets"),
    ("Your opponent discard a card", "Your opponent discards a card"),
    ("put 1 damage control on", "put 1 damage counter on"),
    ("\"Precision and \"Armor\"", "\"Precision\" and \"Armor\""),
    ("\"Reb\" Squadron", "Reb Squadron"),
    ("\"Two Tubes\" Team", "Two Tubes Team"),
    ("and transport Pilot", "and Transport Pilot"),
    ("does't", "doesn't"),
    ("hir os her", "his or her"),
    ("Capital Ship, Cruise,", "Capital Ship, Cruiser,"),
    ("C3PO", "C-3PO"),
    ("C-3P0", "C-3PO"),
    ("darth Malak", "Darth Malak"),
    ("Becket's Y-45", "Beckett's Y-45"),
    ("Enfys's Swoop", "Enfy's Swoop"),
    ("Guardman's Vibroblade", "Guardsman's Vibroblade"),
    ("Auxiliary Fuel Pod", "Auxilliary Fuel Pod"),
    ("Shimmra's Slayers", "Shimrra's Slayers"),
    ("Hans gets", "Han gets"),
    ("Vaders gets", "Vader gets"),
    ("Scyth Squadron", "Scythe Squadron"),
    ("Road is discarded", "Roan is discarded"),
    ("Andoori", "Andoorni"),
    ("of Gika in", "of Gizka in"),
    ("Padm_", "Padme"),
    ("is pointing a unit", "is piloting a unit"),
    ("When Leis", "When Leia"),
    ("Gail doesn't", "Gall Trayvis doesn't"),
    ("Whenever Damage Squadron", "Whenever Danger Squadron"),
    ("non-multi arena", "non-multi-arena"),
    ("as long as its attacking", "as long as it's attacking"),
    ("end of turn.q", "end of turn."),
    ("Each or your", "Each of your"),
    ("one or your", "one of your"),
    ("choose one your Characters", "choose one of your Characters"),
    ("to one your Space", "to one of your Space"),
    ("opponent's causes one", "opponent's units causes one"),
    ("If your roll", "If you roll"),
    ("during your build zone", "during your build step"),
    ("in that Character arena", "in the Character arena"),
    ("is in player,", "is in play,"),
    ("isn't in player,", "isn't in play,"),
    ("it's name", "its name"),
    ("a trap.", "a Trap."),
    ("card's in", "cards in"),
    ("number or mastery", "number of mastery"),
    ("would be damage if", "would be damaged if"),
    ("your opponents,", "your opponent's,"),
    ("has shields", "has Shields"),
    ("space arena", "Space arena"),
    ("cards from hand", "cards from your hand"),
    ("card from hand", "card from your hand"),
    ("Whenever on of your", "Whenever one of your"),
    ("Tap on of your", "Tap one of your"),
    ("1 of more", "1 or more"),
    ("and precision", "and Precision"),
    ("units wth", "units with"),
    ("this trait", "this Trait"),
    ("you hand", "your hand"),
    ("you deck", "your deck"),
    ("you build step", "your build step"),
    ("you build zone", "your build zone"),
    ("you discard pile", "your discard pile"),
    ("you opponent", "your opponent"),
    ("You opponent", "Your opponent"),
    ("each of you Characters", "each of your Characters"),
    ("Each of you Characters", "Each of your Characters"),
    ("your opponents units", "your opponent's units"),
    ("your opponents Characters", "your opponent's Characters"),
    ("your opponents hand", "your opponent's hand"),
    ("your opponents deck", "your opponent's deck"),
    ("opponent't units", "opponent's units"),
    ("partially build", "partially built"),
    ("our build step", "your build step"),
    ("built point", "build point"),
    ("built counter", "build counter"),
    ("chose arena", "chosen arena"),
    ("chose unit", "chosen unit"),
    ("then chosen unit", "the chosen unit"),
    ("build steps starts", "build step starts"),
    ("battle steps starts", "battle step starts"),
    ("your build steps", "your build step"),
    ("Critical hit", "Critical Hit"),
    ("Force activated", "Force-activated"),
    ("Force- activated", "Force-activated"),
    ("face down", "face-down"),
    ("face up", "face-up"),
    ("show it your opponent", "show it to your opponent"),
    ("show it yo your opponent", "show it to your opponent"),
    ("show them your opponent", "show them to your opponent"),
    ("one your opponent's", "one of your opponent's"),
    ("master counter", "mastery counter"),
    ("captivity count on", "captivity counter on"),
    ("Tape one", "Tap one"),
    ("he os she", "he or she"),
    ("her or her", "his or her"),
    ("until is it discarded", "until it is discarded"),
    ("until its is discarded", "until it is discarded"),
    ("is any arena", "in any arena"),
    ("Ground of Character", "Ground or Character"),
    ("Ground unit of Character", "Ground unit or Character"),
    ("Squad of Character", "Squad or Character"),
    ("1 dice of damage", "1 die of damage"),
    ("the end of battle", "end of battle"),
    ("battle phase sends", "battle phase ends"),
    ("unit's attack's", "unit's attack"),
    ("until end of turn ends", "until end of turn"),
    ("one of that damage", "1 of that damage"),
    ("one of those damage", "1 of that damage"),
    ("units cards", "unit cards"),
    ("in the your", "in your"),
    ("each face-down beneath", "each face-down card beneath"),
    ("for every unit", "for each unit"),
    ("Pay2 ", "Pay 2 "),
    ("2or more", "2 or more"),
    ("Sith characters", "Sith Characters"),
    ("units or characters", "units or Characters"),
    ("Bounty Hunter character", "Bounty Hunter Character"),
    ("your creatures", "your Creatures"),
    ("a creature", "a Creature"),
    ("other clones", "other Clones"),
    ("a clone card", "a Clone card"),
    ("a diplomat", "a Diplomat"),
    ("The speeder gets", "The Speeder gets"),
    ("unit is damage,", "unit is damaged,"),
    ("would be damage,", "would be damaged,"),
    ("F0resight", "Foresight"),
    ("unit's can't retreat", "units can't retreat"),
    ("Unit's can't be", "Units can't be"),
    ("Twi'lek's gets", "Twi'leks gets"),
    ("he of she", "he or she"),
    ("Space of Ground", "Space or Ground"),
    ("build one until", "build zone until"),
    ("and put into the", "and put it into the"),
    ("put it it into", "put it into"),
    ("discard on of your", "discard one of your"),
    ("You opponents chooses", "Your opponent chooses"),
    ("is the Character arena", "is in the Character arena"),
    ("printer health", "printed health"),
    ("printer power", "printed power"),
    ("opponent' s", "opponent's"),
    ("Force - Equip", "Force -> Equip"),
    ("Sion - Evade", "Sion -> Evade"),
    ("Switch Accuracy", "Switch: Accuracy"),
    ("until is is", "until it is"),
    ("discards card at random", "discards a card at random"),
    ("you another Imperial", "you have another Imperial"),
    ("in any Character arena", "in the Character arena"),
    ("into your Character arena", "into the Character arena"),
    ("this resource", "this Resource"),
    ("unit is discard,", "unit is discarded,"),
    ("use intercept", "use Intercept"),
    ("is a put on", "is put on"),
    ("Or; ", "Or: "),
    ("during his or her draw step..", "during his or her draw step."),
    ("(after damage prevention,)", "(after damage prevention),"),
    ("it's build or equip", "its build or equip"),
    ("unit is damage (after", "unit is damaged (after"),
    ("this equipment", "this Equipment"),
    ("the defending loses", "the defending unit loses"),
    ("Jade in any arena", "Jade is in any arena"),
    ("Thrawn in any arena", "Thrawn is in any arena"),
    ("have Imperial Officer in", "have an Imperial Officer in"),
    ("Imperial Droids cause one", "Imperial Droids causes one"),
    ("Play only during battle.", "Play only during the battle phase."),
    ("your put 1", "you put 1"),
    ("units attack.", "unit attacks."),
    ("bonus damage", "more damage"),
    ("Patrol Ship Pilot. the Patrol", "Patrol Ship Pilot. The Patrol"),
    ("Whenever 1 or redemption counters", "Whenever 1 or more redemption counters"),
    ("your draw step..", "your draw step."),
    ("deploy a Sith to any arena, they loses", "deploys a Sith to any arena, they lose"),
    ("unless your opponent put 2", "unless your opponent puts 2"),
];

/// Finds all of [`MISTYPED`] in one pass: few texts have any.
struct Finder {
    /// Whether any of them can begin with four bytes that have this hash: settles nearly every place at once.
    begins: [bool; 4096],
    /// Those that begin with these four bytes, by their place in the list.
    starting: HashMap<[u8; 4], Vec<usize>>,
}

static FINDER: LazyLock<Finder> = LazyLock::new(|| {
    let mut finder = Finder { begins: [false; 4096], starting: HashMap::new() };
    for (place, (wrong, _)) in MISTYPED.iter().enumerate() {
        let start = *wrong.as_bytes().first_chunk().expect("mistyped phrases have four letters");
        finder.begins[Finder::hash(start)] = true;
        finder.starting.entry(start).or_default().push(place);
    }
    finder
});

impl Finder {
    /// The upper twelve bits of a product: the bytes of English text fall far apart.
    fn hash(start: [u8; 4]) -> usize {
        (u32::from_le_bytes(start).wrapping_mul(0x9E37_79B1) >> 20) as usize
    }

    /// The first of the list, from this place in it, that is anywhere in the text.
    fn first(&self, text: &str, from: usize) -> Option<usize> {
        let bytes = text.as_bytes();
        let mut first = None;
        for (at, window) in bytes.windows(4).enumerate() {
            let Some(&start) = window.first_chunk() else { continue };
            if self.begins[Finder::hash(start)]
                && let Some(places) = self.starting.get(&start)
            {
                let fits = |place: &&usize| bytes[at..].starts_with(MISTYPED[**place].0.as_bytes());
                let found = places.iter().filter(|place| **place >= from).find(fits).copied();
                first = first.into_iter().chain(found).min();
            }
        }
        first
    }
}

/// Corrects words that are wrong together, in the order of the list: one correction may lead to the next.
fn phrases<'a>(text: &'a str, note: &mut impl FnMut(Repair)) -> Cow<'a, str> {
    let mut out = Cow::from(text);
    let mut next = 0;
    while let Some(place) = FINDER.first(&out, next) {
        let (wrong, right) = MISTYPED[place];
        correct(out.to_mut(), wrong, right, note);
        next = place + 1;
    }
    out
}

/// Replaces what's wrong, if there is no letter directly before or after it.
fn correct(text: &mut String, wrong: &str, right: &str, note: &mut impl FnMut(Repair)) {
    let mut from = 0;
    while let Some(at) = text[from..].find(wrong).map(|at| from + at) {
        let end = at + wrong.len();
        let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        if letter(text[..at].chars().next_back()) || letter(text[end..].chars().next()) {
            from = end;
            continue;
        }
        note(Repair::Spelling);
        text.replace_range(at..end, right);
        from = at + right.len();
    }
}

/// A small word that was typed twice stays once.
fn doubled<'a>(text: &'a str, note: &mut impl FnMut(Repair)) -> Cow<'a, str> {
    let is_small = |word: &str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let mut before = "";
    let is_plain = text.split(' ').all(|word| {
        let again = std::mem::replace(&mut before, word) == word;
        !(word.is_empty() || (again && is_small(word)))
    });
    if is_plain {
        return text.into();
    }
    let mut out: Vec<&str> = Vec::new();
    for word in text.split_whitespace() {
        if is_small(word) && out.last() == Some(&word) {
            note(Repair::Spelling);
        } else {
            out.push(word);
        }
    }
    out.join(" ").into()
}

/// Quotation marks that were lost: written as `&` or `'`, or never closed after part of a name.
fn marks(text: &str, note: &mut impl FnMut(Repair)) -> String {
    let mut out = single_marks(text, note).into_owned();
    // A mark between spaces opens or closes in turn; if there is one too many, this is it.
    let even = out.matches('"').count().is_multiple_of(2);
    while let Some(at) = out.find(" \" ") {
        let opens = out[..at].matches('"').count().is_multiple_of(2);
        note(Repair::Typography);
        out.replace_range(
            at..at + 3,
            match (even, opens) {
                (false, _) => " ",
                (true, true) => " \"",
                (true, false) => "\" ",
            },
        );
    }
    for name in [" in its name", " in their name"] {
        let mut from = 0;
        while let Some(at) = out[from..].find(name).map(|at| from + at) {
            from = at + name.len();
            let Some(open) = out[..at].rfind('"') else { continue };
            let inside = &out[open + 1..at];
            let opens = out[..open].ends_with(' ') && inside.starts_with(|c: char| c.is_ascii_uppercase());
            if opens && inside.split(' ').count() <= 3 && !inside.contains(['.', ',', '>']) {
                out.insert(at, '"');
                note(Repair::Typography);
            }
        }
    }
    out
}

/// Quotation marks written as `&` or `'`.
fn single_marks<'a>(text: &'a str, note: &mut impl FnMut(Repair)) -> Cow<'a, str> {
    if !text.contains('&') && !text.contains(" '") && !text.starts_with('\'') {
        return text.into();
    }
    let mut out: Vec<char> = text.chars().collect();
    let blank = |c: Option<char>| c.is_none_or(|c| c == ' ');
    for i in 0..out.len() {
        let before = i.checked_sub(1).map(|i| out[i]);
        if out[i] == '&' && !(blank(before) && blank(out.get(i + 1).copied())) {
            out[i] = '"';
            note(Repair::Typography);
        }
        // 'Pay 1 Force -> Evade 1': an ability in single quotation marks.
        let opens = blank(before)
            && out[i] == '\''
            && out.get(i + 1).is_some_and(|c| c.is_ascii_uppercase() || *c == '[');
        if opens && let Some(close) = closing(&out, i + 1) {
            out[i] = '"';
            out[close] = '"';
            note(Repair::Typography);
        }
    }
    out.into_iter().collect::<String>().into()
}

/// Where an ability in single quotation marks ends.
fn closing(text: &[char], from: usize) -> Option<usize> {
    let rest = |i: usize| text[i..].iter().take(7).collect::<String>();
    (from..text.len()).find(|i| {
        let after = rest(i + 1);
        let ends = after.is_empty()
            || [".", ",", "\"", " until", " and ", " for th", " |"].iter().any(|end| after.starts_with(end));
        text[*i] == '\'' && (ends || (text[i - 1] == '.' && after.starts_with(' ')))
    })
}

/// [`MISSPELT`] by the wrong word.
static BY_WRONG: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| HashMap::from(MISSPELT));

/// The lengths of the words in [`MISSPELT`] that begin with each letter, as bits.
static LENGTHS: LazyLock<[u32; 128]> = LazyLock::new(|| {
    let mut lengths = [0; 128];
    for (wrong, _) in MISSPELT {
        lengths[usize::from(wrong.as_bytes()[0])] |= 1 << wrong.len();
    }
    lengths
});

fn is_perhaps_misspelt(word: &str) -> bool {
    let lengths = LENGTHS[usize::from(word.as_bytes()[0] & 127)];
    word.len() < 32 && lengths & (1 << word.len()) != 0
}

fn spelling(text: &str, note: &mut impl FnMut(Repair)) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphabetic()) {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find(|c: char| !(c.is_ascii_alphabetic() || c == '-')).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        match is_perhaps_misspelt(word).then(|| BY_WRONG.get(word)).flatten() {
            Some(right) => {
                note(Repair::Spelling);
                out.push_str(right);
            }
            None => out.push_str(word),
        }
        rest = after;
    }
    out + rest
}

fn blanks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Repair, repair};

    #[test]
    fn repairs_are_made_and_reported() {
        for (broken, whole, kind) in [
            ("your opponent?s units", "your opponent's units", Repair::LostApostrophe),
            ("this unit_s power", "this unit's power", Repair::LostApostrophe),
            ("Pay 1 Force - > Evade 1", "Pay 1 Force -> Evade 1", Repair::Arrow),
            ("Pay 1 Force ? Evade 1", "Pay 1 Force -> Evade 1", Repair::Arrow),
            ("gets \u{201c}Armor\u{201d}", "gets \"Armor\"", Repair::Typography),
            ("Armor\u{3}", "Armor", Repair::StrayCharacter),
            ("Armor (A natural 6 is needed.)", "Armor", Repair::ReminderText),
            ("Bounty: Draw a card. (You gain it later.)", "Bounty: Draw a card.", Repair::ReminderText),
            (
                "Do 2 damage to a unit. (This damage can't be prevented.)",
                "Do 2 damage to a unit. This damage can't be prevented.",
                Repair::Parentheses,
            ),
            ("yourt units", "your units", Repair::Spelling),
            ("cards from you hand", "cards from your hand", Repair::Spelling),
            ("put it into into its arena", "put it into its arena", Repair::Spelling),
            (
                "gets 'Pay 1 Force -> Evade 1.' until",
                "gets \"Pay 1 Force -> Evade 1.\" until",
                Repair::Typography,
            ),
            ("a unit with \"Venn in its name", "a unit with \"Venn\" in its name", Repair::Typography),
            ("gets &Armor&.", "gets \"Armor\".", Repair::Typography),
        ] {
            assert_eq!(repair(broken), (whole.to_string(), vec![kind]), "{broken}");
        }
    }

    #[test]
    fn a_whole_text_stays_as_it_is() {
        for text in [
            "Discard half of them (rounded up).",
            "Who knows? Nobody.",
            "Have you handled it?",
            "your units' power",
        ] {
            assert_eq!(repair(text), (text.to_string(), vec![]));
        }
    }
}
