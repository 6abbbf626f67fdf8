//! Every plain action that can be done by hand, once: what the rulebook says comes of it (rule 1316.3).
//!
//! Each row is written from the rulebook: the action, the answers to its questions, and what has changed then.

use dejarik::Cards;
use engine::state::Slot;
use engine::{Game, Told, Viewer, What};
use std::collections::BTreeSet;
use vocab::ability::{Deed, Group, deeds};
use vocab::keyword::Parameter;
use vocab::{Keyword, Role, RuleNumber};

/// Who is there. The last card of a deck is drawn first.
const TABLE: &str = "by hand
dark ground: Singer 40/3/4 \"Sing aloud.\"; Guard 40/2/6 cost 2 damage 3; Hulk (B) 10/1/9 cost 3; Idler 10/1/9 tapped; \
    Squire 20/1/3 cost 1; Rider 20/1/3 cost 1 \"[Pilot] Speeder Pilot. The Speeder gets *+2 power\"; Skiff 30/1/5 cost 2 Speeder; \
    Nest 10/1/5 cost 2; \
    Safe 10/1/5 corruption 3 captivity 3 mastery 3 redemption 3 credit 3
dark under Hulk (B): ground Hulk (A) 10/1/5 cost 2
dark beneath Nest: ground Egg 10/1/1 cost 1
dark on Squire: ground equipment Blade cost 1 \"Equipped unit gets +1 power\"
dark build zone: ground equipment Torch cost 1 \"Equipped unit gets +1 power\"
dark build zone: resource Vault resource 4
dark building: ground Stair 10/1/5 cost 3 counters 1
dark hand: ground Recruit 30/1/2 cost 2; ground equipment Lamp cost 1 \"Equipped unit gets +1 power\"
dark deck: ground Cellar 30/1/1 cost 1; ground Walker 30/2/4 cost 2
dark discard: ground Veteran 30/2/3 cost 2; ground equipment Chain cost 1 \"Equipped unit gets +1 power\"
light ground: Bunker 10/1/6
light hand: ground Sentry 30/1/2 cost 2
light deck: ground Lower 30/1/1 cost 1; ground Upper 30/2/4 cost 2
light discard: ground Outlaw 30/2/3 cost 2
dark force 5 build 5
light force 5 build 5
";

/// A smaller one, in which no two units are equally fast and nobody can win: the turn goes on by passing. The Guard is
/// unique, since no others have Inspiration (rule 1733.5).
const SMALL: &str = "by hand
dark ground: Singer 70/3/9 \"Sing aloud.\"; Guard (A) 40/2/6; Idler 20/1/9 tapped
light ground: Bunker 10/1/99
dark deck: 9 ground Recruit 30/1/2 cost 2
light deck: 9 ground Sentry 30/1/2 cost 2
";

