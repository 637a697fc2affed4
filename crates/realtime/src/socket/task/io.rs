//! The bytes of a socket, both ways, and how it ends.

use std::io::ErrorKind;

use kernel::connections::Ended;

use super::super::delivery::BATCH;
use super::lifecycle::Input;
use super::progress::unacknowledged;
use super::{Done, MAX_WAITING, READ, ROUNDS, Socket};
use crate::Head;
use crate::missed_frames;
use crate::socket::codec::{Inbound, close_frame};
use crate::socket::outbox::Outbox;
use crate::socket::session;

impl Socket {
    /// Sends what others have said since, when everything before has gone.
    pub(super) fn deliver(&mut self) {
        if !self.lifecycle.is_open() || !self.lifecycle.can_write {
            return;
        }
        for _ in 0..ROUNDS {
            let Some(session) = &mut self.session else { return };
            if !session.rights.are_known() || !self.out.is_empty() {
                return;
            }
            let facts = &session.caller.facts;
            let muted = self.app.apps.muted_features();
            let viewer = (facts.as_ref(), &muted);
            session.ephemeral_seq = self.sockets.ephemeral.take(session.ephemeral_seq, viewer, &mut self.out);
            let newest = match self.hub.feed.take(session.seq, viewer, BATCH, &mut self.out) {
                Ok(read_to) => read_to,
                Err(oldest) if session.is_catching_up => {
                    if self.work.is_none() {
                        let (app, facts, seq) = (self.app.clone(), facts.clone(), session.seq);
                        self.work = Some(Box::pin(async move {
                            Done::MissedFrames(missed_frames(&app, seq, (oldest, BATCH), &facts).await)
                        }));
                    }
                    return;
                }
                Err(_) => return self.close(1013, "too slow; resume"),
            };
            session.seq = newest;
            if self.out.is_empty() {
                session.is_catching_up = false;
                return;
            }
            self.flush();
        }
        // There may be more; the others first.
        self.handle.wake();
    }

    pub(super) fn flush(&mut self) {
        if self.out.is_empty() {
            return;
        }
        if !self.lifecycle.can_write {
            self.out = Outbox::default();
            return;
        }
        match self.out.flush(&self.stream) {
            Ok(moved) => {
                if self.out.is_empty() {
                    self.handle.stall(None);
                } else if moved || !self.handle.is_stalled() {
                    self.stall();
                }
            }
            Err(_) => {
                // Commands may have come before the client went: the connection is read to its end.
                self.out = Outbox::default();
                self.handle.stall(None);
                self.step(Input::WriteFailed);
            }
        }
        if self.out.is_empty() && self.lifecycle.is_closing() {
            self.step(Input::Flushed);
        }
    }

    /// It could not send all; from here on the client must take something.
    fn stall(&mut self) {
        self.unacknowledged = unacknowledged(&self.stream);
        self.handle.stall(Some(self.app.clock.monotonic()));
    }

    /// Whether the client has taken something since it stalled, which begins its time anew.
    pub(super) fn has_progressed(&mut self) -> bool {
        let left = unacknowledged(&self.stream);
        let has_progressed = left.zip(self.unacknowledged).is_some_and(|(left, before)| left < before);
        if has_progressed {
            self.stall();
        }
        has_progressed
    }

    /// Reads what has arrived.
    pub(super) fn read(&mut self) {
        let mut buffer = [0; READ];
        loop {
            match self.stream.try_read(&mut buffer) {
                // The client may still read.
                Ok(0) => return self.step(Input::PeerEnd),
                Ok(count) => {
                    self.handle_bytes(&buffer[..count]);
                    if count < READ || self.inbox.len() >= MAX_WAITING || !self.lifecycle.parses() {
                        return;
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => {
                    self.step(Input::WriteFailed);
                    return self.step(Input::PeerEnd);
                }
            }
        }
    }

    pub(super) fn handle_bytes(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        self.handle.note_activity(self.app.clock.monotonic());
        if !self.lifecycle.parses() {
            return;
        }
        let mut replies = Vec::new();
        let (inbox, is_closing) = (&mut self.inbox, self.lifecycle.is_closing());
        let mut end = None;
        self.codec.decode(bytes, &mut replies, |inbound| match inbound {
            Inbound::Text(text) if !is_closing => inbox.push_back(text),
            Inbound::Text(_) => {}
            ends => end = Some(ends),
        });
        match end {
            Some(Inbound::Closed) => self.step(Input::PeerClose(replies.into())),
            Some(Inbound::Wrong(code, reason)) => {
                self.step(Input::ProtocolError(close_frame(code, reason).into()));
            }
            _ if !replies.is_empty() && !is_closing => self.out.push(replies.into()),
            _ => {}
        }
    }

    /// The session behind it has ended.
    pub(super) fn end(&mut self, why: Ended) {
        if self.lifecycle.is_closing() {
            return;
        }
        match (why, &self.session) {
            (Ended::Disabled, Some(session)) => {
                let (app, facts) = (self.app.clone(), session.caller.facts.clone());
                self.session = None;
                self.inbox.clear();
                self.work = Some(Box::pin(async move {
                    Done::Ending(session::banned(app, facts).await, 4003, "account disabled")
                }));
            }
            (Ended::Stopping, _) => {
                self.out.cut();
                self.out.push(session::shutting_down());
                self.close(1001, "server shutting down");
                self.flush();
                // A client that does not take the frame at once learns of the end from the connection.
                self.step(Input::Terminate);
            }
            (Ended::Disabled | Ended::Session, _) => {
                self.refuse(&kernel::texts::LOGIN_EXPIRED.err(), &Head::default());
                self.close(4001, "session ended");
            }
        }
    }

    /// Ends the session with a close frame, and waits for the client's.
    pub(super) fn close(&mut self, code: u16, reason: &str) {
        self.step(Input::Close(close_frame(code, reason).into()));
    }
}
