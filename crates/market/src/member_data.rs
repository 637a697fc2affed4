//! What apps hold of a member: the values that they keep for the member, and the member's rows in the databases of
//! their back ends.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{ApiError, App, Result};
use plugin_host::{PageChanges, erase_member_rows, export_member_rows};
use serde_json::{Map, Value, json};

use crate::store::{backends, storage};

/// The field of an app that has the rows of its back end's database, by table.
const ROWS: &str = "database";
/// The field that has what the app keeps for the member, by key.
const VALUES: &str = "storage";

/// What apps hold of a member, by app.
pub(crate) fn export(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    let mut apps = Map::new();
    for (app, key, value) in storage::list_of_user(read, *user)? {
        let held = apps.entry(app).or_insert_with(|| json!({}));
        held[VALUES][key] = serde_json::from_str(&value).unwrap_or_default();
    }
    for (app, _) in backends::page_counts(read)? {
        let rows = export_member_rows(backends::pages(read, &app)?, &user.to_string());
        // A database that nobody can read, not even its back end, must not keep a member from the rest.
        let rows = rows.unwrap_or_else(|error| {
            tracing::error!(name = app, %error, "the database of a back end cannot be exported from");
            Map::new()
        });
        if !rows.is_empty() {
            let held = apps.entry(app).or_insert_with(|| json!({}));
            held[ROWS] = Value::Object(rows);
        }
    }
    Ok((!apps.is_empty()).then_some(Value::Object(apps)))
}

/// Erases what apps hold of a member: at once what they keep for the member, and afterwards the rows in the databases
/// of their back ends ([`finish_erasures`]). None of these runs before that: it would have in its memory what is gone.
pub(crate) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    storage::delete_of_user(tx, *user)?;
    for (app, page_count) in backends::page_counts(tx)? {
        if page_count > 0 {
            backends::add_erasure(tx, &app, *user)?;
            backends::end_runs(tx, &app)?;
        }
    }
    Ok(())
}

/// Removes the rows that are still to be removed, from all databases. What fails is tried again at the next start, of
/// the portal or of the back end.
pub(crate) async fn finish_all_erasures(app: &App) {
    match app.db.read(|read| Ok(backends::apps_with_erasures(read)?)).await {
        Ok(names) => {
            for name in names {
                if let Err(error) = finish_erasures(app, &name).await {
                    tracing::error!(name, %error, "rows of a member could not be removed yet");
                }
            }
        }
        Err(error) => tracing::warn!(%error, "what is still to be removed could not be read"),
    }
}

/// Removes the rows of members that are still to be removed from a database. The work is done outside of transactions:
/// the author's schema decides how long it takes.
///
/// # Errors
/// When the database of the portal is away, or that of the back end cannot be read.
pub(crate) async fn finish_erasures(app: &App, name: &str) -> Result<()> {
    loop {
        let owned = name.to_owned();
        let pending = app.db.read(move |read| {
            let members = backends::erasures(read, &owned)?;
            let pages = if members.is_empty() { Vec::new() } else { backends::pages(read, &owned)? };
            Ok((members, pages))
        });
        let (members, pages) = pending.await?;
        if members.is_empty() {
            return Ok(());
        }
        let (owned, removed) = (name.to_owned(), members.clone());
        let erasing = tokio::task::spawn_blocking(move || erase_member_rows(pages, &members));
        let changes = erasing.await.map_err(ApiError::internal)?.map_err(ApiError::unavailable)?;
        let written = app.write(move |tx| {
            // No run has stored anything since: none begins while there is something to remove.
            if let Some(PageChanges { pages, page_count }) = &changes
                && !backends::store_pages(tx, &owned, backends::NO_RUN, pages, *page_count)?
            {
                return Ok(false);
            }
            forget_erasures(tx, &owned, &removed).map(|()| true)
        });
        if !written.await? {
            return Err(ApiError::unavailable("the back end began while rows were removed"));
        }
    }
}

fn forget_erasures(tx: &mut Tx, app: &str, user_ids: &[String]) -> Result<()> {
    Ok(user_ids.iter().try_for_each(|user_id| backends::delete_erasure(tx, app, user_id))?)
}
