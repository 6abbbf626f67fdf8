//! The made-up texts of the ability model, read: each is understood and comes back as the same abilities.

use cards::core_set;
use dejarik_lang::{Lexicon, Setting, compile_text, render};
use vocab::ability::{Ability, Costs, Effect, Event, KeywordAbility};
use vocab::{Arena, Arenas, CardType, Keyword};

const UNIT: CardType = CardType::Unit(Arenas::one(Arena::Character));

/// Reads a text on a card of this type, writes it and reads it again.
fn read(card_type: CardType, text: &str) -> Vec<Ability> {
    let lexicon = Lexicon::of(&core_set::plugin().collection);
    let setting = Setting::new(card_type, "", &lexicon);
    let compiled = compile_text(text, &setting, &lexicon);
    let unread: Vec<_> = compiled.unread().collect();
    assert!(unread.is_empty(), "{unread:#?}");
    let abilities = compiled.abilities();
    let english = render(&abilities, &setting, &lexicon).unwrap_or_else(|reason| panic!("{text}: {reason}"));
    let again = compile_text(&english, &setting, &lexicon);
    assert_eq!(again.abilities(), abilities, "{text}\n{english}");
    abilities
}

#[test]
fn texts_on_units() {
    for text in [
        "Armor",
        "Pay 2 Force -> Evade 2",
        "Pay X Force -> Retaliate X+1",
        "[pilot] Starfighter Pilot. The Starfighter gets: * +1 power * Accuracy 1 * \"[tap] -> Gain 1 Force.\"",
        "INSERT: Pay 1 Force -> Deflect 1",
        "Stack: Any unique Starfighter",
        "Switch: None/+10 speed and Overkill",
        "Adapt: Stealth/+2 power",
        "Reserves: When your build step starts, gain 1 Force.",
        "Upkeep: Pay 1 build point or tap this unit.",
        "Bounty: Draw a card.",
        "Last Stand: Your opponent loses 2 Force.",
        "Foresight: Put 1 mastery counter on this unit.",
        "Reduced Cost 3: If you have a Jedi in any arena.",
        "Alternative Cost: Pay 4 Force, tap one of your Jedi.",
        "Each of your other Rebel Starfighters in this arena gets +1 power and Accuracy 1.",
        "This unit gets +1 power for each damage counter on it.",
        "This unit gets Critical Hit 2 when attacking a Capital Ship.",
        "Treat this unit as a Jedi.",
        "As long as this unit is untapped, it can't be attacked.",
        "Your opponent's units can't attack your Diplomats unless your opponent pays 2 Force.",
        "Each of your Diplomats costs 1 less build counter to deploy (but not less than 1).",
        "This unit doesn't count toward controlling any arena.",
        "Your opponent can't gain Force as long as you control the Character arena.",
        "Prevent all damage to and from this unit.",
        "Damage from each of your Jedi Padawans can only be prevented by Evade.",
        "Your opponent's units with power 5 or more lose Stealth.",
        "This unit can attack units in your opponent's build zone. It can have an extra Pilot.",
        "Pay X Force, up to 3 -> Prevent X damage to one of your defending units.",
        "[tap], pay 1 Force -> Remove up to 2 damage counters from one of your units. Gain 1 Force for each counter \
         removed this way. Play only when no unit is attacking and only once per game.",
        "Discard one of your other units -> This unit does damage equal to the discarded unit's power, divided as \
         you choose among any number of your opponent's units in this arena.",
        "Choose one: Pay 2 Force. Or: Discard a card from your hand. -> Gain control of one of your opponent's \
         non-unique units until end of turn. Play only when this unit would attack.",
        "Pay 2 build points -> Take two 30/2/2 Line Trooper Subordinates with \"Pay 1 Force -> Intercept\" and put \
         them into the Ground arena tapped. Play only during your build step.",
        "[tap] -> Look at the top 3 cards of your deck. Put one of those cards into your hand. Put the rest on the \
         bottom of your deck in any order.",
        "Whenever this unit damages a Character, gain 1 Force.",
        "Whenever this unit attacks or is attacked, if it is damaged, it gets +2 power for that attack.",
        "When you deploy this unit, you may search your deck for a Droid unit card, show it to your opponent and \
         put it into your hand. Shuffle your deck.",
        "When your build step starts, you may pay 2 Force. If you do, put the top card of your deck face-down into \
         your build zone with 1 build counter on it.",
        "When the battle phase starts, roll a die. If you roll a 1 or 2, your opponent gains 1 Force. If you roll \
         a 3 or more, tap one of your opponent's units.",
        "When the roll for build points is made, you may reroll it.",
        "Whenever one of your other units in this arena would be damaged, prevent 1 of that damage.",
        "When this unit would be discarded from the Ground arena, you may retreat it instead.",
        "If this card is in your discard pile when your build step starts, you may pay 3 Force. If you do, return \
         it to your hand.",
    ] {
        read(UNIT, text);
    }
}

#[test]
fn texts_on_other_cards() {
    for (card_type, text) in [
        (CardType::Equipment(None), "Pay 1 build point -> Equip to a Jedi or Sith."),
        (
            CardType::Equipment(None),
            "Equipped Jedi gets +1 power and \"Pay 1 Force -> This unit gets Critical Hit 1 for this attack. Play \
             only when this unit is attacking.\"",
        ),
        (
            CardType::Equipment(None),
            "When one of your Jedi with no Trait attached is damaged by 2 or more damage, attach this Trait to it.",
        ),
        (
            CardType::Trap,
            "When one of your opponent's units would attack, its attack ends and it doesn't untap during its \
             controller's next untap step.",
        ),
        (CardType::Mission, "To complete this Mission, you must also tap one of your Rebels."),
        (
            CardType::Mission,
            "Choose an arena. Each of your units in that arena gets +1 health until end of turn.",
        ),
        (
            CardType::Battle,
            "Pay 2 Force -> Choose one: One of your units gets +2 power for this attack. Or: Disrupt an attack \
             against one of your units. Or: Pay 1 Force -> Draw a card. Play only when no unit is attacking.",
        ),
        (
            CardType::Battle,
            "Pay 1 Force -> One of your units gets +2 power for this attack. | Enhance: Pay 2 more Force -> That \
             unit gets +4 power for this attack instead.",
        ),
        (
            CardType::Battle,
            "Pay 1 Force -> Choose one of your units in any arena. When the attack ends, the chosen unit does 3 \
             dice of damage to the attacking unit.",
        ),
    ] {
        read(card_type, text);
    }
}

#[test]
fn the_abilities_are_those_of_the_model() {
    let evade = KeywordAbility::number(Keyword::Evade, 2).unwrap();
    assert_eq!(
        read(UNIT, "Pay 2 Force -> Evade 2"),
        [Ability::activated(Costs::force(2), Effect::keyword(evade))]
    );
    assert_eq!(
        read(UNIT, "When your build step starts, gain 1 Force."),
        [Ability::triggered(Event::YOUR_BUILD_STEP_STARTS, Effect::gain_force(1))]
    );
}

#[test]
fn what_is_not_understood_is_declined_with_its_place() {
    let lexicon = Lexicon::of(&core_set::plugin().collection);
    let setting = Setting::new(UNIT, "", &lexicon);
    let compiled = compile_text("Armor | When you deploy this unit, sing aloud.", &setting, &lexicon);
    let unread: Vec<_> = compiled.unread().collect();
    assert_eq!(unread.len(), 1);
    assert_eq!(unread[0].1.words, "sing aloud.");
    assert!(!unread[0].1.expected.is_empty());
    assert_eq!(compiled.abilities().len(), 1);
}
