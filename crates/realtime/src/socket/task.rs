//! One socket: one task, which reads, acts, and sends. While it is idle it holds its place in the
//! feed and a few bytes for reading.

mod io;
mod lifecycle;
mod progress;
#[cfg(test)]
mod tests;
mod work;

use std::collections::VecDeque;
use std::future::{pending, poll_fn};
use std::sync::Arc;
use std::task::Poll;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use kernel::connections::Ended;
use kernel::http::{Origin, Permit};
use kernel::user::{UserFacts, UserId};
use kernel::{App, Result};
use tokio::io::Interest;
use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;
use tungstenite::Utf8Bytes;

use super::Sockets;
use super::codec::{Codec, PING};
use super::delivery::Delivery;
use super::outbox::Outbox;
use super::pending::PendingSocket;
use super::registry::{SocketHandle, signal};
use super::session::{Claim, Session};
use super::strikes::Strikes;
use crate::{Head, Hub, MissedFrames, Refused, texts};
use lifecycle::{Input, Lifecycle, Output, step};

/// Read at once.
const READ: usize = 8 << 10;
/// Frames of a client that wait for their turn; beyond it nothing more is read from it.
const MAX_WAITING: usize = 16;
/// With so much unsent nothing more is read from the client.
const MAX_UNSENT: usize = 128 << 10;
/// Batches in a row before others have their turn.
const ROUNDS: usize = 8;

/// What a socket is made of.
pub(super) struct Opening {
    pub(super) stream: TcpStream,
    /// What came right behind the request.
    pub(super) read: Bytes,
    pub(super) handle: Arc<SocketHandle>,
    pub(super) place: OwnedSemaphorePermit,
    /// `None` with a claim, which is judged at once.
    pub(super) pending: Option<PendingSocket>,
    pub(super) permit: Permit,
    pub(super) origin: Origin,
    /// From the address or the cookie.
    pub(super) claim: Option<Claim>,
}

