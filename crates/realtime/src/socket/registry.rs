//! The open sockets of this node: who they belong to, what they are asked to do, and when they were
//! last heard. One task ticks for all of them; none has a timer of its own.

use std::collections::{HashMap, HashSet};
use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::Duration;

use futures_util::task::AtomicWaker;
use kernel::apps::MutedFeatures;
use kernel::user::UserId;

use super::Sockets;
use super::delivery::Delivery;
use super::outbox::Outbox;
use crate::Hub;
use crate::frame::{Frame, Recipients};

/// A socket signs in within this time (`interface 6.6`).
const SIGN_IN: u32 = 10;
/// A socket is pinged this often, in seconds.
const PING: u32 = 30;
/// A socket from which nothing came for so many seconds is dead; with the tick that is below 75 seconds.
const IDLE_TIMEOUT: u32 = 73;
/// A socket that takes nothing of what it is sent for so many seconds is closed.
const STALL: u32 = 10;
/// A client that was told to close has so many seconds to agree.
const CLOSE_TIMEOUT: u32 = 5;
/// Open sockets of one member; one more ends the oldest.
pub const MAX_OF_USER: usize = 32;
/// Sockets of one member with those that were told to close; of more, the oldest end without an agreement.
pub const MAX_WITH_CLOSING: usize = 64;

/// What a socket may be asked to do, as bits.
pub(super) mod signal {
    /// Send a ping.
    pub(crate) const PING: u8 = 1;
    /// Nothing was heard for too long, or it did not agree to close: go.
    pub(crate) const TERMINATE: u8 = 1 << 1;
    /// The client did not sign in in time.
    pub(crate) const SIGN_IN_TIMEOUT: u8 = 1 << 2;
    /// The token has expired.
    pub(crate) const EXPIRED: u8 = 1 << 3;
    /// The client takes nothing of what it is sent.
    pub(crate) const STALLED: u8 = 1 << 4;
    /// A newer socket of the member took its place.
    pub(crate) const EVICTED: u8 = 1 << 5;
    /// The rights of the member have changed.
    pub(crate) const REFRESH: u8 = 1 << 6;
    /// The socket service stops.
    pub(crate) const STOP: u8 = 1 << 7;
}

/// The part of a socket that other tasks see.
pub(crate) struct SocketHandle {
    number: u64,
    is_woken: AtomicBool,
    waiting: AtomicWaker,
    signals: AtomicU8,
    opened: u32,
    last_activity: AtomicU32,
    pinged: AtomicU32,
    /// Since when the client takes nothing, in seconds of the clock; 0 while it does.
    stalled: AtomicU32,
    /// Since when the socket closes; 0 while it is open.
    closing: AtomicU32,
    /// When the token expires, in seconds since the epoch; 0 before the sign-in.
    expires: AtomicU32,
    /// The writing half, while the task of the socket waits and nothing is unsent.
    delivery: Mutex<Option<Delivery>>,
}

/// Whole seconds, never 0.
pub(super) fn seconds(now: Duration) -> u32 {
    u32::try_from(now.as_secs()).unwrap_or(u32::MAX).saturating_add(1)
}

impl SocketHandle {
    /// Wakes the task of the socket.
    pub(super) fn wake(&self) {
        self.is_woken.store(true, Ordering::Release);
        self.waiting.wake();
    }

