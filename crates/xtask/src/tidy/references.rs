//! Rule `reference`: what a comment or document refers to is in the repository.
//!
//! A section of the contract is written `interface 2.1`, a part of it `interface 8`, a decision `decision 0003`.

use std::collections::BTreeSet;

use super::Violation;
use super::documents::{as_path, is_built};
use super::tree::{File, Tree};

/// The contract, whose headings hold the numbers that references name.
const CONTRACT: &str = "docs/interface.md";

/// The folder of the decisions; a file begins with the number of its decision.
const DECISIONS: &str = "docs/decisions/";

/// This file holds samples of what it refuses.
const SELF: &str = "crates/xtask/src/tidy/references.rs";

/// Lock files are written by programs.
const SKIPPED: &[&str] = &["Cargo.lock", "web/package-lock.json"];

/// Beginnings of paths that were never part of the repository.
const OUTSIDE: &[&str] = &["design/", "research/", "spec/"];

/// Finds references to sections, decisions and files that do not exist.
pub fn check(tree: &Tree) -> Vec<Violation> {
    let known = Known { tree, sections: sections(tree.text(CONTRACT).unwrap_or_default()) };
    let skipped = |file: &&File| file.path != SELF && !SKIPPED.contains(&file.path.as_str());
    tree.files().iter().filter(skipped).flat_map(|file| check_file(file, &known)).collect()
}

/// What references may name.
struct Known<'a> {
    tree: &'a Tree,
    sections: BTreeSet<&'a str>,
}

fn check_file(file: &File, known: &Known) -> Vec<Violation> {
    let mut found = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        let mut messages = check_sections(line, &known.sections);
        messages.extend(check_decisions(line, known.tree));
        if let Some(comment) = comment(file, line) {
            messages.extend(check_paths(comment, known.tree));
        }
        found.extend(
            messages.into_iter().map(|text| Violation::new(&file.path, index + 1, "reference", text)),
        );
    }
    found
}

/// The numbers in the headings of the contract: `## 8. Limits` is 8, `### 2.1 Envelope` is 2.1.
fn sections(contract: &str) -> BTreeSet<&str> {
    let headings = contract.lines().filter(|line| line.starts_with("## ") || line.starts_with("### "));
    headings.map(|heading| number(heading.trim_start_matches(['#', ' ']))).collect()
}

/// The number that a text begins with, such as `2.1` or `8`; empty when it begins with none.
fn number(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    text[..end].trim_end_matches('.')
}

fn check_sections(line: &str, sections: &BTreeSet<&str>) -> Vec<String> {
    let mut found = Vec::new();
    for rest in after_word(line, "interface") {
        let rest = rest.trim_start_matches('`');
        let is_part = ["part ", "§"].into_iter().any(|mark| {
            rest.trim_start().strip_prefix(mark).is_some_and(|rest| !number(rest.trim_start()).is_empty())
        });
        let section = number(rest.strip_prefix(' ').unwrap_or_default());
        if is_part {
            found.push("write `interface 8` for a part, `interface 2.1` for a section".to_owned());
        } else if !section.is_empty() && !sections.contains(section) {
            found.push(format!("`interface {section}` is no heading of {CONTRACT}"));
        }
    }
    let other = line.split('§').skip(1).find(|rest| !number(rest.trim_start()).is_empty());
    if let Some(rest) = other.filter(|_| found.is_empty()) {
        let section = number(rest.trim_start());
        found.push(format!(
            "`§{section}` is a section of no document here; write `interface N.M` or the rule itself"
        ));
    }
    found
}

fn check_decisions(line: &str, tree: &Tree) -> Vec<String> {
    let numbers = after_word(line, "decision").map(|rest| number(rest.strip_prefix(' ').unwrap_or_default()));
    let unknown = numbers.filter(|number| number.len() == 4 && !has_decision(tree, number));
    unknown.map(|number| format!("`decision {number}` is no file of {DECISIONS}")).collect()
}

fn has_decision(tree: &Tree, number: &str) -> bool {
    let beginning = format!("{DECISIONS}{number}-");
    tree.files().iter().any(|file| file.path.starts_with(&beginning))
}

/// What follows each place where `word` stands alone.
fn after_word<'a>(line: &'a str, word: &'a str) -> impl Iterator<Item = &'a str> {
    line.match_indices(word).filter_map(move |(at, _)| {
        let before = line[..at].chars().next_back();
        (!before.is_some_and(char::is_alphanumeric)).then(|| &line[at + word.len()..])
    })
}

/// The comment of a line of code; `None` for a line without one, and for documents, which rule
/// `document` reads.
fn comment<'a>(file: &File, line: &'a str) -> Option<&'a str> {
    let marks: &[&str] = if file.has_extension(&["rs", "ts", "vue", "mjs", "css", "js"]) {
        &["//", "/*", "* ", "<!--"]
    } else if file.has_extension(&["sql"]) {
        &["--"]
    } else if file.has_extension(&["toml", "yaml", "yml", "sh", "example", "py"]) {
        &["#"]
    } else {
        &[]
    };
    let begins = |mark: &&str| {
        let mut places = line.match_indices(*mark).map(|(at, _)| at);
        places.find(|at| line[..*at].chars().next_back().is_none_or(char::is_whitespace))
    };
    marks.iter().filter_map(begins).min().map(|at| &line[at..])
}

