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
    /// Requests to other hosts that are under way at the same time.
    pub fetches: usize,
    /// Requests to other hosts in one minute.
    pub fetches_per_minute: usize,
    /// Bytes of the body of a request to another host. The portal bounds the body of the response.
    pub fetch_bytes: usize,
    /// Bytes of the address of a request to another host.
    pub fetch_url_bytes: usize,
    /// Headers of a request to another host.
    pub fetch_headers: usize,
    /// Bytes of the names and values of these headers.
    pub fetch_header_bytes: usize,
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
            fetches: 16,
            fetches_per_minute: 600,
            fetch_bytes: 1 << 20,
            fetch_url_bytes: 8 << 10,
            fetch_headers: 64,
            fetch_header_bytes: 16 << 10,
        }
    }
}
