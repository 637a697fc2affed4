//! Whom back ends may reach, and what they hold of a member.

use identity::testing::TestPortal;
use kernel::testing::Client;
use kernel::user::UserId;
use serde_json::{Value, json};

use super::{Catalog, install, portal_of, two_classes};
use crate::FEATURE;

/// Keeps a row for each caller; its timer tells everybody whom it knows.
const ROUTES: &str = r"
const router = require('express').Router();
const db = require('../../../server/src/utils/db');
const bus = require('../../../server/src/utils/realtime-bus');
const { requireAuth } = require('../../../server/src/middleware/auth');
db.exec('CREATE TABLE IF NOT EXISTS votes (user_id TEXT PRIMARY KEY, choice INTEGER)');
const seen = [];
router.use(requireAuth);
router.post('/vote', (req, res) => {
  seen.push(req.user.user_id);
  db.prepare('INSERT OR REPLACE INTO votes (user_id, choice) VALUES (?, ?)').run(req.user.user_id, req.body.choice);
  const users = db.prepare('SELECT user_id FROM users').all().map((row) => row.user_id);
  bus.publishToUsers(users, { type: 'extension_event', app_name: 'poll', event: 'poll.voted', payload: {} });
  res.json({ seen, votes: db.prepare('SELECT * FROM votes ORDER BY user_id').all() });
});
module.exports = router;
";

/// A portal with this back end, an admin who has installed it, and a member.
async fn portal_with_poll(routes: &str) -> (TestPortal, Client, Client) {
    let catalog = Catalog::new();
    catalog.put_app_with_backend("poll", "1.0.0", routes);
    // How often it is called until something has happened is not what is tested.
    let portal = portal_of(&[("MARKET_SOURCES", &catalog.path()), ("RATE_LIMIT_MARKET", "0")]).await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    install(&admin, "poll").await.data();
    (portal, admin, alice)
}

async fn vote(client: &Client, choice: u32) -> Value {
    client.post("/api/poll/vote", &json!({ "choice": choice })).await.json()
}

async fn switch(client: &Client, enabled: bool) {
    client.put(&format!("/api/switches/poll/{enabled}"), &json!({})).await.data();
}

async fn state(client: &Client) -> Value {
    client.get("/api/market/backends").await.data()[0]["state"].clone()
}

#[tokio::test]
async fn a_back_end_that_nobody_may_use_is_stopped_and_starts_again_when_it_may() {
    let (portal, admin, alice) = portal_with_poll(ROUTES).await;
    vote(&alice, 1).await;
    assert_eq!(state(&admin).await, json!("running"));
    switch(&admin, false).await;
    portal.settle().await;
    assert_eq!(state(&admin).await, json!("stopped"));
    assert_eq!(portal.anonymous().get("/api/poll/vote").await.status, 404);
    admin.post_empty("/api/market/backends/poll/restart").await.data();
    assert_eq!(state(&admin).await, json!("stopped"), "a restart does not go around the switch");
    switch(&admin, true).await;
    assert_eq!(vote(&alice, 2).await["votes"], json!([{ "user_id": "240111", "choice": 2 }]));
    assert_eq!(state(&admin).await, json!("running"));
}

#[tokio::test]
async fn what_a_back_end_tells_reaches_nobody_who_has_the_app_disabled() {
    let catalog = Catalog::new();
    catalog.put_app_with_backend("poll", "1.0.0", ROUTES);
    let (portal, [one, other, _]) = two_classes(&catalog).await;
    install(&one, "poll").await.data();
    assert_eq!(vote(&one, 1).await["seen"], json!(["240100"]));
    let told = async || {
        portal.settle().await;
        let events = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 1000)?)).await.unwrap();
        let published = events.into_iter().filter(|event| event.name() == "realtime.published");
        published.map(|event| event.audience).next_back().unwrap()
    };
    assert_eq!(told().await, "user:240100");
    install(&other, "poll").await.data();
    vote(&one, 2).await;
    assert_eq!(told().await, "user:240100|user:240200");
}

#[tokio::test]
async fn a_member_takes_along_what_a_back_end_holds_and_leaves_nothing_in_it() {
    let (portal, admin, alice) = portal_with_poll(ROUTES).await;
    vote(&alice, 3).await;
    vote(&admin, 4).await;
    alice.put("/api/market/storage/poll", &json!({ "set": { "colour": "red" } })).await.data();
    let user = UserId::parse("240111").unwrap();
    let export = || portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &user)?));
    let held = json!({ "poll": { "storage": { "colour": "red" },
                                 "database": { "votes": [{ "user_id": "240111", "choice": 3 }] } } });
    assert_eq!(export().await.unwrap(), Some(held));

    admin.delete("/api/admin/users/240111").await.data();
    portal.settle().await;
    let after = vote(&admin, 5).await;
    assert_eq!(export().await.unwrap(), None);
    assert_eq!(after["votes"].as_array().unwrap().len(), 1, "{after}");
    assert_eq!(after["seen"].as_array().unwrap().len(), 1, "its memory is another one: {after}");
}

#[tokio::test]
async fn a_portal_that_was_stopped_in_between_removes_the_rows_when_it_starts() {
    let (portal, _, alice) = portal_with_poll(ROUTES).await;
    vote(&alice, 3).await;
    let user = UserId::parse("240111").unwrap();
    portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &user)?)).await.unwrap();
    let portal = portal.restart(&[]).await;
    while portal.app.tasks.running().contains(&"market") {
        tokio::task::yield_now().await;
    }
    let export = portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &user)?));
    assert_eq!(export.await.unwrap(), None);
}

#[tokio::test]
async fn a_back_end_that_broke_its_limits_stays_stopped_when_a_member_goes() {
    let routes = "module.exports = (req, res) => { setTimeout(() => { const all = []; for (;;) all.push(new Array(1e5)); }, 1); res.json({}); };";
    let (portal, admin, _) = portal_with_poll(routes).await;
    // Nobody waits for what the timers do.
    let mut calls = 0;
    while state(&admin).await != json!("disabled") {
        calls += 1;
        assert!(calls < 1000, "it breaks its limits again and again, and goes on");
        super::real_pause(10).await;
        admin.get("/api/poll/").await;
    }
    admin.delete("/api/admin/users/240111").await.data();
    portal.settle().await;
    assert_eq!(state(&admin).await, json!("disabled"));
    assert_eq!(admin.get("/api/poll/").await.status, 503);
}