fn check_paths(comment: &str, tree: &Tree) -> Vec<String> {
    let words = comment.split(|c: char| c.is_whitespace() || "`()'\",;".contains(c));
    let words = words.map(|word| word.trim_end_matches(['.', ':', '?', '!']));
    let lost = words.filter(|word| names_nothing(word, tree));
    lost.map(|word| format!("`{word}` does not exist; correct the comment")).collect()
}

fn names_nothing(word: &str, tree: &Tree) -> bool {
    if OUTSIDE.iter().any(|outside| word.starts_with(outside)) {
        return true;
    }
    as_path(word).is_some_and(|path| !tree.exists(path) && !is_built(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTRACT_TEXT: &str =
        "# The interface\n## 2. Resources\n### 2.1 Envelope\n### 2.17 Forms\n## 8. Limits\n";

    fn found(path: &str, text: &str) -> Vec<(usize, String)> {
        let tree = Tree::of(&[
            (path, text),
            (CONTRACT, CONTRACT_TEXT),
            ("docs/decisions/0003-append-first.md", ""),
            ("crates/desk/src/lib.rs", ""),
        ]);
        check(&tree).into_iter().map(|violation| (violation.line, violation.message)).collect()
    }

    fn lines(path: &str, text: &str) -> Vec<usize> {
        found(path, text).into_iter().map(|(line, _)| line).collect()
    }

    #[test]
    fn a_section_that_the_contract_does_not_have_is_found_with_its_line() {
        let text = "//! Good (`interface 2.1`).\n//! Lost (`interface 2.2`).\n//! No part (interface 9).\n";
        assert_eq!(lines("crates/a/src/x.rs", text), [2, 3]);
        assert!(found("crates/a/src/x.rs", text)[0].1.contains("interface 2.2"));
    }

    #[test]
    fn sections_and_parts_of_the_contract_are_fine_in_every_file() {
        let text = "interface 8, `interface 2.17`, interface 2.1. The end of a sentence: interface 2.";
        assert!(found("migrations/0001_x.sql", text).is_empty());
        assert!(found("docs/operate.md", text).is_empty());
        assert!(
            found("web/src/x.ts", "export interface Section { a: 1 }\n// An interface of 3 fields.")
                .is_empty()
        );
    }

    #[test]
    fn a_number_is_compared_as_a_whole() {
        assert_eq!(
            lines("web/src/x.ts", "// interface 2.170\n// interface 2.1.7\n// interface 28\n"),
            [1, 2, 3]
        );
    }

    #[test]
    fn other_spellings_of_a_part_are_refused() {
        let text =
            "// interface part 8\n// `interface` part 8\n// interface §8\n// part 8 of the interface\n";
        assert_eq!(lines("web/src/x.ts", text), [1, 2, 3]);
    }

    #[test]
    fn sections_of_documents_that_are_not_here_are_refused() {
        let text = "-- (decisions §10)\n-- design §2\n-- see research § 3\n-- a § of the law\n";
        assert_eq!(lines("migrations/0001_x.sql", text), [1, 2, 3]);
        assert_eq!(lines("docs/operate.md", "As `decisions §9` says.\n"), [1]);
    }

    #[test]
    fn a_decision_is_named_by_a_number_that_has_a_file() {
        assert!(found("crates/a/src/x.rs", "//! See decision 0003.\n").is_empty());
        assert_eq!(lines("crates/a/src/x.rs", "//! See decision 0004.\n"), [1]);
    }

    #[test]
    fn a_path_in_a_comment_that_leads_nowhere_is_found() {
        assert_eq!(
            lines("crates/a/src/x.rs", "// See `docs/gone.md`.\n/// In crates/gone/src/lib.rs: x\n"),
            [1, 2]
        );
        assert_eq!(lines("migrations/0001_x.sql", "select 1; -- web/src/gone.ts\n"), [1]);
        assert_eq!(lines("web/src/x.ts", "/*\n * migrations/0009_gone.sql\n */\n"), [2]);
        assert_eq!(lines(".config/x.toml", "# crates/gone\n"), [1]);
        assert_eq!(lines("crates/a/src/x.rs", "// research/crates.md says why.\n"), [1]);
    }

    #[test]
    fn paths_that_exist_patterns_and_code_are_fine() {
        let text = "// crates/desk/src/lib.rs, `crates/<crate>/src`, web/dist/index.html, /api/x\n\
                    let path = \"crates/gone/src\"; // as in crates/desk\n\
                    get(\"https://host/web/gone\");\n";
        assert!(found("crates/a/src/x.rs", text).is_empty(), "{:?}", found("crates/a/src/x.rs", text));
    }
}
