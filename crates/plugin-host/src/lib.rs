//! Runs the back end of an installed app: JavaScript that exports an Express-style router, in an engine of its own
//! on a thread of its own, with a SQLite database of its own. It knows nothing of the portal but [`Portal`].
//!
//! A back end reaches its own files, its database and what [`Portal`] answers, through which it sends requests to
//! other hosts. It has no file system, no processes and no sockets. Its memory, the time of a turn, its database, its
//! requests and its answers are limited ([`Limits`]).
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
mod source;
mod sql;
mod turns;

pub use back_end::BackEnd;
pub use call::{Answer, Call, CallError, User};
pub use limits::Limits;
pub use meter::Usage;
pub use portal::{FetchError, FetchReply, FetchRequest, FetchResponse, LogLevel, Portal, PublicUser};
pub use source::{Source, StartError};
pub use sql::{Database, DatabaseError, erase_member_rows, export_member_rows};
pub use turns::{PageChanges, Publication, Turns, run_turns};
