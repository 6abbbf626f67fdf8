//! A page that is drawn in regions, so that only those that changed have to be sent (docs/PROTOCOL.md).

use maud::{Markup, PreEscaped};
use std::borrow::Cow;
use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Stands in a frame where a region belongs. No page has this letter: names and words are cleared of it.
const MARK: &str = "\u{1}region:";
const END: char = '\u{1}';

/// A region of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its name: the element's `data-region`.
    pub name: String,
    /// Its content in twelve digits.
    pub hash: String,
    /// The element, with marks where lists are.
    html: String,
}

impl Region {
    /// The element, its lists empty.
    pub fn element(&self) -> Cow<'_, str> {
        if !self.html.contains(MARK) {
            return Cow::Borrowed(&self.html);
        }
        let mut element = String::with_capacity(self.html.len());
        fill(&self.html, &mut element, &|_, _| {});
        Cow::Owned(element)
    }
}

/// Writes a text with something else in the place of its marks.
fn fill(text: &str, page: &mut String, put: &dyn Fn(&str, &mut String)) {
    let mut parts = text.split(MARK);
    page.push_str(parts.next().unwrap_or_default());
    for part in parts {
        match part.split_once(END) {
            Some((name, rest)) => {
                put(name, page);
                page.push_str(rest);
            }
            None => page.push_str(part),
        }
    }
}

/// A list of regions that come and go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct List {
    name: String,
    regions: Vec<String>,
}

/// Collects the regions of a page while its frame is drawn.
#[derive(Default)]
pub struct Draw {
    regions: RefCell<Vec<Region>>,
    lists: RefCell<Vec<List>>,
}

/// 48 bits of what is shown, in hexadecimal digits.
fn hash(name: &str, html: &str) -> String {
    let mut hasher = DefaultHasher::new();
    (name, html).hash(&mut hasher);
    format!("{:012x}", hasher.finish() >> 16)
}

impl Draw {
    fn keep(&self, name: &str, shown: &Markup, hashed: &Markup) {
        let region = Region { name: name.into(), hash: hash(name, &hashed.0), html: shown.0.clone() };
        self.regions.borrow_mut().push(region);
    }

    /// A region: the element with this name as its `data-region`.
    pub fn region(&self, name: &str, element: &Markup) -> Markup {
        self.keep(name, element, element);
        PreEscaped(format!("{MARK}{name}{END}"))
    }

    /// The same, where each has its name, the element as it is shown, and the element by whose content it is known:
    /// what only the moment adds to it doesn't count.
    pub fn changing(&self, name: &str, elements: &[(String, Markup, Markup)]) -> Markup {
        for (name, shown, hashed) in elements {
            self.keep(name, shown, hashed);
        }
        let regions = elements.iter().map(|(name, ..)| name.clone()).collect();
        self.lists.borrow_mut().push(List { name: name.into(), regions });
        PreEscaped(format!("{MARK}{name}{END}"))
    }

    /// A list of regions, each with its name: the children of the element with this `data-list`, which may be in a
    /// region itself.
    pub fn list(&self, name: &str, elements: Vec<(String, Markup)>) -> Markup {
        let elements: Vec<_> =
            elements.into_iter().map(|(name, element)| (name, element.clone(), element)).collect();
        self.changing(name, &elements)
    }

    /// The page, with the attributes of its body. An attribute without a value isn't there.
    pub fn finish(self, frame: Markup, attributes: Vec<(&'static str, Option<String>)>) -> Drawn {
        let attributes = attributes.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let (regions, lists) = (self.regions.into_inner(), self.lists.into_inner());
        let hash = hash("frame", &frame.0);
        Drawn { attributes: attributes.collect(), frame: frame.0, hash, regions, lists }
    }
}

/// A page that was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The attributes of the body.
    pub attributes: Vec<(&'static str, String)>,
    /// Everything that is in no region, with marks where regions are.
    frame: String,
    /// The frame in twelve digits.
    pub hash: String,
    /// The regions.
    pub regions: Vec<Region>,
    lists: Vec<List>,
}

impl Drawn {
    /// Takes the frame of another drawing for its own, when somebody asks what it has.
    #[must_use]
    pub fn known_as(self, other: &Drawn) -> Drawn {
        Drawn { hash: other.hash.clone(), ..self }
    }