/// The action, the answers to its questions, and what holds then; `draw` among the answers draws a card by hand.
const ROWS: &str = "
tap a card | Bunker | Bunker tapped
untap a card | Idler | Idler untapped
put build counters on a card | 2; Stair | Stair build 3
put damage counters on a card | 2; Bunker | Bunker damage 2
put corruption counters on a card | 2; Bunker | Bunker corruption 2
put captivity counters on a card | 2; Bunker | Bunker captivity 2
put mastery counters on a card | 2; Bunker | Bunker mastery 2
put redemption counters on a card | 2; Bunker | Bunker redemption 2
put credit counters on a card | 2; Bunker | Bunker credit 2
put resource counters on a card | 2; Vault | Vault resource 6
remove build counters from a card | 1; Stair | Stair build 0
remove damage counters from a card | 2; Guard | Guard damage 1
remove resource counters from a card | 2; Vault | Vault resource 2
remove corruption counters from a card | 2; Safe | Safe corruption 1
remove captivity counters from a card | 2; Safe | Safe captivity 1
remove mastery counters from a card | 2; Safe | Safe mastery 1
remove redemption counters from a card | 2; Safe | Safe redemption 1
remove credit counters from a card | 2; Safe | Safe credit 1
do damage to a unit | 2; Bunker | Bunker damage 2
draw cards | 2 | dark hand 4; Walker in hand; Cellar in hand
have your opponent draw cards | 1 | light hand 2; Upper in hand; Lower in deck
discard a card in play | Guard | Guard discarded
discard a card from your hand | Recruit | Recruit discarded
have your opponent discard a card from their hand | Sentry | Sentry discarded
discard a card from your opponent's hand at random | | Sentry discarded
discard the top card of your deck | | Walker discarded; Cellar in deck
discard the top card of your opponent's deck | | Upper discarded; Lower in deck
look at your opponent's hand and discard a card from it | Sentry | Sentry discarded
move a card from play into its owner's hand | Bunker | Bunker in hand; light hand 2
move a card from play on the top of its owner's deck | Guard; draw | Guard in hand
move a card from play on the bottom of its owner's deck | Guard; draw | Guard in deck; Walker in hand
move a card from play into its owner's deck, which is shuffled | Guard | Guard in deck; dark deck 3
move a card from play into its owner's discard pile | Bunker | Bunker discarded
move a card from play out of the game | Bunker | Bunker removed
move a unit from play face-up into the build zone | Guard | Guard in build zone
move a unit from play into an arena | Guard | Guard in ground
move a card from your hand on the top of its owner's deck | Recruit; draw | Recruit in hand; dark hand 2
move a card from your hand on the bottom of its owner's deck | Recruit; draw | Recruit in deck; Walker in hand
move a card from your hand into its owner's deck, which is shuffled | Recruit | Recruit in deck; dark deck 3
move a card from your hand into its owner's discard pile | Recruit | Recruit discarded
move a card from your hand out of the game | Recruit | Recruit removed
move a unit card from your hand face-up into the build zone | Recruit | Recruit in build zone; dark hand 1
move a unit card from your hand into an arena | Recruit | Recruit in ground
move a card from your discard pile into its owner's hand | Veteran | Veteran in hand; dark hand 3
move a card from your discard pile on the top of its owner's deck | Veteran; draw | Veteran in hand
move a card from your discard pile on the bottom of its owner's deck | Veteran; draw | Veteran in deck; Walker in hand
move a card from your discard pile into its owner's deck, which is shuffled | Veteran | Veteran in deck; dark deck 3
move a card from your discard pile out of the game | Veteran | Veteran removed
move a unit card from your discard pile face-up into the build zone | Veteran | Veteran in build zone
move a unit card from your discard pile into an arena | Veteran | Veteran in ground
move a card from your opponent's discard pile into its owner's hand | Outlaw | Outlaw in hand; light hand 2
move a card from your opponent's discard pile on the top of its owner's deck | Outlaw | Outlaw in deck; light deck 3
move a card from your opponent's discard pile on the bottom of its owner's deck | Outlaw | Outlaw in deck; light deck 3
move a card from your opponent's discard pile into its owner's deck, which is shuffled | Outlaw | Outlaw in deck; light deck 3
move a card from your opponent's discard pile out of the game | Outlaw | Outlaw removed
complete a card from your hand | Recruit; Recruit to the Ground arena | Recruit in ground
complete a card in your build zone | Stair; Stair to the Ground arena | Stair in ground
retreat a unit | Guard | Guard in build zone
search your deck for a card and put it into its owner's hand | Cellar | Cellar in hand; dark deck 1
search your deck for a card and put it on the top of its owner's deck | Cellar; draw | Cellar in hand
search your deck for a card and put it on the bottom of its owner's deck | Walker; draw | Walker in deck; Cellar in hand
search your deck for a card and put it into its owner's discard pile | Cellar | Cellar discarded
search your deck for a card and put it out of the game | Cellar | Cellar removed
search your deck for a unit card and put it face-up into the build zone | Cellar | Cellar in build zone
search your deck for a unit card and put it into an arena | Cellar | Cellar in ground
you gain Force | 2 | dark force 7
you lose Force | 2 | dark force 3
you gain build points | 2 | dark build 7
you lose build points | 2 | dark build 3
your opponent gains Force | 2 | light force 7
your opponent loses Force | 2 | light force 3
your opponent gains build points | 2 | light build 7
your opponent loses build points | 2 | light build 3
attach an Equipment in play to a unit | Blade; Bunker | Blade on Bunker; Bunker power 2; Squire power 1
attach an Equipment in play to a unit | Torch; Guard | Torch on Guard; Guard power 3
stack a unit in play under another unit | Guard; Singer | Guard under Singer; Singer power 4
put a unit in play onto a unit as its Pilot | Rider; Skiff | Rider piloting Skiff; Skiff power 3
put a unit in play face-up beneath a unit | Guard; Bunker | Guard beneath Bunker
put a unit in play face-down beneath a unit | Guard; Bunker | Guard beneath Bunker
attach an Equipment from your hand to a unit | Lamp; Guard | Lamp on Guard; Guard power 3
attach an Equipment from your discard pile to a unit | Chain; Guard | Chain on Guard; Guard power 3
stack a unit card from your hand under another unit | Recruit; Singer | Recruit under Singer; Singer power 4
put a unit card from your hand onto a unit as its Pilot | Recruit; Singer | Recruit piloting Singer
put a card from your hand face-up beneath a unit | Recruit; Singer | Recruit beneath Singer; light sees Recruit
put a card from your hand face-down beneath a unit | Recruit; Singer | Recruit beneath Singer; light does not see Recruit
stack a unit card from your discard pile under another unit | Veteran; Singer | Veteran under Singer; Singer power 4
put a unit card from your discard pile onto a unit as its Pilot | Veteran; Singer | Veteran piloting Singer
put a card from your discard pile face-up beneath a unit | Veteran; Singer | Veteran beneath Singer
put a card from your discard pile face-down beneath a unit | Veteran; Singer | Veteran beneath Singer; Veteran face-down
detach an Equipment | Blade | Blade in build zone; Squire power 1
move a card stacked under a unit into its owner's hand | Hulk (B); Hulk (A) | Hulk (A) in hand; Hulk (B) power 1
move a card stacked under a unit into its owner's discard pile | Hulk (B); Hulk (A) | Hulk (A) discarded
move a card put beneath a unit into its owner's hand | Nest; Egg | Egg in hand
move a card put beneath a unit into its owner's discard pile | Nest; Egg | Egg discarded
";

