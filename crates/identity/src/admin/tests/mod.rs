//! The admin feature through `HttpApp`.

mod account_data;
mod bulk;
mod delete;
mod edit;
mod exam_digest;
mod exam_mode;
mod levels;
mod list;
mod lock_and_stats;
mod logs;
mod officers;
mod operations;
mod registry;
mod status;
mod tiers;

use kernel::audit::{self, Entry};
use kernel::testing::Client;
use kernel::user::{Permission, UserId};
use serde_json::{Value, json};

use crate::testing::TestPortal;
use crate::user::Office;

const USERS: &str = "/api/admin/users";

fn id(raw: &str) -> UserId {
    UserId::parse(raw).unwrap()
}

/// A registered officer of any class.
async fn officer(portal: &TestPortal, user: &str, permissions: &[&Permission]) -> Client {
    let client = portal.register(user).await;
    appoint(portal, user, permissions).await;
    client
}

async fn appoint(portal: &TestPortal, user: &str, permissions: &[&Permission]) {
    let user = id(user);
    let office = Office {
        title: "班长".into(),
        permissions: permissions.iter().map(|permission| permission.id.to_owned()).collect(),
    };
    let known = portal.app.write(move |tx| Ok(crate::user::set_office(tx, user, Some(&office))?)).await;
    assert!(known.unwrap());
}

/// Makes exactly these admins.
async fn settle_admins(portal: &TestPortal, users: &[&str]) {
    let users: Vec<UserId> = users.iter().map(|user| id(user)).collect();
    portal.app.write(move |tx| Ok(crate::user::settle_admins(tx, &users)?)).await.unwrap();
}

/// Every row of the operation log, oldest first.
async fn log(portal: &TestPortal) -> Vec<Entry> {
    audit::log::after(&portal.app.db, &audit::log::Filter::default(), 0, 10_000).await.unwrap()
}

/// Who, what, to whom, of the newest row.
async fn newest(portal: &TestPortal) -> (String, String, String, Value) {
    let row = log(portal).await.pop().expect("a row");
    (row.admin_id, row.action, row.target, serde_json::from_str(&row.detail).unwrap())
}

async fn chain_is_whole(portal: &TestPortal) -> bool {
    let app = portal.app.clone();
    portal.app.db.read(move |read| Ok(audit::verify(read, &app.secrets)?)).await.unwrap().is_ok()
}

async fn disable(client: &Client, user: &str) -> kernel::testing::Answer {
    client.patch(&format!("{USERS}/{user}/status"), &json!({ "status": "disabled" })).await
}
