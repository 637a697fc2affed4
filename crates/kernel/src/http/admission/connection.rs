//! One connection: what it waits for, for how long it may, and what is known of its client.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering};
use std::task;

use futures_util::task::AtomicWaker;

use super::Admission;
use crate::error::Result;
use crate::limits::Key;

/// A request's head arrives within this time of the connection, or of the head's first byte, in seconds
/// (`interface 8.2`).
const HEAD_TIMEOUT: u32 = 10;
/// A connection that has served a request waits this long for the next one, in seconds. More than the 60
/// of nginx, so that a proxy is the one that ends what it keeps.
const IDLE_TIMEOUT: u32 = 75;
/// The same while connections run short, and all that is waited for the rest of a request without a session.
const SHORTAGE_TIMEOUT: u32 = 5;

/// What a connection is waiting for.
mod phase {
    /// The first byte of its first request.
    pub(super) const OPENED: u8 = 0;
    /// The rest of a head.
    pub(super) const HEAD: u8 = 1;
    /// The rest of a body.
    pub(super) const BODY: u8 = 2;
    /// The server.
    pub(super) const ANSWER: u8 = 3;
    /// Another request.
    pub(super) const IDLE: u8 = 4;
    /// A socket now, which has rules of its own.
    pub(super) const UPGRADED: u8 = 5;
}

/// What is known of a connection's client.
mod trust {
    pub(super) const UNPROVEN: u8 = 0;
    /// A request of it was answered.
    pub(super) const SERVED: u8 = 1;
    /// A request of it had a session.
    pub(super) const MEMBER: u8 = 2;
}

/// What has come from a client of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::http) enum Sent {
    /// Not a byte that counts.
    Nothing,
    PartOfHead,
    /// The head, and not all of the body.
    Head,
    /// The end of it.
    Whole,
}

/// A connection as the rest of the server knows it.
pub(in crate::http) struct Connection {
    pub(super) admission: Admission,
    pub(super) number: u64,
    /// A trusted proxy holds it, for the client that each request names.
    is_proxied: bool,
    pub(super) opened: u32,
    phase: AtomicU8,
    trust: AtomicU8,
    /// Since when it is in its phase.
    since: AtomicU32,
    /// Counts the phases, from 1.
    turn: AtomicU32,
    /// The turn in which it ran out of time; 0 while it has not.
    expired: AtomicU32,
    /// The head of the next request is here, and not all of its body.
    awaits_body: AtomicBool,
    reader: AtomicWaker,
}

impl Connection {
    pub(super) fn new(admission: &Admission, number: u64, is_proxied: bool) -> Self {
        let now = admission.now();
        Self {
            admission: admission.clone(),
            number,
            is_proxied,
            opened: now,
            phase: AtomicU8::new(phase::OPENED),
            trust: AtomicU8::new(trust::UNPROVEN),
            since: AtomicU32::new(now),
            turn: AtomicU32::new(1),
            expired: AtomicU32::new(0),
            awaits_body: AtomicBool::new(false),
            reader: AtomicWaker::new(),
        }
    }

    pub(super) fn since(&self) -> u32 {
        self.since.load(Ordering::Relaxed)
    }

    /// It is a socket now.
    pub(super) fn upgraded(&self) {
        self.enter(phase::UPGRADED);
    }

    pub(super) fn enter(&self, phase: u8) {
        self.phase.store(phase, Ordering::Relaxed);
        self.since.store(self.admission.now(), Ordering::Relaxed);
        self.turn.fetch_add(1, Ordering::AcqRel);
    }

    /// More has come from the client. It waits for the server only once a handler has begun: what looks like
    /// a request here may be none to the parser, and that would wait for ever.
    pub(in crate::http) fn received(&self, sent: Sent) {
        let phase = self.phase.load(Ordering::Relaxed);
        match (phase, sent) {
            // What comes behind a request that is being answered waits for that.
            (phase::ANSWER, _) | (_, Sent::Nothing) => return,
            (phase::BODY, Sent::Head) => {}
            (phase::BODY, _) => self.enter(phase::ANSWER),
            // A head that arrives byte by byte began with the first of them.
            (phase::HEAD, _) => {}
            _ => self.enter(phase::HEAD),
        }
        self.awaits_body.store(sent == Sent::Head, Ordering::Relaxed);
    }

