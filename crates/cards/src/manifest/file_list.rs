//! ListOfCardDataFiles.txt (FORMATS.md 9.2): the set files that the table program loads.

use crate::manifest::tags::{self, tag_line};
use crate::manifest::{At, Reading, duplicate, is_safe_path, unsafe_path};
use std::collections::HashMap;

/// The name of the file.
pub const FILE: &str = "ListOfCardDataFiles.txt";

/// The set files in order. A set file that exists but is not listed is a playtest set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileList {
    /// Names such as `XMP.txt`.
    pub files: Vec<String>,
}

impl FileList {
    /// Reads the list; a file listed twice is kept once.
    pub fn read(data: &[u8]) -> Reading<FileList> {
        let (tree, mut source) = tags::parse(FILE, data, "listofcarddatafiles")?;
        source.children(&tree, &["filetoinclude"], &[]);
        let mut files = Vec::new();
        let mut seen: HashMap<String, At> = HashMap::new();
        for entry in tree.all("filetoinclude") {
            let (name, at) = (source.text(entry), At(entry.line));
            if !is_safe_path(&name) || code_of(&name).is_none() {
                source.findings.push(unsafe_path(FILE, at, &name));
                continue;
            }
            match seen.get(&name.to_lowercase()) {
                Some(first) => source.findings.push(duplicate(FILE, at, *first, &name)),
                None => {
                    seen.insert(name.to_lowercase(), at);
                    files.push(name);
                }
            }
        }
        Ok((FileList { files }, source.findings))
    }

    /// The file as bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut out = String::from("<listofcarddatafiles>\n");
        for file in &self.files {
            tag_line(&mut out, "", "filetoinclude", file);
        }
        out.push_str("</listofcarddatafiles>\n");
        out.into_bytes()
    }

    /// The codes of the listed sets in order.
    pub fn codes(&self) -> impl Iterator<Item = &str> {
        self.files.iter().filter_map(|file| code_of(file))
    }

    /// Whether the set with this code is listed, ignoring case.
    pub fn lists(&self, code: &str) -> bool {
        self.codes().any(|listed| listed.eq_ignore_ascii_case(code))
    }
}

/// `XMP.txt` is the file of XMP.
fn code_of(file: &str) -> Option<&str> {
    let (code, ending) = file.rsplit_once('.')?;
    (ending.eq_ignore_ascii_case("txt") && !code.is_empty() && !code.contains('/')).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::FileList;

    const TWO: &str = "<listofcarddatafiles>\n<filetoinclude>XMP.txt</filetoinclude>\n\
        <filetoinclude>2ND.txt</filetoinclude>\n</listofcarddatafiles>\n";

    #[test]
    fn the_list_is_read_and_written_byte_for_byte() {
        let (list, findings) = FileList::read(TWO.as_bytes()).unwrap();
        assert_eq!(findings, []);
        assert_eq!(list.codes().collect::<Vec<_>>(), ["XMP", "2ND"]);
        assert!(list.lists("xmp") && !list.lists("TEST"));
        assert_eq!(list.write(), TWO.as_bytes());
    }

    #[test]
    fn entries_that_help_nobody_are_left_out_and_named() {
        let text = TWO
            .replace("2ND.txt", " xmp.txt ")
            .replace("</list", "<filetoinclude>../x.txt</filetoinclude>\n<other/></list");
        let (list, findings) = FileList::read(text.as_bytes()).unwrap();
        assert_eq!(list.files, ["XMP.txt"]);
        let said: Vec<_> = findings.iter().map(|f| (f.code, f.place.line)).collect();
        assert_eq!(said, [("unknown-tag", Some(5)), ("duplicate-path", Some(3)), ("unsafe-path", Some(4))]);
    }

    #[test]
    fn another_file_is_refused_with_its_line() {
        let error = FileList::read(b"\n<plugin></plugin>").unwrap_err();
        assert_eq!(
            error.to_string(),
            "ListOfCardDataFiles.txt:2: the file begins with <plugin>; expected <listofcarddatafiles>"
        );
    }
}
