//! Texts that are carried out by hand, at the table: what can be done, what was done, and when to be asked (rule 1316).

use super::prompt::nth_key;
use super::sight::{Offered, Sight};
use dejarik::HandText;
use engine::state::{Slot, Where};
use engine::{AbilityId, Choice, Decision, Face, SeenCard, Viewer, What, Why};
use maud::{Markup, html};
use table::stops::Hands;
use vocab::Role;
use vocab::ability::Group;

/// The texts of a card that its player carries out by hand, as far as the viewer knows the card.
pub fn texts(sight: &Sight, card: Slot) -> Vec<HandText> {
    let seen = sight.seen.sight();
    let catalog = seen.catalog();
    match seen.card(card) {
        Some(id) if !catalog.by_hand(id).is_empty() => sight.world.cards.texts_of_card_by_hand(id, catalog),
        Some(_) | None => Vec::new(),
    }
}

/// The words of a text that is carried out by hand; of several that can't be told apart all of them.
pub fn words(sight: &Sight, card: Slot, ability: AbilityId) -> Option<String> {
    let seen = sight.seen.sight();
    let words = sight.world.cards.text_by_hand(seen.card(card)?, ability, seen.catalog())?;
    Some(words.replace("->", "→"))
}

/// What a choice is called where something is done by hand or agreed to.
pub fn title(decision: &Decision, choice: Choice) -> Option<&'static str> {
    match (decision.why, choice) {
        (Why::Agree, Choice::Yes) => Some("Agree"),
        (Why::Agree, Choice::No) => Some("Take it back"),
        (Why::Agree, Choice::Option(_)) => Some("Agree, and don’t ask again in this game"),
        (Why::ByHand, Choice::Back) => Some("Something else"),
        _ => None,
    }
}

/// What has been done so far for the text that is being carried out, in sentences.
pub fn done(sight: &Sight) -> Vec<String> {
    let lines = sight.seen.lines();
    let begun = lines.iter().rposition(|line| matches!(line.what, What::ByHand { .. }));
    let since = begun.map_or(&[][..], |begun| &lines[begun + 1..]);
    let told = since.iter().filter(|line| line.by_hand).filter_map(|line| sight.seen.told(line));
    told.map(|told| told.strip_prefix("By hand: ").map_or(told.clone(), super::offer::capital)).collect()
}

/// The text, and what has been done for it: for whoever carries it out, and for whoever agrees.
pub fn story(sight: &Sight, decision: &Decision) -> Markup {
    let ability = sight.seen.sight().carried_out();
    let picked = decision.source.zip(ability).and_then(|(card, ability)| words(sight, card, ability));
    // Texts that follow each other, as those of a Mission, are not picked one by one.
    let all = || decision.source.map(|card| texts(sight, card)).unwrap_or_default();
    let texts = picked
        .map_or_else(|| all().iter().map(|text| text.clause.replace("->", "→")).collect(), |one| vec![one]);
    let done = done(sight);
    html! {
        div.hand-story {
            @for text in &texts { blockquote { (text) } }
            @if !done.is_empty() { ol { @for told in &done { li { (told) } } } }
        }
    }
}

/// Where the end of an action's words begins that sets it apart from its neighbours: how long, or whereto.
const TAILS: [&str; 8] = [
    " for this attack",
    " until end of ",
    " into its owner's ",
    " on the top of ",
    " on the bottom of ",
    " out of the game",
    " face-up into ",
    " into an arena",
];

/// The words of an action, and the end that sets it apart from its neighbours.
fn split(words: &str) -> (&str, &str) {
    let at = TAILS.iter().filter_map(|tail| words.find(tail)).min().unwrap_or(words.len());
    (&words[..at], words[at..].trim_start())
}

/// A sort of actions on a small button.
const fn short(group: Group) -> &'static str {
    match group {
        Group::Tap => "Tap, untap",
        Group::Counters => "Counters",
        Group::Damage => "Damage",
        Group::Draw => "Draw",
        Group::Discard => "Discard",
        Group::Move => "Move",
        Group::Search => "Search, shuffle",
        Group::Show => "Show, look",
        Group::Points => "Force, build points",
        Group::Values => "Speed, power, health",
        Group::Keyword => "Keyword",
        Group::Dice => "Roll dice",
        Group::Stop => "Disrupt, end attack",
        Group::Control => "Control",
        Group::Attach => "Attach, stack, pilot",
    }
}

