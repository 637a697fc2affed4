//! Once a second: what is new of all generations is stored together, those that nobody reads any more or whose member
//! sits an exam end, and those
//! that another node has left open are closed.

use std::sync::Arc;
use std::time::Duration;

use kernel::tasks::Stop;
use kernel::{App, AppTx, Result};

use super::finish::close;
use super::generation::{CancelReason, Generation, READER_GRACE};
use super::registry::{Generations, is_single_node};
use crate::store::generations as store;

/// How much of an answer a crash can lose.
const TICK: Duration = Duration::from_secs(1);
/// Generations that are stored in one transaction.
const SAVE_BATCH: usize = 16;
/// So long a reader at another node counts, in milliseconds: three times as long as between two of its notes.
const READ_ELSEWHERE: i64 = 30_000;
/// On SQLite, where nobody else looks at them, generations are noted to be at work after so many of these alone:
/// questions wait while this is written.
const HEARTBEAT_TICKS: u32 = 5;
/// A generation whose node has not written that it is at work for so long belongs to nobody, in milliseconds. The
/// clocks of all nodes differ by less.
const STALE: i64 = 15_000;

/// Closes what this portal has left open, and starts the task. On SQLite there is one node, so whatever is open belongs
/// to nobody.
///
/// # Errors
/// When the database is away.
pub(crate) async fn start(app: App) -> Result<()> {
    close_stale(&app, stale_since(&app)).await?;
    let keeper = app.clone();
    app.tasks.spawn("ai-generations", |stop| run_checkpoints(keeper, stop));
    Ok(())
}

/// What was not alive since then belongs to nobody. On SQLite all that this node does not write does.
fn stale_since(app: &App) -> i64 {
    if is_single_node(app) { i64::MAX } else { app.clock.now_ms() - STALE }
}

async fn run_checkpoints(app: App, mut stop: Stop) {
    let generations = app.state::<Generations>();
    let mut ticks = 0_u32;
    while stop.sleep(&app.clock, TICK).await {
        let running = generations.running();
        for one in &running {
            if one.is_abandoned() {
                one.cancel(CancelReason::Stopped);
            }
            if identity::exam::closed_until(&app, &one.facts).is_some() {
                one.cancel(CancelReason::Exam);
            }
        }
        generations.forget_ended();
        ticks = ticks.wrapping_add(1);
        let is_heartbeat = !is_single_node(&app) || ticks.is_multiple_of(HEARTBEAT_TICKS);
        if let Err(error) = save(&app, running, is_heartbeat).await {
            tracing::warn!(%error, "answers not stored, will retry");
        }
        if let Err(error) = close_stale(&app, stale_since(&app)).await {
            tracing::warn!(%error, "answers that were left open are not closed, will retry");
        }
        if !is_single_node(&app)
            && ticks.is_multiple_of(HEARTBEAT_TICKS)
            && let Err(error) = forget_ended(&app).await
        {
            tracing::warn!(%error, "answers that have ended are not removed, will retry");
        }
    }
}

/// Removes what readers of other nodes have had time to read.
async fn forget_ended(app: &App) -> Result<()> {
    let kept = i64::try_from(READER_GRACE.as_millis()).unwrap_or_default();
    let before = app.clock.now_ms() - kept;
    app.write(move |tx| Ok(store::delete_ended(tx, before)?)).await
}

/// What of a generation is stored.
#[derive(Clone)]
struct Checkpoint {
    id: String,
    /// Where it begins, what it is, and where it ends; `None` when nothing is new.
    unsaved: Option<(u64, String, u64)>,
    model: String,
    model_label: String,
}

/// Stores what is new, of some generations at a time: a question that comes meanwhile waits for these alone.
async fn save(app: &App, running: Vec<Arc<Generation>>, is_heartbeat: bool) -> Result<()> {
    let running: Vec<_> = running.into_iter().filter(|generation| generation.is_stored()).collect();
    for some in running.chunks(SAVE_BATCH) {
        save_together(app, some, is_heartbeat).await?;
    }
    Ok(())
}

async fn save_together(app: &App, running: &[Arc<Generation>], is_heartbeat: bool) -> Result<()> {
    let parts: Vec<Checkpoint> = running.iter().map(|generation| part(generation)).collect();
    let writing = parts.clone();
    let asked = app.write(move |tx| {
        writing.iter().map(|part| save_part(tx, part, is_heartbeat)).collect::<Result<Vec<_>>>()
    });
    for ((generation, part), heard) in running.iter().zip(&parts).zip(asked.await?) {
        if let Some((.., end)) = part.unsaved {
            generation.note_saved(end);
        }
        if let Some(Heard { stop, read_at }) = heard {
            if stop {
                generation.cancel(CancelReason::Stopped);
            }
            if read_at > app.clock.now_ms() - READ_ELSEWHERE {
                generation.note_reader();
            }
        }
    }
    Ok(())
}

fn part(generation: &Generation) -> Checkpoint {
    let model = generation.model();
    let (id, unsaved) = (generation.id.clone(), generation.unsaved());
    Checkpoint { id, unsaved, model: model.id, model_label: model.label }
}

/// What a node hears of its generation from the others.
struct Heard {
    /// Somebody wants it to stop, or has closed it.
    stop: bool,
    /// When somebody last read it at another node.
    read_at: i64,
}

/// Answers what the other nodes say, unless they were not asked.
fn save_part(tx: &mut AppTx, part: &Checkpoint, is_heartbeat: bool) -> Result<Option<Heard>> {
    if let Some((start, entries, _)) = &part.unsaved {
        let start = i64::try_from(*start).unwrap_or(i64::MAX);
        if !store::insert_piece(tx, &part.id, start, entries)? {
            return Ok(Some(Heard { stop: true, read_at: 0 }));
        }
    }
    if !is_heartbeat {
        return Ok(None);
    }
    let now = tx.now();
    let heard = store::heartbeat(tx, &part.id, now, &part.model, &part.model_label)?;
    let (stop, read_at) = heard.unwrap_or((1, 0));
    Ok(Some(Heard { stop: stop != 0, read_at }))
}

async fn close_stale(app: &App, since: i64) -> Result<()> {
    let stale = app.db.read(move |read| Ok(store::stale(read, since)?)).await?;
    let generations = app.state::<Generations>();
    for row in stale {
        // A clock may jump: what is written here is not left open.
        if generations.find(&row.id).is_some_and(|own| !own.is_over()) {
            continue;
        }
        let id = row.id.clone();
        let closed = app.write(move |tx| {
            tx.lock_log()?;
            // It may have been written since it was read.
            let is_stale = store::find(tx, &row.id)?.is_some_and(|row| row.alive_at < since);
            if is_stale { close(tx, &row) } else { Ok(()) }
        });
        // One that cannot be closed keeps no other one open.
        if let Err(error) = closed.await {
            tracing::warn!(generation = id, %error, "an answer that was left open is not closed, will retry");
        }
    }
    Ok(())
}