    /// A handler has begun.
    pub(in crate::http) fn began(&self) {
        self.enter(if self.awaits_body.load(Ordering::Relaxed) { phase::BODY } else { phase::ANSWER });
    }

    /// The answer is on its way, and the next request is waited for.
    pub(in crate::http) fn answered(&self) {
        self.enter(phase::IDLE);
        let before = self.trust.fetch_max(trust::SERVED, Ordering::Relaxed);
        if self.is_proxied {
            self.trust.store(trust::UNPROVEN, Ordering::Relaxed);
            self.admission.table().uncount(self.number);
        } else if before == trust::UNPROVEN {
            self.admission.table().prove(self.number);
        }
    }

    /// The request in hand is of `address`, as a trusted proxy says.
    ///
    /// # Errors
    /// 429 when that address has its share.
    pub(in crate::http) fn attribute(&self, address: IpAddr) -> Result<()> {
        if !self.is_proxied {
            return Ok(());
        }
        let key = Key::address(address);
        let mut table = self.admission.table();
        table.uncount(self.number);
        table.count(key, self.admission.0.bounds)?;
        if let Some(counted) = table.connections.get_mut(&self.number) {
            (counted.key, counted.is_unproven) = (Some(key), true);
        }
        Ok(())
    }

    /// The request in hand has a session.
    pub(in crate::http) fn mark_member(&self) {
        if self.trust.swap(trust::MEMBER, Ordering::Relaxed) == trust::UNPROVEN {
            self.admission.table().prove(self.number);
        }
    }

    /// Whether it must end. Asked by whoever finds nothing to read; a later answer wakes them.
    pub(in crate::http) fn is_expired(&self, context: &task::Context<'_>) -> bool {
        self.reader.register(context.waker());
        self.has_expired()
    }

    pub(super) fn has_expired(&self) -> bool {
        self.expired.load(Ordering::Acquire) == self.turn()
    }

    /// Whether the next word is a client's of whom no session is known.
    pub(super) fn waits_without_session(&self) -> bool {
        !matches!(self.phase.load(Ordering::Relaxed), phase::ANSWER | phase::UPGRADED)
            && self.trust.load(Ordering::Relaxed) < trust::MEMBER
    }

    pub(super) fn turn(&self) -> u32 {
        self.turn.load(Ordering::Acquire)
    }

    pub(super) fn expire(&self, turn: u32) {
        self.expired.store(turn, Ordering::Release);
        self.reader.wake();
    }

    /// Whether its client is waited for, and has had no answer and no session.
    pub(super) fn waits_unproven(&self) -> bool {
        let waits = matches!(self.phase.load(Ordering::Relaxed), phase::OPENED | phase::HEAD | phase::BODY);
        waits && self.trust.load(Ordering::Relaxed) == trust::UNPROVEN
    }

    pub(super) fn is_overdue(&self, now: u32, is_short: bool) -> bool {
        let waited = now.saturating_sub(self.since.load(Ordering::Relaxed));
        let is_sessionless = self.trust.load(Ordering::Relaxed) < trust::MEMBER;
        let most = match self.phase.load(Ordering::Relaxed) {
            phase::OPENED | phase::HEAD if is_short && is_sessionless => SHORTAGE_TIMEOUT,
            phase::OPENED | phase::HEAD => HEAD_TIMEOUT,
            // Its reader keeps a limit of its own, as long as there are places for all.
            phase::BODY if is_short && is_sessionless => SHORTAGE_TIMEOUT,
            phase::IDLE if is_short => SHORTAGE_TIMEOUT,
            phase::IDLE => IDLE_TIMEOUT,
            _ => return false,
        };
        waited > most
    }
}
