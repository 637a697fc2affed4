//! Rule `migration`: where migrations stand, whose numbers they may have, and that released ones stay.

use std::collections::{BTreeMap, BTreeSet};

use super::Violation;
use super::sql::without_comments;
use super::tree::{File, Tree};
use crate::hash;

/// What was part of a release: a file name and the hash of its statements in each line. It stands in the
/// tree because a clone in CI may have no tags.
pub const RELEASED: &str = "migrations/released.txt";

const HEAD: &str = "# Migrations that databases in use have had. Written by `cargo xtask release`.\n";

/// One file of a migration.
struct Piece<'a> {
    file: &'a File,
    /// Its name without the folder: the folder is for readers, the name is what databases record.
    name: &'a str,
    number: u32,
}

impl<'a> Piece<'a> {
    /// `None` unless the path is `migrations/<feature>/NNNN_<what>.sql`.
    fn of(file: &'a File) -> Option<Self> {
        let (_feature, name) = file.path.strip_prefix("migrations/")?.split_once('/')?;
        let (digits, what) = name.split_once('_')?;
        let named = digits.len() == 4 && !what.contains('/');
        let number = digits.parse().ok().filter(|_| named)?;
        Some(Self { file, name, number })
    }

    fn feature(&self) -> &'a str {
        self.file.path.split('/').nth(1).unwrap_or_default()
    }

    /// `NNNN_what`, also of what one engine alone has.
    fn stem(&self) -> &'a str {
        self.name.split('.').next().unwrap_or_default()
    }

    /// Comments may be corrected; statements have been run.
    fn hash(&self) -> String {
        let text = without_comments(&self.file.text);
        hash::of_text(&text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    fn violation(&self, message: impl Into<String>) -> Violation {
        Violation::new(&self.file.path, 0, "migration", message)
    }
}

/// Finds migrations that some database would not get, or would get twice or otherwise than another.
pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    let pieces = pieces(tree, &mut found);
    check_places(tree, &pieces, &mut found);
    check_released(tree.text(RELEASED).unwrap_or_default(), &pieces, &mut found);
    found
}

/// The text of [`RELEASED`] with all present migrations.
pub fn list(tree: &Tree) -> String {
    let lines: BTreeMap<_, _> =
        pieces(tree, &mut Vec::new()).iter().map(|piece| (piece.name, piece.hash())).collect();
    lines.iter().fold(HEAD.to_owned(), |text, (name, hash)| format!("{text}{name} {hash}\n"))
}

fn pieces<'a>(tree: &'a Tree, found: &mut Vec<Violation>) -> Vec<Piece<'a>> {
    let mut pieces = Vec::new();
    for file in tree.files() {
        if !file.path.starts_with("migrations/") || !file.has_extension(&["sql"]) {
            continue;
        }
        match Piece::of(file) {
            Some(piece) => pieces.push(piece),
            None => {
                let message = "name it `migrations/<feature>/NNNN_<what>.sql`";
                found.push(Violation::new(&file.path, 0, "migration", message));
            }
        }
    }
    pieces
}

fn check_places(tree: &Tree, pieces: &[Piece], found: &mut Vec<Violation>) {
    let mut owners: BTreeMap<u32, (&str, &str)> = BTreeMap::new();
    let whole: BTreeSet<&str> =
        pieces.iter().filter_map(|piece| piece.file.path.strip_suffix(".sql")).collect();
    for piece in pieces {
        let feature = piece.feature();
        let in_kernel = feature == "kernel" || tree.exists(&format!("crates/kernel/src/{feature}"));
        if !in_kernel && !tree.features().contains(feature) {
            found.push(piece.violation(format!("no folder of code is named `{feature}`")));
        }
        let own = (feature, piece.stem());
        let first = *owners.entry(piece.number).or_insert(own);
        if first != own {
            let message = format!("`{}/{}` has this number; take the next free one", first.0, first.1);
            found.push(piece.violation(message));
        }
        let common = format!("migrations/{feature}/{}", piece.stem());
        if !whole.contains(common.as_str()) {
            found.push(piece.violation(format!("it runs only after `{common}.sql`, which is missing")));
        }
    }
}

