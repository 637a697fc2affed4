//! The database of a back end: pages in the portal's database, so that a backup, a restore and a move to another
//! engine have them with everything else.

use kernel::{ApiError, App, Result};
use plugin_host::PageChanges;

use crate::store::backends as store;

/// Takes a back end over for this node, and answers the stored pages. From here on another node stores nothing.
///
/// # Errors
/// When the database is away.
pub(super) async fn take_over(app: &App, name: &str) -> Result<Vec<(u32, Vec<u8>)>> {
    let (node, name) = (app.nodes.id().to_string(), name.to_owned());
    let pages = app.write(move |tx| {
        store::take_over(tx, &name, &node)?;
        Ok(store::pages(tx, &name)?)
    });
    let number = |page: i64| u32::try_from(page).map_err(ApiError::internal);
    pages.await?.into_iter().map(|(page, bytes)| Ok((number(page)?, bytes))).collect()
}

/// Stores what a back end has changed.
///
/// # Errors
/// When the database is away, or another node has taken the back end over.
pub(super) async fn keep(app: &App, name: &str, changes: PageChanges) -> Result<()> {
    let (node, name) = (app.nodes.id().to_string(), name.to_owned());
    let written = app.write(move |tx| {
        if store::keep(tx, &name, &node, &changes.pages, changes.page_count)? {
            Ok(())
        } else {
            Err(ApiError::unavailable("another node runs this back end now, or it is uninstalled"))
        }
    });
    written.await
}
