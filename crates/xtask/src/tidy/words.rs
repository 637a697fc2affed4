//! Rules `unfinished` and `machine-path`: nothing half done, nothing of one person's machine.

use super::Violation;
use super::rust::RustFile;
use super::tree::{File, Tree};

/// Macros that mark unfinished work.
const MACROS: &[&str] = &["todo", "unimplemented", "dbg"];

/// Words that mark unfinished work, wherever they stand.
const MARKS: &[&str] = &["TODO", "FIXME", "XXX"];

/// Folders that only one machine has.
const MACHINE_FOLDERS: &[&str] = &["/root/", "/home/", "/Users/", "/work/", "C:\\Users"];

/// This file names what it looks for.
const SELF: &str = "crates/xtask/src/tidy/words.rs";

/// Lock files are written by programs.
const SKIPPED: &[&str] = &["Cargo.lock", "web/package-lock.json"];

/// Finds marks of unfinished work and paths of one machine.
pub fn check(tree: &Tree) -> Vec<Violation> {
    let skipped = |file: &&File| file.path != SELF && !SKIPPED.contains(&file.path.as_str());
    let mut found = Vec::new();
    for file in tree.files().iter().filter(skipped) {
        check_lines(file, &mut found);
    }
    for file in tree.rust() {
        check_macros(file, &mut found);
    }
    found
}

fn check_lines(file: &File, found: &mut Vec<Violation>) {
    for (index, line) in file.text.lines().enumerate() {
        if let Some(mark) = MARKS.iter().find(|mark| has_word(line, mark)) {
            let message = format!("`{mark}`: finish it, or file it where people look for work");
            found.push(Violation::new(&file.path, index + 1, "unfinished", message));
        }
        if let Some(folder) = MACHINE_FOLDERS.iter().find(|folder| begins_path(line, folder)) {
            let message = format!("`{folder}…` exists on one machine only; use a relative path");
            found.push(Violation::new(&file.path, index + 1, "machine-path", message));
        }
    }
}

fn check_macros(file: &File, found: &mut Vec<Violation>) {
    for (line, name) in RustFile::parse(&file.text).macros {
        if MACROS.contains(&name.as_str()) {
            let message = format!("`{name}!` marks unfinished work; finish it");
            found.push(Violation::new(&file.path, line, "unfinished", message));
        }
    }
}

/// Whether `word` stands in the line with no letter or digit beside it.
fn has_word(line: &str, word: &str) -> bool {
    let beside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(word).any(|(at, _)| {
        !beside(line[..at].chars().next_back()) && !beside(line[at + word.len()..].chars().next())
    })
}

/// Whether an absolute path begins here, and not the middle of an address or another path.
fn begins_path(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || "._-~}>*/)".contains(c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(path: &str, text: &str) -> Vec<String> {
        check(&Tree::of(&[(path, text)])).into_iter().map(|violation| violation.kind).collect()
    }

    #[test]
    fn unfinished_work_is_found() {
        assert_eq!(kinds("web/src/main.ts", "// TODO later"), ["unfinished"]);
        assert_eq!(kinds("crates/a/src/x.rs", "fn f() { todo!() }"), ["unfinished"]);
        assert_eq!(kinds("crates/a/src/x.rs", "fn f() { std::dbg!(1); }"), ["unfinished"]);
        assert!(kinds("crates/a/src/x.rs", "let s = \"todo!()\"; let todo = 1;").is_empty());
        assert!(kinds("web/src/main.ts", "const TODOS = 1").is_empty());
    }

    #[test]
    fn paths_of_one_machine_are_found() {
        assert_eq!(kinds("docs/operate.md", "see /home/alice/portal"), ["machine-path"]);
        assert_eq!(kinds("crates/a/src/x.rs", "open(\"/root/x\")"), ["machine-path"]);
        assert!(kinds("docs/operate.md", "GET https://host/home/x, web/src/home/x").is_empty());
    }
}
