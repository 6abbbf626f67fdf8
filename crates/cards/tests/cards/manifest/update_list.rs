//! updatelist.txt (FORMATS.md section 10): checksum, parts, order, bytes.

use super::codes;
use dejarik_cards::manifest::update_list::{FileLine, UpdateList, install_path, repository_path};
use dejarik_cards::manifest::{Date, checksum};

pub const LIST: &str = "starwars\t05-03-26\n\
    plugins/starwars/plugininfo.txt\thttps://host/starwars/plugininfo.txt\t734227\n\
    images/avatars/someone.jpg\thttps://host/images/avatars/someone.jpg\t-2732\n\
    CardImageURLs:\t\t\n\
    XMP/XMP014_Nola_Brask_B.jpg\thttps://host/starwars/sets/setimages/XMP/XMP014_Nola_Brask_B.jpg\t\n\
    XMP/XMP051_Brask_s_Skiff.jpg\thttps://host/starwars/sets/setimages/XMP/Renamed.jpg\t\n";

#[test]
fn the_checksum_vectors_hold() {
    assert_eq!(checksum(b""), -1);
    assert_eq!(checksum(b"A"), 64);
    assert_eq!(checksum(b"A\r\nB\n"), 130);
    assert_eq!(checksum(b"\xFF"), -2);
    assert_eq!(checksum(b"\x80\x80"), -257);
    assert_eq!(checksum(b"<version></version>\n"), 1838);
}

#[test]
fn the_checksum_wraps_towards_zero() {
    // 788,000 times 127 are 100,076,000.
    assert_eq!(checksum(&[0x7F; 788_000]), 76_000 - 1);
    assert_eq!(checksum(&[0x80; 800_000]), -2_400_000 - 1);
}

#[test]
fn the_list_is_read_and_written_byte_for_byte() {
    let (list, findings) = UpdateList::read(LIST.as_bytes()).unwrap();
    assert_eq!(findings, []);
    assert_eq!((list.plugin.as_str(), list.date), ("starwars", Date::new(2026, 5, 3)));
    assert_eq!(list.files[1].checksum, Some(-2732));
    assert_eq!(list.images[0].set_and_image(), Some(("XMP", "XMP014_Nola_Brask_B")));
    assert!(list.images[1].url.ends_with("Renamed.jpg"));
    assert_eq!(list.write().unwrap(), LIST.as_bytes());
    assert_eq!(list.check(), []);
}

#[test]
fn both_spellings_of_the_image_part_are_read() {
    let short = LIST.replace("URLs:\t\t", "URLs:").replace(".jpg\t\n", ".jpg\n");
    assert_eq!(UpdateList::read(short.as_bytes()).unwrap(), UpdateList::read(LIST.as_bytes()).unwrap());
}

#[test]
fn the_bytes_are_windows_1252_with_lf() {
    let mut list = UpdateList::read(LIST.as_bytes()).unwrap().0;
    list.images[0].path = "XMP/Padm\u{e9}.jpg".into();
    let written = list.write().unwrap();
    assert!(written.windows(6).any(|window| window == b"Padm\xE9."));
    assert_eq!(UpdateList::read(&written).unwrap(), (list.clone(), vec![]));
    // A list that somebody saved as UTF-8 with CR LF is read as such, and the writer cures it.
    let renamed = LIST.replace("XMP014_Nola_Brask_B.jpg\thttps", "Padm\u{e9}.jpg\thttps");
    let text = renamed.replace('\n', "\r\n");
    let (saved, findings) = UpdateList::read(text.as_bytes()).unwrap();
    assert_eq!(codes(&findings), ["encoding", "line-end"]);
    assert_eq!(saved, list);
    list.images[0].url = "\u{3c0}".into();
    assert_eq!(list.write().unwrap_err().character, '\u{3c0}');
    list.images[0].url = "a\tb".into();
    assert!(list.write().is_err());
}

#[test]
fn install_paths_and_repository_paths_belong_together() {
    let pairs = [
        ("plugins/starwars/sets/XMP.txt", "starwars/sets/XMP.txt"),
        ("images/avatars/someone.jpg", "images/avatars/someone.jpg"),
        ("plugins/other/x.txt", "plugins/other/x.txt"),
        ("plugins/starwarsx/x.txt", "plugins/starwarsx/x.txt"),
    ];
    for (install, repository) in pairs {
        assert_eq!(repository_path("starwars", install), repository);
        assert_eq!(install_path("starwars", repository), install);
    }
}

#[test]
fn lines_that_say_nothing_are_named() {
    let text = "starwars\t2026.05.03\n\nonly-a-path\na.txt\thttps://host/a.txt\tsum\nCardImageURLs:\n\
        CardImageURLs:\nXMP/a.jpg\thttps://host/a.jpg\t12\tmore\n";
    let (list, findings) = UpdateList::read(text.as_bytes()).unwrap();
    let said: Vec<_> = findings.iter().map(|f| (f.code, f.place.line.unwrap())).collect();
    let expected = [
        ("bad-date", 1),
        ("update-line", 3),
        ("bad-checksum", 4),
        ("update-line", 6),
        ("columns", 7),
        ("image-checksum", 7),
    ];
    assert_eq!(said, expected);
    assert_eq!((list.date, list.files.len(), list.images.len()), (None, 1, 1));
    assert_eq!(UpdateList::read(&list.write().unwrap()).unwrap().0, list);
    for empty in ["", "\n\n", "  \t\n"] {
        let error = UpdateList::read(empty.as_bytes()).unwrap_err();
        assert!(error.to_string().starts_with("updatelist.txt:1: expected the plugin's name"), "{error}");
    }
}

#[test]
fn duplicates_and_scattered_sets_are_found() {
    let mut list = UpdateList::read(LIST.as_bytes()).unwrap().0;
    let image = |path: &str| dejarik_cards::manifest::update_list::ImageLine {
        path: path.into(),
        ..list.images[0].clone()
    };
    let more =
        [image("ABC/a.jpg"), image("XMP/b.jpg"), image("ABC/A.jpg"), image("ABC/nothing"), image("../x.jpg")];
    list.images.extend(more);
    list.files.push(FileLine { url: "u".into(), ..list.files[0].clone() });
    let found = codes(&list.check());
    let expected =
        ["duplicate-path", "duplicate-path", "unsafe-path", "image-order", "image-order", "image-path"];
    assert_eq!(found, expected);
}
