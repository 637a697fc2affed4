//! Generations: answers that are being written. Each is a task of one node, with all that it has said in memory
//! ([`journal`]); readers come and go, and read from any offset of it. Once a second what is new of all of them is
//! stored together, so a crash loses at most that second; what is left open by a crash is closed as a partial
//! answer.

mod begin;
mod checkpoint;
mod finish;
mod generation;
mod journal;
mod plan;
mod reader;
mod registry;
pub(super) mod routes;
mod run;
mod stream_event;

pub(super) use checkpoint::start;
#[cfg(test)]
pub(super) use finish::close;
pub(super) use registry::Generations;
