//! Which variants of which enums an ability consists of, found by writing it down as data: nothing lists them by hand.

use serde::Serialize;
use serde::ser::{self, Serializer};
use std::collections::BTreeSet;
use std::fmt;
use vocab::ability::Ability;

/// A variant by the name of its enum and its own.
pub type Kind = (&'static str, &'static str);

/// The kinds of an ability; what a quoted ability consists of is its own affair.
pub fn kinds_of(ability: &Ability) -> BTreeSet<Kind> {
    let mut walk = Walk::default();
    // The walk writes nowhere, so nothing can fail.
    let _ = ability.serialize(&mut walk);
    walk.met
}

#[derive(Default)]
struct Walk {
    met: BTreeSet<Kind>,
    depth: usize,
}

/// The parts of something; those of a quoted ability are passed over.
struct Parts<'a> {
    walk: &'a mut Walk,
    quoted: bool,
}

impl Walk {
    fn parts(&mut self) -> Result<Parts<'_>, fmt::Error> {
        Ok(Parts { walk: self, quoted: false })
    }

    fn variant(&mut self, of: &'static str, name: &'static str) -> Result<Parts<'_>, fmt::Error> {
        self.met.insert((of, name));
        self.parts()
    }
}

impl Parts<'_> {
    fn part<T: Serialize + ?Sized>(&mut self, value: &T) -> fmt::Result {
        if self.quoted { Ok(()) } else { value.serialize(&mut *self.walk) }
    }
}

/// Words and numbers aren't kinds.
macro_rules! plain {
    ($($method:ident($type:ty)),*) => {$(
        fn $method(self, _: $type) -> fmt::Result {
            Ok(())
        }
    )*};
}

impl<'a> Serializer for &'a mut Walk {
    type Ok = ();
    type Error = fmt::Error;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Parts<'a>;
    type SerializeMap = Parts<'a>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Parts<'a>;

    plain! {
        serialize_bool(bool), serialize_i8(i8), serialize_i16(i16), serialize_i32(i32), serialize_i64(i64),
        serialize_u8(u8), serialize_u16(u16), serialize_u32(u32), serialize_u64(u64), serialize_f32(f32),
        serialize_f64(f64), serialize_char(char), serialize_str(&str), serialize_bytes(&[u8]),
        serialize_unit_struct(&'static str)
    }

    fn serialize_none(self) -> fmt::Result {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> fmt::Result {
        value.serialize(self)
    }

    fn serialize_unit(self) -> fmt::Result {
        Ok(())
    }

    fn serialize_unit_variant(self, of: &'static str, _: u32, name: &'static str) -> fmt::Result {
        self.variant(of, name).map(|_| ())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> fmt::Result {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        of: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> fmt::Result {
        self.variant(of, name)?.part(value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'a>, fmt::Error> {
        self.parts()
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'a>, fmt::Error> {
        self.parts()
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>, fmt::Error> {
        self.parts()
    }

    fn serialize_tuple_variant(
        self,
        of: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, fmt::Error> {
        self.variant(of, name)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'a>, fmt::Error> {
        self.parts()
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Parts<'a>, fmt::Error> {
        let quoted = name == "Ability" && self.depth > 0;
        self.depth += usize::from(name == "Ability");
        Ok(Parts { walk: self, quoted })
    }

    fn serialize_struct_variant(
        self,
        of: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, fmt::Error> {
        self.variant(of, name)
    }
}

macro_rules! elements {
    ($($of:ident::$method:ident),*) => {$(
        impl ser::$of for Parts<'_> {
            type Ok = ();
            type Error = fmt::Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> fmt::Result {
                self.part(value)
            }

            fn end(self) -> fmt::Result {
                Ok(())
            }
        }
    )*};
}

elements! {
    SerializeSeq::serialize_element, SerializeTuple::serialize_element, SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
}

macro_rules! fields {
    ($($of:ident),*) => {$(
        impl ser::$of for Parts<'_> {
            type Ok = ();
            type Error = fmt::Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> fmt::Result {
                self.part(value)
            }

            fn end(self) -> fmt::Result {
                Ok(())
            }
        }
    )*};
}

fields! { SerializeStruct, SerializeStructVariant }

impl ser::SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = fmt::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, _: &T) -> fmt::Result {
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> fmt::Result {
        self.part(value)
    }

    fn end(self) -> fmt::Result {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::kinds_of;
    use vocab::Keyword;
    use vocab::ability::{Ability, Costs, Effect, Grant, KeywordAbility, Pattern, Rule};

    #[test]
    fn an_ability_has_the_kinds_of_its_parts_and_not_those_of_a_quoted_one() {
        let evade = KeywordAbility::number(Keyword::Evade, 2).unwrap();
        let quoted = Ability::activated(Costs::force(2), Effect::keyword(evade));
        let own = kinds_of(&quoted);
        assert!(own.contains(&("AbilityKind", "Activated")), "{own:?}");
        assert!(own.contains(&("Payment", "Force")) && own.contains(&("Amount", "Number")), "{own:?}");
        let giver = Ability::static_rule(Rule::gets(Pattern::THIS, [Grant::from(quoted)]));
        let given = kinds_of(&giver);
        assert!(given.contains(&("Grant", "Ability")) && given.contains(&("Pattern", "Known")), "{given:?}");
        assert!(!given.contains(&("Payment", "Force")), "{given:?}");
    }
}
