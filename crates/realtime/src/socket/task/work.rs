//! What a socket does with what it hears, one piece of work after the other, and what comes of each.

use std::collections::VecDeque;

use axum::http::StatusCode;
use kernel::http::parse_json;
use kernel::limits::Key;
use kernel::{ApiError, Result};

use super::{Done, MAX_UNSENT, Socket};
use crate::MissedFrames;
use crate::command::Connect;
use crate::socket::session::{self, Claim, Session};
use crate::socket::strikes::Strikes;
use crate::{Head, Refused, check_frame, handle_frame, refusal};
use crate::{REFUSALS, texts};

impl Socket {
    /// Begins the next piece of work, unless there is some.
    pub(super) fn begin(&mut self) {
        let has_nothing_to_do = !self.lifecycle.is_open() && self.inbox.is_empty();
        if self.work.is_some() || self.out.bytes() >= MAX_UNSENT || has_nothing_to_do {
            return;
        }
        let app = self.app.clone();
        if let Some(session) = self.session.as_mut().filter(|session| session.rights.are_stale()) {
            session.rights.begin_check();
            let caller = session.caller.clone();
            self.work = Some(Box::pin(async move { Done::Refreshed(caller.current_facts(&app).await) }));
            return;
        }
        while self.work.is_none() {
            let Some(raw) = self.inbox.pop_front() else { break };
            match &self.session {
                Some(session) => {
                    let caller = session.caller.clone();
                    let app = app.clone();
                    self.work =
                        Some(Box::pin(async move { Done::Answers(handle_frame(&app, &caller, &raw).await) }));
                }
                None => self.first_frame(&raw),
            }
        }
        if self.inbox.is_empty() && self.inbox.capacity() > 0 {
            self.inbox = VecDeque::new();
        }
    }

    /// The first frame signs in.
    fn first_frame(&mut self, raw: &str) {
        let head = Head::of(raw);
        if head.r#type != "connect" {
            let error = match check_frame(&self.app.features, raw) {
                Ok(()) => texts::CONNECT_FIRST.err(),
                Err(error) => error,
            };
            return self.reject(error, &head);
        }
        match parse_json::<Connect>(raw.as_bytes()) {
            Ok(frame) => {
                let claim = Claim::of(frame, &self.origin);
                self.sign_in(claim, head);
            }
            Err(error) => self.reject(error, &head),
        }
    }

    pub(super) fn sign_in(&mut self, claim: Claim, head: Head) {
        let app = self.app.clone();
        self.work = Some(Box::pin(async move { Done::SignedIn(session::sign_in(app, claim).await, head) }));
    }

    pub(super) fn finish(&mut self, done: Done) {
        self.work = None;
        if self.lifecycle.is_closing() {
            return;
        }
        match done {
            Done::SignedIn(Ok((session, greeting)), _) => {
                let user = session.caller.facts.user_id;
                let expires = session.caller.claims.as_ref().map_or(i64::MAX, |claims| claims.exp);
                self.sockets.open.attach(&self.handle, user, expires);
                self.permit.signed_in();
                (self.user, self.session, self.pending) = (Some(user), Some(session), None);
                self.out.push(greeting);
            }
            Done::SignedIn(Err(error), head) => {
                let status = error.status().as_u16();
                self.reject(error, &head);
                match status {
                    401 => self.close(4001, "not signed in"),
                    403 => self.close(4003, "account disabled"),
                    _ => self.close(1011, "try again"),
                }
            }
            Done::Answers(Ok(answers)) => {
                self.out.extend(answers.iter().map(|json| session::frame(json)));
            }
            Done::Answers(Err(refused)) => self.send_refusal(&refused),
            Done::MissedFrames(missed) => self.catch_up(missed),
            Done::Refreshed(Ok(facts)) => {
                if let Some(session) = &mut self.session {
                    session.caller.facts = facts;
                    session.rights.end_check();
                }
            }
            Done::Refreshed(Err(error)) => match error.status().as_u16() {
                // The connection's own end says why, and follows; nothing is shown until then.
                401 | 403 => {}
                _ => self.close(1011, "try again"),
            },
            Done::Ending(words, code, reason) => {
                self.out.cut();
                self.out.push(words);
                self.close(code, reason);
            }
        }
    }

    /// Refuses someone who has not signed in, which counts for their address. Beyond the limit they are
    /// told to wait. A token that holds is never made to wait: a school is one address.
    fn reject(&mut self, error: ApiError, head: &Head) {
        let status = error.status();
        let counts = status.is_client_error() && status != StatusCode::FORBIDDEN;
        let drawn = counts.then(|| self.app.limits.check(&REFUSALS, Key::address(self.origin.address)));
        match drawn.unwrap_or(Ok(())) {
            Ok(()) => self.refuse(&error, head),
            Err(wait) => {
                self.refuse(&wait, head);
                self.close(1013, "too many refused; wait");
            }
        }
    }

    pub(super) fn refuse(&mut self, error: &ApiError, head: &Head) {
        self.out.push(session::frame(&refusal(error, head, 0)));
    }

    /// Answers a frame that was refused; who is wrong again and again is sent away.
    fn send_refusal(&mut self, refused: &Refused) {
        let now = self.app.clock.monotonic();
        let strikes = if refused.is_wrong { self.strikes.count(now) } else { 0 };
        self.out.push(session::frame(&refusal(&refused.error, &refused.head, strikes)));
        if Strikes::are_out(strikes) {
            self.close(1008, "too many wrong frames");
        }
    }

    /// Sends what was read from the log, and goes on behind it.
    fn catch_up(&mut self, found: Result<Option<MissedFrames>>) {
        self.handle_signals();
        // Read with rights that may have gone meanwhile: it is read again, from the same place.
        let is_open = self.lifecycle.is_open();
        let is_wanted = |session: &&mut Box<Session>| is_open && session.rights.are_known();
        let Some(session) = self.session.as_mut().filter(is_wanted) else { return };
        match found {
            Ok(Some(MissedFrames { wires, read_to })) => {
                session.seq = read_to;
                self.out.extend(wires);
            }
            Ok(None) => {
                session.seq = self.hub.feed.read();
                self.out.push(session::reset(session.seq));
            }
            Err(_) => self.close(1011, "try again"),
        }
    }
}
