//! Hooks for a feature that keeps more about some announcements: they run in the transaction that changes one. The
//! feature names its [`AnnouncementHooks`] in `Feature::provides`; announcements need not know it.

use kernel::{AppTx, Result, feature};

use super::store::rows::Row;

/// What runs when an announcement changes.
pub(crate) struct AnnouncementHooks {
    /// One was published, edited, deleted or restored; the row is as it is now.
    pub(crate) changed: fn(&mut AppTx, &Row) -> Result<()>,
    /// One is about to be gone for good.
    pub(crate) dropped: fn(&mut AppTx, i64) -> Result<()>,
}

fn all(tx: &AppTx) -> Vec<&'static AnnouncementHooks> {
    feature::provided(&tx.app().features).collect()
}

/// Runs what follows a change.
pub(super) fn changed(tx: &mut AppTx, row: &Row) -> Result<()> {
    all(tx).into_iter().try_for_each(|hooks| (hooks.changed)(tx, row))
}

/// Runs what goes before the end of an announcement.
pub(super) fn dropped(tx: &mut AppTx, id: i64) -> Result<()> {
    all(tx).into_iter().try_for_each(|hooks| (hooks.dropped)(tx, id))
}
