//! A feature whose consumer writes down what it has handled.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::{accounts, event, idle};
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::events::{Consumer, Event};
use crate::feature::Feature;
use crate::testing::{TestApp, TestSetup};
use crate::transaction::AppTx;
use crate::{p, statements};

/// The consumer's name.
pub(crate) const NOTES: &str = "notes";

/// The feature.
pub(crate) const FEATURE: Feature = Feature {
    name: "notes",
    state: |state, _| state.insert(Trial::default()),
    consumers: &[&CONSUMER],
    statements: STATEMENTS,
    ..Feature::EMPTY
};

/// The same, of a version that handles events of the kind `bad` like others.
pub(crate) const MENDED: Feature = Feature {
    state: |state, _| {
        let trial = Trial::default();
        trial.mend();
        state.insert(trial);
    },
    ..FEATURE
};

static CONSUMER: Consumer =
    Consumer { name: NOTES, batch: 10, selects: |_, event| event.kind != "idle", handle: note };

statements! {
    /// Writes down an event; refuses one that stands there.
    NOTE = "insert into settings (name, value) values ($1, 'handled')";
    /// What was written down.
    NOTED = "select name from settings where value = 'handled'";
}

/// How the consumer of one app does.
#[derive(Default)]
pub(crate) struct Trial {
    calls: Mutex<Vec<Vec<i64>>>,
    is_away: AtomicBool,
    is_mended: AtomicBool,
}

impl Trial {
    pub(crate) fn of(app: &App) -> std::sync::Arc<Self> {
        app.state()
    }

    /// The numbers of the events of each call.
    pub(crate) fn calls(&self) -> Vec<Vec<i64>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// From now on the database refuses the work, or does it again.
    pub(crate) fn set_away(&self, is_away: bool) {
        self.is_away.store(is_away, Ordering::Relaxed);
    }

    /// From now on events of the kind `bad` are handled like others.
    pub(crate) fn mend(&self) {
        self.is_mended.store(true, Ordering::Relaxed);
    }
}

fn note(tx: &mut AppTx, events: &[Event]) -> Result<()> {
    let trial = Trial::of(tx.app());
    let numbers = events.iter().map(|event| event.seq).collect();
    trial.calls.lock().unwrap_or_else(PoisonError::into_inner).push(numbers);
    for event in events {
        tx.exec(&NOTE, p![event.seq.to_string()])?;
        if event.kind == "bad" && !trial.is_mended.load(Ordering::Relaxed) {
            return Err(ApiError::internal("“what someone wrote” does not fit\nnor does this line"));
        }
    }
    if trial.is_away.load(Ordering::Relaxed) { Err(ApiError::unavailable("away")) } else { Ok(()) }
}

/// An app with the feature, on a database of its own.
pub(crate) async fn portal() -> TestApp {
    TestApp::new(setup(&[FEATURE])).await
}

/// What such an app is made of.
pub(crate) fn setup(features: &[Feature]) -> TestSetup<'_> {
    TestSetup { features, accounts: accounts::make, variables: &[("EVENT_RETENTION_DAYS", "1")] }
}

/// Appends an event of each kind, all at once, so that a consumer finds all of them or none; those of the kind
/// `idle` ask for nothing.
pub(crate) async fn append(app: &App, kinds: &[&'static str]) {
    let kinds = kinds.to_vec();
    let write = app.write(move |tx| {
        kinds.iter().try_for_each(|kind| tx.emit(event("notes", kind)).map(drop))?;
        Ok(())
    });
    write.await.unwrap();
}

/// The numbers of all events that were handled.
pub(crate) async fn noted(app: &App) -> Vec<i64> {
    let noted: Vec<String> = app.db.all(&NOTED, p![]).await.unwrap();
    let mut noted: Vec<i64> = noted.iter().map(|name| name.parse().unwrap()).collect();
    noted.sort_unstable();
    noted
}

/// Moves the clock until the consumer was called so often: it waits for company, and between two tries.
pub(crate) async fn called(portal: &TestApp, times: usize) -> Vec<Vec<i64>> {
    let trial = Trial::of(&portal.app);
    while trial.calls().len() < times {
        portal.advance(1);
        idle().await;
    }
    trial.calls()
}

/// Moves the clock until the consumer has come so far.
pub(crate) async fn stored(portal: &TestApp, position: i64) {
    let read = || portal.app.db.read(|read| Ok(crate::events::stored_position(read, NOTES)?));
    while read().await.unwrap() < position {
        portal.advance(1);
        idle().await;
    }
    // The consumer learns of its commit a little later than the table.
    portal.app.catch_up(NOTES).await;
}
