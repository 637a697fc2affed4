//! What a back end has used, and whether it reacts. Written by its thread, read by everybody.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use rustix::process::Pid;
use serde::{Deserialize, Serialize};

use crate::budget::Budget;
use crate::call::CallError;
use crate::clock;

/// What a back end has used since its isolate began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Calls that were made.
    pub calls: u64,
    /// Calls that ended without an answer of the back end, or with a status of 500 and more.
    pub failed: u64,
    /// Processor time of its turns, in milliseconds.
    pub cpu_ms: u64,
    /// Bytes of the JavaScript heap when it was measured last.
    pub heap_bytes: u64,
    /// Bytes of its database when it was measured last.
    pub stored_bytes: u64,
    /// Turns that were cut off or ran out of memory, and a process that ended by itself, did not react or broke a rule
    /// of its socket.
    pub strikes: u64,
    /// Bytes of memory of the process that the back end has for itself: its share of what processes share and all
    /// else, or all of it where the kernel does not say. `None` for a thread and for a process that has ended.
    pub process_bytes: Option<u64>,
}

/// What the meter of a process tells the meter of its handle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeterState {
    /// Processor time of its turns, in nanoseconds.
    pub cpu_ns: u64,
    /// Bytes of the JavaScript heap.
    pub heap: u64,
    /// Bytes of its database.
    pub stored: u64,
    /// Turns that were cut off or ran out of memory.
    pub strikes: u64,
    /// Why the isolate has ended.
    pub ended: Option<CallError>,
}

/// The counters behind [`Usage`].
#[derive(Debug)]
pub struct Meter {
    base: Instant,
    calls: AtomicU64,
    failed: AtomicU64,
    cpu_ns: AtomicU64,
    heap: AtomicU64,
    stored: AtomicU64,
    strikes: AtomicU64,
    /// Milliseconds from `base` to the beginning of the turn that runs, plus one; zero between turns.
    turn: AtomicU64,
    ended: OnceLock<CallError>,
    /// The thread of the isolate.
    thread: OnceLock<Pid>,
}

impl Meter {
    pub fn new() -> Self {
        let zero = || AtomicU64::new(0);
        Self {
            base: clock::now(),
            calls: zero(),
            failed: zero(),
            cpu_ns: zero(),
            heap: zero(),
            stored: zero(),
            strikes: zero(),
            turn: zero(),
            ended: OnceLock::new(),
            thread: OnceLock::new(),
        }
    }

    /// Says which thread the isolate has.
    pub fn set_thread(&self, thread: Pid) {
        // An isolate stays on its thread.
        let _ = self.thread.set(thread);
    }

    pub fn thread(&self) -> Option<Pid> {
        self.thread.get().copied()
    }

    pub fn call(&self) {
        self.calls.fetch_add(1, Relaxed);
    }

    pub fn fail(&self) {
        self.failed.fetch_add(1, Relaxed);
    }

    pub fn strike(&self) {
        self.strikes.fetch_add(1, Relaxed);
    }

    pub fn heap(&self, bytes: usize) {
        self.heap.store(bytes as u64, Relaxed);
    }

    pub fn stored(&self, bytes: u64) {
        self.stored.store(bytes, Relaxed);
    }

    pub fn turn_begins(&self) {
        self.turn.store(self.elapsed() + 1, Relaxed);
    }

    pub fn turn_ends(&self, budget: &Budget) {
        let used = u64::try_from(budget.used().as_nanos()).unwrap_or(0);
        self.cpu_ns.fetch_add(used, Relaxed);
        self.turn.store(0, Relaxed);
    }

    /// When the turn that runs began, to tell it from another one.
    pub fn turn(&self) -> Option<u64> {
        self.turn.load(Relaxed).checked_sub(1)
    }

    /// How long the turn that runs has been running.
    pub fn running(&self) -> Option<Duration> {
        let began = self.turn()?;
        Some(Duration::from_millis(self.elapsed().saturating_sub(began)))
    }

    /// The thread has ended.
    pub fn end(&self, reason: CallError) {
        // The first reason is the reason.
        let _ = self.ended.set(reason);
    }

    pub fn ended(&self) -> Option<&CallError> {
        self.ended.get()
    }

    pub fn usage(&self) -> Usage {
        Usage {
            calls: self.calls.load(Relaxed),
            failed: self.failed.load(Relaxed),
            cpu_ms: self.cpu_ns.load(Relaxed) / 1_000_000,
            heap_bytes: self.heap.load(Relaxed),
            stored_bytes: self.stored.load(Relaxed),
            strikes: self.strikes.load(Relaxed),
            process_bytes: None,
        }
    }

    /// What another process has to know.
    pub fn state(&self) -> MeterState {
        MeterState {
            cpu_ns: self.cpu_ns.load(Relaxed),
            heap: self.heap.load(Relaxed),
            stored: self.stored.load(Relaxed),
            strikes: self.strikes.load(Relaxed),
            ended: self.ended().cloned(),
        }
    }

    /// Takes over what the meter of the process says. What only grows never shrinks.
    pub fn adopt(&self, state: &MeterState) {
        self.cpu_ns.fetch_max(state.cpu_ns, Relaxed);
        self.heap.store(state.heap, Relaxed);
        self.stored.store(state.stored, Relaxed);
        self.strikes.fetch_max(state.strikes, Relaxed);
        if let Some(reason) = &state.ended {
            self.end(reason.clone());
        }
    }

    fn elapsed(&self) -> u64 {
        u64::try_from(self.base.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

/// Says that the thread has ended, also when it ended by a fault of the host.
#[derive(Debug)]
pub struct EndOnDrop(pub Arc<Meter>);

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        self.0.end(CallError::Stopped);
    }
}
