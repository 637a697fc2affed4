//! Where the work of an isolate goes: to the handle in the same process, or over a socket.

use std::sync::Arc;

use tokio::sync::oneshot;

use crate::call::CallError;
use crate::source::StartError;
use crate::turns::{Turn, TurnSender};
use crate::waiters::Waiters;

/// What an isolate tells its handle, in this order: turns (the first one loads the files), readiness, more turns,
/// the end.
pub trait Outlet: Send {
    /// A turn begins.
    fn turn_begins(&mut self) {}

    /// Hands over what a turn left, before or after its state was written to the meter. Waits when too much waits
    /// for being stored; fails when nobody stores any more.
    fn turn(&mut self, turn: Turn) -> Result<(), CallError>;

    /// The files are loaded, or not. False when nobody waits for that any more.
    fn ready(&mut self, result: Result<(), StartError>) -> bool;

    /// The isolate has ended. The calls that it knew and did not answer fail with the reason.
    fn end(&mut self, reason: &CallError, pending: Vec<u32>);
}

/// The way to a handle in the same process.
pub struct Local {
    pub turns: TurnSender,
    pub ready: Option<oneshot::Sender<Result<(), StartError>>>,
    pub waiters: Arc<Waiters>,
}

impl Outlet for Local {
    fn turn(&mut self, turn: Turn) -> Result<(), CallError> {
        self.turns.send(turn)
    }

    fn ready(&mut self, result: Result<(), StartError>) -> bool {
        self.ready.take().is_some_and(|ready| ready.send(result).is_ok())
    }

    fn end(&mut self, reason: &CallError, pending: Vec<u32>) {
        for id in pending {
            self.waiters.give(id, Err(reason.clone()));
        }
    }
}

impl Drop for Local {
    /// Also when the thread ended by a fault of the host.
    fn drop(&mut self) {
        self.waiters.close(&CallError::Stopped);
    }
}
