//! Who waits for the answers of a back end, by the IDs of their calls.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

use tokio::sync::oneshot;

use crate::call::{Answer, CallError};
use crate::lock::locked;

/// Who waits for the answer of one call.
pub type Reply = oneshot::Sender<Result<Answer, CallError>>;

/// The calls that the back end has not ended. The handle adds them; the back end's side takes them out.
#[derive(Debug, Default)]
pub struct Waiters(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    replies: HashMap<u32, Reply>,
    /// Nobody will answer any more.
    is_closed: bool,
}

impl Waiters {
    /// Adds a call. What it answers through is dropped at once when nobody will answer.
    pub fn add(&self, id: u32) -> oneshot::Receiver<Result<Answer, CallError>> {
        let (reply, answer) = oneshot::channel();
        let mut state = self.state();
        if !state.is_closed {
            state.replies.insert(id, reply);
        }
        answer
    }

    /// Takes a call out, to answer or to forget it.
    pub fn take(&self, id: u32) -> Option<Reply> {
        self.state().replies.remove(&id)
    }

    /// Whether a call waits.
    pub fn contains(&self, id: u32) -> bool {
        self.state().replies.contains_key(&id)
    }

    /// Whether no call waits.
    pub fn is_empty(&self) -> bool {
        self.state().replies.is_empty()
    }

    /// Answers a call that waits.
    pub fn give(&self, id: u32, result: Result<Answer, CallError>) {
        if let Some(reply) = self.take(id) {
            // A caller that has gone needs no answer.
            let _ = reply.send(result);
        }
    }

    /// Answers all calls with an error, and every later one with [`CallError::Stopped`].
    pub fn close(&self, reason: &CallError) {
        let replies = {
            let mut state = self.state();
            state.is_closed = true;
            std::mem::take(&mut state.replies)
        };
        for reply in replies.into_values() {
            let _ = reply.send(Err(reason.clone()));
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        locked(&self.0)
    }
}
