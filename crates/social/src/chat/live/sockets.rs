//! The open sockets of this node: who they belong to, what they are asked to do, and when they were
//! last heard. One task ticks for all of them; none has a timer of its own.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::user::UserId;
use tokio::sync::Notify;

use crate::realtime::{Frame, Recipients};

/// A socket signs in within this time (`interface 6.6`).
const SIGN_IN: u32 = 10;
/// It is pinged this often.
const PING: u32 = 30;
/// One that was not heard for this long is dead; with the tick that is below 75 seconds.
const SILENCE: u32 = 73;
/// One that takes nothing of what it is sent for this long is closed.
const STALL: u32 = 10;
/// One that was told to close has this long to agree.
const AGREE: u32 = 5;
/// Sockets of one member; one more ends the oldest.
pub(super) const MAX_OF_USER: usize = 32;
/// With those that were told to close. Whoever opens more does not wait for them to agree.
pub(super) const MAX_WITH_CLOSING: usize = 64;

/// What a socket may be asked to do, as bits.
pub(super) mod ask {
    /// Send a ping.
    pub(in crate::chat) const PING: u8 = 1;
    /// Nothing was heard for too long, or it did not agree to close: go.
    pub(in crate::chat) const GO: u8 = 1 << 1;
    /// It never signed in.
    pub(in crate::chat) const LATE: u8 = 1 << 2;
    /// Its token has expired.
    pub(in crate::chat) const EXPIRED: u8 = 1 << 3;
    /// It takes nothing of what it is sent.
    pub(in crate::chat) const STALLED: u8 = 1 << 4;
    /// Another device took its place.
    pub(in crate::chat) const CROWDED: u8 = 1 << 5;
    /// The rights of its member are others now.
    pub(in crate::chat) const REFRESH: u8 = 1 << 6;
    /// The chat stops.
    pub(in crate::chat) const STOP: u8 = 1 << 7;
}

/// What others see of a socket.
pub(super) struct Slot {
    number: u64,
    wake: Notify,
    asked: AtomicU8,
    opened: u32,
    heard: AtomicU32,
    pinged: AtomicU32,
    /// Since when it takes nothing; 0 while it does.
    stalled: AtomicU32,
    /// Since when it closes; 0 while it does not.
    closing: AtomicU32,
    /// When its token expires, seconds since the epoch; 0 before it signed in.
    expires: AtomicU32,
}

/// Whole seconds, never 0.
pub(super) fn seconds(now: Duration) -> u32 {
    u32::try_from(now.as_secs()).unwrap_or(u32::MAX).saturating_add(1)
}

impl Slot {
    /// Wakes it.
    pub(super) fn nudge(&self) {
        self.wake.notify_one();
    }

    /// Resolves when it is to look around.
    pub(super) async fn nudged(&self) {
        self.wake.notified().await;
    }

    /// Asks for something.
    pub(super) fn ask(&self, what: u8) {
        self.asked.fetch_or(what, Ordering::AcqRel);
        self.nudge();
    }

    /// What was asked since the last time.
    pub(super) fn asked(&self) -> u8 {
        if self.asked.load(Ordering::Acquire) == 0 { 0 } else { self.asked.swap(0, Ordering::AcqRel) }
    }

    /// The client was heard.
    pub(super) fn heard(&self, now: Duration) {
        self.heard.store(seconds(now), Ordering::Relaxed);
    }

    /// It could not send all, or could again.
    pub(super) fn stall(&self, since: Option<Duration>) {
        self.stalled.store(since.map_or(0, seconds), Ordering::Relaxed);
    }

    /// Whether it could not send all.
    pub(super) fn is_stalled(&self) -> bool {
        self.stalled.load(Ordering::Relaxed) > 0
    }

    /// It closes.
    pub(super) fn close(&self, now: Duration) {
        self.closing.store(seconds(now), Ordering::Relaxed);
    }

    /// Whether it closes.
    fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed) > 0
    }

    /// What is due; 0 for nothing.
    fn due(&self, now: u32, wall: u32) -> u8 {
        let since = |then: &AtomicU32| now.saturating_sub(then.load(Ordering::Relaxed));
        let expires = self.expires.load(Ordering::Relaxed);
        let (closing, stalled) = (self.closing.load(Ordering::Relaxed), self.stalled.load(Ordering::Relaxed));
        if since(&self.heard) >= SILENCE || (closing > 0 && now.saturating_sub(closing) >= AGREE) {
            return ask::GO;
        }
        if closing > 0 {
            return 0;
        }
        if expires == 0 && now.saturating_sub(self.opened) >= SIGN_IN {
            return ask::LATE;
        }
        if expires > 0 && wall >= expires {
            return ask::EXPIRED;
        }
        if stalled > 0 && now.saturating_sub(stalled) >= STALL {
            return ask::STALLED;
        }
        if since(&self.pinged) >= PING {
            self.pinged.store(now, Ordering::Relaxed);
            return ask::PING;
        }
        0
    }
}

/// The open sockets of this node.
#[derive(Default)]
pub(super) struct Sockets(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    next: u64,
    all: HashMap<u64, Arc<Slot>>,
    /// Those who signed in, by class and member, oldest first.
    of: HashMap<String, HashMap<UserId, Vec<Arc<Slot>>>>,
    /// Members who came or went since the last look.
    changed: HashSet<UserId>,
    /// The chat stops, or has.
    closed: bool,
}

impl Inner {
    fn of(&self, user: &UserId) -> &[Arc<Slot>] {
        self.of.get(user.class()).and_then(|class| class.get(user)).map_or(&[], Vec::as_slice)
    }

