//! Equipment: "Equipped Jedi gets +1 power", "Equipped Sith also gets ...".

use super::filter::{read_filter, write_filter};
use super::rule::{names_of, read_changes, read_condition_after, write_changes, write_condition_after};
use crate::parser::Parser;
use crate::writer::{Writer, Written};
use vocab::ability::{Equipped, Reference};

/// The clause of an Equipment that says what its bearer gets; "also" adds to the clause before.
pub fn read_equipped(p: &mut Parser) -> Option<Equipped> {
    p.words("equipped").then_some(())?;
    let who = read_filter(p)?;
    p.words("also");
    let mark = p.refs.mark();
    p.refs.mention(Reference::Each);
    p.bearer = names_of(p.lexicon, &who);
    let changes = read_changes(p);
    p.bearer.clear();
    let changes = changes?;
    let condition = p.attempt(|p| read_condition_after(p, Reference::Each));
    super::amount::read_where_x(p);
    p.refs.back_to(mark);
    p.words(".");
    (!super::rule::undoes_itself(&who, &changes)).then_some(())?;
    Some(Equipped { who, changes, condition })
}

/// Writes what `read_equipped` reads.
pub fn write_equipped(w: &mut Writer, equipped: &Equipped) -> Written {
    w.say("equipped");
    write_filter(w, &equipped.who, false)?;
    let mark = w.refs.mark();
    w.refs.mention(Reference::Each);
    write_changes(w, &equipped.changes)?;
    if let Some(condition) = &equipped.condition {
        write_condition_after(w, condition, Reference::Each)?;
    }
    super::amount::write_pending_x(w)?;
    w.refs.back_to(mark);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{read_equipped, write_equipped};
    use crate::testing::{both, reads};

    #[test]
    fn equipped() {
        for text in [
            "Equipped Jedi gets +1 power and Stun 1",
            "Equipped Ground unit or Character gets +1 power",
            "Equipped unit gets \"Pay 1 Force -> Evade 2\"",
            "Equipped Character gets +2 power when attacking a Sith",
        ] {
            both(text, read_equipped, write_equipped);
        }
        assert!(reads("Equipped Sith also gets Overload 1.", read_equipped).is_some());
    }
}
