//! What a step of the suite is.

use anyhow::Result;

use crate::repo::Repo;

/// One part of the suite.
pub struct Step {
    /// What `--only` calls it.
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// The steps of a lane go one after another, those of two lanes at once.
    pub lane: Lane,
    /// The steps that must have passed before, where they are selected too.
    pub needs: &'static [&'static str],
    /// Whether `--quick` has it.
    pub quick: bool,
    /// Does it.
    pub run: fn(&Repo, Scope) -> Result<()>,
}

/// What a step works with most; each lane keeps about one core busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// The compiler and the Rust tests.
    Rust,
    /// npm, the browser, and clients of the built server.
    Web,
}

/// How much a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Everything.
    Full,
    /// What the changed files need.
    Quick,
}
