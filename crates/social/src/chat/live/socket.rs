//! One socket: one task, which reads, acts, and sends. While it is idle it holds its place in the
//! feed and half a kilobyte for reading.

mod traffic;

use std::collections::VecDeque;
use std::future::pending;
use std::net::IpAddr;
use std::sync::Arc;

use axum::http::StatusCode;
use bytes::Bytes;
use futures_util::future::BoxFuture;
use kernel::connections::Ended;
use kernel::limits::{Key, Rule};
use kernel::user::{UserFacts, UserId};
use kernel::{ApiError, App, Result};
use tokio::io::{AsyncWriteExt, Interest};
use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;
use tungstenite::Utf8Bytes;

use super::Live;
use super::act::{answer_frame, refusal};
use super::codec::{Codec, PING};
use super::command::{self, Command, Head};
use super::outbox::Outbox;
use super::session::{self, Claim, Session};
use super::sockets::{Slot, ask};
use super::strangers::Stranger;
use crate::chat::texts;
use crate::realtime::{Hub, Missed};

/// Read at once.
const READ: usize = 8 << 10;
/// Frames of a client that wait for their turn; beyond it nothing more is read from it.
const MAX_WAITING: usize = 16;
/// Taken from the feed at once. With the answers to a client's own frames it stays below the 256 KiB
/// that may be unsent (`decisions §3`).
const BATCH: usize = 64 << 10;
/// With so much unsent nothing more is read from the client.
const MAX_UNSENT: usize = 128 << 10;
/// Batches in a row before others have their turn.
const ROUNDS: usize = 8;

/// What a socket is made of.
pub(super) struct Opening {
    pub(super) stream: TcpStream,
    /// What came right behind the request.
    pub(super) read: Bytes,
    pub(super) slot: Arc<Slot>,
    pub(super) seat: OwnedSemaphorePermit,
    pub(super) stranger: Stranger,
    pub(super) address: IpAddr,
    pub(super) request_id: String,
    /// From the address or the cookie.
    pub(super) claim: Option<Claim>,
}

