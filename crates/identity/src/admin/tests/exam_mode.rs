//! The exam mode, and what other features are told of it.

use kernel::app::iso;
use kernel::scope::Scope;
use kernel::texts::Language;

use super::*;
use crate::admin::{MANAGE_APP_CONTROL, MANAGE_USERS};
use crate::exam;

const EXAM: &str = "/api/admin/exam-mode";
const OWN: &str = "/api/user/exam-mode";
const DENIED: &str = "403 无权限执行此操作";
const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

/// So many minutes after the beginning of the test.
fn at(portal: &TestPortal, minutes: i64) -> String {
    // The tests move the clock by `advance` alone, which moves both times.
    let passed = i64::try_from(portal.app.clock.monotonic().as_millis()).unwrap();
    iso(portal.app.clock.now_ms() - passed + minutes * MINUTE)
}

fn wait(portal: &TestPortal, minutes: u64) {
    portal.advance(minutes * 60);
}

async fn set(client: &Client, class: Option<&str>, from: &Value, until: &Value) -> Value {
    client.put(EXAM, &json!({ "class": class, "from": from, "until": until })).await.data()
}

/// From when until when, and whether it is on.
fn times(answer: &Value) -> (Value, Value, bool) {
    (answer["from"].clone(), answer["until"].clone(), answer["active"].as_bool().unwrap())
}

async fn own(client: &Client) -> (Value, Value, bool) {
    times(&client.get(OWN).await.data())
}

fn none() -> (Value, Value, bool) {
    (Value::Null, Value::Null, false)
}

/// Who is told of the newest change, and what.
async fn newest_change(portal: &TestPortal) -> (String, Value) {
    let events = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 1000)?)).await.unwrap();
    let newest = events.into_iter().rfind(|event| event.name() == "admin.exam_mode_changed").unwrap();
    (newest.audience, serde_json::from_str(&newest.data).unwrap())
}

/// What the exported function says to somebody, in both languages.
async fn refusal(portal: &TestPortal, user: &str) -> Option<(String, String)> {
    let facts = portal.app.accounts().load(id(user)).await.unwrap().unwrap();
    let refused = exam::refuse(&portal.app, &facts).err()?;
    assert_eq!((refused.status().as_u16(), refused.slug()), (403, "exam_mode"));
    Some((refused.localized(Language::Chinese), refused.localized(Language::English)))
}

#[tokio::test]
async fn an_exam_begins_and_ends_by_itself_and_a_restart_keeps_it() {
    let portal = TestPortal::new(&[]).await;
    let (head, member) = (portal.class_admin().await, portal.member().await);
    assert_eq!((own(&member).await, times(&head.get(EXAM).await.data())), (none(), none()));

    let (from, until) = (json!(at(&portal, 30)), json!(at(&portal, 120)));
    let planned =
        json!({ "class": "01", "from": from, "until": until, "active": false, "portal_until": null });
    assert_eq!(set(&head, None, &from, &until).await, planned);
    assert_eq!(member.get(OWN).await.data(), planned);
    assert_eq!(
        newest_change(&portal).await,
        ("class:01".into(), json!({ "class": "01", "from": from, "until": until }))
    );
    let detail = json!({ "class": "01", "from": from, "until": until });
    assert_eq!(newest(&portal).await, ("240100".into(), "set_exam_mode".into(), "exam_mode".into(), detail));

    wait(&portal, 29);
    assert_eq!(own(&member).await, (from.clone(), until.clone(), false));
    let portal = portal.restart(&[]).await;
    let member = portal.client_of(id("240111")).await;
    wait(&portal, 1);
    assert_eq!(own(&member).await, (from.clone(), until.clone(), true));
    wait(&portal, 90);
    assert_eq!(own(&member).await, none(), "what is over is none");
    assert_eq!(times(&portal.client_of(id("240100")).await.get(EXAM).await.data()), none());
    assert_eq!(portal.anonymous().get(OWN).await.refusal(), "401 未登录");
}

