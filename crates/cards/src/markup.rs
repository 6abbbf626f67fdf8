//! Markup: the players' tag files as a small tree of elements.
//!
//! `.dek` files, formats, packs and manifests.
//!
//! Tolerant where their programs are (a bare `&`, a missing declaration), strict where it matters: entities of a
//! DTD are never expanded, depth and size are bounded.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use thiserror::Error;

/// None of the players' files nests deeper than this.
const MAX_DEPTH: usize = 32;

/// Why a text isn't a tag file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct MarkupError {
    /// The line, counted from 1.
    pub line: u32,
    /// What is wrong and what was expected.
    pub reason: String,
}

/// An element with its text and children.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Element {
    /// The tag.
    pub name: String,
    /// The attributes in order, decoded.
    pub attributes: Vec<(String, String)>,
    /// The text directly in it, decoded, as written.
    pub text: String,
    /// The elements in it.
    pub children: Vec<Element>,
    /// The line where it begins.
    pub line: u32,
}

impl Element {
    /// The text, trimmed.
    pub fn trimmed(&self) -> &str {
        self.text.trim()
    }

    /// The first child with this tag.
    pub fn child(&self, name: &str) -> Option<&Element> {
        self.children.iter().find(|child| child.name == name)
    }

    /// All children with this tag.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The trimmed text of the first child with this tag, or nothing.
    pub fn child_text(&self, name: &str) -> &str {
        self.child(name).map_or("", Element::trimmed)
    }

    /// An attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// Reads a text that consists of one element of this name.
pub fn parse(text: &str, root: &str) -> Result<Element, MarkupError> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    let mut lines = Lines { text, at: 0, line: 1 };
    let mut open: Vec<Element> = Vec::new();
    let mut whole: Option<Element> = None;
    loop {
        let line = lines.at(reader.buffer_position());
        let wrong = |reason: String| MarkupError { line, reason };
        match reader.read_event().map_err(|error| wrong(error.to_string()))? {
            Event::Start(_) | Event::Empty(_) if whole.is_some() => {
                return Err(wrong(format!("something follows </{root}>")));
            }
            Event::Start(tag) => {
                if open.len() == MAX_DEPTH {
                    return Err(wrong(format!("elements are nested more than {MAX_DEPTH} deep")));
                }
                open.push(element(&tag, line)?);
            }
            Event::Empty(tag) => {
                let child = element(&tag, line)?;
                match open.last_mut() {
                    Some(parent) => parent.children.push(child),
                    None => whole = Some(child),
                }
            }
            Event::End(_) => {
                if let Some(done) = open.pop() {
                    match open.last_mut() {
                        Some(parent) => parent.children.push(done),
                        None => whole = Some(done),
                    }
                }
            }
            Event::Text(bytes) => add_text(&mut open, bytes.as_ref(), line)?,
            Event::CData(bytes) => add_text(&mut open, bytes.as_ref(), line)?,
            Event::GeneralRef(name) => {
                let name: &str = name.as_ref();
                add_text(&mut open, &reference(name), line)?;
            }
            // A declaration and a DOCTYPE may be there; nothing of a DTD is fetched or expanded.
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            Event::Eof => break,
        }
    }
    let end = lines.at(text.len() as u64);
    if let Some(unclosed) = open.last() {
        let reason = format!("<{}> of line {} isn't closed", unclosed.name, unclosed.line);
        return Err(MarkupError { line: end, reason });
    }
    match whole {
        Some(element) if element.name == root => Ok(element),
        Some(element) => Err(MarkupError {
            line: element.line,
            reason: format!("the file begins with <{}>; expected <{root}>", element.name),
        }),
        None => Err(MarkupError { line: end, reason: format!("expected <{root}>") }),
    }
}

fn element(tag: &BytesStart<'_>, line: u32) -> Result<Element, MarkupError> {
    let name: &str = tag.name().into_inner();
    let mut element = Element { name: name.to_string(), line, ..Element::default() };
    for attribute in tag.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| MarkupError { line, reason: error.to_string() })?;
        let key: &str = attribute.key.into_inner();
        element.attributes.push((key.to_string(), unescape(&attribute.value)));
    }
    Ok(element)
}

