//! The names of the members who occur in rows of the operation log, which holds user IDs alone.

use std::collections::{BTreeMap, BTreeSet};

use kernel::audit::Entry;
use kernel::user::{UserFacts, UserId};
use kernel::{App, Result};
use serde_json::Value;

use crate::user::facts_of;

/// The real names of those in the reader's reach, the net names of others, by user ID.
///
/// # Errors
/// When the database is away.
pub(super) async fn of(
    app: &App,
    reader: &UserFacts,
    rows: impl Iterator<Item = &Entry>,
) -> Result<BTreeMap<String, String>> {
    let mut ids = BTreeSet::new();
    for row in rows {
        ids.extend([&row.admin_id, &row.target].into_iter().filter_map(|text| UserId::parse(text)));
        collect(&serde_json::from_str(&row.detail).unwrap_or_default(), &mut ids);
    }
    let mut names = BTreeMap::new();
    for id in ids {
        let Some(facts) = facts_of(app, id).await? else { continue };
        let in_reach = reader.is_admin || id.class() == reader.user_id.class();
        let name = if in_reach && !facts.real_name.is_empty() { &facts.real_name } else { &facts.net_name };
        names.insert(id.to_string(), name.clone());
    }
    Ok(names)
}

/// The user IDs in a detail, alone or in lists.
fn collect(value: &Value, ids: &mut BTreeSet<UserId>) {
    match value {
        Value::String(text) => ids.extend(UserId::parse(text)),
        Value::Array(values) => values.iter().for_each(|value| collect(value, ids)),
        Value::Object(fields) => fields.values().for_each(|value| collect(value, ids)),
        _ => {}
    }
}
