//! Wordings that mean what others say in the usual words: both are read as the same abilities.

use cards::core_set;
use dejarik_lang::{Lexicon, Setting, compile_text};
use vocab::{Arena, Arenas, CardType};

const PAIRS: &[(&str, &str)] = &[
    (
        "When the battle phase starts, each player may pay 2 Force. If he or she does, he or she discards a card from his or her hand.",
        "When the battle phase starts, each player may pay 2 Force. If that player does, that player discards a card from that player's hand.",
    ),
    (
        "Whenever this unit attacks a Droid, it gets +2 power for that attack.",
        "Whenever this unit attacks a Droid, this unit gets +2 power for that attack.",
    ),
    (
        "Whenever damage from this unit causes a Jedi to be discarded, untap it.",
        "Whenever damage from this unit causes a Jedi to be discarded, untap this unit.",
    ),
    (
        "Whenever this unit causes another unit to be discarded, put that unit face-down beneath it.",
        "Whenever this unit causes another unit to be discarded, put that unit face-down beneath this unit.",
    ),
    (
        "Whenever you attach an Equipment to a Jedi, draw a card.",
        "Whenever you attach one of your Equipment to a Jedi, draw a card.",
    ),
    (
        "Whenever one of your Droids is attacked by a unit with higher speed, draw a card.",
        "Whenever one of your Droids is attacked by a unit with speed more than the defending unit's speed, draw a card.",
    ),
    (
        "As long as you have a Jedi in any arena, this unit gets Armor and Hidden Cost 3.",
        "As long as you have a Jedi in any arena, this unit gets Hidden Cost 3. | As long as you have a Jedi in any arena, this unit gets Armor.",
    ),
    (
        "Pay 1 Force -> Prevent 1 damage to one of your Ground units or other Characters.",
        "Pay 1 Force -> Prevent 1 damage to one of your other Ground units or Characters.",
    ),
    (
        "When this unit is discarded, shuffle it and any cards stacked with it into your deck.",
        "When this unit is discarded, shuffle it and each card stacked with it into your deck.",
    ),
    (
        "Pay 1 Force -> Untap this unit, and it gets +2 power until end of turn.",
        "Pay 1 Force -> Untap this unit. This unit gets +2 power until end of turn.",
    ),
    (
        "Discard your hand -> Draw X cards, where X is the number of cards you discarded this way.",
        "Discard your hand -> Draw X cards, where X is the number of cards discarded this way.",
    ),
    (
        "Pay up to 3 Force -> This unit gets +X power until end of turn.",
        "Pay X Force, up to 3 -> This unit gets +X power until end of turn.",
    ),
    (
        "[Tap] -> Take 1 build counter from one of your partially built cards and put it on another partially built card.",
        "[Tap] -> Move 1 build counter from one of your partially built cards to another partially built card.",
    ),
    (
        "Whenever you collect a Bounty, draw a card.",
        "Whenever one of your units gains a Bounty, draw a card.",
    ),
    ("Each of your Jedi +1 power and Armor.", "Each of your Jedi gets +1 power and Armor."),
    ("Roll this unit's attack dice secretly.", "Cunning"),
    (
        "When the battle phase starts, choose up to 2 Jedi to each get Lucky 1 until end of turn.",
        "When the battle phase starts, up to 2 Jedi gets Lucky 1 until end of turn.",
    ),
    (
        "When this unit is attacked, the attacking unit gets -1 power and this unit gets +2 power until end of battle.",
        "When this unit is attacked, the attacking unit gets -1 power until end of battle. This unit gets +2 power until end of battle.",
    ),
    (
        "Whenever you add a card to this unit's stack, draw a card.",
        "Whenever you deploy a card to this unit's stack, draw a card.",
    ),
    (
        "Pay 1 Force -> Draw a card. Play only once per turn when no unit is attacking.",
        "Pay 1 Force -> Draw a card. Play only when no unit is attacking and only once per turn.",
    ),
    ("This unit can be piloted only by Droids.", "This unit can only be piloted by Droids."),
    ("Pay 1 build point [Tap] -> Draw a card.", "Pay 1 build point, [Tap] -> Draw a card."),
    (
        "Discard 3 cards from the top of your deck -> Draw a card.",
        "Discard the top 3 cards of your deck -> Draw a card.",
    ),
    (
        "[Tap] -> Take a Jedi unit card from your hand or discard pile, show it to your opponent, and put it into your build zone.",
        "[Tap] -> Search your hand or discard pile for a Jedi unit card, reveal it, put it into your build zone.",
    ),
    (
        "Pay 1 Force -> Draw a card. Play only if you have no more than 2 Jedi in any arena.",
        "Pay 1 Force -> Draw a card. Play only if you have 2 or less Jedi in any arena.",
    ),
    (
        "When you deploy this unit, draw a card. [Tap] -> Gain 1 Force. | Armor",
        "When you deploy this unit, draw a card. | [Tap] -> Gain 1 Force. | Armor",
    ),
    (
        "[Tap] -> This unit does a number of dice of damage equal to its power to a unit in this arena.",
        "[Tap] -> Do X dice of damage to a unit in this arena, where X is this unit's power.",
    ),
    (
        "Each of your Jedi gets Fury 2. Each of your Jedi with Stealth or Cunning gets Fury 4 instead.",
        "Each of your Jedi without Stealth or Cunning gets Fury 2. | Each of your Jedi with Stealth or Cunning gets Fury 4.",
    ),
    (
        "[Tap] -> Draw a card. Play only during your build step or when this unit would attack.",
        "[Tap] -> Draw a card. Play only during your build step. | [Tap] -> Draw a card. Play only when this unit would attack.",
    ),
    (
        "Whenever a Jedi is discarded, gain 1 Force or draw a card.",
        "Whenever a Jedi is discarded, choose one: Gain 1 Force. Or: Draw a card.",
    ),
    (
        "Whenever this unit attacks, remove 1 damage counter from this unit or one of your Jedi.",
        "Whenever this unit attacks, choose one: Remove 1 damage counter from this unit. Or: Remove 1 damage counter from one of your Jedi.",
    ),
    (
        "When the battle phase starts, put 1 damage counter or 1 captivity counter on a unit.",
        "When the battle phase starts, choose one: Put 1 damage counter on a unit. Or: Put 1 captivity counter on a unit.",
    ),
    (
        "[Tap] -> Gain any amount of Force and build points up to a combined total of 2.",
        "[Tap] -> Choose one: Gain 2 Force. Or: Gain 1 Force. Gain 1 build point. Or: Gain 2 build points. Or: Gain 1 Force. Or: Gain 1 build point.",
    ),
    (
        "When you deploy this unit, look at your opponent's hand and the partially built cards in his or her build zone.",
        "When you deploy this unit, look at your opponent's hand. Look at each partially built card in your opponent's build zone.",
    ),
    (
        "Pay 2 Force -> Double this unit's Velocity until end of turn.",
        "Pay 2 Force -> This unit gets Velocity X until end of turn, where X is twice this unit's Velocity.",
    ),
    (
        "When a unit attacks one of your Jedi, you may make it attack this unit instead.",
        "When a unit attacks one of your Jedi, you may have the attacking unit attack this unit instead.",
    ),
    (
        "[Tap] -> Choose an arena. Discard the Location and all units from the chosen arena.",
        "[Tap] -> Choose an arena. Discard each Location in the chosen arena, then discard each unit in the chosen arena.",
    ),
    (
        "[Tap] -> Reveal the top 3 cards of your deck. Put each revealed Jedi card into your hand. Put the rest on the bottom of your deck.",
        "[Tap] -> Reveal the top 3 cards of your deck. Put each Jedi card among those cards into your hand. Put the rest on the bottom of your deck.",
    ),
    (
        "[Tap] -> Put 1 counter of any type on a unit. If that unit is a Jedi, put 2 counters of that type on it instead.",
        "[Tap] -> Put 1 counter of any type on a unit. If that unit is a Jedi, put 2 counters of any one type on it instead.",
    ),
    (
        "Upkeep: Put 1 mastery counter on this unit. It gets +1 power for each mastery counter on it.",
        "Upkeep: Put 1 mastery counter on this unit. | This unit gets +1 power for each mastery counter on this unit.",
    ),
    (
        "When the battle phase starts, you may choose one of your Jedi. If you do, this unit gets the chosen Jedi's complete subtype until end of turn.",
        "When the battle phase starts, you may choose one of your Jedi. If you do, this unit gets the subtypes of the chosen Jedi until end of turn.",
    ),
    (
        "Whenever this unit attacks a Jedi and does no damage (after damage prevention), untap it.",
        "Whenever this unit's attack ends, if this unit did no damage this attack and the defending unit is a Jedi, untap this unit.",
    ),
    (
        "Each Battle card you play during the Space battle step costs 1 less Force to play.",
        "Each of your Battle cards costs 1 less Force to play as long as it is the Space battle step.",
    ),
    (
        "[Tap] -> Do 1 damage to each of your opponent's units in this arena. Then do 2 damage to each of those units with Armor.",
        "[Tap] -> Do 1 damage to each of your opponent's units in this arena. Do 2 damage to each unit with Armor among those units.",
    ),
    (
        "When one of your Jedi is discarded from your hand or any arena, draw a card.",
        "Whenever one of your Jedi unit cards is discarded from your hand or when one of your Jedi is discarded from any arena, draw a card.",
    ),
];

#[test]
fn other_words_are_read_as_the_usual_ones() {
    let lexicon = Lexicon::of(&core_set::plugin().collection);
    let setting = Setting::new(CardType::Unit(Arenas::one(Arena::Character)), "Testa Dorran", &lexicon);
    let mut faults = Vec::new();
    for (other, usual) in PAIRS {
        let [a, b] = [other, usual].map(|text| compile_text(text, &setting, &lexicon));
        if !a.is_exact() || !b.is_exact() || a.abilities() != b.abilities() {
            faults.push(format!("{other}\n  {:?}\n  {:?}", a.clauses, b.clauses));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
