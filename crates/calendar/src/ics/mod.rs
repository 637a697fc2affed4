//! iCalendar files (RFC 5545): reading and writing them. The library `icalendar` reads and writes each content line; which
//! line of the file it is, and what makes an event, is decided here.

mod lines;
mod problem;
mod read;
mod times;
mod windows;
mod write;

pub(crate) use problem::FileProblem;
pub(crate) use read::{FileEvent, ReadFile, read};
pub(crate) use write::write;

/// The largest file, in bytes.
pub(crate) const MAX_FILE: usize = 2 * 1024 * 1024;
/// Events of a file.
pub(crate) const MAX_EVENTS: usize = 2000;
/// Our own property for what RFC 5545 has none for: the colour.
const COLOR: &str = "X-CLASSPORTAL-COLOR";
/// Our own property: whether the countdowns show the event.
const COUNTDOWN: &str = "X-CLASSPORTAL-COUNTDOWN";
