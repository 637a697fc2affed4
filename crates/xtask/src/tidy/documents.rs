//! Rule `document`: every path that a document names exists, and every file that it links to.

use super::Violation;
use super::tree::{File, Tree};

/// A word between backticks that begins so is a path of this repository.
const BEGINNINGS: &[&str] =
    &["crates/", "web/", "docs/", "api/", "examples/", "interop/", "migrations/", ".ci/"];

/// Paths that exist only after a build.
const BUILT: &[&str] = &["web/dist", "web/node_modules", "web/src/api/generated"];

/// Finds paths in documents that lead nowhere.
pub fn check(tree: &Tree) -> Vec<Violation> {
    let documents = tree.files().iter().filter(|file| file.has_extension(&["md"]));
    documents.flat_map(|document| check_document(tree, document)).collect()
}

fn check_document(tree: &Tree, document: &File) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut in_block = false;
    for (index, line) in document.text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        }
        if in_block {
            continue;
        }
        // Odd pieces stand between backticks.
        let named = line.split('`').skip(1).step_by(2).filter_map(as_path).map(str::to_owned);
        let lost =
            named.chain(links(&document.path, line)).filter(|path| !tree.exists(path) && !is_built(path));
        found.extend(lost.map(|path| {
            let message = format!("`{path}` does not exist; correct the document");
            Violation::new(&document.path, index + 1, "document", message)
        }));
    }
    found
}

/// The files that links `[text](path#heading)` and pictures `<img src="path">` of a line lead to, from the
/// repository's root.
fn links(document: &str, line: &str) -> Vec<String> {
    let links = line.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
    let pictures = line.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let targets = links.chain(pictures);
    let files = targets.map(|target| target.split('#').next().unwrap_or_default());
    let here = files.filter(|file| !file.is_empty() && !file.contains(':'));
    here.map(|file| resolve(document, file)).collect()
}

/// A path as it stands in a document; `..` is the folder above.
fn resolve(document: &str, path: &str) -> String {
    let mut parts: Vec<&str> = document.split('/').collect();
    parts.pop();
    for part in path.split('/').filter(|part| !matches!(*part, "" | ".")) {
        if part == ".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts.join("/")
}

/// The path that a word names; `None` when it is no path, or a pattern of paths.
pub(super) fn as_path(word: &str) -> Option<&str> {
    let begins = BEGINNINGS.iter().any(|beginning| word.starts_with(beginning));
    let pattern = word.contains(|c: char| c.is_whitespace() || "<>{}*…$".contains(c));
    if !begins || pattern || word.contains("NNNN") {
        return None;
    }
    let end = word.find(['#', ':']).unwrap_or(word.len());
    Some(word[..end].trim_end_matches('/'))
}

/// Whether only a build makes this path.
pub(super) fn is_built(path: &str) -> bool {
    BUILT.iter().any(|built| path.starts_with(built))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(document: &str) -> Vec<usize> {
        let tree = Tree::of(&[("README.md", document), ("crates/desk/src/lib.rs", "")]);
        check(&tree).into_iter().map(|violation| violation.line).collect()
    }

    #[test]
    fn a_path_that_leads_nowhere_is_found() {
        assert_eq!(found("fine\nsee `crates/gone/src/lib.rs` and `docs/gone.md`\n"), [2, 2]);
    }

    #[test]
    fn existing_paths_patterns_and_built_folders_are_fine() {
        let text = "`crates/desk/` `crates/desk/src/lib.rs:12` `crates/desk/src/lib.rs#top` \
                    `crates/<crate>/src` `docs/decisions/NNNN-*.md` `web/dist/index.html` `/api/x` \
                    `cargo xtask run`";
        assert!(found(text).is_empty(), "{:?}", found(text));
    }

    #[test]
    fn a_link_is_followed_from_the_folder_of_its_document() {
        let tree = Tree::of(&[
            (
                "docs/decisions/README.md",
                "[a](0001-a.md#why) [b](../operate.md)\n[c](0002-b.md), [d](../../x.md)\n",
            ),
            (
                "docs/decisions/0001-a.md",
                "[top](#why) [web](https://example.org/x) [mail](mailto:a@example.org)\n",
            ),
            (
                "docs/operate.md",
                "![picture](screens/home.jpg) <img src=\"screens/phone.jpg\" width=\"180\">\n",
            ),
        ]);
        let found = check(&tree);
        let lost: Vec<_> = found.iter().map(|one| one.message.split('`').nth(1).unwrap()).collect();
        assert_eq!(
            lost,
            ["docs/decisions/0002-b.md", "x.md", "docs/screens/home.jpg", "docs/screens/phone.jpg"]
        );
    }

    #[test]
    fn code_blocks_are_not_read() {
        assert!(found("```\n`crates/gone`\n```\n").is_empty());
        assert_eq!(found("```\nx\n```\n`crates/gone`\n"), [4]);
    }
}
