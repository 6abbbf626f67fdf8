//! Cards that may go beneath others: "you may stack this card beneath one of your Jedi".

use super::class::read_class;
use super::selector::read_pattern;
use super::who::Who;
use crate::parser::Parser;
use vocab::ability::{Activity, Change, Limit, LimitOf, Modality, Pattern, Rule};

/// "You may stack this card beneath one of your Jedi. It can't be on top of that stack."
pub fn read_stackable<S: Who>(p: &mut Parser) -> Option<Rule<S>> {
    (p.words("you may stack") || p.words("you can stack")).then_some(())?;
    let who = S::read(p)?;
    (p.words("beneath") || p.words("under")).then_some(())?;
    let on = read_pattern(p)?;
    let mut changes = vec![Change::Modal(Modality::Can, Activity::BeStackedBeneath(on.clone()))];
    while let Some(change) = p.attempt(|p| {
        (p.words(".") || p.words(", and") || p.words("and")).then_some(())?;
        read_of_that_stack(p, &who, &on)
    }) {
        changes.extend(change);
    }
    Some(Rule::changes(who, changes))
}

/// "It can't be on top of that stack." Stacking already means that it's part of the stack (rule 804.1).
fn read_of_that_stack<S: Who>(p: &mut Parser, who: &S, on: &Pattern) -> Option<Option<Change>> {
    let names = match on {
        Pattern::Any(filter) => super::rule::names_of(p.lexicon, filter),
        Pattern::Known(_) | Pattern::OneOf(_) => Vec::new(),
    };
    let before = std::mem::replace(&mut p.bearer, names);
    let found = read_said_of_stack(p, who);
    p.bearer = before;
    found
}

fn read_said_of_stack<S: Who>(p: &mut Parser, who: &S) -> Option<Option<Change>> {
    if p.words("there can only be one copy of") || p.words("you can only have one copy of") {
        (S::read(p)? == *who && p.words("in")).then_some(())?;
        read_stack_name(p)?;
        return Some(Some(Change::Limit(LimitOf::CopiesInStack, Limit::UpTo(1))));
    }
    let treated = p.words("treat");
    (S::read(p)? == *who).then_some(())?;
    if treated {
        p.words("as part of").then_some(())?;
        read_stack_name(p)?;
        return Some(None);
    }
    p.words("can't be on top of").then_some(())?;
    read_stack_name(p)?;
    Some(Some(Change::Modal(Modality::Cant, Activity::BeOnTop)))
}

/// "that stack", "that unit's stack", "Ilara Venn's stack".
fn read_stack_name(p: &mut Parser) -> Option<()> {
    if p.one_of(&[
        "that stack",
        "the stack",
        "a stack",
        "a unit's stack",
        "its stack",
        "his stack",
        "her stack",
        "it",
    ])
    .is_some()
    {
        return Some(());
    }
    let short = p.attempt(|p| {
        // "Ilara's stack": the unit it lies beneath, by a short name.
        p.bearer_name().then_some(())?;
        (p.words("'s") || p.words("'")).then_some(())?;
        p.words("stack").then_some(())
    });
    if short.is_some() {
        return short;
    }
    p.attempt(|p| {
        read_pattern(p)?;
        let _ = p.words("'s") || p.words("'");
        p.words("stack").then_some(())
    })
    .or_else(|| {
        p.attempt(|p| {
            p.words("that").then_some(())?;
            read_class(p)?;
            let _ = p.words("'s") || p.words("'");
            p.words("stack").then_some(())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::read_stackable;
    use crate::testing::reads;
    use vocab::ability::{Change, Pattern, Rule};

    #[test]
    fn what_is_said_of_the_stack_belongs_to_the_permission() {
        let text = "You may stack this card beneath one of your Jedi. This card can't be on top of that Jedi's stack. \
                    Treat this card as part of that stack";
        let Some(Rule::Cards { changes, .. }) = reads(text, read_stackable::<Pattern>) else {
            panic!("{text} is not read");
        };
        assert!(matches!(changes[..], [Change::Modal(..), Change::Modal(..)]), "{changes:?}");
    }
}
