//! What a turn leaves for the portal: first its pages are stored, then its events are published, then its answers
//! are given. So nothing that anybody sees is lost with the process.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;

use crate::call::{Answer, CallError};
use crate::lock::locked;
use crate::waiters::{Reply, Waiters};

/// Turns and pages (32 MiB) that wait for being stored. An isolate that is further ahead waits itself.
const WAITING_TURNS: usize = 64;
const WAITING_PAGES: usize = 8192;

/// Bytes of the events that wait, with the lists of those who get them. A turn may have nearly as many.
const WAITING_EVENTS: usize = 16 << 20;

/// Turns that are stored together.
const BATCH_TURNS: usize = 64;

/// Pages of a database that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageChanges {
    /// Number from 1 and 4096 bytes, in order of number.
    pub pages: Vec<(u32, Vec<u8>)>,
    /// How many pages the database has now. Stored pages above are no part of it any more.
    pub page_count: u32,
}

/// An event for the desktops of some members.
#[derive(Clone, Debug, PartialEq)]
pub struct Publication {
    /// Who gets it.
    pub user_ids: Vec<String>,
    /// An object with a `type`, in JSON: a value would take many times the memory while it waits.
    pub event: String,
}

impl Publication {
    fn bytes(&self) -> usize {
        self.event.len() + self.user_ids.iter().map(|id| id.len() + size_of::<String>()).sum::<usize>()
    }
}

/// The answer of a call, and who waits for it.
struct Finished {
    reply: Reply,
    result: Result<Answer, CallError>,
}

impl Finished {
    /// Gives the answer. A caller that has gone needs none.
    fn give(self) {
        let _ = self.reply.send(self.result);
    }
}

/// What one run of JavaScript left.
#[derive(Default)]
pub(crate) struct Turn {
    pub changes: Option<PageChanges>,
    pub publications: Vec<Publication>,
    /// The calls that ended, by their IDs.
    pub finished: Vec<(u32, Result<Answer, CallError>)>,
}

/// A turn with those who wait for its answers.
#[derive(Default)]
struct Queued {
    changes: Option<PageChanges>,
    publications: Vec<Publication>,
    finished: Vec<Finished>,
}

impl Queued {
    /// Whether nobody but the callers has to hear of it.
    fn only_answers(&self) -> bool {
        self.changes.is_none() && self.publications.is_empty()
    }

    fn pages(&self) -> usize {
        self.changes.as_ref().map_or(0, |changes| changes.pages.len())
    }

    /// Bytes of the events.
    fn event_bytes(&self) -> usize {
        self.publications.iter().map(Publication::bytes).sum()
    }

    fn is_empty(&self) -> bool {
        self.only_answers() && self.finished.is_empty()
    }
}

/// How far an isolate is ahead of what is stored.
#[derive(Default)]
struct Backlog {
    counts: Mutex<Counts>,
    less: Condvar,
}

#[derive(Default)]
struct Counts {
    turns: usize,
    pages: usize,
    event_bytes: usize,
    /// Nobody stores any more.
    is_closed: bool,
}

impl Counts {
    fn have_room(&self, pages: usize, event_bytes: usize) -> bool {
        self.turns < WAITING_TURNS
            && self.pages + pages <= WAITING_PAGES
            && self.event_bytes + event_bytes <= WAITING_EVENTS
    }
}

impl Backlog {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        locked(&self.counts)
    }

    fn is_nothing(&self) -> bool {
        self.counts().turns == 0
    }

    /// Waits until there is room for a turn. One larger than all room waits for an empty queue.
    fn add(&self, turn: &Queued) {
        let (pages, event_bytes) = (turn.pages(), turn.event_bytes());
        let is_full = |counts: &mut Counts| {
            !counts.is_closed && counts.turns > 0 && !counts.have_room(pages, event_bytes)
        };
        let mut counts = self.less.wait_while(self.counts(), is_full).unwrap_or_else(PoisonError::into_inner);
        counts.turns += 1;
        counts.pages += pages;
        counts.event_bytes += event_bytes;
    }

    fn remove(&self, turns: usize, pages: usize, event_bytes: usize) {
        let mut counts = self.counts();
        counts.turns -= turns;
        counts.pages -= pages;
        counts.event_bytes -= event_bytes;
        self.less.notify_one();
    }
}

/// Where the turns of one back end go.
pub(crate) struct TurnSender {
    sender: mpsc::UnboundedSender<Queued>,
    backlog: Arc<Backlog>,
    waiters: Arc<Waiters>,
}