    fn everyone(&self) -> impl Iterator<Item = &Arc<Slot>> {
        self.of.values().flat_map(HashMap::values).flatten()
    }
}

impl Sockets {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new socket, of nobody yet.
    pub(super) fn open(&self, now: Duration) -> Arc<Slot> {
        let mut all = self.lock();
        all.next += 1;
        let now = seconds(now);
        let slot = Arc::new(Slot {
            number: all.next,
            wake: Notify::new(),
            asked: AtomicU8::new(if all.closed { ask::STOP } else { 0 }),
            opened: now,
            heard: AtomicU32::new(now),
            pinged: AtomicU32::new(now),
            stalled: AtomicU32::new(0),
            closing: AtomicU32::new(0),
            expires: AtomicU32::new(0),
        });
        all.all.insert(slot.number, slot.clone());
        slot
    }

    /// It signed in.
    pub(super) fn enter(&self, slot: &Arc<Slot>, user: UserId, expires: i64) {
        slot.expires.store(u32::try_from(expires).unwrap_or(u32::MAX).max(1), Ordering::Relaxed);
        let mut all = self.lock();
        let theirs = all.of.entry(user.class().to_owned()).or_default().entry(user).or_default();
        theirs.push(slot.clone());
        let beyond = |most: usize| theirs.len().saturating_sub(most);
        for slot in theirs.iter().take(beyond(MAX_OF_USER)).filter(|slot| !slot.is_closing()) {
            slot.ask(ask::CROWDED);
        }
        theirs.iter().take(beyond(MAX_WITH_CLOSING)).for_each(|slot| slot.ask(ask::GO));
        if theirs.len() == 1 {
            all.changed.insert(user);
        }
    }

    /// It is gone.
    pub(super) fn leave(&self, slot: &Arc<Slot>, user: Option<UserId>) {
        let mut all = self.lock();
        all.all.remove(&slot.number);
        let Some(user) = user else { return };
        let Some(class) = all.of.get_mut(user.class()) else { return };
        let Some(theirs) = class.get_mut(&user) else { return };
        theirs.retain(|known| known.number != slot.number);
        if theirs.is_empty() {
            class.remove(&user);
            if class.is_empty() {
                all.of.remove(user.class());
            }
            all.changed.insert(user);
        }
    }

    /// Wakes whoever may see one of these.
    pub(super) fn wake(&self, frames: &[Arc<Frame>]) {
        let all = self.lock();
        if frames.iter().any(|frame| matches!(frame.to, Recipients::All)) {
            all.everyone().for_each(|slot| slot.nudge());
            return;
        }
        // Messages of one room share the list of its members.
        let mut before: Option<&Arc<[UserId]>> = None;
        for frame in frames {
            if let Recipients::Users(users) = &frame.to {
                if before.is_some_and(|before| Arc::ptr_eq(before, users)) {
                    continue;
                }
                before = Some(users);
            }
            Self::nudge(&all, &frame.to);
        }
    }

    /// Wakes these.
    pub(super) fn wake_only(&self, to: &Recipients) {
        Self::nudge(&self.lock(), to);
    }

    fn nudge(all: &Inner, to: &Recipients) {
        match to {
            Recipients::Users(users) => {
                users.iter().flat_map(|user| all.of(user)).for_each(|slot| slot.nudge())
            }
            Recipients::Class(class) => {
                let theirs = all.of.get(class).into_iter().flat_map(HashMap::values).flatten();
                theirs.for_each(|slot| slot.nudge());
            }
            // Who has an office, each socket knows of itself.
            Recipients::All | Recipients::Among(_) => {
                all.everyone().for_each(|slot| slot.nudge());
            }
        }
    }

    /// Wakes all: what they wait for may have gone by.
    pub(super) fn wake_all(&self) {
        self.lock().everyone().for_each(|slot| slot.nudge());
    }

    /// Asks the sockets of a member.
    pub(super) fn ask_user(&self, user: &UserId, what: u8) {
        self.lock().of(user).iter().for_each(|slot| slot.ask(what));
    }

    /// Asks what is due of each. `wall` is seconds since the epoch.
    pub(super) fn tick(&self, now: Duration, wall: i64) {
        let (now, wall) = (seconds(now), u32::try_from(wall).unwrap_or(u32::MAX));
        for slot in self.lock().all.values() {
            match slot.due(now, wall) {
                0 => {}
                due => slot.ask(due),
            }
        }
    }

    /// Ends all, and whoever comes until [`Sockets::resume`].
    pub(super) fn stop(&self) {
        let mut all = self.lock();
        all.closed = true;
        all.all.values().for_each(|slot| slot.ask(ask::STOP));
    }

    /// Takes sockets again.
    pub(super) fn resume(&self) {
        self.lock().closed = false;
    }

    /// Whether whoever comes is sent away.
    pub(super) fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// Whether someone has a socket here.
    pub(super) fn has(&self, user: &UserId) -> bool {
        !self.lock().of(user).is_empty()
    }

    /// Who came or went since the last look.
    pub(super) fn changed(&self) -> HashSet<UserId> {
        std::mem::take(&mut self.lock().changed)
    }

    /// Whether someone takes nothing.
    #[cfg(test)]
    pub(super) fn is_any_stalled(&self) -> bool {
        self.lock().all.values().any(|slot| slot.is_stalled())
    }

    /// Since when a member's one socket takes nothing; 0 while it does.
    #[cfg(test)]
    pub(super) fn stalled_since(&self, user: &UserId) -> u32 {
        self.lock().of(user).first().map_or(0, |slot| slot.stalled.load(Ordering::Relaxed))
    }

    /// How many are open.
    pub(super) fn count(&self) -> usize {
        self.lock().all.len()
    }
}
