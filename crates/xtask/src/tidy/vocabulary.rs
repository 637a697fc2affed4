//! Rule `vocabulary`: a room's file speaks of its own side only.

use super::Violation;
use super::rust::RustFile;
use super::tree::{Place, Tree};

/// What a file of a room may not say. (SQL is a rule of its own: see `tables.rs`.)
struct Vocabulary {
    role: &'static str,
    forbidden: &'static [&'static str],
    reason: &'static str,
}

const VOCABULARIES: &[Vocabulary] = &[
    Vocabulary {
        role: "model",
        forbidden: &["axum", "tokio", "db", "Db", "Tx", "rusqlite", "tokio_postgres"],
        reason: "model is pure: nouns and rules; HTTP belongs to routes, queries to store",
    },
    Vocabulary {
        role: "store",
        forbidden: &["axum", "StatusCode"],
        reason: "store knows no HTTP: answer a value or an error, and let routes choose the status",
    },
];

/// Finds names that do not belong into their file.
pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in tree.rust() {
        let Some(place) = Place::of(&file.path) else {
            continue;
        };
        let Some(rules) = VOCABULARIES.iter().find(|rules| rules.role == place.role) else {
            continue;
        };
        for (line, name) in RustFile::parse(&file.text).names {
            if rules.forbidden.contains(&name.as_str()) {
                let message = format!("`{name}` here: {}", rules.reason);
                found.push(Violation::new(&file.path, line, "vocabulary", message));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(path: &str, text: &str) -> Vec<usize> {
        check(&Tree::of(&[(path, text)])).into_iter().map(|violation| violation.line).collect()
    }

    #[test]
    fn a_model_knows_neither_http_nor_queries() {
        let text = "use serde::Serialize;\nuse axum::Json;\nfn load(db: &Db) {}\n";
        assert_eq!(lines("crates/desk/src/countdown/model.rs", text), [2, 3, 3]);
        assert_eq!(lines("crates/desk/src/countdown/model/title.rs", text), [2, 3, 3]);
        assert!(lines("crates/desk/src/countdown/routes.rs", text).is_empty());
    }

    #[test]
    fn a_store_knows_no_http() {
        let text = "use kernel::db::Tx;\nfn find() -> StatusCode {}\n";
        assert_eq!(lines("crates/social/src/chat/store.rs", text), [2]);
    }

    #[test]
    fn words_in_comments_do_not_count() {
        let text = "//! Unlike axum's types.\n/// See tokio.\nstruct Title;\n";
        assert!(lines("crates/desk/src/countdown/model.rs", text).is_empty());
    }
}
