//! plugininfo.txt (FORMATS.md 9.1), with a plugin of our own.

use super::codes;
use dejarik_cards::manifest::plugin_info::{LoadTo, PHASES, PluginInfo, Shuffle, Visibility, with_version};
use dejarik_cards::manifest::{Date, DateForm};

const FILE: &str = "<plugin>\r
<pluginversion>2026.05.03</pluginversion>\r
<pluginname>starwars</pluginname>
<playerstat><label>Force</label></playerstat><playerstat><label>Build</label></playerstat>
<deckzone><label>Deck</label><shuffle>yes</shuffle><gamezonetoloadto>Deck</gamezonetoloadto></deckzone>
<deckzone>
\t<label>Spare</label>\t<zonetoloadto>1</zonetoloadto>
</deckzone>
<gamezone><label>Deck</label><visibletoowner>no</visibletoowner><visibletoothers>no</visibletoothers></gamezone>
<gamezone><label>Hand</label><visibletoowner>yes</visibletoowner><visibletoothers>NO</visibletoothers></gamezone>
<phase><label>One</label></phase><phase><label>Two &amp; a half</label></phase>
<generalfunction><label>Draw</label><kind>DRAWCARD</kind></generalfunction>
<cardfunction><label>Doesn't Untap</label><kind>X</kind><place><x>.5</x></place></cardfunction>
<definition><kind>SOMETHING</kind></definition>
</plugin>
";

#[test]
fn everything_in_the_file_is_understood_or_kept() {
    let (info, findings) = PluginInfo::read(FILE.as_bytes()).unwrap();
    assert_eq!(findings, []);
    assert_eq!(info.version, Date::new(2026, 5, 3));
    assert_eq!((info.name.as_str(), info.player_stats.len()), ("starwars", 2));
    assert_eq!(info.deck_zones[0].shuffle, Shuffle::OnLoad);
    assert_eq!(info.deck_zones[0].load_to, Some(LoadTo::Label("Deck".into())));
    assert_eq!(info.deck_zones[1].shuffle, Shuffle::Never);
    assert_eq!(info.game_zone_of(&info.deck_zones[1]).unwrap().label, "Hand");
    assert_eq!(info.game_zones[0].visibility, Visibility::Nobody);
    assert_eq!(info.game_zones[1].visibility, Visibility::Owner);
    assert_eq!(info.phases, ["One", "Two & a half"]);
    assert_eq!(info.general_functions[0].child_text("kind"), "DRAWCARD");
    assert_eq!(info.card_functions[0].children[2].child_text("x"), ".5");
    assert_eq!(info.other[0].name, "definition");
}

#[test]
fn reading_what_was_written_gives_the_same() {
    let (info, _) = PluginInfo::read(FILE.as_bytes()).unwrap();
    let written = info.write();
    assert_eq!(PluginInfo::read(&written).unwrap(), (info.clone(), vec![]));
    assert!(written.starts_with(b"<plugin>\n<pluginversion>2026.05.03</pluginversion>\n\n<pluginname>"));
    assert!(written.ends_with(b"</definition>\n</plugin>\n"));
}

#[test]
fn a_release_changes_the_date_and_nothing_else() {
    let day = Date::new(2027, 1, 2).unwrap();
    let changed = String::from_utf8(with_version(FILE.as_bytes(), day).unwrap()).unwrap();
    assert_eq!(changed, FILE.replace("2026.05.03", &day.write(DateForm::Dotted)));
    let without = FILE.replace("pluginversion", "version");
    assert!(with_version(without.as_bytes(), day).unwrap_err().to_string().contains("YYYY.MM.DD"));
}

#[test]
fn what_is_tolerated_is_reported_with_its_line() {
    let text = FILE
        .replace("2026.05.03", "03.05.2026")
        .replace("<shuffle>yes</shuffle>", "<shuffle>often</shuffle>")
        .replace("<zonetoloadto>1", "<zonetoloadto>table")
        .replace("<visibletoothers>no</visibletoothers>", "")
        .replace("<phase><label>One</label>", "<phase><label>One</label><colour>red</colour>")
        .replace("<definition>", "<definition attribute=\"x\">")
        .replace("</plugin>", "<pluginname>again</pluginname></plugin>");
    let (info, findings) = PluginInfo::read(text.as_bytes()).unwrap();
    let expected = [
        ("bad-date", 2),
        ("bad-flag", 5),
        ("bad-number", 7),
        ("missing-tag", 9),
        ("unknown-tag", 11),
        ("unknown-tag", 14),
        ("second-tag", 15),
    ];
    let said: Vec<_> = findings.iter().map(|f| (f.code, f.place.line.unwrap())).collect();
    assert_eq!(said, expected);
    assert_eq!((info.version, info.name.as_str()), (None, "starwars"));
    assert_eq!(PluginInfo::read(&info.write()).unwrap().0, info);
}

#[test]
fn the_check_knows_the_phases_of_a_turn_and_the_zones() {
    let (mut info, _) = PluginInfo::read(FILE.as_bytes()).unwrap();
    assert_eq!(codes(&info.check()), ["phases"]);
    info.phases = PHASES.map(String::from).to_vec();
    assert_eq!(info.check(), []);
    info.deck_zones[1].load_to = Some(LoadTo::Index(9));
    assert_eq!(codes(&info.check()), ["unknown-zone"]);
}
