//! Every SQL text of duty.

pub(crate) mod changes;
pub(crate) mod erasure;
pub(crate) mod rosters;
pub(crate) mod swaps;
pub(crate) mod turns;

use kernel::db::Statement;

const COUNT: usize = changes::STATEMENTS.len()
    + erasure::STATEMENTS.len()
    + rosters::STATEMENTS.len()
    + swaps::STATEMENTS.len()
    + turns::STATEMENTS.len();

/// All of them, for the test that prepares each on both engines.
pub(crate) static STATEMENTS: [&Statement; COUNT] = kernel::db::joined::<COUNT>(&[
    changes::STATEMENTS,
    erasure::STATEMENTS,
    rosters::STATEMENTS,
    swaps::STATEMENTS,
    turns::STATEMENTS,
]);

/// Reads a column of JSON.
///
/// # Errors
/// For what is not of the type.
pub(crate) fn from_json<T: serde::de::DeserializeOwned>(json: &str) -> kernel::db::DbResult<T> {
    serde_json::from_str(json).map_err(|error| kernel::db::DbError::Internal(error.to_string()))
}

/// Writes a column of JSON.
pub(crate) fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
