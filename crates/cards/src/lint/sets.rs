//! Sets, the list of files, formats, packs and the other manifest files: do they agree?

use crate::bytes;
use crate::finding::{Finding, Place};
use crate::format;
use crate::keyword_file::{self, KeywordFile};
use crate::manifest::{PluginInfo, file_list, plugin_info, release_check, update_list};
use crate::plugin::{Plugin, is_set_code};
use std::collections::HashSet;
use std::{fs, io};

/// Checks the manifests against the sets.
pub fn check(plugin: &Plugin, findings: &mut Vec<Finding>) {
    let codes: HashSet<&str> = plugin.sets.iter().map(|set| set.code.as_str()).collect();
    listed(plugin, &codes, findings);
    formats(plugin, findings);
    odd_files(plugin, findings);
    manifests(plugin, findings);
}

fn listed(plugin: &Plugin, codes: &HashSet<&str>, findings: &mut Vec<Finding>) {
    let Some(list) = &plugin.list else {
        findings.push(Finding::note(
            Place::file(file_list::FILE),
            "no-list",
            "there's no list of card files",
            "players' programs need it to find the sets",
        ));
        return;
    };
    for set in plugin.sets.iter().filter(|set| !list.lists(&set.code)) {
        findings.push(Finding::warning(
            Place::file(file_list::FILE),
            "set-not-listed",
            format!("sets/{}.txt isn't in the list", set.code),
            format!("add <filetoinclude>{}.txt</filetoinclude>, unless it is a playtest set", set.code),
        ));
    }
    for file in list.files.iter().filter(|file| !codes.contains(file.trim_end_matches(".txt"))) {
        findings.push(Finding::error(
            Place::file(file_list::FILE),
            "listed-file-missing",
            format!("the list names {file}, which doesn't exist"),
            format!("remove it from the list, or add sets/{file}"),
        ));
    }
}

fn formats(plugin: &Plugin, findings: &mut Vec<Finding>) {
    findings.extend(plugin.formats.absent_sets(&plugin.collection));
    let named: HashSet<&str> =
        plugin.formats.iter().flat_map(|format| &format.sets).map(String::as_str).collect();
    for set in plugin.sets.iter().filter(|set| !named.is_empty() && !named.contains(set.code.as_str())) {
        findings.push(Finding::note(
            Place::file(format::FILE),
            "set-in-no-format",
            format!("no format allows the set {}", set.code),
            "name it in a format, unless it is meant for open play only",
        ));
    }
}

/// Files next to the sets that nothing reads.
fn odd_files(plugin: &Plugin, findings: &mut Vec<Finding>) {
    let Ok(entries) = fs::read_dir(plugin.root.join("sets")) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let is_set = name.strip_suffix(".txt").is_some_and(is_set_code);
        if path.is_file() && !is_set {
            findings.push(Finding::warning(
                Place::file(format!("sets/{name}")),
                "odd-file",
                "not a set file",
                "name it by its set code in capitals and `.txt`, or move it away",
            ));
        }
    }
}

/// Packs, plugin information, keywords, and the files of a release if there are any.
fn manifests(plugin: &Plugin, findings: &mut Vec<Finding>) {
    findings.extend(plugin.packs.check(&plugin.collection));
    if let Some(data) = file(plugin, plugin_info::FILE, findings) {
        match PluginInfo::read(&data) {
            Ok((info, found)) => {
                findings.extend(found);
                findings.extend(info.check());
            }
            Err(error) => findings.push(error.finding()),
        }
    }
    keywords(plugin, findings);
    // A folder without an update list isn't a release and doesn't have to be complete.
    if plugin.root.join(update_list::FILE).is_file() {
        findings.extend(release_check(&plugin.root, None));
    }
}

/// The keyword file in the folder, or next to it, where players keep theirs.
fn keywords(plugin: &Plugin, findings: &mut Vec<Finding>) {
    let beside = format!("../{}", keyword_file::FILE);
    for name in [keyword_file::FILE, &beside] {
        if let Some(data) = file(plugin, name, findings) {
            match KeywordFile::read(name, &data) {
                Ok((keywords, found)) => {
                    findings.extend(found);
                    findings.extend(keywords.check(name));
                }
                Err(error) => findings.push(error.finding()),
            }
            return;
        }
    }
}

fn file(plugin: &Plugin, name: &str, findings: &mut Vec<Finding>) -> Option<Vec<u8>> {
    match bytes::read_limited(&plugin.root.join(name), bytes::MAX_FILE) {
        Ok(data) => Some(data),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => {
            let cure = "repair the file; it was left out";
            findings.push(Finding::error(Place::file(name), "unreadable", error.to_string(), cure));
            None
        }
    }
}
