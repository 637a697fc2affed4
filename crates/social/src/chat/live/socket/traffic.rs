//! The bytes of a socket, both ways, and how it ends.

use std::io::ErrorKind;

use bytes::Bytes;
use kernel::ApiError;
use kernel::connections::Ended;

use super::progress::unacknowledged;
use super::{BATCH, Done, MAX_WAITING, READ, ROUNDS, Socket};
use crate::chat::live::codec::{Heard, close_frame};
use crate::chat::live::command::Head;
use crate::chat::live::outbox::Outbox;
use crate::chat::live::session;
use crate::realtime::missed;

impl Socket {
    /// Sends what others have said since, when everything before has gone.
    pub(super) fn deliver(&mut self) {
        if self.is_unheard || self.parting.is_some() {
            return;
        }
        for _ in 0..ROUNDS {
            let Some(session) = &mut self.session else { return };
            if !session.is_sure() || !self.out.is_empty() {
                return;
            }
            let facts = &session.caller.facts;
            let silence = self.app.apps.silence();
            let eyes = (facts.as_ref(), &silence);
            session.passed = self.live.passing.take(session.passed, eyes, &mut self.out);
            let newest = match self.hub.feed.take(session.seq, eyes, BATCH, &mut self.out) {
                Ok(through) => through,
                Err(floor) if session.is_behind => {
                    if self.work.is_none() {
                        let (app, facts, seq) = (self.app.clone(), facts.clone(), session.seq);
                        self.work = Some(Box::pin(async move {
                            Done::Missed(missed(&app, seq, (floor, BATCH), &facts).await)
                        }));
                    }
                    return;
                }
                Err(_) => return self.close(1013, "too slow; resume"),
            };
            session.seq = newest;
            if self.out.is_empty() {
                session.is_behind = false;
                return;
            }
            self.flush();
        }
        // There may be more; the others first.
        self.slot.nudge();
    }

    pub(super) fn flush(&mut self) {
        if self.out.is_empty() {
            return;
        }
        if self.is_unheard {
            self.out = Outbox::default();
            self.is_over = self.is_closing;
            return;
        }
        match self.out.flush(&self.stream) {
            Ok(moved) => {
                if self.out.is_empty() {
                    self.slot.stall(None);
                } else if moved || !self.slot.is_stalled() {
                    self.stall();
                }
            }
            Err(_) => {
                // Its last words may have come before it went: reading goes on, to their end.
                (self.is_unheard, self.is_over) = (true, self.is_closing);
                self.out = Outbox::default();
                self.slot.stall(None);
            }
        }
        // Whoever has agreed to close is done when the answer has gone.
        if self.is_agreed && self.out.is_empty() {
            self.is_over = true;
        }
    }

    /// It could not send all; from here on the client must take something.
    fn stall(&mut self) {
        self.unacknowledged = unacknowledged(&self.stream);
        self.slot.stall(Some(self.app.clock.monotonic()));
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
                // Gone, with or without a word. It may still listen.
                Ok(0) => return self.part(Bytes::new()),
                Ok(count) => {
                    self.hear(&buffer[..count]);
                    if count < READ || self.inbox.len() >= MAX_WAITING || self.parting.is_some() {
                        return;
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => {
                    self.is_unheard = true;
                    return self.part(Bytes::new());
                }
            }
        }
    }

    /// The client has said its last: nothing of others is sent any more.
    fn part(&mut self, answer: Bytes) {
        if self.is_closing {
            // After our own close there is nothing to wait for.
            self.is_over = true;
        } else if self.parting.is_none() {
            self.parting = Some(answer);
        }
    }

    /// Answers a client that parts, once everything that it said before is done.
    pub(super) fn take_leave(&mut self) {
        if self.work.is_some() || !self.inbox.is_empty() {
            return;
        }
        let Some(answer) = self.parting.take() else { return };
        if !answer.is_empty() {
            self.out.push(answer);
        }
        (self.is_closing, self.is_agreed) = (true, true);
        self.session = None;
        self.slot.close(self.app.clock.monotonic());
        self.is_over = self.out.is_empty();
    }

    pub(super) fn hear(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        self.slot.heard(self.app.clock.monotonic());
        if self.is_garbled || self.is_agreed || self.parting.is_some() {
            return;
        }
        let mut replies = Vec::new();
        let (inbox, is_closing) = (&mut self.inbox, self.is_closing);
        let mut end = None;
        self.codec.hear(bytes, &mut replies, |heard| match heard {
            Heard::Text(text) if !is_closing => inbox.push_back(text),
            Heard::Text(_) => {}
            ends => end = Some(ends),
        });
        match end {
            Some(Heard::Closed) if self.is_closing => {
                // The answer to our own close.
                self.is_agreed = true;
                self.is_over = self.out.is_empty();
            }
            Some(Heard::Closed) => self.part(replies.into()),
            Some(Heard::Wrong(code, reason)) => {
                self.is_garbled = true;
                self.close(code, reason);
            }
            _ if !replies.is_empty() && !self.is_closing => self.out.push(replies.into()),
            _ => {}
        }
    }

    /// The session behind it has ended.
    pub(super) fn end(&mut self, why: Ended) {
        if self.is_closing {
            return;
        }
        match (why, &self.session) {
            (Ended::Disabled, Some(session)) => {
                let (app, facts) = (self.app.clone(), session.caller.facts.clone());
                self.session = None;
                self.inbox.clear();
                self.work = Some(Box::pin(async move {
                    Done::Farewell(session::banned(app, facts).await, 4003, "account disabled")
                }));
            }
            (Ended::Stopping, _) => {
                self.out.cut();
                self.out.push(session::frame("{\"type\":\"server_shutting_down\"}"));
                self.close(1001, "server shutting down");
                self.flush();
                // Whoever does not take it at once learns it from the connection.
                self.is_over = true;
            }
            (Ended::Disabled | Ended::Session, _) => {
                self.refuse(&ApiError::unauthorized(&kernel::texts::LOGIN_EXPIRED), &Head::default());
                self.close(4001, "session ended");
            }
        }
    }

    /// Says that it ends, and why; then only the client's answer is waited for.
    pub(super) fn close(&mut self, code: u16, reason: &str) {
        if self.is_closing {
            return;
        }
        self.out.push(close_frame(code, reason).into());
        self.is_closing = true;
        // Whoever has parted agrees.
        self.is_agreed = self.parting.take().is_some();
        self.session = None;
        self.work = None;
        self.inbox.clear();
        self.slot.close(self.app.clock.monotonic());
    }
}
