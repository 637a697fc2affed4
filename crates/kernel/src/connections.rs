//! What is open in a user's name: sockets, polls, streams. They end when their session does.
//!
//! Features register each one and wait on [`Connection::ended`]; `identity` closes them on a ban, a
//! password change and a logout, on every node, because it hears of those through the event log.

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::future::poll_fn;
use std::sync::{Arc, OnceLock};
use std::task::Poll;

use dashmap::DashMap;
use futures_util::task::AtomicWaker;

use crate::user::UserId;

/// Why a connection was closed, which decides the close code a feature sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The account was disabled.
    Disabled,
    /// The session ended: logout, password change, reset.
    Session,
    /// The server stops.
    Stopping,
}

/// All open connections of this node.
#[derive(Clone, Default)]
pub struct Connections(Arc<DashMap<u64, Arc<Entry>>>);

/// Ten thousand of these are open at once, so an entry has one waker and not a channel.
struct Entry {
    /// `None` for one that was opened without a session.
    user: Option<UserId>,
    jti: Box<str>,
    end: OnceLock<Ended>,
    waiting: AtomicWaker,
}

/// One open connection; dropping it takes it off the list.
pub struct Connection {
    id: u64,
    all: Connections,
    entry: Arc<Entry>,
}

impl Connections {
    /// Registers a connection of a user, opened with the token `jti`.
    #[must_use]
    pub fn open(&self, user: UserId, jti: &str) -> Connection {
        self.add(Some(user), jti)
    }

    /// Registers a connection of a caller who is no member and has no session. It ends with the server.
    #[must_use]
    pub fn open_without_session(&self) -> Connection {
        self.add(None, "")
    }

    fn add(&self, user: Option<UserId>, jti: &str) -> Connection {
        static NEXT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
        let id = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let entry =
            Arc::new(Entry { user, jti: jti.into(), end: OnceLock::new(), waiting: AtomicWaker::new() });
        self.0.insert(id, entry.clone());
        Connection { id, all: self.clone(), entry }
    }

    /// Ends everything of a user.
    pub fn close_user(&self, user: &UserId, why: Ended) {
        self.close(why, |entry| entry.user == Some(*user));
    }

    /// Ends everything of these users.
    pub fn close_users(&self, users: &HashSet<UserId>, why: Ended) {
        self.close(why, |entry| entry.user.is_some_and(|user| users.contains(&user)));
    }

    /// Ends what one token opened.
    pub fn close_token(&self, jti: &str) {
        self.close(Ended::Session, |entry| entry.user.is_some() && *entry.jti == *jti);
    }

    /// Ends everything of a user but what one token opened.
    pub fn close_other_tokens(&self, user: &UserId, jti: &str) {
        self.close(Ended::Session, |entry| entry.user == Some(*user) && *entry.jti != *jti);
    }

    /// Ends everything, because the server stops.
    pub fn close_all(&self) {
        self.close(Ended::Stopping, |_| true);
    }

    /// How many are open.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether none is open.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn close(&self, why: Ended, matches: impl Fn(&Entry) -> bool) {
        for entry in self.0.iter().filter(|entry| matches(entry)) {
            entry.end.get_or_init(|| why);
            entry.waiting.wake();
        }
    }
}

impl Connection {
    /// Tells whether the session has ended, for whoever acts for this connection elsewhere.
    #[must_use]
    pub fn watch(&self) -> EndWatch {
        EndWatch(self.entry.clone())
    }

    /// Resolves when the session behind this connection has ended.
    pub async fn ended(&mut self) -> Ended {
        let entry = &self.entry;
        poll_fn(|context| {
            // Registered before the look, so that no end falls between the two.
            entry.waiting.register(context.waker());
            entry.end.get().map_or(Poll::Pending, |why| Poll::Ready(*why))
        })
        .await
    }
}

/// Tells whether the session behind a connection has ended.
pub struct EndWatch(Arc<Entry>);

impl EndWatch {
    /// Whether it has.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.0.end.get().is_some()
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.all.0.remove(&self.id);
    }
}