#[tokio::test]
async fn an_exam_without_a_beginning_begins_now_and_may_be_moved_and_ended() {
    let portal = TestPortal::new(&[]).await;
    let (officer, member) = (portal.officer(&[&MANAGE_APP_CONTROL]).await, portal.member().await);
    let (now, until) = (json!(at(&portal, 0)), json!(at(&portal, 45)));
    assert_eq!(
        times(&officer.put(EXAM, &json!({ "until": until })).await.data()),
        (now.clone(), until.clone(), true)
    );
    wait(&portal, 40);
    let later = json!(at(&portal, 60));
    assert_eq!(times(&set(&officer, None, &now, &later).await), (now, later, true), "it had begun");
    assert_eq!(times(&set(&officer, None, &Value::Null, &Value::Null).await), none());
    assert_eq!(own(&member).await, none());
    let ended = json!({ "class": "01", "from": null, "until": null });
    assert_eq!(newest_change(&portal).await, ("class:01".into(), ended.clone()));
    assert_eq!(newest(&portal).await.3, ended);
    assert_eq!(
        officer.put(EXAM, &json!({})).await.refusal(),
        "400 缺少字段“until”",
        "nobody ends it by a slip"
    );
}

#[tokio::test]
async fn the_exam_of_the_portal_or_of_the_class_holds_and_two_that_meet_are_one() {
    let portal = TestPortal::new(&[]).await;
    let (admin, head) = (portal.admin().await, portal.class_admin().await);
    let (member, other) = (portal.member().await, portal.register("240201").await);
    let minute = |minutes| json!(at(&portal, minutes));

    // The portal's 10 to 60, the class's 30 to 90.
    set(&admin, None, &minute(10), &minute(60)).await;
    let told = json!({ "from": minute(10), "until": minute(60) });
    assert_eq!(newest_change(&portal).await, ("all".into(), told));
    set(&head, None, &minute(30), &minute(90)).await;
    assert_eq!(times(&admin.get(EXAM).await.data()), (minute(10), minute(60), false));
    let of_class = json!({ "class": "01", "from": minute(30), "until": minute(90), "active": false, "portal_until": minute(60) });
    assert_eq!(head.get(EXAM).await.data(), of_class);
    assert_eq!(admin.get(&format!("{EXAM}?class=01")).await.data(), of_class);
    assert_eq!(own(&member).await, (minute(10), minute(90), false));
    assert_eq!(own(&other).await, (minute(10), minute(60), false));
    assert_eq!(own(&admin).await, (minute(10), minute(60), false), "without a class");

    wait(&portal, 70);
    assert_eq!(own(&member).await, (minute(30), minute(90), true));
    assert_eq!(own(&other).await, none());
    // One that begins later is told once the first is over.
    set(&admin, None, &minute(100), &minute(130)).await;
    assert_eq!(own(&member).await, (minute(30), minute(90), true));
    set(&head, None, &Value::Null, &Value::Null).await;
    assert_eq!(own(&member).await, (minute(100), minute(130), false));
    wait(&portal, 30);
    assert_eq!(set(&head, None, &Value::Null, &Value::Null).await["portal_until"], minute(130));
    assert_eq!(own(&member).await, (minute(100), minute(130), true), "a class ends its own alone");
}

#[tokio::test]
async fn the_exam_mode_is_for_those_with_the_right_and_their_class() {
    let portal = TestPortal::new(&[]).await;
    let (member, helper) = (portal.member().await, portal.officer(&[&MANAGE_USERS]).await);
    let (admin, head) = (portal.admin().await, portal.register("240200").await);
    let body = json!({ "until": at(&portal, 45) });
    for client in [&member, &helper] {
        assert_eq!(client.get(EXAM).await.refusal(), DENIED);
        assert_eq!(client.put(EXAM, &body).await.refusal(), DENIED);
    }
    assert_eq!(head.get(&format!("{EXAM}?class=01")).await.refusal(), DENIED);
    assert_eq!(head.put(EXAM, &json!({ "class": "01", "until": null })).await.refusal(), DENIED);
    let of_first = set(&admin, Some("01"), &Value::Null, &json!(at(&portal, 45))).await;
    assert_eq!((&of_first["class"], &of_first["active"]), (&json!("01"), &json!(true)));
    assert_eq!(newest_change(&portal).await.0, "class:01");
    assert_eq!((own(&head).await, own(&member).await.2), (none(), true));
    let invalid = "400 字段“class”的格式不正确";
    assert_eq!(admin.put(EXAM, &json!({ "class": "00", "until": null })).await.refusal(), invalid);
    assert_eq!(admin.get(&format!("{EXAM}?class=1")).await.refusal(), invalid);
}

