//! The release check: a good plugin folder, then one fault at a time.

use super::codes;
use dejarik_cards::manifest::{Date, checksum, release_check};
use dejarik_cards::set_file::HEADER;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const INFO: &str =
    "<plugin>\n<pluginversion>2026.05.03</pluginversion>\n<pluginname>starwars</pluginname>\n</plugin>\n";
const VERSION: &str = "<version>\n<lastupdateYYMMDD>260503</lastupdateYYMMDD>\n\
    <versionurl>https://host/v</versionurl>\n<updateurl>https://host/u</updateurl>\n</version>\n";
const UNINSTALL: &str = "<uninstall>\n<dateYYMMDD>260502</dateYYMMDD>\n</uninstall>\n";
const FILES: &str = "<listofcarddatafiles>\n<filetoinclude>XMP.txt</filetoinclude>\n</listofcarddatafiles>\n";

fn row(name: &str, image: &str) -> String {
    format!("{name}\tXMP\t{image}\tL\tBattle\t\t\t\t\t\tC\t1\t\tText.\t\tREB\t\n")
}

/// A repository with a plugin folder in which everything is right, but no images.
struct Repository {
    folder: TempDir,
}

impl Repository {
    fn new() -> Repository {
        let repository = Repository { folder: TempDir::new().unwrap() };
        repository.put("starwars/plugininfo.txt", INFO);
        repository.put("starwars/version.txt", VERSION);
        repository.put("starwars/uninstall.txt", UNINSTALL);
        repository.put("starwars/ListOfCardDataFiles.txt", FILES);
        repository.put(
            "starwars/sets/XMP.txt",
            &format!("{HEADER}\n{}{}", row("Burn", "XMP1"), row("Chill", "XMP2")),
        );
        repository.put("images/avatars/someone.jpg", "not quite a picture");
        repository.put("starwars/updatelist.txt", &repository.list());
        repository
    }

    fn list(&self) -> String {
        let sum = |path: &str| checksum(&fs::read(self.folder.path().join(path)).unwrap());
        format!(
            "starwars\t05-03-26\nplugins/starwars/plugininfo.txt\thttps://host/starwars/plugininfo.txt\t{}\n\
            images/avatars/someone.jpg\thttps://host/images/avatars/someone.jpg\t{}\nCardImageURLs:\t\t\n\
            XMP/XMP1.jpg\thttps://host/starwars/sets/setimages/XMP/Old%20Name.jpg\t\n\
            XMP/XMP2.jpg\thttps://host/starwars/sets/setimages/XMP/XMP2.jpg\t\n",
            sum("starwars/plugininfo.txt"),
            sum("images/avatars/someone.jpg"),
        )
    }

    fn plugin(&self) -> PathBuf {
        self.folder.path().join("starwars")
    }

