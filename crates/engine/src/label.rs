//! Choices and questions in words: what a person reads, a judge writes and a screen reader reads out.

use crate::facts::game::Game;
use crate::records::attack::Mode;
use crate::records::build::Item;
use crate::records::decision::{Choice, Why};
use crate::records::frame::Frame;
use crate::records::hand;
use crate::records::id::AbilityId;
use crate::records::state::Slot;
use crate::records::word::Word;
use crate::story::spot_in_words;
use vocab::Keyword;
use vocab::ability::{AbilityKind, Amount, Effect, Group, KeywordAbility, deeds};

/// What several texts of a card are called.
const NTH: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];

impl Game {
    /// The name of a card as players write it.
    pub fn name_of(&self, card: Slot) -> String {
        self.catalog().definition(self.state().card(card).definition).to_string()
    }

    /// A choice in words. The words depend on the choice and on nothing that the asked player does not see.
    pub fn label(&self, choice: Choice) -> String {
        let name = |card: Slot| self.name_of(card);
        match choice {
            Choice::Pass => "pass".into(),
            Choice::Done => "done".into(),
            Choice::Yes => "yes".into(),
            Choice::No => "no".into(),
            Choice::Back => "back".into(),
            Choice::Card(card) => name(card),
            Choice::Put(card, spot) => format!("{} {}", name(card), spot_in_words(spot, &name)),
            Choice::Use(card, ability) => format!("{} uses {}", name(card), self.use_in_words(card, ability)),
            Choice::Play(card) => format!("play {}", name(card)),
            Choice::PlayBy(card, keyword) => format!("play {} by {keyword}", name(card)),
            Choice::Keyword(card, keyword) => format!("{keyword} of {}", name(card)),
            Choice::Attack(target, mode) => match mode {
                Mode::Normal => format!("attack {}", name(target)),
                Mode::Bombard => format!("bombard {}", name(target)),
                Mode::Barrage => format!("barrage {}", name(target)),
                Mode::IonCannon => format!("ion cannon at {}", name(target)),
            },
            Choice::Die(die) => format!("die {}", die + 1),
            Choice::Number(number) => number.to_string(),
            Choice::Option(option) => self.option_in_words(option),
            Choice::Arena(arena) => format!("{arena} arena"),
            Choice::Counter(counter) => format!("{} counter", counter.name()),
            Choice::Word(Word::Subtype(number)) => self.catalog().subtype(number).into(),
            Choice::Word(Word::Type(word)) => word.name(),
            Choice::Word(Word::Name(name)) => self.catalog().definition(name).name.to_string(),
            Choice::Word(Word::Ability(id)) => self.ability_in_words(&self.catalog().ability(id).kind),
            Choice::Ability(card, id) => self.chosen_ability_in_words(card, id),
        }
    }

    /// What a card uses; of several texts that are carried out by hand which one.
    pub(crate) fn use_in_words(&self, card: Slot, ability: AbilityId) -> String {
        let catalog = self.catalog();
        let words = self.ability_in_words(&catalog.ability(ability).kind);
        let own = &catalog.facts(self.state().card(card).definition).abilities;
        let mut by_hand = own.iter().filter(|id| catalog.is_by_hand(**id));
        match by_hand.clone().count() {
            2.. => match by_hand.position(|id| *id == ability) {
                Some(place) => match NTH.get(place) {
                    Some(nth) => words.replacen("its ", &format!("its {nth} "), 1),
                    None => format!("{words} ({})", place + 1),
                },
                None => words,
            },
            _ => words,
        }
    }

    /// Options at the start of a build step and of what is done by hand have words; others have their number.
    fn option_in_words(&self, option: u8) -> String {
        if let Some(words) = self.deed_in_words(option) {
            return words;
        }
        let is_start = self.decision().is_some_and(|decision| decision.why == Why::BuildStepStart);
        match self.state().todo.get(usize::from(option)).filter(|_| is_start) {
            None => format!("option {}", option + 1),
            Some(Item::Draw) => "draw".into(),
            Some(Item::Upkeep(card, _)) => format!("Upkeep of {}", self.name_of(*card)),
            Some(Item::DamageControl(unit)) => format!("Damage Control of {}", self.name_of(*unit)),
            Some(Item::Bounty { unit, .. }) => format!("Bounty of {}", self.name_of(*unit)),
            Some(Item::Triggers) => "start-of-step effects".into(),
        }
    }

    /// What is done by hand, or what is said to it.
    pub(crate) fn deed_in_words(&self, option: u8) -> Option<String> {
        let place = usize::from(option);
        match self.state().frames.last()? {
            Frame::Hand(hand::Frame::Next(_)) => Group::ALL.get(place).map(|group| group.words().into()),
            Frame::Hand(hand::Frame::Of(group, _)) => {
                deeds().iter().filter(|deed| deed.group == *group).nth(place).map(|deed| deed.words.clone())
            }
            Frame::Hand(hand::Frame::Agree(_)) => Some("always agree".into()),
            _ => None,
        }
    }

