//! The check before a release (end of FORMATS.md section 10): do list, set files, images and dates agree?

use crate::bytes::{self, fold};
use crate::finding::{Finding, Place};
use crate::manifest::update_list::{FileLine, ImageLine, repository_path};
use crate::manifest::{
    At, Date, FileList, PluginInfo, Reading, ReleaseDates, Uninstall, UpdateList, VersionFile, checksum,
    file_list, is_safe_path, plugin_info, uninstall, update_list, version,
};
use crate::set_file::{Column, SetFile};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

/// Where a plugin folder keeps its images, if it has any.
const IMAGE_FOLDER: &str = "sets/setimages";

/// Checks a plugin folder (the one with plugininfo.txt and `sets/`).
///
/// `replaced` is the date of the updatelist.txt that players have now, if it is known.
pub fn release_check(plugin: &Path, replaced: Option<Date>) -> Vec<Finding> {
    let mut check = Check { folder: Folder(plugin.to_path_buf()), findings: Vec::new() };
    let info = check.manifest(plugin_info::FILE, PluginInfo::read);
    let version = check.manifest(version::FILE, VersionFile::read);
    let uninstall = check.manifest(uninstall::FILE, Uninstall::read);
    let list = check.manifest(update_list::FILE, UpdateList::read);
    let files = check.manifest(file_list::FILE, FileList::read);
    let dates = ReleaseDates {
        plugin_info: info.and_then(|file| file.version),
        version: version.and_then(|file| file.last_update),
        uninstall: uninstall.and_then(|file| file.date),
        update_list: list.as_ref().and_then(|file| file.date),
    };
    check.findings.extend(dates.check(replaced));
    let mut sets = Sets::default();
    for code in files.iter().flat_map(FileList::codes) {
        check.load(&mut sets, code);
    }
    check.names(&sets);
    if let Some(list) = list {
        check.findings.extend(list.check());
        check.files(&list);
        check.rows(&list, sets);
        check.images(&list.images);
    }
    check.findings
}

/// The set files that were read, by code; nothing for one that doesn't exist.
type Sets = BTreeMap<String, Option<SetFile>>;

/// A plugin folder: the only door to its files.
struct Folder(PathBuf);

/// What a folder knows about a path.
enum Entry {
    File(PathBuf),
    Folder,
    Nothing,
}

impl Folder {
    /// Looks a safe path up; whatever is neither file nor folder (a pipe, say) counts as nothing.
    fn entry(&self, path: &str) -> Entry {
        if !is_safe_path(path) {
            return Entry::Nothing;
        }
        let full = self.0.join(path);
        match std::fs::metadata(&full) {
            Ok(data) if data.is_dir() => Entry::Folder,
            Ok(data) if data.is_file() => Entry::File(full),
            Ok(_) | Err(_) => Entry::Nothing,
        }
    }

    /// Reads a file.
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        match self.entry(path) {
            Entry::File(full) => bytes::read_limited(&full, bytes::MAX_FILE),
            Entry::Folder => Err(io::Error::new(io::ErrorKind::IsADirectory, "a folder instead of a file")),
            Entry::Nothing => Err(io::Error::new(io::ErrorKind::NotFound, "no such file")),
        }
    }

    /// The folder around it: the repository.
    fn around(&self) -> Option<Folder> {
        self.0.canonicalize().ok()?.parent().map(|parent| Folder(parent.to_path_buf()))
    }
}

struct Check {
    folder: Folder,
    findings: Vec<Finding>,
}

impl Check {
    /// Reads one of the manifest files; what is wrong with it is found on the way.
    fn manifest<T>(&mut self, file: &str, read: fn(&[u8]) -> Reading<T>) -> Option<T> {
        let data = match self.folder.read(file) {
            Ok(data) => data,
            Err(error) => {
                let message = format!("the file can't be read: {error}");
                self.error(Place::file(file), "missing-file", message, "a release needs it");
                return None;
            }
        };
        match read(&data) {
            Ok((content, findings)) => {
                self.findings.extend(findings);
                Some(content)
            }
            Err(error) => {
                self.findings.push(error.finding());
                None
            }
        }
    }

