//! Reads the event log and pays what it tells of, each event exactly once, whatever stops the
//! server in between: the cursor moves in the transaction that pays.
//!
//! It follows a second behind, so that a lively class costs one transaction a second and not one per
//! message; whoever asks for their level has [`catch_up`] done first.
//!
//! `Room::on_event` would not do: it begins anew at the log's end after each start.

use std::collections::HashSet;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use jiff::civil::Date;
use kernel::events::{self, Event, Shown, named};
use kernel::tasks::Stop;
use kernel::user::UserId;
use kernel::{App, Result};
use tokio::sync::Mutex;

use super::award;
use super::model::{Action, Worth};
use super::recorded::{self, Due};
use super::store;

/// Events read at once.
const PAGE: i64 = 500;
/// Events paid in one transaction: it holds up every other write.
const BATCH: usize = 20;
/// Events without pay after which the cursor is stored all the same: a start reads the log again
/// from there, and must not read a week of it.
const STORE_AFTER: i64 = 1000;

/// One pays at a time.
#[derive(Default)]
pub(super) struct Payer(Mutex<Reader>);

pub(super) async fn start(app: App) -> Result<()> {
    let position = app.db.read(|read| Ok(store::cursor(read)?)).await?;
    let payer = app.state::<Payer>();
    *payer.0.lock().await = Reader { position, stored: position, spent: Spent::default() };
    let tasks = app.clone();
    tasks.tasks.spawn("level", |stop| run(app, stop));
    Ok(())
}

async fn run(app: App, mut stop: Stop) {
    let mut head = app.events.head();
    loop {
        if !catch_up(&app).await {
            head.mark_changed();
        }
        if !app.events.gather(&mut head, &mut stop).await {
            return;
        }
    }
}

/// Pays everything that this node knows of; false when that has to be tried again. Whoever asks
/// what they have is answered all the same.
pub(crate) async fn catch_up(app: &App) -> bool {
    let head = *app.events.head().borrow();
    let payer = app.state::<Payer>();
    let mut reader = payer.0.lock().await;
    if reader.position >= head {
        return true;
    }
    let caught_up = reader.catch_up(app).await;
    if let Err(error) = &caught_up {
        tracing::warn!(%error, "events could not be paid yet");
    }
    caught_up.is_ok()
}

/// Where this node is in the log. The cursor in the table is a little behind it when the events
/// since earned nothing: those are not worth a write each.
#[derive(Default)]
struct Reader {
    position: i64,
    stored: i64,
    spent: Spent,
}

/// Who can earn no more by what on the newest day: a class that chats all day is not looked up
/// for each message.
#[derive(Default)]
struct Spent {
    day: Option<Date>,
    who: HashSet<(UserId, Action)>,
}

impl Reader {
    async fn catch_up(&mut self, app: &App) -> Result<()> {
        loop {
            let from = self.position;
            let events = app.db.read(move |read| Ok(events::after(read, from, PAGE)?)).await?;
            let Some(last) = events.last() else { return Ok(()) };
            let due = self.due(app, &events).await?;
            for batch in due.chunks(BATCH) {
                self.pay(app, batch.to_vec()).await?;
            }
            self.position = last.seq;
            if self.position - self.stored >= STORE_AFTER {
                self.store(app).await?;
            }
        }
    }

    /// Moves the cursor in the table up to here.
    async fn store(&mut self, app: &App) -> Result<()> {
        let (here, writer) = (self.position, app.clone());
        app.db
            .write(move |tx| {
                writer.events.hold(tx)?;
                let paid = store::cursor(tx)?;
                Ok(store::move_cursor(tx, here.max(paid))?)
            })
            .await?;
        self.stored = here;
        Ok(())
    }

    /// What of these may earn, with its day.
    async fn due(&self, app: &App, events: &[Event]) -> Result<Vec<(Due, Date)>> {
        let mut all = Vec::new();
        for due in events.iter().filter_map(recorded::due) {
            let day = day_of(app, due.at);
            let spent = self.spent.day == Some(day) && self.spent.who.contains(&(due.user, due.action));
            // Whoever was erased meanwhile must not come back.
            if !spent && app.accounts().load(due.user).await?.is_some() {
                all.push((due, day));
            }
        }
        Ok(all)
    }

    async fn pay(&mut self, app: &App, batch: Vec<(Due, Date)>) -> Result<()> {
        let (Some((last, _)), writer) = (batch.last(), app.clone()) else { return Ok(()) };
        let end = last.seq;
        let spent = app
            .db
            .write(move |tx| {
                writer.events.hold(tx)?;
                // Another node may have been here.
                let paid = store::cursor(tx)?;
                let mut spent = Vec::new();
                for (due, day) in batch.iter().filter(|(due, _)| due.seq > paid) {
                    if award::recorded(&writer, tx, due, *day)? == Worth::BeyondLimit {
                        spent.push((*day, due.user, due.action));
                    }
                }
                store::move_cursor(tx, end.max(paid))?;
                Ok(spent)
            })
            .await?;
        self.position = self.position.max(end);
        self.stored = self.stored.max(end);
        spent.into_iter().for_each(|(day, user, action)| self.spent.add(day, user, action));
        Ok(())
    }
}

impl Spent {
    fn add(&mut self, day: Date, user: UserId, action: Action) {
        if self.day.is_none_or(|known| known < day) {
            *self = Self { day: Some(day), who: HashSet::new() };
        }
        if self.day == Some(day) {
            self.who.insert((user, action));
        }
    }
}

fn day_of(app: &App, ms: i64) -> Date {
    let at = Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH);
    at.to_zoned((*app.timezone()).clone()).date()
}

/// One's experience, as one's devices hear of it.
pub(super) fn show(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<Shown>>> {
    let shown = events.iter().filter_map(|event| named(event, "exp_updated", Some("user_id"))).collect();
    Box::pin(std::future::ready(Ok(shown)))
}
