//! Rules `file-length` and `function-length`: what fits into one head.

use super::Violation;
use super::rust::RustFile;
use super::tree::{File, Tree};

/// Lines of a Rust file.
const RUST_FILE: usize = 400;
/// Lines of a Rust function, from its signature to its closing brace.
const FUNCTION: usize = 60;
/// Lines of a Vue component, a TypeScript file or a script.
const WEB_FILE: usize = 300;

/// Finds files and functions over their budget.
pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in tree.files() {
        let budget = match file {
            file if file.has_extension(&["rs"]) => RUST_FILE,
            file if file.has_extension(&["vue", "ts", "mjs"]) => WEB_FILE,
            _ => continue,
        };
        let lines = file.text.lines().count();
        if lines > budget {
            let message = format!("{lines} lines, {budget} at most; split it by topic");
            found.push(Violation::new(&file.path, 0, "file-length", message));
        }
    }
    found.extend(tree.rust().flat_map(long_functions));
    found
}

fn long_functions(file: &File) -> Vec<Violation> {
    let mut found = Vec::new();
    for function in RustFile::parse(&file.text).functions {
        let lines = function.last_line - function.first_line + 1;
        if lines > FUNCTION {
            let name = function.name;
            let message = format!("`{name}` has {lines} lines, {FUNCTION} at most; name its parts");
            let kind = format!("function-length:{name}");
            found.push(Violation::new(&file.path, function.first_line, kind, message));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(path: &str, text: &str) -> Vec<String> {
        check(&Tree::of(&[(path, text)])).into_iter().map(|violation| violation.kind).collect()
    }

    #[test]
    fn files_over_budget_are_found_by_their_kind() {
        assert_eq!(kinds("crates/a/src/x.rs", &"//\n".repeat(401)), ["file-length"]);
        assert_eq!(kinds("web/src/App.vue", &"\n".repeat(301)), ["file-length"]);
        assert!(kinds("crates/a/src/x.rs", &"//\n".repeat(400)).is_empty());
        assert!(kinds("docs/operate.md", &"\n".repeat(999)).is_empty());
    }

    #[test]
    fn a_function_over_budget_is_found_by_name() {
        let long = format!("fn long() {{\n{}}}\n", "work();\n".repeat(59));
        assert_eq!(kinds("crates/a/src/x.rs", &long), ["function-length:long"]);
        let fits = format!("fn fits() {{\n{}}}\n", "work();\n".repeat(58));
        assert!(kinds("crates/a/src/x.rs", &fits).is_empty());
    }
}