    fn put(&self, path: &str, text: &str) {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Replaces a text in a file of the plugin and says what the check finds then.
    fn with(self, file: &str, old: &str, new: &str) -> Vec<(String, &'static str)> {
        let text = fs::read_to_string(self.plugin().join(file)).unwrap();
        assert!(text.contains(old), "{file} has no {old}");
        self.put(&format!("starwars/{file}"), &text.replace(old, new));
        said(&self.plugin())
    }
}

fn said(plugin: &Path) -> Vec<(String, &'static str)> {
    release_check(plugin, None).iter().map(|f| (f.place.to_string(), f.code)).collect()
}

fn one(place: &str, code: &'static str) -> Vec<(String, &'static str)> {
    vec![(place.to_string(), code)]
}

#[test]
fn a_good_release_has_no_findings() {
    let good = Repository::new();
    assert_eq!(release_check(&good.plugin(), Date::new(2026, 5, 1)), []);
}

#[test]
fn a_malformed_date_is_found_in_each_of_the_four_files() {
    let with = |file, old, new| Repository::new().with(file, old, new);
    // The changed plugininfo.txt no longer has the checksum of the list.
    let found = with("plugininfo.txt", "2026.05.03", "2026.5.3");
    assert_eq!(
        found,
        [one("plugininfo.txt:2", "bad-date"), one("updatelist.txt:2", "wrong-checksum")].concat()
    );
    assert_eq!(with("version.txt", "260503", "2605033"), one("version.txt:2", "bad-date"));
    assert_eq!(with("uninstall.txt", "260502", "260231"), one("uninstall.txt:2", "bad-date"));
    assert_eq!(with("updatelist.txt", "05-03-26", "26-05-03"), one("updatelist.txt:1", "bad-date"));
}

#[test]
fn dates_that_do_not_belong_together_are_found() {
    let with = |file, old, new| Repository::new().with(file, old, new);
    assert_eq!(with("version.txt", "260503", "260504"), one("version.txt", "release-date"));
    assert_eq!(with("uninstall.txt", "260502", "260503"), one("uninstall.txt", "release-date"));
    assert_eq!(with("updatelist.txt", "05-03-26", "05-02-26"), one("updatelist.txt", "release-date"));
    let early = release_check(&Repository::new().plugin(), Date::new(2026, 5, 2));
    assert_eq!(codes(&early), ["uninstall-date"]);
}

#[test]
fn cards_and_images_must_agree() {
    let with = |file, old, new| Repository::new().with(file, old, new);
    let found = with("updatelist.txt", "XMP/XMP1.jpg\t", "XMP/xmp1.jpg\t");
    assert_eq!(
        found,
        [one("updatelist.txt:5", "image-without-card"), one("sets/XMP.txt:2", "card-without-image")].concat()
    );
    let found = with("updatelist.txt", "XMP/XMP1.jpg\t", "TEST/XMP1.jpg\t");
    assert_eq!(
        found,
        [one("sets/TEST.txt", "missing-set"), one("sets/XMP.txt:2", "card-without-image")].concat()
    );
    assert_eq!(with("sets/XMP.txt", "Chill", " bUrn "), one("sets/XMP.txt:3", "duplicate-name"));
}

#[test]
fn a_playtest_set_needs_no_images_but_its_images_need_cards() {
    let repository = Repository::new();
    repository.put("starwars/sets/TEST.txt", &format!("{HEADER}\n{}{}", row("One", "T1"), row("Two", "T2")));
    assert_eq!(said(&repository.plugin()), []);
    let list =
        format!("{}TEST/T1.jpg\thttps://host/T1.jpg\nTEST/T3.jpg\thttps://host/T3.jpg\n", repository.list());
    repository.put("starwars/updatelist.txt", &list);
    assert_eq!(said(&repository.plugin()), one("updatelist.txt:8", "image-without-card"));
}

#[test]
fn images_are_looked_for_only_where_there_is_an_image_folder() {
    let repository = Repository::new();
    repository.put("starwars/sets/setimages/XMP/Old Name.jpg", "x");
    assert_eq!(said(&repository.plugin()), one("updatelist.txt:6", "missing-image"));
    repository.put("starwars/sets/setimages/XMP/XMP2.jpg", "x");
    assert_eq!(said(&repository.plugin()), []);
}

#[test]
fn listed_files_must_be_there_once_and_unchanged() {
    let with = |file, old, new| Repository::new().with(file, old, new);
    let found = with("updatelist.txt", "avatars/someone.jpg\t", "avatars/nobody.jpg\t");
    assert_eq!(found, one("updatelist.txt:3", "missing-listed-file"));
    let found = with("updatelist.txt", "images/avatars/someone.jpg\t", "plugins/starwars/plugininfo.txt\t");
    assert_eq!(
        found,
        [one("updatelist.txt:3", "duplicate-path"), one("updatelist.txt:3", "wrong-checksum")].concat()
    );
    let found = with("updatelist.txt", "images/avatars/", "../images/avatars/");
    assert_eq!(found, one("updatelist.txt:3", "unsafe-path"));
    let found =
        with("updatelist.txt", "CardImageURLs:", "plugins/starwars/sets\thttps://host/s\t0\nCardImageURLs:");
    assert_eq!(found, one("updatelist.txt:4", "missing-listed-file"));
}

#[test]
fn images_of_a_set_stand_together() {
    let repository = Repository::new();
    repository.put("starwars/sets/TEST.txt", &format!("{HEADER}\n{}", row("One", "T1")));
    let list = repository.list().replace("\nXMP/XMP2", "\nTEST/T1.jpg\thttps://host/T1.jpg\nXMP/XMP2");
    repository.put("starwars/updatelist.txt", &list);
    assert_eq!(said(&repository.plugin()), one("updatelist.txt:7", "image-order"));
}

#[test]
fn an_empty_folder_lacks_all_files() {
    let folder = TempDir::new().unwrap();
    assert_eq!(codes(&release_check(folder.path(), None)), ["missing-file"; 5]);
    let repository = Repository::new();
    repository.put("starwars/version.txt", "no tags");
    assert_eq!(said(&repository.plugin()), one("version.txt:1", "unreadable"));
}
