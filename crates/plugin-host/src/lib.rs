//! Runs the back end of an installed app: JavaScript that exports an Express-style router, in an engine of its own
//! on a thread of its own, with a SQLite database of its own. It knows nothing of the portal but [`Portal`].
//!
//! A back end reaches its own files, its database and what [`Portal`] answers. It has no file system, no processes
//! and no network. Its memory, the time of a turn, its database and its answers are limited ([`Limits`]).
//!
//! The database is a working copy. After every turn its changed pages go through [`run_turns`] into the portal's own
//! store, and only then does anybody see an answer or an event of that turn.

mod back_end;
mod budget;
mod call;
mod clock;
mod headers;
mod isolate;
mod limits;
mod meter;
mod portal;
mod process;
mod source;
mod sql;
mod turns;
mod waiters;

pub use back_end::BackEnd;
pub use call::{Answer, Call, CallError, User};
pub use limits::Limits;
pub use meter::Usage;
pub use portal::{FetchError, FetchReply, FetchRequest, FetchResponse, LogLevel, Portal, PublicUser};
#[doc(hidden)]
pub use process::testing;
pub use process::{ProcessCommand, ProcessError, run_process};
pub use source::{Source, StartError};
pub use sql::{Database, DatabaseError};
pub use turns::{PageChanges, Publication, Turns, run_turns};
