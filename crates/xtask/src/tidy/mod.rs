//! `cargo xtask tidy`: the repository's own rules, one file per rule.
//!
//! A rule is a function from the [`Tree`] to [`Violation`]s. Exceptions stand in
//! `crates/xtask/allow.txt` with a reason; one that is no longer needed is itself a violation.

mod allow;
mod budgets;
mod dependencies;
mod direction;
mod documents;
mod headers;
mod migrations;
mod references;
mod rust;
mod sql;
mod tables;
mod tree;
mod vocabulary;
mod words;

use anyhow::{Result, bail};

use crate::repo::Repo;
use tree::Tree;

/// One place that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Violation {
    /// The file, from the repository's root.
    path: String,
    /// The line, or 0 for the file as a whole.
    line: usize,
    /// What an entry of the allow list calls it: the rule, and `:name` where one is needed.
    kind: String,
    /// What is wrong and what to do.
    message: String,
}

impl Violation {
    fn new(path: &str, line: usize, kind: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, kind: kind.into(), message: message.into() }
    }
}

/// All rules.
const RULES: &[fn(&Tree) -> Vec<Violation>] = &[
    headers::check,
    budgets::check,
    direction::check,
    vocabulary::check,
    tables::check,
    migrations::check,
    documents::check,
    words::check,
    references::check,
];

/// The list of migrations to freeze with a release, and where it stands. Refused while they break a rule:
/// the new list would hide a change of what was released before.
pub fn released_migrations(repo: &Repo) -> Result<(&'static str, String)> {
    let tree = Tree::load(repo.root())?;
    if let Some(violation) = migrations::check(&tree).first() {
        bail!("{}: {}", violation.path, violation.message);
    }
    Ok((migrations::RELEASED, migrations::list(&tree)))
}

/// Checks the whole repository and lists what breaks a rule.
pub fn main(repo: &Repo) -> Result<()> {
    let tree = Tree::load(repo.root())?;
    let mut found: Vec<_> = RULES.iter().flat_map(|rule| rule(&tree)).collect();
    found.extend(dependencies::check(repo, &tree)?);
    let mut left = allow::apply(&tree, found);
    left.sort();
    for violation in &left {
        let Violation { path, line, kind, message } = violation;
        println!("{path}:{line}: {message} [{kind}]");
    }
    if !left.is_empty() {
        bail!("violations of the rules: {}", left.len());
    }
    println!("tidy: {} files hold the rules", tree.files().len());
    Ok(())
}
