//! A feature's write: a transaction of the database, with the clock, the event log and the operation log that belong
//! to it. Only through it does anything outside of the kernel append to the two logs.
//!
//! ```text
//! app.write(move |tx| {
//!     tx.emit(NewEvent::new(&DutyEvent::Assigned, Audience::All).by(user).about(&id))?; // first: it takes the counter
//!     store::insert(tx, &duty)?;
//!     tx.audit(&actor, &texts::ASSIGN_DUTY, &id, &json!({}))?;                            // last: it takes the chain
//!     Ok(duty.clone())
//! })
//! ```

use std::ops::{Deref, DerefMut};

use crate::app::App;
use crate::audit::{self, Action, Actor};
use crate::db::{DbResult, Tx};
use crate::error::Result;
use crate::events::NewEvent;

/// A transaction of the app. The statements are those of [`Tx`].
pub struct AppTx<'a, 'db> {
    app: &'a App,
    tx: &'a mut Tx<'db>,
}

impl App {
    /// Runs `work` in a transaction, in turn with all other writes of this node, and answers when it is durable. `work`
    /// may run again, as [`Db::write`](crate::db::Db::write) says.
    ///
    /// # Errors
    /// Those of `work`, after which nothing of it is stored; 503 when the queue is full or the commit failed.
    pub async fn write<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: Fn(&mut AppTx) -> Result<T> + Send + 'static,
    {
        let app = self.clone();
        self.db.write(move |tx| work(&mut AppTx { app: &app, tx })).await
    }
}

impl<'a> AppTx<'a, '_> {
    /// The app.
    #[must_use]
    pub fn app(&self) -> &'a App {
        self.app
    }

    /// The time, in milliseconds since the epoch.
    #[must_use]
    pub fn now(&self) -> i64 {
        self.app.clock.now_ms()
    }

    /// Appends an event and answers its number. Call it first: from here on this transaction holds the event counter,
    /// so what it counts cannot change before it ends, on any node.
    ///
    /// # Errors
    /// When a statement fails.
    pub fn emit(&mut self, event: NewEvent<'_>) -> DbResult<i64> {
        self.app.events.append(self.tx, event)
    }

    /// Takes the event counter without appending: what is counted after this cannot change until the transaction
    /// ends, on any node. For what decides only then whether there is an event at all.
    ///
    /// # Errors
    /// When the statement fails.
    pub fn lock_log(&mut self) -> DbResult<()> {
        self.app.events.lock_counter(self.tx)
    }

    /// Adds a row to the operation log. Call it last: from here on this transaction holds the end of the log's chain.
    ///
    /// # Errors
    /// When a statement fails; the act is then not done either.
    pub fn audit(
        &mut self,
        actor: &Actor,
        action: &Action,
        target: &str,
        detail: &serde_json::Value,
    ) -> DbResult<()> {
        audit::record(self.app, self.tx, actor, action, target, detail)
    }

    /// Adds a row about somebody having been looked at: one per visit, not one per refresh of the page that shows
    /// it. Call it last, like [`audit`](Self::audit).
    ///
    /// # Errors
    /// When a statement fails; what was looked at must then not be shown.
    pub fn audit_access(&mut self, actor: &Actor, action: &Action, target: &str) -> DbResult<()> {
        audit::record_access(self.app, self.tx, actor, action, target)
    }
}

impl<'db> Deref for AppTx<'_, 'db> {
    type Target = Tx<'db>;

    fn deref(&self) -> &Tx<'db> {
        self.tx
    }
}

impl<'db> DerefMut for AppTx<'_, 'db> {
    fn deref_mut(&mut self) -> &mut Tx<'db> {
        self.tx
    }
}