/// The lines of a script that do this by hand; what is the only choice isn't asked.
fn by_hand(deed: &Deed, answers: &[String]) -> String {
    let mut lines = vec!["Singer uses its text by hand".to_string(), deed.group.words().to_string()];
    // Of these groups one action alone means anything at a time.
    if !matches!(deed.group, Group::Dice | Group::Stop) {
        lines.push(deed.words.clone());
    }
    for answer in answers {
        match answer.as_str() {
            "draw" => lines.extend(["draw cards", "draw cards", "1"].map(str::to_string)),
            number if number.parse::<u8>().is_ok() => lines.push(number.to_string()),
            dice if dice.starts_with("dice") => lines.push(dice.to_string()),
            card => lines.push(format!("{card} if asked")),
        }
    }
    lines.extend(["done", "yes"].map(str::to_string));
    lines.join("\n")
}

fn parts(text: &str) -> Vec<String> {
    text.split(';').map(|part| part.trim().to_string()).filter(|part| !part.is_empty()).collect()
}

fn deed(words: &str) -> &'static Deed {
    deeds().iter().find(|deed| deed.words == words).unwrap_or_else(|| panic!("there is no `{words}`"))
}

/// What the judge finds wrong with a script at the table.
fn faults(cards: &Cards, table: &str, script: &str) -> Vec<String> {
    let text = format!("T1 By hand\nrules 1316.3\n\n{table}start battle ground\n\n{script}\n");
    let verdict = cards.judge(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    verdict.failures.iter().map(ToString::to_string).collect()
}

/// The game after a script, and what was told of it.
fn reach(cards: &Cards, table: &str, script: &str) -> (Game, Vec<Told>) {
    let text = format!("{table}start battle ground\n\n{script}\n");
    let scenario = judge::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    cards.reach_told(&scenario).unwrap_or_else(|| panic!("it isn't reached:\n{text}"))
}

fn slot(game: &Game, name: &str) -> Slot {
    let is_it = |slot: &Slot| game.name_of(*slot).trim_end_matches(" (A)") == name;
    game.whole().slots().find(is_it).unwrap_or_else(|| panic!("no {name}"))
}

/// How long something lasts, and whether it still does when the next turn has begun.
const LASTS: [(&str, bool); 4] = [
    ("for this attack", false),
    ("until end of battle", false),
    ("until end of turn", false),
    ("until end of game", true),
];

/// What leads to a chance in which this can be done: while a unit attacks, if it is for that attack.
fn prelude(how_long: &str) -> &'static str {
    if how_long == "for this attack" { "dice any\nSinger attacks Bunker\npass\n" } else { "dice any\n" }
}