    /// An ability of a card that is chosen: abilities without a name have the number of their place in the text.
    fn chosen_ability_in_words(&self, card: Slot, id: AbilityId) -> String {
        let printed = &self.catalog().facts(self.state().card(card).definition).abilities;
        let place = printed.iter().position(|own| *own == id).map_or(0, |place| place + 1);
        match self.ability_in_words(&self.catalog().ability(id).kind) {
            unnamed if unnamed == "its ability" => format!("ability {place} of {}", self.name_of(card)),
            named => format!("{named} of {}", self.name_of(card)),
        }
    }

    /// A short name for an ability: `Evade 2`, or `its ability` if its text has no name.
    pub fn ability_words(&self, id: AbilityId) -> String {
        self.ability_in_words(&self.catalog().ability(id).kind)
    }

    /// A short name for an ability: its keyword, or what kind it is; the card shows the whole text.
    pub(crate) fn ability_in_words(&self, kind: &AbilityKind) -> String {
        match kind {
            AbilityKind::Keyword(keyword) => in_words(keyword),
            AbilityKind::Activated(play) | AbilityKind::OneShot(play) => match &play.effect {
                Effect::Keyword(keyword, _) => in_words(keyword),
                Effect::Sequence(_)
                | Effect::Named(..)
                | Effect::Act(_)
                | Effect::Lasting(_)
                | Effect::Do { .. }
                | Effect::If { .. }
                | Effect::ChooseOne(..)
                | Effect::Unless { .. }
                | Effect::Pay(..)
                | Effect::Table(..)
                | Effect::ForEach(..)
                | Effect::Delayed(..)
                | Effect::Meanwhile(..) => "its ability".into(),
                Effect::ByHand => "its text by hand".into(),
            },
            AbilityKind::Wrapper(wrapper) => wrapper.keyword().name().into(),
            AbilityKind::Static(_)
            | AbilityKind::Triggered(_)
            | AbilityKind::Replacement(_)
            | AbilityKind::Equipped(_)
            | AbilityKind::Trap(_)
            | AbilityKind::ToComplete(_) => "its ability".into(),
        }
    }
}

/// `Evade 2`, `Retaliate X`.
fn in_words(keyword: &KeywordAbility) -> String {
    match keyword.value() {
        None => keyword.keyword().name().into(),
        Some(Amount::Number(number)) => format!("{} {number}", keyword.keyword()),
        Some(_) => format!("{} X", keyword.keyword()),
    }
}

impl Why {
    /// A number with what it counts: "Bid 2 Force".
    pub fn number(self, number: u8) -> String {
        let counted = |one: &str, more: &str| match number {
            0 => format!("No {more}"),
            1 => format!("1 {one}"),
            number => format!("{number} {more}"),
        };
        match self {
            Why::Prevent => format!("Prevent {number}"),
            Why::Bid => format!("Bid {number} Force"),
            Why::BuildCounters => format!("Pay {number}"),
            Why::X => format!("X is {number}"),
            Why::Divide => counted("damage", "damage"),
            Why::Keyword(Keyword::Foresight | Keyword::Forewarning) => counted("hit", "hits"),
            Why::Keyword(Keyword::Lucky) => counted("die", "dice"),
            Why::Keyword(Keyword::DamageControl) => counted("damage counter", "damage counters"),
            Why::Keyword(Keyword::Overkill) => format!("Move {number} damage"),
            Why::Keyword(Keyword::Parry) => format!("Prevent {number}"),
            Why::Keyword(_)
            | Why::PlayEvent
            | Why::PullResource
            | Why::Mulligan
            | Why::SetupBuild
            | Why::SetupPartial
            | Why::BuildStepStart
            | Why::Build
            | Why::Destination
            | Why::Retreat
            | Why::PlayOrPass
            | Why::NextUnit
            | Why::Act
            | Why::Order
            | Why::Optional
            | Why::PayOrNot
            | Why::Choose
            | Why::Mode
            | Why::Pay
            | Why::Equip
            | Why::Untap
            | Why::ByHand
            | Why::Agree => number.to_string(),
        }
    }

    /// What the question asks a player to do: "you're asked to ...".
    pub const fn words(self) -> &'static str {
        match self {
            Why::PlayEvent => "put an Event into play",
            Why::PullResource => "pull a Resource",
            Why::Mulligan => "swap cards that aren't units",
            Why::SetupBuild => "put a card, or stop building",
            Why::SetupPartial => "build one more unit partially",
            Why::BuildCounters => "say how many build counters",
            Why::BuildStepStart => "choose what comes first in the build step",
            Why::Build => "choose what to do in the build step",
            Why::Destination => "choose where the card goes",
            Why::Retreat => "choose which units retreat",
            Why::PlayOrPass => "play or pass",
            Why::NextUnit => "choose which unit acts next",
            Why::Act => "choose what the unit does",
            Why::Bid => "bid for the contested unit",
            Why::Order => "choose what comes first",
            Why::Optional => "decide whether to do it",
            Why::PayOrNot => "decide whether to pay",
            Why::Keyword(_) => "decide how to use the keyword",
            Why::Choose => "choose",
            Why::Mode => "choose one",
            Why::X => "choose the value of X",
            Why::Pay => "choose how to pay",
            Why::Prevent => "decide how much damage to prevent",
            Why::Divide => "choose how to divide it",
            Why::Equip => "choose what to equip",
            Why::Untap => "decide whether it untaps",
            Why::ByHand => "carry the text out by hand",
            Why::Agree => "agree to what was done by hand, or have it taken back",
        }
    }
}