impl TurnSender {
    /// Hands over a turn. What only read is answered here, unless something that it may have read is not stored yet.
    /// Fails when nobody stores any more.
    pub fn send(&self, turn: Turn) -> Result<(), CallError> {
        let Turn { changes, publications, finished } = turn;
        // From here on a caller waits for the store, not for the isolate. Callers that have gone need no answer.
        let finished = finished.into_iter();
        let finished =
            finished.filter_map(|(id, result)| self.waiters.take(id).map(|reply| Finished { reply, result }));
        let turn = Queued { changes, publications, finished: finished.collect() };
        if turn.is_empty() {
            return Ok(());
        }
        if turn.only_answers() && self.backlog.is_nothing() {
            turn.finished.into_iter().for_each(Finished::give);
            return Ok(());
        }
        self.backlog.add(&turn);
        self.sender.send(turn).map_err(|unsent| {
            refuse(unsent.0.finished);
            CallError::NotStored
        })
    }
}

/// The turns of one back end, for [`run_turns`].
pub struct Turns {
    receiver: mpsc::UnboundedReceiver<Queued>,
    backlog: Arc<Backlog>,
}

impl Drop for Turns {
    fn drop(&mut self) {
        self.backlog.counts().is_closed = true;
        self.backlog.less.notify_one();
    }
}

pub(crate) fn channel(waiters: Arc<Waiters>) -> (TurnSender, Turns) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let backlog = Arc::<Backlog>::default();
    (TurnSender { sender, backlog: Arc::clone(&backlog), waiters }, Turns { receiver, backlog })
}

/// Stores, publishes and answers what the turns of a back end leave, in their order, until its isolate has ended.
/// The changes of turns that wait are stored at once.
///
/// After an error of `store` every answer is [`CallError::NotStored`] and nothing is published. The isolate ends,
/// because its working copy is ahead of what is stored; a new one begins with the stored pages.
pub async fn run_turns<E, S, P>(
    mut turns: Turns,
    mut store: impl FnMut(PageChanges) -> S,
    mut publish: impl FnMut(Vec<Publication>) -> P,
) -> Result<(), E>
where
    S: Future<Output = Result<(), E>>,
    P: Future<Output = ()>,
{
    let mut waiting = Vec::new();
    while turns.receiver.recv_many(&mut waiting, BATCH_TURNS).await > 0 {
        let (count, pages) = (waiting.len(), waiting.iter().map(Queued::pages).sum());
        let event_bytes = waiting.iter().map(Queued::event_bytes).sum();
        let Queued { changes, publications, finished } = merge(waiting.drain(..));
        if let Some(changes) = changes
            && let Err(error) = store(changes).await
        {
            refuse(finished);
            turns.receiver.close();
            while let Some(turn) = turns.receiver.recv().await {
                refuse(turn.finished);
            }
            return Err(error);
        }
        if !publications.is_empty() {
            publish(publications).await;
        }
        turns.backlog.remove(count, pages, event_bytes);
        finished.into_iter().for_each(Finished::give);
    }
    Ok(())
}

fn refuse(finished: Vec<Finished>) {
    for Finished { reply, .. } in finished {
        let _ = reply.send(Err(CallError::NotStored));
    }
}

/// One turn that leaves what all of them leave: of each page the newest.
fn merge(turns: impl Iterator<Item = Queued>) -> Queued {
    let mut merged = Queued::default();
    let mut pages = BTreeMap::new();
    let mut page_count = None;
    for turn in turns {
        if let Some(changes) = turn.changes {
            pages.extend(changes.pages);
            page_count = Some(changes.page_count);
        }
        merged.publications.extend(turn.publications);
        merged.finished.extend(turn.finished);
    }
    merged.changes = page_count.map(|page_count| {
        pages.retain(|number, _| *number <= page_count);
        PageChanges { pages: pages.into_iter().collect(), page_count }
    });
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_wait_for_room_in_number_pages_and_bytes_of_events() {
        let large =
            Publication { user_ids: vec!["250101".to_owned()], event: "x".repeat(WAITING_EVENTS / 2) };
        let turn = |publications| Queued { publications, ..Queued::default() };
        let backlog = Backlog::default();
        backlog.add(&turn(vec![large.clone()]));
        let room = |pages, event_bytes| backlog.counts().have_room(pages, event_bytes);
        assert!(room(WAITING_PAGES, 1000));
        assert!(!room(WAITING_PAGES + 1, 0), "pages");
        assert!(!room(0, turn(vec![large.clone()]).event_bytes()), "bytes of events");
        (1..WAITING_TURNS).for_each(|_| backlog.add(&turn(Vec::new())));
        assert!(!room(0, 0), "turns");
        backlog.remove(WAITING_TURNS, 0, large.bytes());
        assert!(room(WAITING_PAGES, WAITING_EVENTS));
    }
}
