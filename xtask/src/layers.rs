//! The layers of the engine look down only: records, then facts, then rules, then what stands outside of them.
//!
//! Every path of every file is followed (`crate`, `super`, groups, re-exports of the crate's root), and so are the methods
//! that a higher layer adds to the game and its state: a file may name its own layer and those below it.

use crate::boundaries::sources_of;
use std::fs;
use std::path::Path;

/// The crate whose modules lie in layers.
const ROOT: &str = "crates/engine/src";

/// The folders, the lowest first; files beside them stand above all of them.
const LAYERS: [&str; 3] = ["records", "facts", "rules"];

/// The types to which higher layers add methods, and what a value of them is called.
const OPEN_TYPES: [(&str, &str); 2] = [("Game", "game"), ("State", "state")];

/// A file of the crate, without comments, strings and tests.
struct Source {
    name: String,
    /// Its module path below the root of the crate.
    module: Vec<String>,
    code: String,
}

/// Checks the arrows between the layers; what is wrong is added to the list.
pub fn check(root: &Path, faults: &mut Vec<String>) -> Result<(), String> {
    let folder = root.join(ROOT);
    let mut sources = Vec::new();
    for file in sources_of(root, ROOT)? {
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let below = file.strip_prefix(&folder).unwrap_or(&file);
        if below.file_name().is_some_and(|name| name == "tests.rs") {
            continue;
        }
        let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        sources.push(Source { name, module: module_of(below), code: code_of(&text) });
    }
    for layer in LAYERS {
        if !sources.iter().any(|source| source.module.first().is_some_and(|first| first == layer)) {
            faults.push(format!("{ROOT}/{layer} is missing: xtask must follow the tree"));
        }
    }
    faults.extend(arrows(&sources));
    Ok(())
}

fn arrows(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources {
        let Some(own) = level(&source.module) else { continue };
        for path in paths(&source.code) {
            let Some(path) = absolute(&source.module, &path) else { continue };
            match path.first().and_then(|first| LAYERS.iter().position(|layer| layer == first)) {
                Some(other) if other <= own => {}
                Some(other) => {
                    let (own, other) = (LAYERS[own], LAYERS[other]);
                    faults.push(format!("{}: `{}`: {own} know no {other}", source.name, path.join("::")));
                }
                // Whatever the root of the crate re-exports may come from any layer.
                None => {
                    let path = path.join("::");
                    faults.push(format!("{}: `crate::{path}`: name the layer that it is in", source.name));
                }
            }
        }
        for (owner, method, other) in methods_above(sources, own) {
            if calls(&source.code, owner, &method) {
                let (own, other) = (LAYERS[own], LAYERS.get(other).copied().unwrap_or("the outside"));
                faults.push(format!("{}: `{owner}::{method}` is of {other}, above {own}", source.name));
            }
        }
    }
    faults.sort();
    faults.dedup();
    faults
}

/// The layer of a module; nothing for what stands outside of the layers.
fn level(module: &[String]) -> Option<usize> {
    LAYERS.iter().position(|layer| module.first().is_some_and(|first| first == layer))
}

fn module_of(below: &Path) -> Vec<String> {
    let mut module: Vec<String> =
        below.with_extension("").iter().map(|part| part.to_string_lossy().to_string()).collect();
    if module.last().is_some_and(|last| last == "mod" || last == "lib") {
        module.pop();
    }
    module
}

/// A text without comments, strings and test modules.
fn code_of(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '/' if rest.peek() == Some(&'/') => {
                rest.by_ref().find(|c| *c == '\n');
                code.push('\n');
            }
            '"' => {
                while let Some(c) = rest.next() {
                    match c {
                        '\\' => drop(rest.next()),
                        '"' => break,
                        _ => {}
                    }
                }
                code.push_str("\"\"");
            }
            _ => code.push(c),
        }
    }
    match code.find("#[cfg(test)]\nmod tests {") {
        Some(tests) => code[..tests].to_string(),
        None => code,
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// All paths that begin with `crate`, `super` or `self`, and those by the crate's own name.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for head in ["crate", "super", "self", "dejarik_engine"] {
        let mut at = 0;
        while let Some(place) = code[at..].find(head).map(|place| at + place) {
            at = place + head.len();
            let stands_alone = !code[..place].ends_with(|c: char| is_word(c) || c == ':' || c == '$');
            if stands_alone && code[at..].starts_with("::") {
                let head = if head == "dejarik_engine" { "crate" } else { head };
                tree(&code[at..], vec![head.to_string()], &mut found);
            }
        }
    }
    found
}

