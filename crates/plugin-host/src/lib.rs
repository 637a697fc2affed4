//! Runs the back end of an installed app: JavaScript that exports an Express-style router, in an engine of its own
//! on a thread or in a process of its own, with a SQLite database of its own. It knows nothing of the portal but
//! [`Portal`].
//!
//! A back end reaches its own files, its database and what [`Portal`] answers, through which it sends requests to
//! other hosts. It has no file system, no processes and no sockets. Its memory, the time of a turn, its database, its
//! requests and its answers are limited ([`Limits`]).
//!
//! The database is a working copy. After every turn its changed pages go through [`run_turns`] into the portal's own
//! store, and only then does anybody see an answer or an event of that turn.
//!
//! # Threads and processes
//!
//! [`BackEnd::start`] runs the engine on a thread: a call costs some ten microseconds, and what the engine cannot cut
//! off runs to its end. [`BackEnd::start_process`] runs the same engine in a process of its own, for back ends that
//! are trusted less: a call costs about a tenth of a millisecond more, and the process can be killed at any moment.
//! Handle, limits, turns and errors are the same. The process is a program that calls [`run_process`] first of all.
//!
//! - It has a socket to the portal as standard input and no other descriptor, no environment, and one folder.
//! - Before it hears of a package it limits itself: memory, files and descriptors (`setrlimit`), no dumps, no new
//!   privileges, the files of its folder alone (Landlock), and a list of system calls (seccomp) in which there are no
//!   sockets, processes, threads or signals. What a kernel does not offer is left out and said in the log.
//! - It ends with the portal, when the portal says so, and when a turn is in a step that nothing can cut off. The portal
//!   kills it when it is told to stop and does not, when it gives no sign of life while calls wait, and when it breaks a
//!   rule of the socket. An end that the portal did not ask for, silence and a broken rule count as a strike
//!   ([`Usage::strikes`]).
//! - The portal checks again what comes over the socket: the length and the form of frames, the numbers of pages, the
//!   size and the headers of answers, events and their recipients, requests to other hosts, lines of the log, and how
//!   many frames there are. What a page contains is the back end's. Processor time, heap and the size of the database
//!   in [`Usage`] are figures of the process, and of the strikes that it says it had a frame adds a few at most.
//! - A killed process loses what it had not handed over. Whatever was answered is stored, so the next one starts with
//!   it; calls that waited are [`CallError::Stopped`].

mod back_end;
mod budget;
mod call;
mod clock;
mod fetch_request;
mod headers;
mod isolate;
mod limits;
mod lock;
mod meter;
mod minute;
mod portal;
mod process;
mod source;
mod sql;
mod turns;
mod waiters;
mod waiting_bytes;

pub use back_end::BackEnd;
pub use call::{Answer, Call, CallError, User};
pub use limits::Limits;
pub use meter::Usage;
pub use portal::{FetchError, FetchReply, FetchRequest, FetchResponse, LogLevel, Portal, PublicUser};
#[doc(hidden)]
pub use process::testing;
pub use process::{ProcessCommand, ProcessError, run_process};
pub use source::{Source, StartError};
pub use sql::{Database, DatabaseError, erase_member_rows, export_member_rows};
pub use turns::{PageChanges, Publication, Turns, run_turns};