    /// Resolves when the task was woken.
    pub(super) async fn notified(&self) {
        poll_fn(|context| {
            // Registered before the look, so that no call falls between the two.
            self.waiting.register(context.waker());
            if self.is_woken.swap(false, Ordering::AcqRel) { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }

    /// Lets the feed's task write to it until [`SocketHandle::take_back`].
    pub(super) fn hand_over(&self, delivery: Delivery) {
        *self.delivery.lock().unwrap_or_else(PoisonError::into_inner) = Some(delivery);
    }

    /// Takes the writing half back from the feed; `None` when nothing was handed over.
    pub(super) fn take_back(&self) -> Option<Delivery> {
        self.delivery.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Sends what is new in place of its task, or wakes the task where that is not possible. `out` is empty before
    /// and after.
    pub(super) fn deliver(
        &self,
        first: Option<i64>,
        state: (&Hub, &Sockets, &MutedFeatures),
        out: &mut Outbox,
    ) {
        // A signal may be that rights have changed, which comes first.
        let is_free = self.signals.load(Ordering::Acquire) == 0;
        let mut delivery = self.delivery.lock().unwrap_or_else(PoisonError::into_inner);
        let is_delivered =
            is_free && delivery.as_mut().is_some_and(|delivery| delivery.send(first, state, out));
        drop(delivery);
        if !is_delivered {
            self.wake();
        }
    }

    /// Sends a signal to the task of the socket.
    pub(super) fn signal(&self, what: u8) {
        self.signals.fetch_or(what, Ordering::AcqRel);
        self.wake();
    }

    /// The signals since the last call.
    pub(super) fn take_signals(&self) -> u8 {
        if self.signals.load(Ordering::Acquire) == 0 { 0 } else { self.signals.swap(0, Ordering::AcqRel) }
    }

    /// Notes that something came from the client.
    pub(super) fn note_activity(&self, now: Duration) {
        self.last_activity.store(seconds(now), Ordering::Relaxed);
    }

    /// Notes since when not all could be sent; `None` when it could.
    pub(super) fn stall(&self, since: Option<Duration>) {
        self.stalled.store(since.map_or(0, seconds), Ordering::Relaxed);
    }

    /// Whether not all could be sent.
    pub(super) fn is_stalled(&self) -> bool {
        self.stalled.load(Ordering::Relaxed) > 0
    }

    /// Notes that the socket closes.
    pub(super) fn close(&self, now: Duration) {
        self.closing.store(seconds(now), Ordering::Relaxed);
    }

    /// Whether the socket closes.
    fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed) > 0
    }

    /// The signals that are due by time; 0 for none.
    fn due(&self, now: u32, wall: u32) -> u8 {
        let since = |then: &AtomicU32| now.saturating_sub(then.load(Ordering::Relaxed));
        let expires = self.expires.load(Ordering::Relaxed);
        let (closing, stalled) = (self.closing.load(Ordering::Relaxed), self.stalled.load(Ordering::Relaxed));
        if since(&self.last_activity) >= IDLE_TIMEOUT
            || (closing > 0 && now.saturating_sub(closing) >= CLOSE_TIMEOUT)
        {
            return signal::TERMINATE;
        }
        if closing > 0 {
            return 0;
        }
        if expires == 0 && now.saturating_sub(self.opened) >= SIGN_IN {
            return signal::SIGN_IN_TIMEOUT;
        }
        if expires > 0 && wall >= expires {
            return signal::EXPIRED;
        }
        if stalled > 0 && now.saturating_sub(stalled) >= STALL {
            return signal::STALLED;
        }
        if since(&self.pinged) >= PING {
            self.pinged.store(now, Ordering::Relaxed);
            return signal::PING;
        }
        0
    }
}

/// The open sockets of this node.
#[derive(Default)]
pub(crate) struct OpenSockets(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    next: u64,
    all: HashMap<u64, Arc<SocketHandle>>,
    /// Those who signed in, by class and member, oldest first.
    of: HashMap<String, HashMap<UserId, Vec<Arc<SocketHandle>>>>,
    /// Members who came or went since the last look.
    changed: HashSet<UserId>,
    /// Whether the socket service stops or has stopped.
    closed: bool,
}

impl Inner {
    fn of(&self, user: &UserId) -> &[Arc<SocketHandle>] {
        self.of.get(user.class()).and_then(|class| class.get(user)).map_or(&[], Vec::as_slice)
    }

    fn everyone(&self) -> impl Iterator<Item = &Arc<SocketHandle>> {
        self.of.values().flat_map(HashMap::values).flatten()
    }

    /// Whoever may be among these; of an office, each socket knows of itself.
    fn each(&self, to: &Recipients, mut call: impl FnMut(&Arc<SocketHandle>)) {
        match to {
            Recipients::Users(users) => users.iter().flat_map(|user| self.of(user)).for_each(call),
            Recipients::Class(class) => {
                self.of.get(class).into_iter().flat_map(HashMap::values).flatten().for_each(&mut call);
            }
            Recipients::All | Recipients::Among(_) => self.everyone().for_each(call),
        }
    }
}

impl OpenSockets {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new socket, of nobody yet.
    pub(super) fn open(&self, now: Duration) -> Arc<SocketHandle> {
        let mut all = self.lock();
        all.next += 1;
        let now = seconds(now);
        let handle = Arc::new(SocketHandle {
            number: all.next,
            is_woken: AtomicBool::new(false),
            waiting: AtomicWaker::new(),
            signals: AtomicU8::new(if all.closed { signal::STOP } else { 0 }),
            opened: now,
            last_activity: AtomicU32::new(now),
            pinged: AtomicU32::new(now),
            stalled: AtomicU32::new(0),
            closing: AtomicU32::new(0),
            expires: AtomicU32::new(0),
            delivery: Mutex::default(),
        });
        all.all.insert(handle.number, handle.clone());
        handle
    }

    /// Adds a socket that has signed in.
    pub(super) fn attach(&self, handle: &Arc<SocketHandle>, user: UserId, expires: i64) {
        handle.expires.store(u32::try_from(expires).unwrap_or(u32::MAX).max(1), Ordering::Relaxed);
        let mut all = self.lock();
        let theirs = all.of.entry(user.class().to_owned()).or_default().entry(user).or_default();
        theirs.push(handle.clone());
        let beyond = |most: usize| theirs.len().saturating_sub(most);
        for handle in theirs.iter().take(beyond(MAX_OF_USER)).filter(|handle| !handle.is_closing()) {
            handle.signal(signal::EVICTED);
        }
        theirs.iter().take(beyond(MAX_WITH_CLOSING)).for_each(|handle| handle.signal(signal::TERMINATE));
        if theirs.len() == 1 {
            all.changed.insert(user);
        }
    }

    /// Removes a socket that is gone.
    pub(super) fn detach(&self, handle: &Arc<SocketHandle>, user: Option<UserId>) {
        let mut all = self.lock();
        all.all.remove(&handle.number);
        let Some(user) = user else { return };
        let Some(class) = all.of.get_mut(user.class()) else { return };
        let Some(theirs) = class.get_mut(&user) else { return };
        theirs.retain(|known| known.number != handle.number);
        if theirs.is_empty() {
            class.remove(&user);
            if class.is_empty() {
                all.of.remove(user.class());
            }
            all.changed.insert(user);
        }
    }

    /// The sockets that may see one of these frames, each once.
    pub(super) fn recipients(&self, frames: &[Arc<Frame>]) -> Vec<Arc<SocketHandle>> {
        let all = self.lock();
        if frames.iter().any(|frame| matches!(frame.to, Recipients::All | Recipients::Among(_))) {
            return all.everyone().cloned().collect();
        }
        let mut found: Vec<Arc<SocketHandle>> = Vec::new();
        let mut lists: Vec<&Arc<[UserId]>> = Vec::new();
        for frame in frames {
            if let Recipients::Users(users) = &frame.to {
                // Messages of one room share the list of its members.
                if lists.iter().any(|list| Arc::ptr_eq(list, users)) {
                    continue;
                }
                lists.push(users);
            }
            all.each(&frame.to, |handle| found.push(handle.clone()));
        }
        if frames.len() > 1 {
            found.sort_unstable_by_key(|handle| handle.number);
            found.dedup_by_key(|handle| handle.number);
        }
        found
    }

    /// The sockets of these members.
    pub(crate) fn members_sockets(&self, to: &Recipients) -> Vec<Arc<SocketHandle>> {
        let mut found = Vec::new();
        self.lock().each(to, |handle| found.push(handle.clone()));
        found
    }

    /// Sends a signal to the sockets of a member.
    pub(super) fn signal_user(&self, user: &UserId, what: u8) {
        self.lock().of(user).iter().for_each(|handle| handle.signal(what));
    }

    /// Sends each socket the signals that are due. `wall` is seconds since the epoch.
    pub(super) fn tick(&self, now: Duration, wall: i64) {
        let (now, wall) = (seconds(now), u32::try_from(wall).unwrap_or(u32::MAX));
        for handle in self.lock().all.values() {
            match handle.due(now, wall) {
                0 => {}
                due => handle.signal(due),
            }
        }
    }

    /// Ends all sockets, and refuses new ones until [`OpenSockets::resume`].
    pub(super) fn stop(&self) {
        let mut all = self.lock();
        all.closed = true;
        all.all.values().for_each(|handle| handle.signal(signal::STOP));
    }

    /// Lets sockets in again.
    pub(super) fn resume(&self) {
        self.lock().closed = false;
    }

    /// Whether new sockets are refused.
    pub(crate) fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// Whether a member has a socket on this node.
    pub(super) fn has(&self, user: &UserId) -> bool {
        !self.lock().of(user).is_empty()
    }

    /// The members whose first socket came or last socket went since the last call.
    pub(super) fn changed(&self) -> HashSet<UserId> {
        std::mem::take(&mut self.lock().changed)
    }

    /// Whether a client takes nothing.
    #[cfg(any(test, feature = "testing"))]
    pub(crate) fn is_any_stalled(&self) -> bool {
        self.lock().all.values().any(|handle| handle.is_stalled())
    }

    /// Since when the one socket of a member takes nothing, 0 while it does; `None` for a member without a socket.
    #[cfg(any(test, feature = "testing"))]
    pub(crate) fn stalled_since(&self, user: &UserId) -> Option<u32> {
        self.lock().of(user).first().map(|handle| handle.stalled.load(Ordering::Relaxed))
    }

    /// The number of open sockets.
    #[cfg(any(test, feature = "testing"))]
    pub(crate) fn count(&self) -> usize {
        self.lock().all.len()
    }
}