fn add_text(open: &mut [Element], text: &str, line: u32) -> Result<(), MarkupError> {
    match open.last_mut() {
        Some(parent) => parent.text.push_str(text),
        None if text.trim().is_empty() => {}
        None => return Err(MarkupError { line, reason: "text outside of any element".into() }),
    }
    Ok(())
}

/// Decodes `&apos;` and the like; what isn't a reference stays as it is.
pub fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        plain.push_str(&rest[..start]);
        rest = &rest[start + 1..];
        match rest.find(';') {
            Some(end) if rest[..end].bytes().all(|b| b.is_ascii_alphanumeric() || b == b'#') => {
                plain.push_str(&reference(&rest[..end]));
                rest = &rest[end + 1..];
            }
            _ => plain.push('&'),
        }
    }
    plain.push_str(rest);
    plain
}

/// The meaning of `&name;`; an unknown one stays as it is.
fn reference(name: &str) -> String {
    let code = name.strip_prefix('#').map(|code| match code.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => code.parse(),
    });
    let plain = match (name, code) {
        ("apos", _) => Some('\''),
        ("quot", _) => Some('"'),
        ("amp", _) => Some('&'),
        ("lt", _) => Some('<'),
        ("gt", _) => Some('>'),
        (_, Some(Ok(code))) => char::from_u32(code).filter(|c| *c >= ' ' || matches!(c, '\t' | '\n' | '\r')),
        _ => None,
    };
    plain.map_or_else(|| format!("&{name};"), String::from)
}

/// Escapes a text for an element or attribute, in ASCII with numeric references (FORMATS.md section 7).
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            c if c.is_ascii() => escaped.push(c),
            other => escaped.push_str(&format!("&#{};", other as u32)),
        }
    }
    escaped
}

/// Counts lines up to growing positions.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: u32,
}

impl Lines<'_> {
    fn at(&mut self, position: u64) -> u32 {
        let position = usize::try_from(position).unwrap_or(usize::MAX).clamp(self.at, self.text.len());
        self.line +=
            self.text.as_bytes()[self.at..position].iter().filter(|byte| **byte == b'\n').count() as u32;
        self.at = position;
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::{escape, parse, unescape};

    #[test]
    fn elements_attributes_and_text_are_read() {
        let text = "<?xml version=\"1.0\"?>\n<!DOCTYPE deck SYSTEM \"deck.dtd\">\n<deck version=\"0.8\">\n\
            <name id=\"a&apos;b\">R&amp;D &quot;x&quot; &#65; A&B &bomb;</name>\n<set/></deck>\n";
        let deck = parse(text, "deck").unwrap();
        assert_eq!(deck.attribute("version"), Some("0.8"));
        let name = deck.child("name").unwrap();
        assert_eq!(name.attribute("id"), Some("a'b"));
        assert_eq!(name.trimmed(), "R&D \"x\" A A&B &bomb;");
        assert_eq!(name.line, 4);
        assert_eq!(deck.child_text("set"), "");
    }

    #[test]
    fn entities_of_a_dtd_are_not_expanded() {
        let bomb = "<!DOCTYPE deck [<!ENTITY a \"xxxxxxxx\"><!ENTITY b \"&a;&a;\">]><deck>&b;</deck>";
        assert_eq!(parse(bomb, "deck").unwrap().text, "&b;");
    }

    #[test]
    fn errors_name_the_line_and_what_was_expected() {
        let reason = |text: &str| parse(text, "deck").unwrap_err().to_string();
        assert_eq!(reason("\n<desk></desk>"), "line 2: the file begins with <desk>; expected <deck>");
        assert_eq!(reason("<deck>\n<meta>\n"), "line 3: <meta> of line 2 isn't closed");
        assert_eq!(reason(""), "line 1: expected <deck>");
        assert_eq!(reason("<deck></deck>\n<deck/>"), "line 2: something follows </deck>");
        assert_eq!(reason("hello"), "line 1: text outside of any element");
        assert!(reason(&"<deck>".repeat(100_000)).contains("nested more than"));
    }

    #[test]
    fn escaping_round_trips() {
        let text = "Brask's \"R&D\" <x> \u{e9}";
        assert_eq!(escape(text), "Brask&apos;s &quot;R&amp;D&quot; &lt;x&gt; &#233;");
        assert_eq!(unescape(&escape(text)), text);
        assert_eq!(unescape("A & B &; &#; &#xD800;"), "A & B &; &#; &#xD800;");
    }
}
