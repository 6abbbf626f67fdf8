//! Card folders to work on: copies of the CORE set.

use std::fs;
use std::path::Path;

/// The files of the CORE set.
pub const CORE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../cards/core");

/// Copies a folder with everything in it.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// A copy of the CORE set.
pub fn copy_core(to: &Path) {
    copy(Path::new(CORE), to);
}

/// Adds what a release needs: information about the plugin, and an update list to start from.
pub fn make_release(folder: &Path) {
    let info =
        "<plugin>\n<pluginversion>2024.01.02</pluginversion>\n<pluginname>starwars</pluginname>\n</plugin>\n";
    fs::write(folder.join("plugininfo.txt"), info).unwrap();
    let list = "starwars\t01-02-24\nplugins/starwars/plugininfo.txt\thttps://host/starwars/plugininfo.txt\t1\nCardImageURLs:\t\t\n";
    fs::write(folder.join("updatelist.txt"), list).unwrap();
}
