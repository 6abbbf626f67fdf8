//! version.txt (FORMATS.md 9.5): tells the table program whether there is something new and where.

use crate::manifest::tags::{self, tag_line};
use crate::manifest::{Date, DateForm, Reading};

/// The name of the file.
pub const FILE: &str = "version.txt";

/// The content of version.txt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VersionFile {
    /// The day of the release.
    pub last_update: Option<Date>,
    /// Where this file is found.
    pub version_url: String,
    /// Where the update list is found.
    pub update_url: String,
    /// A short text for the players.
    pub message: String,
}

impl VersionFile {
    /// Reads the file.
    pub fn read(data: &[u8]) -> Reading<VersionFile> {
        let (tree, mut source) = tags::parse(FILE, data, "version")?;
        source.children(&tree, &[], &["lastupdateYYMMDD", "versionurl", "updateurl", "message"]);
        let file = VersionFile {
            last_update: source.date(&tree, "lastupdateYYMMDD", DateForm::Compact),
            version_url: source.child_text(&tree, "versionurl"),
            update_url: source.child_text(&tree, "updateurl"),
            // Players don't need a message.
            message: tree.child("message").map(|message| source.text(message)).unwrap_or_default(),
        };
        Ok((file, source.findings))
    }

    /// The file as bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut out = String::from("<version>\n");
        let date = self.last_update.map(|date| date.write(DateForm::Compact)).unwrap_or_default();
        tag_line(&mut out, "", "lastupdateYYMMDD", &date);
        tag_line(&mut out, "", "versionurl", &self.version_url);
        tag_line(&mut out, "", "updateurl", &self.update_url);
        tag_line(&mut out, "", "message", &self.message);
        out.push_str("</version>\n");
        out.into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::VersionFile;
    use crate::manifest::Date;

    const FILE: &str = "<version>\n<lastupdateYYMMDD>260503</lastupdateYYMMDD>\n\
        <versionurl>https://host/starwars/version.txt</versionurl>\n\
        <updateurl>https://host/starwars/updatelist.txt</updateurl>\n\
        <message>short text shown to players</message>\n</version>\n";

    #[test]
    fn the_file_is_read_and_written_byte_for_byte() {
        let (version, findings) = VersionFile::read(FILE.as_bytes()).unwrap();
        assert_eq!(findings, []);
        assert_eq!(version.last_update, Date::new(2026, 5, 3));
        assert_eq!(version.update_url, "https://host/starwars/updatelist.txt");
        assert_eq!(version.write(), FILE.as_bytes());
    }

    #[test]
    fn a_wrong_date_is_reported_with_its_line() {
        let (version, findings) = VersionFile::read(FILE.replace("260503", "2026.05.03").as_bytes()).unwrap();
        assert_eq!(version.last_update, None);
        assert_eq!(findings[0].code, "bad-date");
        assert_eq!(findings[0].place.to_string(), "version.txt:2");
        assert!(findings[0].message.contains("expected YYMMDD"));
        assert_eq!(VersionFile::read(&version.write()).unwrap().0, version);
    }

    #[test]
    fn missing_and_second_tags_are_reported() {
        let text = "<version><lastupdateYYMMDD>260503</lastupdateYYMMDD><message>a</message><message>b</message>\
            <versionurl>u</versionurl></version>";
        let (version, findings) = VersionFile::read(text.as_bytes()).unwrap();
        assert_eq!(version.message, "a");
        assert_eq!(findings.iter().map(|f| f.code).collect::<Vec<_>>(), ["second-tag", "missing-tag"]);
    }
}
