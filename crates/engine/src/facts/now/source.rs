//! What a source of damage is: a card in play as it is now, a unit that has left as it was (rules 1112.3, 1712.3).

use super::gather::Query;
use super::permission;
use crate::facts::game::Game;
use crate::records::damage::Preventability;
use crate::records::id::AbilityId;
use crate::records::list::Full;
use crate::records::state::{Departed, Slot};
use crate::records::topics::Topics;
use vocab::ability::AbilityKind;
use vocab::{Keyword, Role};

/// The keywords that make a difference to the damage of a unit, or to what it earns.
const OF_SOURCES: [Keyword; 6] = [
    Keyword::AreaDamage,
    Keyword::Bounty,
    Keyword::DoubleDamage,
    Keyword::Ferocity,
    Keyword::Overkill,
    Keyword::Stun,
];

/// What is remembered of a source that has left.
fn departed(game: &Game, source: Slot) -> Option<&Departed> {
    let is_gone = game.state.card(source).place.is_out_of_play();
    game.state.departed.iter().find(|record| is_gone && record.card == source)
}

/// Whether a source has a keyword.
pub(crate) fn has(game: &Game, source: Slot, keyword: Keyword) -> bool {
    let bit = |keyword| OF_SOURCES.iter().position(|own| *own == keyword).map_or(0, |place| 1 << place);
    match departed(game, source) {
        Some(record) => record.keywords & bit(keyword) != 0,
        None => game.has(source, keyword),
    }
}

/// The Stun of a source.
pub(crate) fn stun(game: &Game, source: Slot) -> i16 {
    departed(game, source).map_or_else(|| game.value(source, Keyword::Stun), |record| record.stun.into())
}

/// The Area Damage of a source.
pub(crate) fn area_damage(game: &Game, source: Slot) -> i16 {
    let live = || game.value(source, Keyword::AreaDamage);
    departed(game, source).map_or_else(live, |record| record.area_damage.into())
}

/// The Bounties of a source, and the cards that give them (rule 1712.5).
pub(crate) fn bounties(game: &Game, source: Slot) -> Vec<(AbilityId, Slot)> {
    let is_bounty = |id: AbilityId| match &game.catalog.ability(id).kind {
        AbilityKind::Wrapper(wrapper) => wrapper.keyword() == Keyword::Bounty,
        _ => false,
    };
    match departed(game, source) {
        Some(record) => record.bounties.iter().copied().collect(),
        None if !game.has(source, Keyword::Bounty) => Vec::new(),
        None => Query::new(game, Topics::ABILITIES).abilities(source, is_bounty),
    }
}

/// Whether damage from a source can be prevented (rules 1205.1, 1725.1).
pub(crate) fn preventability(game: &Game, source: Slot) -> Preventability {
    departed(game, source)
        .map_or_else(|| permission::preventability_from(game, source), |record| record.preventable)
}

/// Who controls a source, or did when it left.
pub(crate) fn controller(game: &Game, source: Slot) -> Role {
    let record = game.state.card(source);
    let left = game.state.left(source).filter(|_| record.place.is_out_of_play());
    left.map_or(record.controller, |left| left.who)
}

/// What is to be remembered of a unit that is about to leave play; nothing of most.
pub(crate) fn to_be_remembered(game: &Game, unit: Slot) -> Result<Option<Departed>, Full> {
    let preventable = permission::preventability_from(game, unit);
    let may_have = |keyword: &Keyword| game.may_have(unit, *keyword);
    if !OF_SOURCES.iter().any(may_have) && preventable == Preventability::YES {
        return Ok(None);
    }
    let now = game.now(unit);
    let has = OF_SOURCES.iter().enumerate().filter(|(_, keyword)| now.has(**keyword));
    let small = |keyword| i8::try_from(now.value(keyword).clamp(-100, 100)).unwrap_or(0);
    let mut record = Departed {
        card: unit,
        keywords: has.fold(0, |set, (place, _)| set | 1 << place),
        stun: small(Keyword::Stun),
        area_damage: small(Keyword::AreaDamage),
        preventable,
        ..Departed::default()
    };
    for bounty in bounties(game, unit) {
        record.bounties.push(bounty)?;
    }
    let is_plain = record.keywords == 0 && record.bounties.is_empty() && preventable == Preventability::YES;
    Ok((!is_plain).then_some(record))
}
