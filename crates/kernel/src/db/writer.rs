//! The one write queue of a node: closures in, group commits out.
//!
//! The thread takes what waits, runs each closure in a savepoint of a shared transaction, commits
//! once, and only then answers. A closure that fails or panics is rolled back alone. A commit that
//! fails fails all of its closures, so nothing acknowledged is ever lost.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::meter::{Meter, Stored, WriteLoad};
use super::session::{Connection, Effect, Tx};
use super::{DbError, DbResult, sqlite};
use crate::clock::Clock;
use crate::error::{ApiError, Result};

/// Waiting writes beyond this are refused with 503.
pub(super) const QUEUE: usize = 4096;
/// Closures that share one commit at most.
const BATCH: usize = 256;
/// How often a transaction is run again after a serialisation failure.
const RETRIES: usize = 5;
/// A closure that takes longer holds up every other write and is named in the log.
const SLOW: Duration = Duration::from_millis(20);

/// A closure with its answer, its type erased.
trait Job: Send {
    /// Runs the closure; true when its changes are to be kept.
    fn run(&mut self, tx: &mut Tx) -> bool;
    /// Takes back a success that cannot be kept.
    fn refuse(&mut self, error: DbError);
    /// Answers, after the commit or its failure.
    fn finish(self: Box<Self>, committed: DbResult<()>);
}

struct Typed<T, F> {
    work: F,
    outcome: Option<Result<T>>,
    effects: Vec<Effect>,
    wakes: Vec<Effect>,
    answer: oneshot::Sender<Result<T>>,
}

impl<T: Send, F: Fn(&mut Tx) -> Result<T> + Send> Job for Typed<T, F> {
    fn run(&mut self, tx: &mut Tx) -> bool {
        let work = std::panic::AssertUnwindSafe(|| (self.work)(tx));
        let outcome = std::panic::catch_unwind(work)
            .unwrap_or_else(|_| Err(DbError::Internal("a write panicked".into()).into()));
        (self.effects, self.wakes) = (std::mem::take(&mut tx.effects), std::mem::take(&mut tx.wakes));
        let kept = outcome.is_ok();
        self.outcome = Some(outcome);
        kept
    }

    fn refuse(&mut self, error: DbError) {
        self.outcome = Some(Err(error.into()));
    }

    fn finish(self: Box<Self>, committed: DbResult<()>) {
        let outcome = match (self.outcome, committed) {
            (Some(Ok(value)), Ok(())) => {
                self.effects.into_iter().chain(self.wakes).for_each(run_effect);
                Ok(value)
            }
            // A refusal stands whether or not the others could be committed.
            (Some(Err(error)), _) => Err(error),
            (_, Err(error)) => Err(error.into()),
            (None, Ok(())) => Err(ApiError::from(DbError::Internal("a write never ran".into()))),
        };
        // Nobody listens any more when the request was dropped; the write stands all the same.
        let _ = self.answer.send(outcome);
    }
}

/// A panic in an effect must not end the thread, and with it all writing.
fn run_effect(effect: Effect) {
    if std::panic::catch_unwind(std::panic::AssertUnwindSafe(effect)).is_err() {
        tracing::error!("effect after a write panicked; the write is committed");
    }
}

/// The queue's entrance.
pub(super) struct Writer {
    sender: Mutex<Option<Sender<Box<dyn Job>>>>,
    meter: Arc<Meter>,
    clock: Clock,
}

/// Where the thread gets a connection for the next batch.
enum Source {
    Sqlite(rusqlite::Connection),
    Postgres { pool: deadpool_postgres::Pool, runtime: Handle },
}

impl Writer {
    pub(super) fn sqlite(path: &Path, clock: Clock) -> DbResult<Self> {
        Self::start(Source::Sqlite(sqlite::connect(path)?), clock)
    }

    pub(super) fn postgres(pool: deadpool_postgres::Pool, clock: Clock) -> DbResult<Self> {
        Self::start(Source::Postgres { pool, runtime: Handle::current() }, clock)
    }

    fn start(source: Source, clock: Clock) -> DbResult<Self> {
        let (sender, jobs) = bounded(QUEUE);
        let meter = Arc::new(Meter::default());
        let (noting, own_clock) = (meter.clone(), clock.clone());
        std::thread::Builder::new()
            .name("db-write".into())
            .spawn(move || serve(&source, &jobs, &clock, &noting))
            .map_err(|e| DbError::Unavailable(e.to_string()))?;
        Ok(Self { sender: Mutex::new(Some(sender)), meter, clock: own_clock })
    }

    pub(super) async fn submit<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: Fn(&mut Tx) -> Result<T> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let job = Box::new(Typed { work, outcome: None, effects: Vec::new(), wakes: Vec::new(), answer });
        self.enqueue(job)?;
        answered.await.unwrap_or_else(|_| Err(DbError::Unavailable("the writer has ended".into()).into()))
    }

    fn enqueue(&self, job: Box<dyn Job>) -> DbResult<()> {
        let sender = self.sender.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let Some(sender) = sender.as_ref() else {
            return Err(DbError::Unavailable("the server is stopping".into()));
        };
        sender.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => DbError::Busy,
            TrySendError::Disconnected(_) => DbError::Unavailable("the writer has ended".into()),
        })
    }

    pub(super) fn close(&self) {
        self.sender.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
    }

    /// For how long the engine has refused to store anything; `None` when it has stored the last
    /// change there was.
    pub(super) fn refused_for(&self) -> Option<Duration> {
        self.meter.refused_at().map(|at| self.clock.monotonic().saturating_sub(at))
    }

    pub(super) fn take_load(&self) -> WriteLoad {
        self.meter.take()
    }
}