/// What came of work.
enum Done {
    SignedIn(Result<(Box<Session>, Bytes)>, Head),
    Answers(Vec<String>),
    Missed(Result<Option<Missed>>),
    Refreshed(Result<Arc<UserFacts>>),
    /// Last words, and the close code.
    Farewell(Bytes, u16, &'static str),
}

struct Socket {
    app: App,
    live: Arc<Live>,
    hub: Arc<Hub>,
    slot: Arc<Slot>,
    stream: TcpStream,
    codec: Codec,
    out: Outbox,
    inbox: VecDeque<Utf8Bytes>,
    work: Option<BoxFuture<'static, Done>>,
    session: Option<Box<Session>>,
    /// Until it signs in.
    stranger: Option<Stranger>,
    /// Who it is listed under.
    user: Option<UserId>,
    /// A close frame is sent or queued.
    is_closing: bool,
    /// What it says cannot be read any more; only its end is waited for.
    is_garbled: bool,
    /// Nothing more can be sent.
    is_shut: bool,
    /// Both have said that they close.
    is_agreed: bool,
    is_over: bool,
    address: IpAddr,
    request_id: String,
}

/// Why a socket's task goes on.
enum Woke {
    Nudged,
    Done(Done),
    Ended(Ended),
    Ready(bool),
}

/// Serves a socket to its end.
pub(super) async fn serve(app: App, opening: Opening) {
    let Opening { stream, read, slot, seat, stranger, address, request_id, claim } = opening;
    let (live, hub) = (app.state::<Live>(), app.state::<Hub>());
    let mut socket = Box::new(Socket {
        app,
        live,
        hub,
        slot,
        stream,
        codec: Codec::new(),
        out: Outbox::default(),
        inbox: VecDeque::new(),
        work: None,
        session: None,
        stranger: Some(stranger),
        user: None,
        is_closing: false,
        is_garbled: false,
        is_shut: false,
        is_agreed: false,
        is_over: false,
        address,
        request_id,
    });
    if let Some(claim) = claim {
        socket.sign_in(claim, Head { r#type: "connect".into(), ..Head::default() });
    }
    socket.hear(&read);
    // However little came, it lies in the eight kilobytes that the request was read into.
    drop(read);
    socket.run().await;
    drop(seat);
}

async fn ended(session: Option<&mut Session>) -> Ended {
    match session {
        Some(session) => session.connection.ended().await,
        None => pending().await,
    }
}

async fn worked(work: Option<&mut BoxFuture<'static, Done>>) -> Done {
    match work {
        Some(work) => work.await,
        None => pending().await,
    }
}

/// Whether there is something to read, once the connection is ready for anything.
async fn ready(stream: &TcpStream, interest: Option<Interest>) -> bool {
    let Some(interest) = interest else { return pending().await };
    // What is wrong with it, reading will tell.
    stream
        .ready(interest)
        .await
        .is_ok_and(|ready| !ready.is_writable() || ready.is_readable() || ready.is_read_closed())
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.live.sockets.leave(&self.slot, self.user);
    }
}

impl Socket {
    async fn run(&mut self) {
        loop {
            self.advance();
            if self.is_over {
                return;
            }
            if self.is_garbled && !self.is_shut && self.out.is_empty() {
                self.is_shut = true;
                // What it agrees to cannot be read; the end of our half makes it end its own.
                let _ = self.stream.shutdown().await;
            }
            match self.wait().await {
                Woke::Nudged => {}
                Woke::Done(done) => self.finish(done),
                Woke::Ended(why) => self.end(why),
                Woke::Ready(is_readable) => {
                    if is_readable {
                        self.read();
                    }
                }
            }
        }
    }

    /// Waits until there is something to do. Dropping the wait loses nothing.
    async fn wait(&mut self) -> Woke {
        let may_read = self.is_closing || (self.inbox.len() < MAX_WAITING && self.out.bytes() < MAX_UNSENT);
        let interest = match (may_read, self.out.is_empty()) {
            (true, true) => Some(Interest::READABLE),
            (true, false) => Some(Interest::READABLE | Interest::WRITABLE),
            (false, false) => Some(Interest::WRITABLE),
            (false, true) => None,
        };
        let session = self.session.as_deref_mut().filter(|_| !self.is_closing);
        tokio::select! {
            biased;
            why = ended(session) => Woke::Ended(why),
            done = worked(self.work.as_mut()) => Woke::Done(done),
            is_readable = ready(&self.stream, interest) => Woke::Ready(is_readable),
            () = self.slot.nudged() => Woke::Nudged,
        }
    }

    /// Does what can be done without waiting.
    fn advance(&mut self) {
        self.obey();
        self.flush();
        if !self.is_closing {
            self.begin();
            self.deliver();
            self.flush();
        }
    }

    /// Does what was asked from outside.
    fn obey(&mut self) {
        let asked = self.slot.asked();
        if asked == 0 {
            return;
        }
        let is = |what: u8| asked & what != 0;
        if is(ask::GO) {
            self.is_over = true;
        }
        if is(ask::STOP) {
            self.end(Ended::Stopping);
        }
        if is(ask::LATE) {
            self.refuse(&ApiError::unauthorized(&texts::SIGN_IN_LATE), &Head::default());
            self.close(4001, "sign in within 10 s");
        }
        if is(ask::EXPIRED) {
            self.refuse(&ApiError::unauthorized(&kernel::texts::LOGIN_EXPIRED), &Head::default());
            self.close(4001, "token expired");
        }
        if is(ask::STALLED) {
            self.close(1013, "too slow; resume");
        }
        if is(ask::CROWDED) {
            self.close(1008, "too many devices");
        }
        if is(ask::PING) && !self.is_closing {
            self.out.push(Bytes::from_static(PING));
        }
        if let Some(session) = self.session.as_mut().filter(|_| is(ask::REFRESH)) {
            session.is_stale = true;
        }
    }

    /// Begins the next piece of work, unless there is some.
    fn begin(&mut self) {
        if self.work.is_some() || self.out.bytes() >= MAX_UNSENT {
            return;
        }
        let app = self.app.clone();
        if let Some(session) = self.session.as_ref().filter(|session| session.is_stale) {
            let caller = session.caller.clone();
            self.work = Some(Box::pin(async move { Done::Refreshed(caller.still(&app).await) }));
            return;
        }
        while self.work.is_none() {
            let Some(raw) = self.inbox.pop_front() else { break };
            match &self.session {
                Some(session) => {
                    let caller = session.caller.clone();
                    let app = app.clone();
                    self.work =
                        Some(Box::pin(async move { Done::Answers(answer_frame(&app, &caller, &raw).await) }));
                }
                None => self.introduce(&raw),
            }
        }
        if self.inbox.is_empty() && self.inbox.capacity() > 0 {
            self.inbox = VecDeque::new();
        }
    }

    /// The first frame signs in.
    fn introduce(&mut self, raw: &str) {
        let head = command::head(raw);
        match command::parse(&head.r#type, raw) {
            Ok(Command::Connect(frame)) => {
                let claim = Claim::of(frame, self.address, &self.request_id);
                self.sign_in(claim, head);
            }
            Ok(_) => self.turn_away(ApiError::unauthorized(&texts::CONNECT_FIRST), &head),
            Err(error) => self.turn_away(error, &head),
        }
    }

    fn sign_in(&mut self, claim: Claim, head: Head) {
        let app = self.app.clone();
        self.work = Some(Box::pin(async move { Done::SignedIn(session::sign_in(app, claim).await, head) }));
    }

    fn finish(&mut self, done: Done) {
        self.work = None;
        if self.is_closing {
            return;
        }
        match done {
            Done::SignedIn(Ok((session, greeting)), _) => {
                let user = session.caller.facts.user_id;
                let expires = session.caller.claims.as_ref().map_or(i64::MAX, |claims| claims.exp);
                self.live.sockets.enter(&self.slot, user, expires);
                (self.user, self.session, self.stranger) = (Some(user), Some(session), None);
                self.out.push(greeting);
            }
            Done::SignedIn(Err(error), head) => {
                let status = error.status().as_u16();
                self.turn_away(error, &head);
                match status {
                    401 => self.close(4001, "not signed in"),
                    403 => self.close(4003, "account disabled"),
                    _ => self.close(1011, "try again"),
                }
            }
            Done::Answers(answers) => {
                self.out.extend(answers.iter().map(|json| session::frame(json)));
            }
            Done::Missed(missed) => self.catch_up(missed),
            Done::Refreshed(Ok(facts)) => {
                if let Some(session) = &mut self.session {
                    (session.caller.facts, session.is_stale) = (facts, false);
                }
            }
            Done::Refreshed(Err(error)) => match error.status().as_u16() {
                // The connection's own end says why, and follows.
                401 | 403 => {}
                _ => self.close(1011, "try again"),
            },
            Done::Farewell(words, code, reason) => {
                self.out.cut();
                self.out.push(words);
                self.close(code, reason);
            }
        }
    }

    /// Refuses someone who has not signed in, which counts for their address. Beyond the limit they are
    /// told to wait. A token that holds is never made to wait: a school is one address.
    fn turn_away(&mut self, error: ApiError, head: &Head) {
        let status = error.status();
        let counts = status.is_client_error() && status != StatusCode::FORBIDDEN;
        let drawn = counts.then(|| self.app.limits.check(Rule::Socket, Key::address(self.address)));
        match drawn.unwrap_or(Ok(())) {
            Ok(()) => self.refuse(&error, head),
            Err(wait) => {
                self.refuse(&wait, head);
                self.close(1013, "too many refused; wait");
            }
        }
    }

    fn refuse(&mut self, error: &ApiError, head: &Head) {
        self.out.push(session::frame(&refusal(error, head)));
    }

    /// Sends what was read from the log, and goes on behind it.
    fn catch_up(&mut self, found: Result<Option<Missed>>) {
        let Some(session) = &mut self.session else { return };
        match found {
            Ok(Some(Missed { wires, through })) => {
                session.seq = through;
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
