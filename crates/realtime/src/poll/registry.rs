//! Registrations, and the polls that wait in them.
//!
//! A waiting poll costs one entry here and no timer: the feature's one ticking task ends those whose
//! time is over. One lock, held for a look or a walk through the list, never across a wait.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::apps::MutedFeatures;
use kernel::user::{UserFacts, UserId};
use tokio::sync::oneshot;

use crate::frame::{Channel, Frame};
use crate::model::Position;

/// A registration that nobody polls ends after this.
const IDLE: Duration = Duration::from_secs(5 * 60);
/// Registrations of one user; one more ends the oldest.
pub(crate) const MAX_OF_USER: usize = 20;
/// Answers remembered by their `server_time`.
const REMEMBERED: usize = 4;

/// Why a waiting poll is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wake {
    /// There may be something to see.
    FramesShown,
    /// Nothing came in time.
    TimedOut,
    /// Another poll took its place, or its registration ended.
    Replaced,
}

/// All registrations of this node.
#[derive(Default)]
pub(crate) struct PollRegistry(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    registrations: HashMap<u64, Registration>,
    by_id: HashMap<String, u64>,
    /// Each user's, oldest first.
    of_user: HashMap<UserId, Vec<u64>>,
    /// Counts registrations and waiting polls.
    next: u64,
    /// Nothing waits any more.
    closed: bool,
}

struct Registration {
    id: String,
    channel: Channel,
    user: UserId,
    token_id: String,
    /// Where a poll stands that does not say so.
    cursor: i64,
    /// The last answers: their `server_time` and where they ended. A poll that comes back with such
    /// a time as `since` goes on exactly there, whatever was committed in the same moment.
    answered: [(i64, i64); REMEMBERED],
    used: Duration,
    waiter: Option<Waiter>,
}

struct Waiter {
    number: u64,
    after: Position,
    facts: Arc<UserFacts>,
    until: Duration,
    wake: oneshot::Sender<Wake>,
}

/// A registration's number; also what its rate limit counts by.
pub(crate) type Number = u64;

/// Who registers, and where the first poll begins.
pub(crate) struct NewRegistration<'a> {
    pub(crate) id: &'a str,
    pub(crate) channel: Channel,
    pub(crate) user: UserId,
    pub(crate) token_id: &'a str,
    pub(crate) cursor: i64,
    pub(crate) server_time: i64,
    pub(crate) now: Duration,
}

impl PollRegistry {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a registration.
    pub(crate) fn register(&self, new: &NewRegistration<'_>) -> Number {
        let mut all = self.lock();
        let number = all.number();
        let mut answered = [(i64::MIN, 0); REMEMBERED];
        answered[0] = (new.server_time, new.cursor);
        let registration = Registration {
            id: new.id.to_owned(),
            channel: new.channel,
            user: new.user,
            token_id: new.token_id.to_owned(),
            cursor: new.cursor,
            answered,
            used: new.now,
            waiter: None,
        };
        all.by_id.insert(new.id.to_owned(), number);
        all.registrations.insert(number, registration);
        let theirs = all.of_user.entry(new.user).or_default();
        theirs.push(number);
        let oldest = (theirs.len() > MAX_OF_USER).then(|| theirs[0]);
        oldest.into_iter().for_each(|oldest| all.remove(oldest));
        number
    }

    /// The user's registration of this id, or the newest made with this token; `None` when there is
    /// none, or it was idle for too long.
    pub(crate) fn find(
        &self,
        (channel, user): (Channel, UserId),
        poll_id: Option<&str>,
        token_id: &str,
        now: Duration,
    ) -> Option<Number> {
        let mut all = self.lock();
        let number = match poll_id {
            Some(id) => *all.by_id.get(id)?,
            None => {
                let made_with_it = |number: &&u64| {
                    let known = &all.registrations[*number];
                    known.token_id == token_id && known.channel == channel
                };
                *all.of_user.get(&user)?.iter().rev().find(made_with_it)?
            }
        };
        if all.registrations[&number].is_idle(now) {
            all.remove(number);
            return None;
        }
        let found = &all.registrations[&number];
        (found.user == user && found.channel == channel).then_some(number)
    }

    /// Where a registration stands: after the answer that bore this `server_time`, or by default
    /// after its last one. `None` when no remembered answer bore it.
    pub(crate) fn position(&self, number: Number, since: Option<i64>) -> Option<Position> {
        let all = self.lock();
        let registration = all.registrations.get(&number)?;
        let Some(since) = since else { return Some(Position::after(registration.cursor)) };
        let answered = registration.answered.iter().find(|(server_time, _)| *server_time == since);
        answered.map(|(_, seq)| Position::after(*seq))
    }

    /// Adds a waiting poll; it replaces the one that waits there. `None` when the registration has
    /// ended meanwhile.
    pub(crate) fn wait(
        self: &Arc<Self>,
        number: Number,
        after: Position,
        facts: Arc<UserFacts>,
        (now, until): (Duration, Duration),
    ) -> Option<Ticket> {
        let (wake, woken) = oneshot::channel();
        let mut all = self.lock();
        let poll = all.number();
        let closed = all.closed;
        let registration = all.registrations.get_mut(&number)?;
        registration.used = now;
        if let Some(before) = registration.waiter.take() {
            before.answer(Wake::Replaced);
        }
        let waiter = Waiter { number: poll, after, facts, until, wake };
        if closed {
            waiter.answer(Wake::TimedOut);
        } else {
            registration.waiter = Some(waiter);
        }
        Some(Ticket { registry: self.clone(), registration: number, poll, woken })
    }

