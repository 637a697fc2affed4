//! Duty through `HttpApp`.

mod access;
mod changes;
mod days;
mod keeping;
mod rosters;
mod rotation;
mod swaps;
mod year;

use identity::testing::TestPortal;
use jiff::Timestamp;
use kernel::testing::Client;
use serde_json::{Value, json};

use super::reconcile;
use super::store::{rosters as roster_rows, swaps as swap_rows, turns as turn_rows};

/// Three groups: 01–04, 05–08, 09–12. It is Tuesday, 1 September 2026, 08:00.
fn roster() -> Value {
    let members = |from: u8| -> Vec<Value> {
        (from..from + 4).map(|number| json!({ "number": format!("2401{number:02}"), "task": null })).collect()
    };
    json!({ "name": "教室卫生", "starts_on": "2026-09-01", "groups": [
        { "name": "一组", "members": members(1) },
        { "name": "二组", "members": members(5) },
        { "name": "三组", "members": members(9) },
    ]})
}

fn with(mut body: Value, more: Value) -> Value {
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

async fn create(client: &Client, body: Value) -> String {
    client.post("/api/duty/rosters", &body).await.data()["id"].as_str().unwrap().to_owned()
}

fn path(roster: &str) -> String {
    format!("/api/duty/rosters/{roster}")
}

async fn range(client: &Client, from: &str, until: &str) -> Value {
    client.get(&format!("/api/duty?from={from}&until={until}")).await.data()
}

/// The turn of the only roster on a day.
async fn turn(client: &Client, date: &str) -> Value {
    range(client, date, date).await["days"][0]["turns"][0].clone()
}

/// The days with duty and whose turn each is.
async fn groups(client: &Client, from: &str, until: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for day in range(client, from, until).await["days"].as_array().unwrap() {
        for turn in day["turns"].as_array().unwrap() {
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            found.push((text(&day["date"])[5..].to_owned(), text(&turn["group"])));
        }
    }
    found
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(date, group)| ((*date).to_owned(), (*group).to_owned())).collect()
}

fn numbers(turn: &Value) -> Vec<&str> {
    turn["people"].as_array().unwrap().iter().map(|person| person["number"].as_str().unwrap()).collect()
}

async fn stand_in(client: &Client, roster: &str, date: &str, number: &str, by: Option<&str>) -> Value {
    let body = json!({ "roster_id": roster, "date": date, "number": number, "by": by });
    client.post("/api/duty/changes", &body).await.data()
}

/// A member with a fresh session: a restart and a long time end those from before.
async fn again(portal: &TestPortal, number: &str) -> Client {
    portal.client_of(kernel::user::UserId::parse(number).unwrap()).await
}

/// Moves the clock to an instant.
fn go_to(portal: &TestPortal, instant: &str) {
    let at: Timestamp = format!("{instant}+08:00").parse().unwrap();
    let seconds = at.as_second() - portal.now().as_second();
    portal.advance(u64::try_from(seconds).expect("an instant to come"));
}

/// Lets the task do what is due: it runs beside the test, and may begin to wait after the test has moved the clock.
async fn kept(portal: &TestPortal) {
    loop {
        // The task follows the event log as well.
        portal.settle().await;
        let (today, now) = (portal.app.today(), portal.app.clock.now_ms());
        let is_morning = portal.now().to_zoned((*portal.app.timezone()).clone()).hour() >= 7;
        let open = portal.app.db.read(move |read| {
            let behind = roster_rows::behind(read, today)?.len();
            let untold = if is_morning { turn_rows::untold(read, today)?.len() } else { 0 };
            Ok(behind + untold + swap_rows::overdue(read, now, 1)?.len())
        });
        reconcile::follow_up(&portal.app, today).await.unwrap();
        if open.await.unwrap() == 0 {
            return;
        }
        portal.advance(5);
        tokio::task::yield_now().await;
    }
}

/// What a member was told of, the newest first, as kind, title and text.
async fn inbox(client: &Client) -> Vec<(String, String, String)> {
    let list = client.get("/api/notifications").await.data();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let all = list["notifications"].as_array().unwrap().iter();
    all.map(|one| (text(&one["kind"]), text(&one["title"]), text(&one["text"]))).collect()
}

async fn told(client: &Client, kind: &str) -> usize {
    inbox(client).await.into_iter().filter(|(of, ..)| of == kind).count()
}
