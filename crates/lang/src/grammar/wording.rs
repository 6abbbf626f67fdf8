//! Wordings of clauses that mean what others say in the usual words.

use super::reference::read_owner_reference;
use super::with::read_with;
use crate::parser::Parser;
use vocab::Keyword;
use vocab::ability::{Effect, KeywordAbility, Quality, Reference};

/// "Roll this unit's attack dice secretly. Show them to your opponent after damage prevention." is Cunning (rule 1715.1).
pub fn read_secret_dice(p: &mut Parser) -> Option<KeywordAbility> {
    p.words("roll").then_some(())?;
    (read_owner_reference(p)? == Reference::This).then_some(())?;
    p.words("attack dice secretly").then_some(())?;
    p.words(".");
    p.words("show them to your opponent after damage prevention");
    p.words(".");
    KeywordAbility::plain(Keyword::Cunning).ok()
}

/// "Play only on a unit with speed 50 or higher", "play only when that unit is attacking": said of what the effect
/// chooses first.
pub fn read_only_on(p: &mut Parser, effect: &mut Effect) -> Option<()> {
    if super::effect::first_choice(effect).is_some()
        && p.attempt(|p| {
            p.one_of(&["play only when that unit is attacking", "play only if that unit is attacking"])?;
            (p.words(".") || p.at_end()).then_some(())
        })
        .is_some()
    {
        super::effect::first_choice(effect)?.of.with.push(Quality::Attacking(None));
        return Some(());
    }
    let Some(such) = p.attempt(|p| {
        p.words("play only on").then_some(())?;
        (p.words("a unit") || p.words("a character")).then_some(())?;
        let such = read_with(p)?;
        (p.words(".") || p.at_end()).then_some(such)
    }) else {
        return Some(());
    };
    super::effect::first_choice(effect)?.of.with.extend(such);
    Some(())
}
