//! The setup feature through `HttpApp`.

mod account;
mod admin;
mod file;
mod numbering;
mod refusals;
mod settings;
mod wizard;

use std::path::PathBuf;

use kernel::testing::Answer;
use serde_json::{Value, json};

use crate::testing::TestPortal;

/// A list of class 01 with these names.
fn list_of(names: &[&str]) -> Value {
    let rows: Vec<Value> = names.iter().map(|name| json!({ "real_name": name })).collect();
    json!({ "cohort": "24", "pre_records": { "class01": rows } })
}

/// A list of class 01 with this many rows.
fn list_of_length(length: usize) -> Value {
    let names: Vec<String> = (1..=length).map(|number| format!("学生{number}")).collect();
    list_of(&names.iter().map(String::as_str).collect::<Vec<_>>())
}

async fn save(portal: &TestPortal, body: &Value) -> Answer {
    portal.anonymous().post("/api/setup/save", body).await
}

/// Name and user ID of every row, as stored, by user ID.
async fn stored(portal: &TestPortal) -> Vec<(String, String)> {
    let rows = portal.app.db.read(|read| Ok(super::store::all(read)?)).await.unwrap();
    rows.into_iter().map(|row| (row.real_name, row.user_id.to_string())).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(name, id)| ((*name).to_owned(), (*id).to_owned())).collect()
}

/// A file beside the database.
fn file_of(portal: &TestPortal, name: &str) -> PathBuf {
    portal.folder().join("data").join(name)
}

fn json_of(path: PathBuf) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

fn health(portal: &TestPortal) -> (&'static str, String) {
    let line = (super::FEATURE.health.unwrap())(&portal.app);
    assert_eq!(line.name, "pre_records");
    (line.status, line.details.unwrap_or_default())
}