#[test]
fn every_action_does_what_the_rulebook_says() {
    let cards = Cards::core();
    let (mut done, mut wrong) = (BTreeSet::new(), Vec::new());
    for row in ROWS.lines().filter(|row| !row.is_empty()) {
        let [words, answers, holds] = row.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("a row has three parts: {row}")
        };
        let expected: Vec<String> = parts(holds).iter().map(|what| format!("expect now {what}")).collect();
        assert!(!expected.is_empty(), "{row}");
        let faults = faults(
            &cards,
            TABLE,
            &format!("{}\n{}", by_hand(deed(words), &parts(answers)), expected.join("\n")),
        );
        if !faults.is_empty() {
            wrong.push(format!("{row}: {faults:?}"));
        }
        done.insert(words.to_string());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // A speed is counted in tens.
    for (name, base, by) in [("speed", 40, 10), ("power", 2, 1), ("health", 6, 1)] {
        for (way, sign) in [("more", 1), ("less", -1)] {
            for (how_long, stays) in LASTS {
                let words = format!("a unit gets {way} {name} {how_long}");
                let script = by_hand(deed(&words), &[by.to_string(), "Guard (A)".into()]);
                let (now, later) = (base + sign * by, if stays { base + sign * by } else { base });
                let script = format!(
                    "{}{script}\nexpect now Guard {name} {now}\nuntil turn 2\nexpect now Guard {name} {later}",
                    prelude(how_long)
                );
                assert_eq!(faults(&cards, SMALL, &script), [""; 0], "{words}");
                done.insert(words);
            }
        }
    }
    for keyword in Keyword::all() {
        for (how_long, stays) in LASTS {
            let words = format!("a unit gets {keyword} {how_long}");
            let Some(deed) = deeds().iter().find(|deed| deed.words == words) else { continue };
            let has_number = keyword.row().parameter != Parameter::None;
            let number = has_number.then(|| "2".to_string());
            let answers: Vec<String> = number.into_iter().chain(["Guard (A)".to_string()]).collect();
            let script = format!("{}{}", prelude(how_long), by_hand(deed, &answers));
            let has = |script: &str| {
                let (game, _) = reach(&cards, SMALL, script);
                game.sight(Viewer::Public).instances(slot(&game, "Guard"), keyword)
            };
            let now = has(&script);
            assert!(now.len() == 1 && (!has_number || now == [2]), "{words}: {now:?}");
            assert_eq!(has(&format!("{script}\nuntil turn 2")).len(), usize::from(stays), "{words}");
            done.insert(words);
        }
    }
    for (way, card, to, from) in
        [("take", "Bunker", Role::Dark, Role::Light), ("give", "Guard (A)", Role::Light, Role::Dark)]
    {
        for (how_long, stays) in LASTS.into_iter().skip(2) {
            let words = format!("{way} control of a unit {how_long}");
            let script = by_hand(deed(&words), &[card.to_string()]);
            let who = |script: &str| {
                let (game, _) = reach(&cards, SMALL, script);
                game.whole().card(slot(&game, card.trim_end_matches(" (A)"))).controller
            };
            assert_eq!(who(&script), to, "{words}");
            let later = who(&format!("dice any\n{script}\nuntil turn 2"));
            assert_eq!(later, if stays { to } else { from }, "{words}");
            done.insert(words);
        }
    }
    for (words, script) in others() {
        let script = script.replace("DEED", &by_hand(deed(words), &[]).replace("\ndone\nyes", ""));
        assert_eq!(faults(&cards, SMALL, &script), [""; 0], "{words}");
        done.insert(words.to_string());
    }
    for (words, who) in [("shuffle your deck", Role::Dark), ("shuffle your opponent's deck", Role::Light)] {
        let (_, told) = reach(&cards, TABLE, &by_hand(deed(words), &[]));
        let shuffled = told.iter().filter(|told| told.event.what == What::Shuffled(who)).count();
        assert_eq!(shuffled, 1, "{words}");
        done.insert(words.to_string());
    }
    // What is shown is shown to both, what is looked at to one.
    let both = |card| vec![(card, None)];
    for (words, answers, seen) in [
        ("show a card from your hand", vec!["Recruit".to_string()], both("Recruit")),
        ("show your hand", Vec::new(), vec![("Recruit", None), ("Lamp", None)]),
        ("show the top card of your deck", Vec::new(), both("Walker")),
        ("have your opponent show the top card of their deck", Vec::new(), both("Upper")),
        ("look at the top card of your deck", Vec::new(), vec![("Walker", Some(Role::Dark))]),
        ("look at your opponent's hand", Vec::new(), vec![("Sentry", Some(Role::Dark))]),
    ] {
        let (game, told) = reach(&cards, TABLE, &by_hand(deed(words), &answers));
        let shown = told.iter().filter_map(|told| match told.event.what {
            What::Revealed(card) => Some((game.name_of(card), None)),
            What::LookedAt { who, card, .. } => Some((game.name_of(card), Some(who))),
            _ => None,
        });
        let expected: BTreeSet<_> = seen.into_iter().map(|(card, who)| (card.to_string(), who)).collect();
        assert_eq!(shown.collect::<BTreeSet<_>>(), expected, "{words}");
        done.insert(words.to_string());
    }
    let missing: Vec<&String> =
        deeds().iter().map(|deed| &deed.words).filter(|words| !done.contains(*words)).collect();
    assert!(missing.is_empty(), "nobody does this: {missing:?}");
}

