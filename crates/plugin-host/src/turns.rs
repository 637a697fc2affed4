//! What a turn leaves for the portal: first its pages are stored, then its events are published, then its answers
//! are given. So nothing that anybody sees is lost with the process.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{mpsc, oneshot};

use crate::call::{Answer, CallError};

/// Turns that wait for being stored. An isolate that is further ahead waits itself.
const WAITING: usize = 64;

/// Turns that are stored together.
const TOGETHER: usize = 64;

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
    /// An object with a `type`.
    pub event: serde_json::Value,
}

/// The answer of a call, and who waits for it.
pub(crate) struct Finished {
    pub reply: oneshot::Sender<Result<Answer, CallError>>,
    pub result: Result<Answer, CallError>,
}

impl Finished {
    /// Gives the answer. A caller that has gone needs none.
    pub fn give(self) {
        let _ = self.reply.send(self.result);
    }
}

/// What one run of JavaScript left.
#[derive(Default)]
pub(crate) struct Turn {
    pub changes: Option<PageChanges>,
    pub publications: Vec<Publication>,
    pub finished: Vec<Finished>,
}

impl Turn {
    /// Whether nobody but the callers has to hear of it.
    fn is_read(&self) -> bool {
        self.changes.is_none() && self.publications.is_empty()
    }

    fn is_empty(&self) -> bool {
        self.is_read() && self.finished.is_empty()
    }
}

/// The isolate's end.
pub(crate) struct TurnSender {
    sender: mpsc::Sender<Turn>,
    ahead: Arc<AtomicUsize>,
}

impl TurnSender {
    /// Hands over a turn. What only read is answered here, unless something that it may have read is not stored yet.
    /// Fails when nobody stores any more.
    pub fn send(&self, turn: Turn) -> Result<(), CallError> {
        if turn.is_empty() {
            return Ok(());
        }
        if turn.is_read() && self.ahead.load(Ordering::Acquire) == 0 {
            turn.finished.into_iter().for_each(Finished::give);
            return Ok(());
        }
        self.ahead.fetch_add(1, Ordering::AcqRel);
        self.sender.blocking_send(turn).map_err(|unsent| {
            for finished in unsent.0.finished {
                let _ = finished.reply.send(Err(CallError::NotStored));
            }
            CallError::NotStored
        })
    }
}

/// The turns of one back end, for [`run_turns`].
pub struct Turns {
    receiver: mpsc::Receiver<Turn>,
    /// Turns that were sent and are not stored.
    ahead: Arc<AtomicUsize>,
}

pub(crate) fn channel() -> (TurnSender, Turns) {
    let (sender, receiver) = mpsc::channel(WAITING);
    let ahead = Arc::new(AtomicUsize::new(0));
    (TurnSender { sender, ahead: Arc::clone(&ahead) }, Turns { receiver, ahead })
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
    while turns.receiver.recv_many(&mut waiting, TOGETHER).await > 0 {
        let count = waiting.len();
        let Turn { changes, publications, finished } = merge(waiting.drain(..));
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
        turns.ahead.fetch_sub(count, Ordering::AcqRel);
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
fn merge(turns: impl Iterator<Item = Turn>) -> Turn {
    let mut merged = Turn::default();
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
