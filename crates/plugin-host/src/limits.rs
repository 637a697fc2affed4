//! What a back end may use.

use std::time::Duration;

/// The limits of one back end. The defaults are those of a class game with some hundred players.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Limits {
    /// Bytes of the JavaScript heap. An isolate that reaches them is ended.
    pub memory: usize,
    /// How long one turn may run. A turn that has had less than a quarter of it in processor time goes on, so
    /// that a machine that stood still interrupts nobody.
    pub slice: Duration,
    /// How long loading the back end may take: its files run as one turn.
    pub start: Duration,
    /// How long a call may wait for its answer.
    pub answer_timeout: Duration,
    /// Bytes of the body of one answer.
    pub answer_bytes: usize,
    /// Rows that one query may answer.
    pub result_rows: usize,
    /// Bytes that one query may answer, and of one value in the database.
    pub result_bytes: usize,
    /// Timers that wait at the same time.
    pub timers: usize,
    /// Calls that wait for their answers at the same time.
    pub pending_calls: usize,
    /// Lines that are written to the log in one minute; those above are counted.
    pub log_lines: usize,
    /// Events that one turn may publish.
    pub publications: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory: 64 << 20,
            slice: Duration::from_millis(300),
            start: Duration::from_secs(2),
            answer_timeout: Duration::from_secs(15),
            answer_bytes: 4 << 20,
            result_rows: 100_000,
            result_bytes: 8 << 20,
            timers: 1000,
            pending_calls: 1000,
            log_lines: 600,
            publications: 200,
        }
    }
}
