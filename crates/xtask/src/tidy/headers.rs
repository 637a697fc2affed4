//! Rule `header`: every Rust file begins by saying what it is.

use super::Violation;
use super::tree::Tree;

/// Finds Rust files without a `//!` at their top.
pub fn check(tree: &Tree) -> Vec<Violation> {
    let bare = tree.rust().filter(|file| !file.text.trim_start().starts_with("//! "));
    let message = "begin the file with `//! ` and one sentence: what it is";
    bare.map(|file| Violation::new(&file.path, 1, "header", message)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_does_not_say_what_it_is_is_found() {
        let tree = Tree::of(&[
            ("crates/a/src/good.rs", "//! Good.\n"),
            ("crates/a/src/bare.rs", "use std::fs;\n//! Too late.\n"),
            ("crates/a/src/empty.rs", ""),
        ]);
        let paths: Vec<_> = check(&tree).into_iter().map(|violation| violation.path).collect();
        assert_eq!(paths, ["crates/a/src/bare.rs", "crates/a/src/empty.rs"]);
    }
}
