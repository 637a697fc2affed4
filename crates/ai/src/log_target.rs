//! What readers of the operation log are told of a model, a policy or a preset: its name.

use kernel::audit::{Entry, TargetName};
use kernel::db::Read;
use kernel::user::UserFacts;
use kernel::{App, Result};

use crate::store::{models, policies, presets};

/// Names the model, the policy or the preset. An act on several has no target.
pub(super) fn name(_: &App, read: &mut Read, _: &UserFacts, entry: &Entry) -> Result<TargetName> {
    if entry.target.is_empty() {
        return Ok(TargetName::Unnamed);
    }
    let label = if entry.action.ends_with("policy") {
        policies::find(read, &entry.target)?.map(|row| row.label)
    } else if entry.action.ends_with("preset") {
        presets::find(read, &entry.target)?.map(|row| row.label)
    } else {
        models::find(read, &entry.target)?.map(|row| row.label)
    };
    Ok(label.map_or(TargetName::Gone, |label| TargetName::named(label.clone(), label)))
}