/// Follows a path from its `::` on, into groups; how much of the code it took.
fn tree(code: &str, mut path: Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
    let mut at = 0;
    while let Some(rest) = code[at..].strip_prefix("::") {
        at += 2;
        if let Some(group) = rest.strip_prefix('{') {
            at += 1;
            let mut inside = group;
            loop {
                let skipped = inside.find(|c: char| is_word(c) || c == '}').unwrap_or(inside.len());
                at += skipped;
                inside = &inside[skipped..];
                if inside.is_empty() || inside.starts_with('}') {
                    return at + 1;
                }
                let word: String = inside.chars().take_while(|c| is_word(*c)).collect();
                let taken = word.len();
                let mut below = path.clone();
                // `a as b` names nothing new.
                let is_alias = word == "as";
                below.push(word);
                let taken = match is_alias {
                    true => {
                        let alias = inside[taken..].trim_start();
                        let name = alias.chars().take_while(|c| is_word(*c)).count();
                        inside.len() - alias.len() + name
                    }
                    false => taken + tree(&inside[taken..], below, found),
                };
                at += taken;
                inside = &inside[taken..];
            }
        }
        let word: String = rest.chars().take_while(|c| is_word(*c)).collect();
        if word.is_empty() {
            break;
        }
        at += word.len();
        path.push(word);
    }
    found.push(path);
    at
}

/// A path from the root of the crate; nothing where it stays within the module.
fn absolute(module: &[String], path: &[String]) -> Option<Vec<String>> {
    let (head, mut rest) = path.split_first()?;
    let mut from: Vec<String> = match head.as_str() {
        "crate" => Vec::new(),
        "super" => module.split_last().map(|(_, above)| above.to_vec())?,
        _ => module.to_vec(),
    };
    while rest.first().is_some_and(|word| word == "super") {
        from.pop();
        rest = &rest[1..];
    }
    from.extend(rest.iter().filter(|word| *word != "self").cloned());
    (!from.is_empty()).then_some(from)
}

/// The methods of the open types that only layers above this one define: the type, the method, the layer.
fn methods_above(sources: &[Source], own: usize) -> Vec<(&'static str, String, usize)> {
    let mut above = Vec::new();
    let mut known = Vec::new();
    for source in sources {
        let layer = level(&source.module).unwrap_or(LAYERS.len());
        for (owner, _) in OPEN_TYPES {
            for method in methods_of(&source.code, owner) {
                if layer > own {
                    above.push((owner, method, layer));
                } else {
                    known.push((owner, method));
                }
            }
        }
    }
    above.retain(|(owner, method, _)| !known.iter().any(|(of, name)| of == owner && name == method));
    above
}

/// The methods that a file adds to a type.
fn methods_of(code: &str, owner: &str) -> Vec<String> {
    let mut methods = Vec::new();
    for block in impl_blocks(code, owner) {
        for line in block.lines().filter(|line| line.starts_with("    ") && !line.starts_with("     ")) {
            if let Some((_, after)) = line.split_once("fn ") {
                methods.push(after.chars().take_while(|c| is_word(*c)).collect());
            }
        }
    }
    methods
}

/// The `impl` blocks of a type, as the formatter lays them out.
fn impl_blocks<'a>(code: &'a str, owner: &str) -> Vec<&'a str> {
    let head = format!("\nimpl {owner} {{\n");
    let mut blocks = Vec::new();
    let mut rest = code;
    while let Some(place) = rest.find(&head) {
        let block = &rest[place + head.len()..];
        let end = block.find("\n}").unwrap_or(block.len());
        blocks.push(&block[..end]);
        rest = &block[end..];
    }
    blocks
}

