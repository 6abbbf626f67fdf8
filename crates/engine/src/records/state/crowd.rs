//! Large sets of cards that steps of effects had to do with: "look at your opponent's deck", "each of those units".

use super::{Slot, SlotSet, State};
use crate::records::effect::{Bound, Crowd, FEW};
use crate::records::list::Full;

impl State {
    /// What a step came to, about these cards: all of them are remembered, however many there are.
    pub(crate) fn bind(&mut self, cards: &[Slot], mut bound: Bound) -> Result<Bound, Full> {
        bound.crowd = if cards.len() > FEW { self.gather_crowd(cards)? } else { Crowd::default() };
        for card in cards.iter().take(FEW) {
            bound.objects.push(Some(*card))?;
        }
        Ok(bound)
    }

    /// A set of these cards, in a place that nothing refers to any more or a new one.
    pub(crate) fn gather_crowd(&mut self, cards: &[Slot]) -> Result<Crowd, Full> {
        let set: SlotSet = cards.iter().copied().collect();
        let free = (1..=self.crowds.len() as u8).map(Crowd).find(|crowd| !self.is_in_use(*crowd));
        if let Some(free) = free {
            self.crowds[usize::from(free.0 - 1)] = set;
            return Ok(free);
        }
        self.crowds.push(set)?;
        Ok(Crowd(self.crowds.len() as u8))
    }

    fn is_in_use(&self, crowd: Crowd) -> bool {
        let by_context = self.contexts.iter().any(|context| {
            let bounds = context.results.iter().chain(&context.paid);
            context.last.crowd == crowd || bounds.clone().any(|bound| bound.crowd == crowd)
        });
        by_context
            || self.waiting.iter().any(|waiting| waiting.bound.crowd() == crowd)
            || self.delayed.iter().any(|delayed| delayed.waiting.bound.crowd() == crowd)
    }

    /// The cards of a crowd; none for no crowd.
    pub fn crowd(&self, crowd: Crowd) -> SlotSet {
        let place = usize::from(crowd.0).checked_sub(1);
        place.and_then(|place| self.crowds.get(place)).copied().unwrap_or_default()
    }

    /// Whether a step had to do with this card.
    pub(crate) fn concerns(&self, bound: &Bound, card: Slot) -> bool {
        bound.objects.contains(&Some(card)) || self.crowd(bound.crowd).contains(card)
    }
}

#[cfg(test)]
mod tests {
    use crate::records::effect::{Bound, Context, Crowd, FEW};
    use crate::records::state::{Options, Seed, Slot, State};

    #[test]
    fn as_many_cards_as_there_are_come_back() {
        let mut state = State::new(Seed::from(1), Options::default());
        let all: Vec<Slot> = (0..70).filter_map(Slot::new).collect();
        let few = state.bind(&all[..FEW], Bound::default()).unwrap();
        assert_eq!((few.crowd, few.objects.len()), (Crowd::default(), FEW));
        let many = state.bind(&all, Bound::default()).unwrap();
        assert_eq!(state.crowd(many.crowd).iter().collect::<Vec<_>>(), all);
        assert!(all.iter().all(|card| state.concerns(&many, *card)));
        // A set that nothing refers to makes room; one that a step points to stays.
        state.contexts.push(Context { last: many, ..Context::default() }).unwrap();
        let other = state.bind(&all[20..], Bound::default()).unwrap();
        assert_ne!(other.crowd, many.crowd);
        assert_eq!(state.crowd(many.crowd).len(), 70);
        let again = state.bind(&all[30..], Bound::default()).unwrap();
        assert_eq!(again.crowd, other.crowd);
    }
}
