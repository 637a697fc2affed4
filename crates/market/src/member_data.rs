//! What apps hold of a member: the values that they keep for the member, and the member's rows in the databases of
//! their back ends.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use plugin_host::{DatabaseError, PageChanges, erase_member_rows, export_member_rows};
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
        let rows = export_member_rows(stored_pages(read, &app)?, &user.to_string());
        let rows = rows.unwrap_or_else(|error| unreadable(&app, &error));
        if !rows.is_empty() {
            let held = apps.entry(app).or_insert_with(|| json!({}));
            held[ROWS] = Value::Object(rows);
        }
    }
    Ok((!apps.is_empty()).then_some(Value::Object(apps)))
}

/// Erases what apps hold of a member. A back end that runs may store nothing from here on: it has what is gone in its
/// memory, and starts anew with its next call.
pub(crate) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    storage::delete_of_user(tx, *user)?;
    for (app, _) in backends::page_counts(tx)? {
        // Before the pages are read, so that no run stores others meanwhile.
        backends::end_runs(tx, &app)?;
        let changes = erase_member_rows(stored_pages(tx, &app)?, &user.to_string());
        if let Some(PageChanges { pages, page_count }) =
            changes.unwrap_or_else(|error| unreadable(&app, &error))
        {
            backends::write_pages(tx, &app, &pages, page_count)?;
        }
    }
    Ok(())
}

fn stored_pages(read: &mut Read, app: &str) -> DbResult<Vec<(u32, Vec<u8>)>> {
    let pages = backends::pages(read, app)?.into_iter();
    Ok(pages.filter_map(|(number, bytes)| Some((u32::try_from(number).ok()?, bytes))).collect())
}

/// A database that nobody can read, not even its back end, must not keep a member from leaving.
fn unreadable<T: Default>(app: &str, error: &DatabaseError) -> T {
    tracing::error!(name = app, %error, "the database of a back end cannot be read");
    T::default()
}