    /// Reads a set file once.
    fn load<'a>(&mut self, sets: &'a mut Sets, code: &str) -> Option<&'a SetFile> {
        let folder = &self.folder;
        let findings = &mut self.findings;
        let set = sets.entry(code.to_string()).or_insert_with(|| {
            let file = format!("sets/{code}.txt");
            match folder.read(&file) {
                // What is wrong inside a set file is not asked here: the lint says it.
                Ok(data) => Some(SetFile::read(code, &data).0),
                Err(error) => {
                    let message = format!("the set file can't be read: {error}");
                    let cure = "add the file, or take the set off the lists";
                    findings.push(Finding::error(Place::file(file), "missing-set", message, cure));
                    None
                }
            }
        });
        set.as_ref()
    }

    /// Names are unique over all listed sets.
    fn names(&mut self, sets: &Sets) {
        let mut seen: HashMap<String, Place> = HashMap::new();
        for (set, row) in sets.values().flatten().flat_map(|set| set.rows().map(move |row| (set, row))) {
            let name = fold(row.get(Column::Name));
            let place = Place::line(format!("sets/{}.txt", set.code), row.number());
            match seen.get(&name.to_lowercase()) {
                Some(first) => {
                    let message = format!("the name `{name}` is taken by {first}");
                    self.error(place, "duplicate-name", message, "give one of the two another name");
                }
                None => drop(seen.insert(name.to_lowercase(), place)),
            }
        }
    }

    /// Listed files exist and have the checksum of the list.
    fn files(&mut self, list: &UpdateList) {
        let around = self.folder.around();
        for file in list.files.iter().filter(|file| is_safe_path(&file.path)) {
            let path = repository_path(&list.plugin, &file.path);
            let inside = path.strip_prefix(&list.plugin).and_then(|rest| rest.strip_prefix('/'));
            let data = match (inside, &around) {
                (Some(path), _) => self.folder.read(path),
                (None, Some(around)) => around.read(path),
                (None, None) => continue,
            };
            match data {
                Ok(data) => self.sum(file, checksum(&data)),
                Err(error) => {
                    let message = format!("`{}` can't be read: {error}", file.path);
                    let cure = format!("add {path} to the repository, or delete the line");
                    self.error(
                        Place::line(update_list::FILE, file.at.0),
                        "missing-listed-file",
                        message,
                        &cure,
                    );
                }
            }
        }
    }

    fn sum(&mut self, file: &FileLine, due: i32) {
        // A missing number was already reported by the reader.
        if let Some(is) = file.checksum
            && is != due
        {
            let message = format!("`{}`: the checksum is {is}, but the file has {due}", file.path);
            let place = Place::line(update_list::FILE, file.at.0);
            self.error(place, "wrong-checksum", message, &format!("write {due}"));
        }
    }

    /// Every image line has a row, every row of a listed set has an image line.
    fn rows(&mut self, list: &UpdateList, mut sets: Sets) {
        let listed: Vec<String> = sets.keys().cloned().collect();
        let mut entries: BTreeMap<&str, HashMap<&str, At>> = BTreeMap::new();
        for image in &list.images {
            if let Some((set, name)) = image.set_and_image()
                && is_safe_path(&image.path)
            {
                entries.entry(set).or_default().entry(name).or_insert(image.at);
            }
        }
        for (set, images) in &entries {
            // A playtest set is read as well: its images may be on the list.
            let Some(file) = self.load(&mut sets, set) else { continue };
            let rows: HashSet<String> =
                file.rows().map(|row| row.get(Column::ImageFile).trim().to_string()).collect();
            let mut lost: Vec<_> = images.iter().filter(|(name, _)| !rows.contains(**name)).collect();
            lost.sort_by_key(|(_, at)| at.0);
            for (name, at) in lost {
                let near = rows.iter().find(|row| row.eq_ignore_ascii_case(name));
                let cure = match near {
                    Some(near) => format!("the set file writes it `{near}`"),
                    None => "delete the line, or add the card".to_string(),
                };
                let message = format!("no card of sets/{set}.txt has the image `{name}`");
                self.error(Place::line(update_list::FILE, at.0), "image-without-card", message, &cure);
            }
        }
        for set in listed.iter().filter_map(|code| sets[code].as_ref()) {
            let images = entries.get(set.code.as_str());
            for row in set.rows() {
                let image = row.get(Column::ImageFile).trim();
                if !images.is_some_and(|images| images.contains_key(image)) {
                    let place = Place::line(format!("sets/{}.txt", set.code), row.number());
                    let message = format!("`{}`: no image on the list", fold(row.get(Column::Name)));
                    let cure = format!("add {}/{image}.jpg to updatelist.txt", set.code);
                    self.error(place, "card-without-image", message, &cure);
                }
            }
        }
    }

    /// Images exist, if the folder has images at all.
    fn images(&mut self, images: &[ImageLine]) {
        match self.folder.entry(IMAGE_FOLDER) {
            Entry::Folder => {}
            Entry::File(_) | Entry::Nothing => return,
        }
        for image in images.iter().filter(|image| is_safe_path(&image.path)) {
            let file = stored_at(image);
            match self.folder.entry(&file) {
                Entry::File(_) => {}
                Entry::Folder | Entry::Nothing => {
                    let place = Place::line(update_list::FILE, image.at.0);
                    self.error(
                        place,
                        "missing-image",
                        format!("{file} doesn't exist"),
                        "add it, or change the URL",
                    );
                }
            }
        }
    }

    fn error(&mut self, place: Place, code: &'static str, message: String, cure: &str) {
        self.findings.push(Finding::error(place, code, message, cure));
    }
}

/// The file of an image: the URL's, since an image may have another name there than the set file asks for.
fn stored_at(image: &ImageLine) -> String {
    let path = match image.url.split_once("/sets/setimages/") {
        Some((_, rest)) => percent_decoded(rest.split(['?', '#']).next().unwrap_or_default()),
        None => image.path.clone(),
    };
    format!("{IMAGE_FOLDER}/{path}")
}

/// `%20` and the like as characters; what is none stays.
fn percent_decoded(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = (*first == b'%').then(|| after.get(..2)).flatten();
        let byte = code
            .and_then(|code| std::str::from_utf8(code).ok())
            .filter(|code| code.bytes().all(|b| b.is_ascii_hexdigit()))
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        out.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::percent_decoded;

    #[test]
    fn urls_are_decoded_and_junk_stays() {
        assert_eq!(percent_decoded("XMP/Nola%20Brask.jpg"), "XMP/Nola Brask.jpg");
        assert_eq!(percent_decoded("100%"), "100%");
        assert_eq!(percent_decoded("%+1%zz%2"), "%+1%zz%2");
    }
}
