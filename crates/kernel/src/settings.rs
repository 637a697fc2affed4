//! Settings: what the wizard and admins have settled, as opposed to the operator's variables.
//!
//! Few, small, and read often, so all of them are kept in memory.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use arc_swap::ArcSwap;

use crate::db::{Db, DbResult, Read, Tx};
use crate::{p, statements};

statements! {
    /// All settings.
    ALL = "select name, value from settings";
    /// One of them.
    STORED = "select value from settings where name = $1";
    /// Sets one.
    SET = "insert into settings (name, value) values ($1, $2)
           on conflict (name) do update set value = excluded.value";
    /// Takes the right to be the first, once.
    CLAIM = "insert into settings (name, value) values ($1, $2) on conflict (name) do nothing";
}

/// The settings in memory.
#[derive(Clone)]
pub struct Settings(Arc<ArcSwap<BTreeMap<String, String>>>);

impl Settings {
    pub(crate) async fn load(db: &Db) -> DbResult<Self> {
        let settings = Self(Arc::default());
        settings.reload(db).await?;
        Ok(settings)
    }

    /// Reads all of them again; other nodes do so when told by an event.
    ///
    /// # Errors
    /// When the database is away.
    pub async fn reload(&self, db: &Db) -> DbResult<()> {
        loop {
            let before = self.0.load_full();
            let rows: Vec<(String, String)> = db.all(&ALL, p![]).await?;
            // What this node has set meanwhile is newer than what was read.
            let now = self.0.compare_and_swap(&before, Arc::new(rows.into_iter().collect()));
            if Arc::ptr_eq(&now, &before) {
                return Ok(());
            }
        }
    }

    /// A setting's text.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<String> {
        self.0.load().get(name).cloned()
    }

    /// A setting's text as the database has it: another node may have changed it a moment ago. Settled
    /// until the transaction ends when the event log's counter was taken first, as all who write do.
    ///
    /// # Errors
    /// When the statement fails.
    pub fn stored(read: &mut Read, name: &str) -> DbResult<Option<String>> {
        read.opt(&STORED, p![name])
    }

    /// A switch; absent means off.
    #[must_use]
    pub fn is_on(&self, name: &str) -> bool {
        self.0.load().get(name).is_some_and(|value| value == "1")
    }

    /// Writes one as part of a transaction; memory follows when it is committed.
    ///
    /// # Errors
    /// When the statement fails.
    pub fn set(&self, tx: &mut Tx, name: &str, value: &str) -> DbResult<()> {
        tx.exec(&SET, p![name, value])?;
        self.remember(tx, name, value);
        Ok(())
    }

    /// Writes one only if it is not there yet; false when someone was first.
    ///
    /// # Errors
    /// When the statement fails.
    pub fn claim(&self, tx: &mut Tx, name: &str, value: &str) -> DbResult<bool> {
        let first = tx.exec(&CLAIM, p![name, value])? == 1;
        if first {
            self.remember(tx, name, value);
        }
        Ok(first)
    }

    fn remember(&self, tx: &mut Tx, name: &str, value: &str) {
        let (settings, name, value) = (self.clone(), name.to_owned(), value.to_owned());
        tx.on_commit(move || {
            settings.0.rcu(|all| {
                let mut all = BTreeMap::clone(all);
                all.insert(name.clone(), value.clone());
                all
            });
        });
    }
}
