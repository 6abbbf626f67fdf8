//! uninstall.txt (FORMATS.md 9.5): files that the table program deletes on the players' computers.

use crate::manifest::tags::{self, tag_line};
use crate::manifest::{At, Date, DateForm, Reading, duplicate, is_safe_path, unsafe_path};
use std::collections::HashMap;

/// The name of the file.
pub const FILE: &str = "uninstall.txt";

/// The content of uninstall.txt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uninstall {
    /// The day before the release.
    pub date: Option<Date>,
    /// The paths to delete, relative to the plugin.
    pub remove: Vec<String>,
}

impl Uninstall {
    /// Reads the file. Paths that lead out of the folder aren't kept.
    pub fn read(data: &[u8]) -> Reading<Uninstall> {
        let (tree, mut source) = tags::parse(FILE, data, "uninstall")?;
        source.children(&tree, &["removepath"], &["dateYYMMDD"]);
        let date = source.date(&tree, "dateYYMMDD", DateForm::Compact);
        let mut remove = Vec::new();
        let mut seen: HashMap<String, At> = HashMap::new();
        for entry in tree.all("removepath") {
            let (path, at) = (source.text(entry), At(entry.line));
            if !is_safe_path(&path) {
                source.findings.push(unsafe_path(FILE, at, &path));
                continue;
            }
            match seen.get(&path) {
                Some(first) => source.findings.push(duplicate(FILE, at, *first, &path)),
                None => {
                    seen.insert(path.clone(), at);
                    remove.push(path);
                }
            }
        }
        Ok((Uninstall { date, remove }, source.findings))
    }

    /// The file as bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut out = String::from("<uninstall>\n");
        let date = self.date.map(|date| date.write(DateForm::Compact)).unwrap_or_default();
        tag_line(&mut out, "", "dateYYMMDD", &date);
        for path in &self.remove {
            tag_line(&mut out, "", "removepath", path);
        }
        out.push_str("</uninstall>\n");
        out.into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::Uninstall;
    use crate::manifest::Date;

    const FILE: &str = "<uninstall>\n<dateYYMMDD>260502</dateYYMMDD>\n\
        <removepath>sets/setimages/XMP/XMP014_Nola_Brask_B.jpg</removepath>\n</uninstall>\n";

    #[test]
    fn the_file_is_read_and_written_byte_for_byte() {
        let (uninstall, findings) = Uninstall::read(FILE.as_bytes()).unwrap();
        assert_eq!(findings, []);
        assert_eq!(uninstall.date, Date::new(2026, 5, 2));
        assert_eq!(uninstall.remove, ["sets/setimages/XMP/XMP014_Nola_Brask_B.jpg"]);
        assert_eq!(uninstall.write(), FILE.as_bytes());
    }

    #[test]
    fn nothing_outside_the_folder_is_ever_removed() {
        let text = FILE.replace("sets/", "../../sets/").replace("260502", "26-05-02");
        let (uninstall, findings) = Uninstall::read(text.as_bytes()).unwrap();
        assert_eq!(uninstall, Uninstall::default());
        assert_eq!(findings.iter().map(|f| f.code).collect::<Vec<_>>(), ["bad-date", "unsafe-path"]);
        assert_eq!(findings[1].place.to_string(), "uninstall.txt:3");
    }
}