/// What came of work.
enum Done {
    SignedIn(Result<(Box<Session>, Bytes)>, Head),
    Answers(std::result::Result<Vec<String>, Box<Refused>>),
    MissedFrames(Result<Option<MissedFrames>>),
    Refreshed(Result<Arc<UserFacts>>),
    /// Last words, and the close code.
    Ending(Bytes, u16, &'static str),
}

/// An open socket.
pub(super) struct Socket {
    app: App,
    sockets: Arc<Sockets>,
    hub: Arc<Hub>,
    handle: Arc<SocketHandle>,
    stream: Arc<TcpStream>,
    codec: Codec,
    out: Outbox,
    /// What the client had not acknowledged when it last took something, while it stalls.
    unacknowledged: Option<i32>,
    inbox: VecDeque<Utf8Bytes>,
    work: Option<BoxFuture<'static, Done>>,
    session: Option<Box<Session>>,
    /// Until it signs in.
    pending: Option<PendingSocket>,
    /// Who it is listed under.
    user: Option<UserId>,
    strikes: Strikes,
    lifecycle: Lifecycle,
    /// The portal's half of the connection is to be ended.
    ends_half: bool,
    origin: Origin,
    /// Its place among the connections of this node.
    permit: Permit,
    /// Free when it is listed no more.
    _place: OwnedSemaphorePermit,
}

/// Why a socket's task goes on.
enum Woke {
    Notified,
    Done(Done),
    Ended(Ended),
    Ready(bool),
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

/// Whether there is something to read, once the connection is ready for anything. Polled, because the future of
/// [`TcpStream::ready`] is larger than all others of an idle socket together.
async fn ready(stream: &TcpStream, interest: Option<Interest>) -> bool {
    poll_fn(|context| {
        // What is wrong with it, reading will tell.
        if interest.is_some_and(Interest::is_readable) && stream.poll_read_ready(context).is_ready() {
            Poll::Ready(true)
        } else if interest.is_some_and(Interest::is_writable) && stream.poll_write_ready(context).is_ready() {
            Poll::Ready(false)
        } else {
            Poll::Pending
        }
    })
    .await
}

impl Drop for Socket {
    fn drop(&mut self) {
        // Or the connection would stay open for as long as somebody holds the handle.
        drop(self.handle.take_back());
        self.sockets.open.detach(&self.handle, self.user);
        self.app.gauges.sockets.decrement();
    }
}

impl Socket {
    pub(super) fn new(app: App, opening: Opening) -> Box<Self> {
        let Opening { stream, read, handle, place, pending, permit, origin, claim } = opening;
        let (sockets, hub) = (app.state::<Sockets>(), app.state::<Hub>());
        let mut socket = Box::new(Self {
            app,
            sockets,
            hub,
            handle,
            stream: Arc::new(stream),
            codec: Codec::new(),
            out: Outbox::default(),
            unacknowledged: None,
            inbox: VecDeque::new(),
            work: None,
            session: None,
            pending,
            user: None,
            strikes: Strikes::default(),
            lifecycle: Lifecycle::OPEN,
            ends_half: false,
            origin,
            permit,
            _place: place,
        });
        if let Some(claim) = claim {
            socket.sign_in(claim, Head { r#type: "connect".into(), ..Head::default() });
        }
        socket.handle_bytes(&read);
        socket
    }

    /// Serves it to its end.
    pub(super) async fn run(&mut self) {
        loop {
            self.advance();
            if self.lifecycle.is_over() {
                return;
            }
            if std::mem::take(&mut self.ends_half) {
                // A connection that is gone needs no end.
                let _ = rustix::net::shutdown(&*self.stream, rustix::net::Shutdown::Write);
            }
            self.hand_over();
            let woke = self.wait().await;
            self.take_back();
            match woke {
                Woke::Notified => {}
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

    /// Lets the feed's task write while this one waits, when everything before has gone.
    fn hand_over(&mut self) {
        let Some(session) = self.session.as_deref().filter(|_| self.lifecycle.is_open()) else { return };
        if !self.lifecycle.can_write
            || !self.out.is_empty()
            || session.is_catching_up
            || !session.rights.are_known()
        {
            return;
        }
        // Who waits keeps no room for what was sent.
        self.out = Outbox::default();
        self.handle.hand_over(Delivery {
            stream: self.stream.clone(),
            facts: session.caller.facts.clone(),
            end: session.connection.watch(),
            seq: session.seq,
            ephemeral_seq: session.ephemeral_seq,
            unsent: Outbox::default(),
        });
    }

    /// Goes on where the feed's task stopped.
    fn take_back(&mut self) {
        let Some(delivery) = self.handle.take_back() else { return };
        let Some(session) = &mut self.session else { return };
        (session.seq, session.ephemeral_seq) = (delivery.seq, delivery.ephemeral_seq);
        self.out = delivery.unsent;
    }

    /// Waits until there is something to do. Dropping the wait loses nothing.
    async fn wait(&mut self) -> Woke {
        let has_room = self.inbox.len() < MAX_WAITING && self.out.bytes() < MAX_UNSENT;
        let interest = match (self.lifecycle.reads(has_room), self.out.is_empty()) {
            (true, true) => Some(Interest::READABLE),
            (true, false) => Some(Interest::READABLE | Interest::WRITABLE),
            (false, false) => Some(Interest::WRITABLE),
            (false, true) => None,
        };
        let session = self.session.as_deref_mut().filter(|_| !self.lifecycle.is_closing());
        tokio::select! {
            biased;
            why = ended(session) => Woke::Ended(why),
            done = worked(self.work.as_mut()) => Woke::Done(done),
            is_readable = ready(&self.stream, interest) => Woke::Ready(is_readable),
            () = self.handle.notified() => Woke::Notified,
        }
    }

    /// Does what can be done without waiting.
    fn advance(&mut self) {
        self.handle_signals();
        self.flush();
        if !self.lifecycle.is_closing() {
            self.begin();
            if !self.lifecycle.is_open() && self.work.is_none() && self.inbox.is_empty() {
                self.step(Input::Idle);
            }
            self.deliver();
            self.flush();
        }
    }

    /// Tells the lifecycle what happened to the connection, and does what follows.
    fn step(&mut self, input: Input) {
        let is_flushed = input == Input::Flushed;
        let before = std::mem::replace(&mut self.lifecycle, Lifecycle::OPEN);
        let (after, outputs) = step(before, input);
        self.lifecycle = after;
        for output in outputs {
            match output {
                Output::Send(frame) => self.out.push(frame),
                Output::EndSession => {
                    (self.session, self.work) = (None, None);
                    self.inbox.clear();
                    self.handle.close(self.app.clock.monotonic());
                }
                Output::EndHalf => self.ends_half = true,
            }
        }
        if !is_flushed && self.lifecycle.is_closing() && self.out.is_empty() {
            self.step(Input::Flushed);
        }
    }

    /// Does what was asked from outside.
    fn handle_signals(&mut self) {
        let asked = self.handle.take_signals();
        if asked == 0 {
            return;
        }
        let is = |what: u8| asked & what != 0;
        if is(signal::TERMINATE) {
            self.step(Input::Terminate);
        }
        if is(signal::STOP) {
            self.end(Ended::Stopping);
        }
        if is(signal::SIGN_IN_TIMEOUT) {
            self.refuse(&texts::SIGN_IN_LATE.err(), &Head::default());
            self.close(4001, "sign in within 10 s");
        }
        if is(signal::EXPIRED) {
            self.refuse(&kernel::texts::LOGIN_EXPIRED.err(), &Head::default());
            self.close(4001, "token expired");
        }
        if is(signal::STALLED) && !self.has_progressed() {
            self.close(1013, "too slow; resume");
        }
        if is(signal::EVICTED) {
            self.close(1008, "too many devices");
        }
        if is(signal::PING) && self.lifecycle.is_open() {
            self.out.push(Bytes::from_static(PING));
        }
        if let Some(session) = self.session.as_mut().filter(|_| is(signal::REFRESH)) {
            session.rights.mark_changed();
        }
    }
}