/// The plain actions as buttons: groups, or the actions of one group in rows.
pub fn deeds(sight: &Sight) -> Markup {
    let (last, offers): (Vec<&Offered>, Vec<&Offered>) =
        sight.offers.iter().partition(|offer| matches!(offer.choice, Choice::Done | Choice::Back));
    let mut rows: Vec<(&str, Vec<(&Offered, &str)>)> = Vec::new();
    for offer in offers {
        let (head, tail) = split(&offer.title);
        match rows.last_mut() {
            Some((own, row)) if *own == head && !tail.is_empty() => row.push((offer, tail)),
            _ => rows.push((head, vec![(offer, tail)])),
        }
    }
    let mut number = 0;
    let mut key = || {
        number += 1;
        nth_key(number)
    };
    let button = |offer: &Offered, words: &str, key: Option<String>, quiet: bool| {
        html! {
            button.choice.line.pass[quiet] form="answer" name="a" value=(offer.path) data-key=[key.as_deref().map(str::to_lowercase)] aria-label=(offer.title) {
                @if let Some(key) = &key { kbd { (key) } }
                span.title { (words) }
            }
        }
    };
    // Whoever has gone into a group finds the way back first, however long the group is.
    let (back, done): (Vec<&Offered>, Vec<&Offered>) =
        last.into_iter().partition(|offer| offer.choice == Choice::Back);
    let words = |offer: &Offered| match offer.choice {
        Choice::Option(sort) if back.is_empty() => {
            Group::ALL.get(usize::from(sort)).map_or_else(|| offer.title.clone(), |sort| short(*sort).into())
        }
        _ => offer.title.clone(),
    };
    html! {
        ol.choices.deeds.sorts[back.is_empty()] aria-label="What you can do by hand" {
            @for offer in &back { li { (button(offer, &offer.title, Some("Esc".into()), true)) } }
            @for (head, row) in rows {
                @match &row[..] {
                    [(only, "")] => li { (button(only, &words(only), key(), false)) },
                    _ => li.deed role="group" aria-label=(head) { span.head { (head) } @for (offer, tail) in &row { (button(offer, tail, key(), false)) } },
                }
            }
            @for offer in done { li { (button(offer, &offer.title, Some("E".into()), true)) } }
        }
    }
}

/// Whether a card of the viewer's has a text that can be carried out by hand some time while it lies there.
fn is_ready(sight: &Sight, card: &SeenCard, who: Role) -> bool {
    let Face::Known(id) = card.face else { return false };
    let lies = match card.place {
        Where::Arena(_) | Where::BuildZone | Where::EventZone => !card.face_down,
        Where::Attached(_) | Where::Piloting(_) => true,
        Where::Hand
        | Where::Deck
        | Where::DiscardPile
        | Where::Stacked(_)
        | Where::Beneath(_)
        | Where::Supply
        | Where::Removed
        | Where::Nowhere => false,
    };
    lies && card.controller == who && !sight.seen.sight().catalog().by_hand(id).is_empty()
}

/// Texts by hand don't come up by themselves: the player asks for them here, for the next chance.
pub fn wish(sight: &Sight) -> Markup {
    let Viewer::Seat(who) = sight.viewer else { return html! {} };
    let ready = || sight.view.cards.iter().filter(|card| is_ready(sight, card, who));
    let offered = sight.offers.iter().any(|offer| sight.seen.is_by_hand(offer.choice));
    let why = sight.decision.as_ref().map(|decision| decision.why);
    let busy = offered || matches!(why, Some(Why::ByHand | Why::Agree));
    if !sight.live || !sight.seen.has_hands() || busy || ready().next().is_none() {
        return html! {};
    }
    let names: Vec<String> = ready().map(|card| sight.name(card)).collect();
    let form = |inner: &Markup| html! { form.hand-wish method="post" action={ "/t/" (sight.id) "/hand" } { (inner) } };
    match sight.seen.wishes(who).hands {
        Hands::Always => html! {},
        Hands::Quiet => form(&html! {
            button.btn.quiet name="when" value="next" data-key="b" title={ "Ask me in my next chance: " (names.join(", ")) } { "Carry out a text by hand" }
        }),
        Hands::Next => form(&html! {
            span { "You’ll be asked about your texts by hand in your next chance." } " "
            button.btn.quiet name="when" value="quiet" data-key="b" { "Never mind" }
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::split;
    use vocab::ability::deeds;

    #[test]
    fn actions_of_a_row_differ_in_their_ends_alone() {
        assert_eq!(
            split("move a card from play out of the game"),
            ("move a card from play", "out of the game")
        );
        assert_eq!(split("tap a card"), ("tap a card", ""));
        for deed in deeds() {
            let (head, tail) = split(&deed.words);
            assert!(!head.is_empty(), "{}", deed.words);
            assert_eq!(format!("{head} {tail}").trim(), deed.words);
        }
    }
}