fn serve(source: &Source, jobs: &Receiver<Box<dyn Job>>, clock: &Clock, meter: &Meter) {
    while let Ok(first) = jobs.recv() {
        let mut batch = vec![first];
        batch.extend(jobs.try_iter().take(BATCH - 1));
        let (depth, began) = (batch.len() + jobs.len(), clock.monotonic());
        match source {
            Source::Sqlite(connection) => {
                let connect = || Tx::new(Connection::Sqlite(connection));
                commit_batch(batch, Some(jobs), (clock, meter), connect);
            }
            Source::Postgres { pool, runtime } => match runtime.block_on(pool.get()) {
                Ok(client) => {
                    let connect = || Tx::new(Connection::Postgres { client: &client, runtime });
                    if !commit_batch(batch, None, (clock, meter), connect) {
                        // A connection in an unknown state must not go back to the pool.
                        drop(deadpool_postgres::Object::take(client));
                    }
                }
                Err(error) => {
                    meter.note_stored(Stored::Refused, clock.monotonic());
                    fail_all(batch, &error.to_string());
                }
            },
        }
        meter.note(depth, clock.monotonic().saturating_sub(began));
    }
}

fn fail_all(batch: Vec<Box<dyn Job>>, why: &str) {
    for job in batch {
        job.finish(Err(DbError::Unavailable(why.to_owned())));
    }
}

/// Runs and commits one batch; false when the connection is not to be used again. What came of it is
/// noted before anyone is answered, so that whoever was refused finds it in the health answer.
///
/// `late` lets closures join that arrive while the batch runs. Only SQLite takes it: there a
/// savepoint costs two microseconds, on PostgreSQL two round trips.
fn commit_batch<'a>(
    mut batch: Vec<Box<dyn Job>>,
    late: Option<&Receiver<Box<dyn Job>>>,
    (clock, meter): (&Clock, &Meter),
    connect: impl Fn() -> Tx<'a>,
) -> bool {
    for _ in 0..RETRIES {
        let mut tx = connect();
        if let Err(error) = tx.control(begin(late)) {
            meter.note_stored(refused_or_nothing(&error), clock.monotonic());
            fail_all(batch, &error.to_string());
            return false;
        }
        let ran = run_all(&mut batch, late, clock, &mut tx);
        let committed = match ran {
            Ok(stored) if !tx.retry => tx.control("commit").map(|()| stored),
            Ok(_) => Err(DbError::Retry),
            Err(error) => Err(error),
        };
        match committed {
            Ok(stored) => {
                meter.note_stored(stored, clock.monotonic());
                batch.into_iter().for_each(|job| job.finish(Ok(())));
                return true;
            }
            Err(error) => {
                let usable = tx.control("rollback").is_ok();
                if matches!(error, DbError::Retry) && usable {
                    continue;
                }
                tracing::error!(%error, writes = batch.len(), "commit failed");
                // SQLite may have rolled back by itself before, and the last error then is another one.
                let stored = if tx.refused { Stored::Refused } else { refused_or_nothing(&error) };
                meter.note_stored(stored, clock.monotonic());
                fail_all(batch, &error.to_string());
                return usable;
            }
        }
    }
    fail_all(batch, "too many serialisation failures");
    true
}

fn refused_or_nothing(error: &DbError) -> Stored {
    if error.is_of_the_engine() { Stored::Refused } else { Stored::Nothing }
}

fn begin(late: Option<&Receiver<Box<dyn Job>>>) -> &'static str {
    if late.is_some() { "begin immediate" } else { "begin" }
}

fn run_all(
    batch: &mut Vec<Box<dyn Job>>,
    late: Option<&Receiver<Box<dyn Job>>>,
    clock: &Clock,
    tx: &mut Tx,
) -> DbResult<Stored> {
    let (mut next, mut stored) = (0, false);
    while next < batch.len() {
        let started = clock.monotonic();
        tx.control("savepoint job")?;
        (tx.failed, tx.wrote) = (false, false);
        let mut kept = batch[next].run(tx);
        if tx.retry {
            return Ok(Stored::Nothing);
        }
        if kept && tx.failed {
            // PostgreSQL has then given up the transaction: keeping this would take the others along.
            batch[next].refuse(DbError::Internal("a write went on after a failed statement".into()));
            kept = false;
        }
        if !kept {
            tx.control("rollback to savepoint job")?;
        }
        stored |= kept && tx.wrote;
        tx.control("release savepoint job")?;
        let took = clock.monotonic().saturating_sub(started);
        if took > SLOW {
            tracing::warn!(ms = took.as_millis(), "slow write delayed the write queue");
        }
        next += 1;
        if next == batch.len() && next < BATCH {
            batch.extend(late.into_iter().flat_map(Receiver::try_iter).take(BATCH - next));
        }
    }
    Ok(match (stored, tx.refused) {
        (true, _) => Stored::Something,
        (false, true) => Stored::Refused,
        (false, false) => Stored::Nothing,
    })
}