/// Actions that need dice, an attack or something to disrupt; `DEED` does them.
fn others() -> Vec<(&'static str, String)> {
    let attack = "Bunker attacks Singer\n";
    let all = [
        ("roll dice", "DEED\n2\ndice 6 5\ndone\nyes\nexpect now rolled 2".to_string()),
        ("do dice of damage to a unit", "DEED\n3\nBunker\ndice 6 6 1\ndone\nyes\nexpect now Bunker damage 2".into()),
        (
            "keep a unit from untapping next turn",
            "dice any\nDEED\nIdler\ndone\nyes\nuntil turn 2\nexpect now Idler tapped\nexpect now Singer untapped".into(),
        ),
        ("disrupt it", format!("{attack}DEED\ndone\nyes\nexpect now Singer damage 0\nexpect now Bunker tapped")),
        (
            "end the attack",
            format!("{attack}pass\nDEED\ndone\nyes\nexpect now Singer damage 0\nexpect now Bunker tapped"),
        ),
        (
            "prevent damage to a unit",
            format!("{attack}pass\npass\ndice 6\npass\npass\npass\nDEED\nSinger if asked\n1\ndone\nyes\ndice any\nexpect Singer damage 0"),
        ),
    ];
    all.into_iter().collect()
}

/// 1316.6: what was seen of a deck is not known any more when that is taken back, and nothing else is shuffled.
#[test]
fn a_deck_that_was_seen_is_shuffled_when_that_is_taken_back() {
    let cards = Cards::core();
    let rule = RuleNumber::new(1316, 6);
    for (words, answers, seen) in [
        ("draw cards", vec!["1"], Some(Role::Dark)),
        ("look at the top card of your deck", Vec::new(), Some(Role::Dark)),
        ("have your opponent draw cards", vec!["1"], Some(Role::Light)),
        ("tap a card", vec!["Bunker"], None),
    ] {
        let answers: Vec<String> = answers.into_iter().map(str::to_string).collect();
        let script = by_hand(deed(words), &answers);
        let back = script.strip_suffix("yes").expect("it is agreed to").to_string() + "no";
        let (_, told) = reach(&cards, TABLE, &back);
        let shuffled = |who: Role| {
            told.iter().any(|told| told.event.what == What::Shuffled(who) && told.event.rule == rule)
        };
        for who in Role::ALL {
            assert_eq!(shuffled(who), seen == Some(who), "{words}, {who:?}");
        }
    }
}
