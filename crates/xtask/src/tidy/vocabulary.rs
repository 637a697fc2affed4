//! Rule `vocabulary`: a feature's file speaks of its own side only, and the kernel names no feature.

use super::Violation;
use super::rust::RustFile;
use super::tree::{FeatureFile, Tree};

/// What a file of a feature may not say. (SQL is a rule of its own: see `tables.rs`.)
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

/// Names of features that are the kernel's words too: its own nouns, the severity of a log line, the
/// `setup` of a test, the `auth` of TLS, and the `market` of the frame of app control, whose name the contract gives.
const SHARED: &[&str] = &["user", "search", "system", "admin", "level", "setup", "auth", "market"];

/// Finds names that do not belong into their file.
pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = features_in_kernel(tree);
    for file in tree.rust() {
        let Some(place) = FeatureFile::of(&file.path) else {
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

/// Finds names and texts of the kernel that name a feature. Tests may: they make up features.
fn features_in_kernel(tree: &Tree) -> Vec<Violation> {
    let features = tree.features();
    let is_feature = |word: &&str| features.contains(word) && !SHARED.contains(word);
    let mut found = Vec::new();
    for file in tree.rust().filter(|file| file.path.starts_with("crates/kernel/src/")) {
        if file.path.contains("/tests") || file.path.ends_with("/testing.rs") {
            continue;
        }
        // What is not built yet cannot register anything.
        if file.path == "crates/kernel/src/planned.rs" {
            continue;
        }
        let code = file.text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let RustFile { names, strings, .. } = RustFile::parse(code);
        for (line, text) in names.into_iter().chain(strings) {
            let text = text.to_lowercase();
            let words = text.split(|c: char| !c.is_ascii_alphanumeric());
            for feature in words.into_iter().filter(is_feature) {
                let message =
                    format!("the kernel names the feature `{feature}`; let the feature register it");
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
    fn the_kernel_names_no_feature() {
        let found = |text: &str| {
            let feature = ("crates/social/src/chat/mod.rs", "//! Chat.");
            check(&Tree::of(&[feature, ("crates/kernel/src/config.rs", text)])).len()
        };
        assert_eq!(found("static CHAT_PORT: u16 = 1;\nconst TEXT: &str = \"the chat's port\";\n"), 2);
        assert_eq!(found("/// Chat, for example.\nstatic PORT: u16 = 1;\nfn chatter() {}\n"), 0);
        assert_eq!(found("fn port() {}\n\n#[cfg(test)]\nmod tests {\n    fn chat() {}\n}\n"), 0);
    }

    #[test]
    fn words_in_comments_do_not_count() {
        let text = "//! Unlike axum's types.\n/// See tokio.\nstruct Title;\n";
        assert!(lines("crates/desk/src/countdown/model.rs", text).is_empty());
    }
}