fn check_released(list: &str, pieces: &[Piece], found: &mut Vec<Violation>) {
    let lines = list.lines().zip(1..).filter(|(line, _)| !line.starts_with('#'));
    let released: BTreeMap<&str, (&str, usize)> = lines
        .filter_map(|(line, number)| line.split_once(' ').map(|(name, hash)| (name, (hash, number))))
        .collect();
    for (name, (_, line)) in &released {
        if !pieces.iter().any(|piece| piece.name == *name) {
            let message = format!("`{name}` was released and is gone; databases in use have recorded it");
            found.push(Violation::new(RELEASED, *line, "migration", message));
        }
    }
    let numbers = released.keys().filter_map(|name| name.split('_').next()?.parse::<u32>().ok());
    let newest = numbers.max().unwrap_or_default();
    for piece in pieces {
        match released.get(piece.name) {
            Some((hash, _)) if *hash != piece.hash() => {
                let message = "this migration was released; make a new one instead of changing it";
                found.push(piece.violation(message));
            }
            None if piece.number <= newest => {
                let message = format!("the last release went up to {newest:04}; take a higher number");
                found.push(piece.violation(message));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: (&str, &str) = ("migrations/kernel/0001_kernel.sql", "create table settings (name text);");
    const CHAT: (&str, &str) = ("migrations/chat/0010_chat.sql", "create table chat_rooms (id text);");

    /// What is found with these files, the two above being released as they are.
    fn found(files: &[(&str, &str)]) -> Vec<(String, String)> {
        let module = ("crates/social/src/chat/mod.rs", "");
        let released = list(&Tree::of(&[FIRST, CHAT]));
        let tree = Tree::of(&[files, &[module, (RELEASED, released.as_str())]].concat());
        check(&tree).into_iter().map(|violation| (violation.path, violation.message)).collect()
    }

    fn says(files: &[(&str, &str)], path: &str, words: &str) {
        let found = found(&[&[FIRST, CHAT], files].concat());
        assert!(matches!(&found[..], [(at, why)] if at == path && why.contains(words)), "{found:?}");
    }

    #[test]
    fn a_new_migration_has_a_higher_number_than_the_last_release() {
        assert_eq!(found(&[FIRST, CHAT, ("migrations/chat/0011_more.sql", "")]), []);
        for number in ["0009", "0002"] {
            let path = format!("migrations/chat/{number}_late.sql");
            says(&[(&path, "")], &path, "the last release went up to 0010");
        }
    }

    #[test]
    fn what_one_engine_gets_cannot_be_added_to_a_released_migration() {
        let path = "migrations/chat/0010_chat.sqlite.sql";
        says(&[(path, "")], path, "the last release went up to 0010");
    }

    #[test]
    fn a_released_migration_keeps_its_statements_but_not_its_comments() {
        let commented = "-- What they know.\ncreate table chat_rooms (id  text);";
        assert_eq!(found(&[FIRST, (CHAT.0, commented)]), []);
        let changed = found(&[FIRST, (CHAT.0, "create table chat_rooms (id bigint);")]);
        assert!(changed.len() == 1 && changed[0].1.contains("was released"), "{changed:?}");
        let gone = found(&[FIRST]);
        assert!(gone.len() == 1 && gone[0].0 == RELEASED && gone[0].1.contains("is gone"), "{gone:?}");
    }

    #[test]
    fn a_released_migration_may_move_to_another_folder() {
        assert_eq!(found(&[("migrations/chat/0001_kernel.sql", FIRST.1), CHAT]), []);
    }

    #[test]
    fn a_number_is_given_out_once_over_all_folders() {
        let new = ("migrations/chat/0011_chat.sql", "");
        says(
            &[new, ("migrations/kernel/0011_other.sql", "")],
            "migrations/kernel/0011_other.sql",
            "has this number",
        );
        says(
            &[new, ("migrations/kernel/0011_chat.sql", "")],
            "migrations/kernel/0011_chat.sql",
            "has this number",
        );
        assert_eq!(found(&[FIRST, CHAT, new, ("migrations/chat/0011_chat.postgres.sql", "")]), []);
    }

    #[test]
    fn a_migration_stands_in_the_folder_of_its_feature_under_a_number() {
        for path in ["migrations/0011_x.sql", "migrations/chat/11_x.sql", "migrations/chat/old/0011_x.sql"] {
            says(&[(path, "")], path, "name it");
        }
        let path = "migrations/nowhere/0011_x.sql";
        says(&[(path, "")], path, "no folder of code");
        let path = "migrations/chat/0011_x.sqlite.sql";
        says(&[(path, "")], path, "0011_x.sql`, which is missing");
    }
}