    /// The names in each list, in order.
    pub fn lists(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.lists.iter().map(|list| (list.name.as_str(), list.regions.as_slice()))
    }

    /// What a page that shows all of it has: names and hashes.
    pub fn have(&self) -> String {
        let mut have = format!("frame:{}", self.hash);
        for region in &self.regions {
            have.push_str(&format!(" {}:{}", region.name, region.hash));
        }
        have
    }

    fn put(&self, name: &str, page: &mut String) {
        if let Some(list) = self.lists.iter().find(|list| list.name == name) {
            list.regions.iter().for_each(|name| self.put(name, page));
        } else if let Some(region) = self.regions.iter().find(|region| region.name == name) {
            fill(&region.html, page, &|name, page| self.put(name, page));
        }
    }

    /// All that is in the body.
    pub fn content(&self) -> String {
        let length = self.regions.iter().map(|region| region.html.len()).sum::<usize>();
        let mut page = String::with_capacity(self.frame.len() + length);
        fill(&self.frame, &mut page, &|name, page| self.put(name, page));
        page
    }

    /// The body, with what it has.
    pub fn body(&self) -> Markup {
        let mut page = String::from("<body");
        let have = ("data-have", self.have());
        for (name, value) in self.attributes.iter().chain([&have]) {
            let value = maud::html! { (value) }.0;
            page.push_str(&format!(" {name}=\"{value}\""));
        }
        page.push('>');
        page.push_str(&self.content());
        page.push_str("</body>");
        PreEscaped(page)
    }
}

#[cfg(test)]
mod tests {
    use super::Draw;
    use maud::html;

    fn drawn(number: u32, lines: &[u32]) -> super::Drawn {
        let draw = Draw::default();
        let line =
            |line: &u32| (format!("line-{line}"), html! { p data-region={ "line-" (line) } { (line) } });
        let lines = draw.list("log", lines.iter().map(line).collect());
        let frame = html! {
            main { (draw.region("number", &html! { b data-region="number" { (number) } })) " & more" }
            (draw.region("box", &html! { div data-region="box" { (lines) } }))
        };
        draw.finish(frame, vec![("class", Some("table".into())), ("data-none", None)])
    }

    #[test]
    fn a_page_is_its_frame_with_the_regions_in_their_places() {
        let page = drawn(7, &[1, 2]).body().into_string();
        let (head, rest) = page.split_once('>').expect("a body");
        assert!(head.starts_with("<body class=\"table\" data-have=\"frame:"), "{head}");
        assert_eq!(
            rest,
            "<main><b data-region=\"number\">7</b> &amp; more</main>\
             <div data-region=\"box\"><p data-region=\"line-1\">1</p><p data-region=\"line-2\">2</p></div></body>"
        );
    }

    #[test]
    fn only_what_changed_has_another_hash() {
        let (one, two) = (drawn(7, &[1, 2]), drawn(8, &[1, 2, 3]));
        assert_eq!(one.hash, two.hash, "lines and numbers are not in the frame");
        let hashes = |drawn: &super::Drawn| -> Vec<String> {
            drawn.regions.iter().map(|region| region.hash.clone()).collect()
        };
        let names: Vec<&str> = two.regions.iter().map(|region| region.name.as_str()).collect();
        assert_eq!(names, ["line-1", "line-2", "line-3", "number", "box"]);
        assert_eq!(
            two.regions[4].element(),
            "<div data-region=\"box\"></div>",
            "what it lists is sent apart"
        );
        assert_eq!(one.lists().next().map(|(name, all)| (name, all.len())), Some(("log", 2)));
        let (one, two) = (hashes(&one), hashes(&two));
        assert_eq!(
            (&one[..2], &one[3]),
            (&two[..2], &two[4]),
            "neither lines that stay nor the box around them"
        );
        assert_ne!(one[2], two[3], "the number");
        assert!(one.iter().all(|hash| hash.len() == 12));
    }
}