/// Whether code calls a method of an open type.
fn calls(code: &str, owner: &str, method: &str) -> bool {
    let value = OPEN_TYPES.iter().find(|(of, _)| *of == owner).map_or("", |(_, value)| value);
    let called = |code: &str, by: &str| {
        code.match_indices(&format!("{by}{method}")).any(|(place, all)| {
            !code[..place].ends_with(is_word) && code[place + all.len()..].starts_with(['(', ':', ')', ','])
        })
    };
    called(code, &format!("{value}."))
        || called(code, &format!("{owner}::"))
        || impl_blocks(code, owner).iter().any(|block| called(block, "self."))
}

#[cfg(test)]
mod tests {
    use super::{Source, arrows, code_of, module_of};
    use std::path::Path;

    fn faults(files: &[(&str, &str)]) -> Vec<String> {
        let source = |(name, text): &(&str, &str)| Source {
            name: (*name).to_string(),
            module: module_of(Path::new(name)),
            code: code_of(text),
        };
        arrows(&files.iter().map(source).collect::<Vec<_>>())
    }

    #[test]
    fn looking_down_is_free() {
        let text = "use crate::records::state::Slot;\nuse crate::{facts::now, rules};\nuse super::by;\n";
        assert_eq!(faults(&[("rules/attack/end.rs", text)]), [""; 0]);
        assert_eq!(faults(&[("label.rs", "use crate::rules::battle;\nuse crate::view::View;\n")]), [""; 0]);
    }

    #[test]
    fn looking_up_is_a_fault_however_it_is_written() {
        for text in [
            "use crate::rules::attack;\n",
            "use crate::{records::list, rules::{attack, build as b}};\n",
            "use super::super::rules::attack;\n",
            "pub(crate) use crate::rules::attack::Frame;\n",
            "fn f() { crate::rules::attack::end(); }\n",
            "fn f(of: &super::super::rules::Frame) {}\n",
        ] {
            let found = faults(&[("facts/now/mod.rs", text)]);
            assert!(found.iter().any(|fault| fault.contains("facts know no rules")), "{text}: {found:?}");
        }
        assert_eq!(faults(&[("records/list.rs", "use crate::facts::now::Now;\n")]).len(), 1);
    }

    #[test]
    fn what_the_root_exports_is_named_by_its_layer() {
        assert_eq!(
            faults(&[("facts/game.rs", "use crate::Mode;\n")]),
            ["facts/game.rs: `crate::Mode`: name the layer that it is in"]
        );
        assert_eq!(faults(&[("facts/game.rs", "use dejarik_engine::Mode;\n")]).len(), 1);
    }

    #[test]
    fn comments_strings_and_tests_are_no_code() {
        let text = "// crate::rules\nconst A: &str = \"crate::rules\";\n#[cfg(test)]\nmod tests {\n    use crate::rules;\n}\n";
        assert_eq!(faults(&[("facts/game.rs", text)]), [""; 0]);
    }

    #[test]
    fn a_method_that_a_higher_layer_adds_is_seen() {
        let above = "\nimpl Game {\n    pub(crate) fn stop(&mut self) {}\n}\n";
        for text in [
            "fn f() { game.stop(); }\n",
            "fn f() { scope.game.stop(); }\n",
            "\nimpl Game {\n    fn g(&mut self) {\n        self.stop();\n    }\n}\n",
        ] {
            let found = faults(&[("rules/game.rs", above), ("facts/now.rs", text)]);
            assert_eq!(found, ["facts/now.rs: `Game::stop` is of rules, above facts"], "{text}");
        }
        assert_eq!(
            faults(&[("rules/game.rs", above), ("facts/now.rs", "fn f() { list.stop(); }\n")]),
            [""; 0]
        );
    }
}