    /// Notes an answer that ends here: a poll that does not say where it stands goes on from it.
    pub(crate) fn advance(&self, number: Number, seq: i64, now: Duration) {
        if let Some(registration) = self.lock().registrations.get_mut(&number) {
            registration.used = now;
            registration.cursor = seq;
        }
    }

    /// Gives an answer the `server_time` that it wants, and remembers it. Where an answer of this
    /// registration with another end has borne that time or a later one, it is one from `free_from` on, which
    /// no event has.
    pub(crate) fn stamp(&self, number: Number, (wanted, free_from): (i64, i64), seq: i64) -> i64 {
        let mut all = self.lock();
        let Some(registration) = all.registrations.get_mut(&number) else { return wanted };
        let (last_time, last_seq) = registration.answered[0];
        let server_time = match (last_seq == seq, wanted > last_time) {
            (true, _) => wanted.max(last_time),
            (false, true) => wanted,
            (false, false) => free_from.max(last_time.saturating_add(1)),
        };
        if (server_time, seq) != (last_time, last_seq) {
            registration.answered.rotate_right(1);
            registration.answered[0] = (server_time, seq);
        }
        server_time
    }

    /// Wakes the polls that see one of these, but for what is shown to nobody.
    pub(crate) fn wake(&self, shown: &[Arc<Frame>], muted: &MutedFeatures) {
        for registration in self.lock().registrations.values_mut() {
            let channel = registration.channel;
            let sees = |waiter: &mut Waiter| {
                shown.iter().any(|frame| frame.is_for(channel, waiter.after, (&waiter.facts, muted)))
            };
            if let Some(waiter) = registration.waiter.take_if(sees) {
                waiter.answer(Wake::FramesShown);
            }
        }
    }

    /// Wakes all: what they waited for may never come.
    pub(crate) fn wake_all(&self) {
        for registration in self.lock().registrations.values_mut() {
            registration.waiter.take().into_iter().for_each(|waiter| waiter.answer(Wake::FramesShown));
        }
    }

    /// Ends the waits whose time is over and the registrations that nobody polls.
    pub(crate) fn tick(&self, now: Duration) {
        let mut all = self.lock();
        for registration in all.registrations.values_mut() {
            if let Some(waiter) = registration.waiter.take_if(|waiter| waiter.until <= now) {
                registration.used = now;
                waiter.answer(Wake::TimedOut);
            }
        }
        let idle: Vec<u64> =
            all.registrations.iter().filter(|(_, r)| r.is_idle(now)).map(|(n, _)| *n).collect();
        idle.into_iter().for_each(|number| all.remove(number));
    }

    /// Ends a registration; a poll that waits in it is answered.
    pub(crate) fn unregister(&self, number: Number) {
        self.lock().remove(number);
    }

    /// Answers everything that waits, now and later: the server stops.
    pub(crate) fn close(&self) {
        let mut all = self.lock();
        all.closed = true;
        for registration in all.registrations.values_mut() {
            registration.waiter.take().into_iter().for_each(|waiter| waiter.answer(Wake::TimedOut));
        }
    }

    fn remove_waiter(&self, registration: Number, poll: u64) {
        if let Some(registration) = self.lock().registrations.get_mut(&registration) {
            registration.waiter.take_if(|waiter| waiter.number == poll);
        }
    }

    /// The members who listen to a channel.
    pub(crate) fn users(&self, channel: Channel) -> HashSet<UserId> {
        let all = self.lock();
        let theirs = all.registrations.values().filter(|registration| registration.channel == channel);
        theirs.map(|registration| registration.user).collect()
    }

    /// How many there are, and how many of them wait.
    #[cfg(test)]
    pub(crate) fn count(&self) -> (usize, usize) {
        let all = self.lock();
        (all.registrations.len(), all.registrations.values().filter(|r| r.waiter.is_some()).count())
    }
}

impl Inner {
    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    fn remove(&mut self, number: u64) {
        let Some(gone) = self.registrations.remove(&number) else { return };
        self.by_id.remove(&gone.id);
        if let Some(theirs) = self.of_user.get_mut(&gone.user) {
            theirs.retain(|known| *known != number);
            if theirs.is_empty() {
                self.of_user.remove(&gone.user);
            }
        }
        gone.waiter.into_iter().for_each(|waiter| waiter.answer(Wake::Replaced));
    }
}

impl Registration {
    fn is_idle(&self, now: Duration) -> bool {
        self.waiter.is_none() && now.saturating_sub(self.used) > IDLE
    }
}

impl Waiter {
    /// Nobody listens any more when the client has gone; that is fine.
    fn answer(self, why: Wake) {
        let _ = self.wake.send(why);
    }
}

/// A waiting poll. Dropping it takes it off the list.
pub(crate) struct Ticket {
    registry: Arc<PollRegistry>,
    registration: Number,
    poll: u64,
    woken: oneshot::Receiver<Wake>,
}

impl Ticket {
    /// Resolves when the poll is to be answered.
    pub(crate) async fn wait(&mut self) -> Wake {
        // The sender goes only with an answer.
        (&mut self.woken).await.unwrap_or(Wake::Replaced)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.registry.remove_waiter(self.registration, self.poll);
    }
}
