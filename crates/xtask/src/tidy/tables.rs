//! Rules `sql` and `table`: SQL stands in `store.rs`, and a table has one feature.

use std::collections::BTreeMap;

use super::Violation;
use super::rust::RustFile;
use super::sql::{is_sql, tables_created, tables_named};
use super::tree::{FeatureFile, File, Tree};

/// Tables of the kernel.
const KERNEL_TABLES: &[&str] = &[
    "event_log",
    "event_head",
    "event_cursors",
    "event_failures",
    "audit_log",
    "audit_head",
    "files",
    "file_refs",
    "settings",
    "app_control",
    "sequences",
    "schema_migrations",
];

/// Tables whose names the interface or history gave them, and their features.
const NAMED_OTHERWISE: &[(&str, &str)] = &[("users", "user"), ("pre_records", "setup")];

/// Crates that are no part of the server; their SQL is test data.
const TOOLS: &[&str] = &["crates/xtask/", "crates/bench/", "crates/plugin-host/"];

const KERNEL: &str = "crates/kernel/";

/// Who may name a table.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Owner {
    Kernel,
    Feature(String),
}

/// Finds SQL outside the stores, tables without a feature, and tables named by another feature.
pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    let owners = owners(tree, &mut found);
    for file in tree.rust() {
        if !TOOLS.iter().any(|tool| file.path.starts_with(tool)) {
            check_file(file, &owners, &mut found);
        }
    }
    found
}

/// The owner of every table that a migration creates.
fn owners(tree: &Tree, found: &mut Vec<Violation>) -> BTreeMap<String, Owner> {
    let migrations = tree
        .files()
        .iter()
        .filter(|file| file.path.starts_with("migrations/") && file.has_extension(&["sql"]));
    let mut owners = BTreeMap::new();
    for file in migrations {
        for table in tables_created(&file.text) {
            match owner(tree, &table) {
                Some(owner) => drop(owners.insert(table, owner)),
                None => {
                    let message = format!("no feature owns `{table}`; name it `<feature>_…`");
                    found.push(Violation::new(&file.path, 0, format!("table:{table}"), message));
                }
            }
        }
    }
    owners
}

/// The kernel, the feature given by hand, or the longest feature name that begins the table's name.
fn owner(tree: &Tree, table: &str) -> Option<Owner> {
    if KERNEL_TABLES.contains(&table) {
        return Some(Owner::Kernel);
    }
    if let Some((_, feature)) = NAMED_OTHERWISE.iter().find(|(name, _)| *name == table) {
        return Some(Owner::Feature((*feature).to_owned()));
    }
    let begins = |feature: &&str| {
        table.strip_prefix(*feature).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    };
    let feature = tree.features().into_iter().filter(begins).max_by_key(|feature| feature.len())?;
    Some(Owner::Feature(feature.to_owned()))
}

fn check_file(file: &File, owners: &BTreeMap<String, Owner>, found: &mut Vec<Violation>) {
    let here = match FeatureFile::of(&file.path) {
        _ if file.path.starts_with(KERNEL) => Some(Owner::Kernel),
        Some(place) if place.role == "store" => Some(Owner::Feature(place.feature.to_owned())),
        _ => None,
    };
    for (line, literal) in RustFile::parse(&file.text).strings {
        if !is_sql(&literal) {
            continue;
        }
        if here.is_none() {
            let message = "SQL outside a `store.rs`; move the query into the feature's store";
            found.push(Violation::new(&file.path, line, "sql", message));
            continue;
        }
        for table in tables_named(&literal) {
            let owner = owners.get(&table);
            if owner.is_some() && owner != here.as_ref() {
                let message =
                    format!("`{table}` is another feature's table; call that feature's public functions");
                found.push(Violation::new(&file.path, line, format!("table:{table}"), message));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIGRATION: (&str, &str) = (
        "migrations/kernel/0001_first.sql",
        "create table event_log(seq bigint);\ncreate table chat_messages(id text);\n\
         create table chat_bot_replies(id text);\ncreate table users(id bigint);",
    );

    fn kinds(files: &[(&str, &str)]) -> Vec<(String, String)> {
        let modules = [
            ("crates/social/src/chat/mod.rs", ""),
            ("crates/social/src/chat_bot/mod.rs", ""),
            ("crates/identity/src/user/mod.rs", ""),
        ];
        let tree = Tree::of(&[&modules, files].concat());
        check(&tree).into_iter().map(|violation| (violation.path, violation.kind)).collect()
    }

    #[test]
    fn own_tables_in_the_store_are_fine() {
        let files = [
            MIGRATION,
            ("crates/social/src/chat/store.rs", "const A: &str = \"select 1 from chat_messages\";"),
            ("crates/social/src/chat_bot/store.rs", "sql!(\"delete from chat_bot_replies\");"),
            ("crates/identity/src/user/store.rs", "sql!(\"select id from users\");"),
            ("crates/kernel/src/events.rs", "sql!(\"select seq from event_log\");"),
        ];
        assert_eq!(kinds(&files), []);
    }

    #[test]
    fn another_features_table_is_found() {
        let path = "crates/social/src/chat/store.rs";
        let sql = "sql!(\"select 1 from chat_messages join users on true\");";
        assert_eq!(kinds(&[MIGRATION, (path, sql)]), [(path.into(), "table:users".into())]);
        let path = "crates/kernel/src/events.rs";
        let sql = "sql!(\"select 1 from chat_messages\");";
        assert_eq!(kinds(&[MIGRATION, (path, sql)]), [(path.into(), "table:chat_messages".into())]);
    }

    #[test]
    fn sql_outside_a_store_is_found() {
        for path in ["crates/social/src/chat/routes.rs", "crates/social/src/chat/live.rs"] {
            let sql = "sql!(\"select 1 from chat_messages\");";
            assert_eq!(kinds(&[(path, sql)]), [(path.into(), "sql".into())]);
        }
    }

    #[test]
    fn a_table_without_a_feature_is_found() {
        let path = "migrations/kernel/0002_odd.sql";
        let found = kinds(&[(path, "create table odd_things(id text);")]);
        assert_eq!(found, [(path.into(), "table:odd_things".into())]);
    }
}
