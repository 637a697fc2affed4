//! The database of a back end: pages in the portal's database, so that a backup, a restore and a move to another
//! engine have them with everything else.

use kernel::{ApiError, App, Result};
use plugin_host::PageChanges;

use crate::installed::InstalledPackage;
use crate::member_data;
use crate::store::backends as store;

/// A run of a back end, from its start to its end: only the newest one of all nodes stores pages.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) app: String,
    id: String,
}

/// Begins a run, and answers the stored pages, from which the rows of members that are still to be removed are gone.
/// From here on no other run stores anything: neither the one before, which may still have turns on their way, nor that
/// of another node.
///
/// # Errors
/// 404 when the package is not in use any more, 503 when the database is away.
pub(super) async fn begin(app: &App, package: &InstalledPackage) -> Result<(Run, Vec<(u32, Vec<u8>)>)> {
    let run = Run { app: package.app.name.clone(), id: app.random.hex::<16>() };
    loop {
        member_data::finish_erasures(app, &run.app).await?;
        let (begun, package_id) = (run.clone(), package.package_id.clone());
        let written = app.write(move |tx| {
            if !store::take_over(tx, &begun.app, &package_id, &begun.id)? {
                return Err(kernel::texts::UNKNOWN_PATH.err());
            }
            // A member may have gone since. The row of the database is locked by now.
            let is_clean = store::erasures(tx, &begun.app)?.is_empty();
            if !is_clean {
                store::end_runs(tx, &begun.app)?;
            }
            Ok(is_clean)
        });
        if written.await? {
            break;
        }
    }
    // Outside of the transaction, which would keep all others waiting: nobody else stores pages from here on.
    let name = run.app.clone();
    let pages = app.db.read(move |read| Ok(store::pages(read, &name)?)).await?;
    Ok((run, pages))
}

/// Stores what a run has changed.
///
/// # Errors
/// When the database is away, or the run is over.
pub(super) async fn store_pages(app: &App, run: &Run, changes: PageChanges) -> Result<()> {
    let run = run.clone();
    let written = app.write(move |tx| {
        if store::store_pages(tx, &run.app, &run.id, &changes.pages, changes.page_count)? {
            Ok(())
        } else {
            Err(ApiError::unavailable(
                "the back end was started anew, here or on another node, or is uninstalled",
            ))
        }
    });
    written.await
}