#[tokio::test]
async fn times_that_cannot_be_are_refused() {
    let portal = TestPortal::new(&[]).await;
    let head = portal.class_admin().await;
    let now = portal.app.clock.now_ms();
    let wrong = |field| format!("400 字段“{field}”须为带时区的 ISO 8601 时间");
    let early = "400 考试模式的结束时间须晚于开始时间".to_owned();
    let cases = [
        (json!(iso(now)), json!("tonight"), wrong("until")),
        (json!("2026-09-01T10:00:00"), json!(iso(now + DAY)), wrong("from")),
        (json!(null), json!(""), wrong("until")),
        (json!(null), json!(iso(now)), early.clone()),
        (json!(iso(now + DAY)), json!(iso(now + DAY)), early),
        (json!(iso(now - DAY)), json!(iso(now)), "400 考试模式的结束时间须晚于现在".into()),
        (json!(iso(now)), json!(iso(now + 14 * DAY + 1)), "400 考试模式最长 14 天".into()),
        (json!(iso(now + 60 * DAY + 1)), json!(iso(now + 61 * DAY)), "400 考试模式最多提前 60 天安排".into()),
        (json!(5), json!(iso(now + DAY)), "400 字段“from”的格式不正确".into()),
    ];
    for (from, until, refusal) in cases {
        let answer = head.put(EXAM, &json!({ "from": from, "until": until })).await;
        assert_eq!(answer.refusal(), refusal, "{from} to {until}");
    }
    assert_eq!(times(&head.get(EXAM).await.data()), none());
    let (from, until) = (json!(iso(now + 60 * DAY)), json!(iso(now + 74 * DAY)));
    assert_eq!(times(&set(&head, None, &from, &until).await), (from, until, false));
}

#[tokio::test]
async fn members_and_officers_are_refused_what_is_closed_and_class_admins_are_not() {
    let portal = TestPortal::with(&[], &[("TIMEZONE", "Asia/Shanghai")]).await;
    let head = portal.class_admin().await;
    portal.member().await;
    portal.officer(&[&MANAGE_APP_CONTROL]).await;
    portal.register("240201").await;
    let class = Scope::Class("01".into());

    // The test begins at eight in the morning in Shanghai.
    set(&head, None, &json!(at(&portal, 10)), &json!(at(&portal, 250))).await;
    assert_eq!((refusal(&portal, "240111").await, exam::until(&portal.app, &class)), (None, None));
    wait(&portal, 10);
    let end = portal.app.clock.now_ms() + 240 * MINUTE;
    assert_eq!(exam::until(&portal.app, &class), Some(end));
    assert_eq!(exam::until(&portal.app, &Scope::Portal), None);
    for user in ["240111", "240112"] {
        let (zh, en) = refusal(&portal, user).await.expect("sits the exam");
        assert_eq!(zh, "考试期间暂停使用，12:10 恢复");
        assert_eq!(en, "Closed during the exam, until 12:10");
    }
    for user in ["240100", "240201"] {
        assert_eq!(refusal(&portal, user).await, None, "{user}");
    }

    set(&head, None, &Value::Null, &json!(at(&portal, 24 * 60))).await;
    let (zh, _) = refusal(&portal, "240111").await.unwrap();
    assert_eq!(zh, "考试期间暂停使用，2026-09-02 08:00 恢复", "the day too when it is not today");
    wait(&portal, 24 * 60 - 10);
    assert_eq!((refusal(&portal, "240111").await, exam::until(&portal.app, &class)), (None, None));
}
