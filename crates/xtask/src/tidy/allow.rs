//! The allow list: exceptions with a reason, each of which must still be needed.

use super::Violation;
use super::tree::Tree;

/// Where it stands. A line is `path | kind | reason`; `#` begins a comment.
const LIST: &str = "crates/xtask/allow.txt";

/// One exception.
struct Entry<'a> {
    line: usize,
    path: &'a str,
    kind: &'a str,
}

/// Takes the allowed violations out and adds those of the list itself.
pub fn apply(tree: &Tree, found: Vec<Violation>) -> Vec<Violation> {
    let mut left = Vec::new();
    let entries = entries(tree.text(LIST).unwrap_or_default(), &mut left);
    for entry in &entries {
        if !found.iter().any(|violation| allows(entry, violation)) {
            let message = format!("`{}` no longer breaks `{}`; delete this line", entry.path, entry.kind);
            left.push(Violation::new(LIST, entry.line, "allow-list", message));
        }
    }
    let allowed = |violation: &Violation| entries.iter().any(|entry| allows(entry, violation));
    left.extend(found.into_iter().filter(|violation| !allowed(violation)));
    left
}

fn allows(entry: &Entry, violation: &Violation) -> bool {
    entry.path == violation.path && entry.kind == violation.kind
}

fn entries<'a>(text: &'a str, wrong: &mut Vec<Violation>) -> Vec<Entry<'a>> {
    let mut entries = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        match parts[..] {
            [path, kind, reason] if !reason.is_empty() => {
                entries.push(Entry { line: index + 1, path, kind });
            }
            _ => {
                let message = "write `path | kind | reason`";
                wrong.push(Violation::new(LIST, index + 1, "allow-list", message));
            }
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply_list(list: &str) -> Vec<(String, usize)> {
        let found = vec![Violation::new("crates/a/src/x.rs", 0, "file-length", "long")];
        let left = apply(&Tree::of(&[(LIST, list)]), found);
        left.into_iter().map(|violation| (violation.path, violation.line)).collect()
    }

    #[test]
    fn a_listed_violation_is_allowed() {
        assert_eq!(apply_list("# why\ncrates/a/src/x.rs | file-length | one table\n"), []);
    }

    #[test]
    fn an_entry_that_is_not_needed_is_a_violation() {
        let list = "crates/a/src/x.rs | file-length | one table\ncrates/b.rs | sql | old\n";
        assert_eq!(apply_list(list), [(LIST.to_owned(), 2)]);
    }

    #[test]
    fn an_entry_without_a_reason_is_a_violation() {
        let left = apply_list("crates/a/src/x.rs | file-length\n");
        assert_eq!(left, [(LIST.to_owned(), 1), ("crates/a/src/x.rs".to_owned(), 0)]);
    }
}
