//! What a back end has written, and what happened to it: the newest lines, in memory.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use utoipa::ToSchema;

/// Lines that are kept.
const KEPT: usize = 500;
/// Longest line, in characters.
const MAX_LINE: usize = 2000;

/// A line.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LogLine {
    /// When it was written, in milliseconds since the epoch.
    pub(crate) at: i64,
    /// How much the line matters: `debug`, `info`, `warn` or `error`.
    pub(crate) level: &'static str,
    /// The words.
    pub(crate) text: String,
}

/// The newest lines.
#[derive(Debug, Default)]
pub(crate) struct Log(Mutex<VecDeque<LogLine>>);

impl Log {
    pub(crate) fn add(&self, at: i64, level: &'static str, text: &str) {
        let text = text.chars().take(MAX_LINE).collect();
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == KEPT {
            lines.pop_front();
        }
        lines.push_back(LogLine { at, level, text });
    }

    /// The oldest first.
    pub(crate) fn all(&self) -> Vec<LogLine> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}
