//! iCalendar files: reading, refusing, importing, undoing, and writing the same again.

use axum::http::{Method, StatusCode};
use identity::testing::TestPortal;
use kernel::testing::{Answer, Client};
use serde_json::{Value, json};

use super::{create, days, on, path, portal, range, rehearsal, undo, weekly, with};

async fn limited(variables: &[(&str, &str)]) -> TestPortal {
    TestPortal::with(&[::search::FEATURE, crate::FEATURE], variables).await
}

async fn send(client: &Client, to: &str, file: &str) -> Answer {
    client.send_raw(Method::POST, to, Some((file.as_bytes().to_vec(), "text/calendar"))).await
}

async fn look(client: &Client, file: &str) -> Value {
    send(client, "/api/calendar/files", file).await.data()
}

async fn import(client: &Client, file: &str) -> Answer {
    send(client, "/api/calendar/import", file).await
}

pub(super) fn calendar(events: &str) -> String {
    format!(
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{}END:VCALENDAR\r\n",
        events.trim_start().replace('\n', "\r\n")
    )
}

const LESSON: &str = "
BEGIN:VEVENT
UID:lesson@school
DTSTAMP:20260901T000000Z
DTSTART;TZID=Asia/Shanghai:20260907T080000
DTEND;TZID=Asia/Shanghai:20260907T084000
SUMMARY:晨会\\, 全体
DESCRIPTION:第一行\\n第二
  行
RRULE:FREQ=WEEKLY;COUNT=5
EXDATE;TZID=Asia/Shanghai:20260914T080000
BEGIN:VALARM
ACTION:DISPLAY
TRIGGER:-PT15M
END:VALARM
END:VEVENT
BEGIN:VEVENT
UID:lesson@school
RECURRENCE-ID;TZID=Asia/Shanghai:20260921T080000
DTSTART;TZID=Asia/Shanghai:20260921T090000
DURATION:PT1H
SUMMARY:晨会改期
END:VEVENT
BEGIN:VEVENT
UID:trip@school
DTSTART;VALUE=DATE:20260912
DTEND;VALUE=DATE:20260914
SUMMARY:秋游
END:VEVENT
BEGIN:VEVENT
UID:call@school
DTSTART:20260908T233000Z
DTEND:20260909T003000Z
SUMMARY:视频会议
END:VEVENT
";

/// What is on in two months, as `MM-DD title`, in the order of days and titles.
async fn all(client: &Client) -> Vec<String> {
    let all = on(client, "2026-09-01", "2026-10-30").await;
    let mut all: Vec<_> = all.into_iter().map(|(title, day)| format!("{} {title}", &day[5..])).collect();
    all.sort();
    all
}

#[tokio::test]
async fn a_file_is_looked_at_and_imported() {
    let portal = portal().await;
    let alice = portal.member().await;
    let file = calendar(LESSON);
    let seen = look(&alice, &file).await;
    assert_eq!((&seen["problems"], seen["events"].as_array().unwrap().len()), (&json!([]), 4));
    let (lesson, trip, meeting) = (&seen["events"][0], &seen["events"][1], &seen["events"][2]);
    assert_eq!((&lesson["title"], &lesson["line"]), (&json!("晨会, 全体"), &json!(3)));
    assert_eq!((&lesson["description"], &lesson["reminders"]), (&json!("第一行\n第二 行"), &json!([15])));
    assert_eq!((&trip["ends"], &meeting["starts"]), (&json!("2026-09-13"), &json!("2026-09-09T07:30")));
    assert!(all(&alice).await.is_empty(), "nothing is stored by looking");

    assert_eq!(import(&alice, &file).await.data()["events"], 4);
    let expected = [
        "09-07 晨会, 全体",
        "09-09 视频会议",
        "09-12 秋游",
        "09-21 晨会改期",
        "09-28 晨会, 全体",
        "10-05 晨会, 全体",
    ];
    assert_eq!(all(&alice).await, expected);
}

#[tokio::test]
async fn a_file_that_is_imported_again_makes_nothing_twice_and_a_newer_one_replaces_what_it_names() {
    let portal = portal().await;
    let alice = portal.member().await;
    let file = calendar(LESSON);
    import(&alice, &file).await.data();
    let first = all(&alice).await;
    import(&alice, &file).await.data();
    assert_eq!(all(&alice).await, first);
    assert_eq!(look(&alice, &file).await["events"][0]["known"], true);

    let differing = "RECURRENCE-ID;TZID=Asia/Shanghai:20260921";
    let newer = file.replace("秋游", "秋游（改）").replace(differing, &differing.replace("21", "28"));
    let newer = import(&alice, &newer).await.data();
    let expected = [
        "09-07 晨会, 全体",
        "09-09 视频会议",
        "09-12 秋游（改）",
        "09-21 晨会, 全体",
        "09-21 晨会改期",
        "10-05 晨会, 全体",
    ];
    assert_eq!(all(&alice).await, expected);
    undo(&alice, &newer).await;
    assert_eq!(all(&alice).await, first);
}

#[tokio::test]
async fn an_import_is_undone_as_a_whole() {
    let portal = portal().await;
    let alice = portal.member().await;
    create(&alice, rehearsal()).await;
    let imported = import(&alice, &calendar(LESSON)).await.data();
    assert_eq!(days(&alice, "2026-09-01", "2026-10-30").await.len(), 7);
    undo(&alice, &imported).await;
    assert_eq!(
        on(&alice, "2026-09-01", "2026-10-30").await,
        [("合唱排练".to_owned(), "2026-09-02".to_owned())]
    );
}

/// One event with these lines.
pub(super) fn one(lines: &str) -> String {
    calendar(&format!("BEGIN:VEVENT\nUID:a\nSUMMARY:甲\n{lines}\nEND:VEVENT\n"))
}

#[tokio::test]
async fn bad_files_are_refused_by_line_and_nothing_is_imported() {
    let portal = limited(&[("RATE_LIMIT_CALENDAR_FILES", "0")]).await;
    let alice = portal.member().await;
    let deep = format!("{}{}", "BEGIN:VCALENDAR\nBEGIN:VEVENT\n", "BEGIN:VALARM\n".repeat(5000));
    let many = calendar(&"BEGIN:VEVENT\nDTSTART:20260901T080000\nEND:VEVENT\n".repeat(2001));
    let long = one(&format!("DTSTART:20260901T080000\nX-LONG:{}", "x".repeat(70_000)));
    let good = "BEGIN:VEVENT\nUID:b\nDTSTART:20260901T080000\nEND:VEVENT\nBEGIN:VEVENT\nUID:a\nSUMMARY:甲\nRRULE:FREQ=DAILY\nEND:VEVENT\n";
    for (file, refusal) in [
        (String::new(), "400 这不是 iCalendar 文件：缺少 BEGIN:VCALENDAR"),
        ("标题,日期\n春游,9月".to_owned(), "400 第 1 行：这不是 iCalendar 文件：缺少 BEGIN:VCALENDAR"),
        ("BEGIN:VEVENT\nEND:VEVENT\n".to_owned(), "400 第 1 行：这不是 iCalendar 文件：缺少 BEGIN:VCALENDAR"),
        ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\n".to_owned(), "400 第 2 行：BEGIN:VEVENT 没有结束"),
        ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\n".to_owned(), "400 第 2 行：BEGIN:VEVENT 没有结束"),
        (
            "BEGIN:VCALENDAR\nEND:VEVENT\nEND:VCALENDAR\n".to_owned(),
            "400 第 2 行：END:VEVENT 没有对应的 BEGIN",
        ),
        (deep, "400 第 5 行：层次太深，最多 4 层"),
        (many, "400 第 6003 行：一个文件最多 2000 个日程"),
        (long, "400 第 7 行：这一行太长，最多 65536 个字节"),
        (one("DTSTART:20260901T080000\nno colon here"), "400 第 7 行：这一行无法读取，应为“名称:内容”"),
        (one("LOCATION:x"), "400 第 3 行（“甲”）：缺少 DTSTART"),
        (one("DTSTART:20260931T080000"), "400 第 6 行（“甲”）：DTSTART 的时间“20260931T080000”无法读取"),
        (one("DTSTART;TZID=Mars/Olympus:20260901T080000"), "400 第 6 行（“甲”）：不认识时区“Mars/Olympus”"),
        (
            one("DTSTART:20260901T080000\nDTEND:20260901T070000"),
            "400 第 7 行（“甲”）：结束时间不能早于开始时间",
        ),
        (
            one("DTSTART:20260901T080000\nDURATION:one hour"),
            "400 第 7 行（“甲”）：DURATION 的时长“one hour”无法读取",
        ),
        (
            one("DTSTART:20260901T080000\nRRULE:FREQ=MINUTELY"),
            "400 第 7 行（“甲”）：重复的频率（FREQ）须为每天、每周、每月或每年：DAILY、WEEKLY、MONTHLY、YEARLY",
        ),
        (
            one("DTSTART:20260901T080000\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31"),
            "400 第 7 行（“甲”）：按这个重复规则，一次也不会发生",
        ),
        (calendar(good), "400 第 7 行（“甲”）：缺少 DTSTART"),
        (calendar(""), "400 文件里没有可以导入的日程"),
    ] {
        assert_eq!(import(&alice, &file).await.refusal(), refusal);
    }
    let bytes =
        alice.send_raw(Method::POST, "/api/calendar/import", Some((vec![0xff, 0xfe, 0x00], "text/calendar")));
    assert_eq!(bytes.await.refusal(), "400 文件须为 UTF-8 编码的文本");
    let huge = import(&alice, &"x".repeat(2 * 1024 * 1024 + 1)).await;
    assert_eq!(huge.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(days(&alice, "2026-09-01", "2026-10-30").await.is_empty());
    let english = alice.clone().with("accept-language", "en");
    let refused = import(&english, &one("LOCATION:x")).await.refusal();
    assert_eq!(refused, "400 Line 3 (“甲”): DTSTART is missing");

    let skipping = send(&alice, "/api/calendar/import?skip_problems=true", &calendar(good)).await.data();
    assert_eq!(skipping["events"], 1);
}

#[tokio::test]
async fn a_file_of_endless_series_or_of_errors_alone_is_refused_as_a_whole() {
    let portal = portal().await;
    let alice = portal.member().await;
    let event = |number: usize, rule: &str| {
        format!("BEGIN:VEVENT\nUID:{number}\nDTSTART:20260901T080000\nRRULE:{rule}\nEND:VEVENT\n")
    };
    let endless: String = (0..400).map(|number| event(number, "FREQ=DAILY;BYHOUR=8,9")).collect();
    let refused = import(&alice, &calendar(&endless)).await;
    assert_eq!(refused.refusal(), "409 这个日历里重复的日程太多，请为它们设定结束日期");
    assert!(days(&alice, "2026-09-01", "2026-10-30").await.is_empty());

    let wrong: String =
        (0..2000).map(|number| event(number, "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")).collect();
    let seen = look(&alice, &calendar(&wrong)).await;
    let problems = seen["problems"].as_array().unwrap();
    assert_eq!((problems.len(), seen["events"].as_array().unwrap().len()), (51, 0));
    let last = problems.last().unwrap()["message"].as_str().unwrap();
    assert!(last.ends_with("文件里有 50 个以上的日程无法读取，后面的没有再检查"), "{last}");
}

#[tokio::test]
async fn what_a_file_says_beyond_what_a_calendar_keeps_is_named() {
    let portal = portal().await;
    let alice = portal.member().await;
    let lines = format!(
        "DTSTART:20260901T080000\nRDATE:20260905T080000\nLOCATION:{}\nBEGIN:VALARM\nTRIGGER;RELATED=END:PT5M\nEND:VALARM",
        "远".repeat(201)
    );
    let seen = look(&alice, &one(&lines)).await;
    let told: Vec<_> = seen["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|problem| {
            (problem["line"].clone(), problem["fatal"].clone(), problem["message"].as_str().unwrap())
        })
        .collect();
    assert_eq!(
        told,
        [
            (json!(7), json!(false), "第 7 行（“甲”）：RDATE 不能导入，已忽略"),
            (json!(8), json!(false), "第 8 行：LOCATION 太长，只保留前 200 个字符"),
            (json!(9), json!(false), "第 9 行（“甲”）：这个提醒不能导入，已忽略"),
        ]
    );
    let orphan = one("DTSTART:20260901T080000\nRECURRENCE-ID:20260901T080000");
    assert_eq!(look(&alice, &orphan).await["problems"][0]["fatal"], false);
}

#[tokio::test]
async fn a_time_of_a_series_that_cannot_be_read_stays_as_the_calendar_has_it() {
    let portal = portal().await;
    let alice = portal.member().await;
    let file = calendar(LESSON);
    import(&alice, &file).await.data();
    let first = all(&alice).await;
    let skip = async |file: &str| {
        assert_eq!(import(&alice, file).await.status, StatusCode::BAD_REQUEST);
        send(&alice, "/api/calendar/import?skip_problems=true", file).await.data();
        all(&alice).await
    };
    // Its beginning cannot be read, and then not even which time it stands for.
    let broken = file.replace("DTSTART;TZID=Asia/Shanghai:20260921T090000", "DTSTART:soon");
    assert_eq!(skip(&broken).await, first);
    let unknown = broken.replace("RECURRENCE-ID;TZID=Asia/Shanghai:20260921T080000", "RECURRENCE-ID:then");
    assert_eq!(skip(&unknown).await, first);
    // Named in another zone it is the same time.
    let elsewhere = broken.replace(
        "RECURRENCE-ID;TZID=Asia/Shanghai:20260921T080000",
        "RECURRENCE-ID;TZID=Asia/Tokyo:20260921T090000",
    );
    assert_eq!(skip(&elsewhere).await, first);

    // A time that the file does not have is deleted as before.
    let start = file.find("BEGIN:VEVENT\r\nUID:lesson@school\r\nRECURRENCE-ID").unwrap();
    let end = file.find("BEGIN:VEVENT\r\nUID:trip").unwrap();
    import(&alice, &format!("{}{}", &file[..start], &file[end..])).await.data();
    let left = all(&alice).await;
    assert!(left.contains(&"09-21 晨会, 全体".to_owned()) && !left.contains(&"09-21 晨会改期".to_owned()));
}

#[tokio::test]
async fn files_have_a_limit_of_their_own() {
    let portal = limited(&[("RATE_LIMIT_CALENDAR_FILES", "2/3600")]).await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    look(&alice, &calendar(LESSON)).await;
    assert_eq!(import(&alice, "").await.status, StatusCode::BAD_REQUEST);
    assert_eq!(import(&alice, &calendar(LESSON)).await.status, StatusCode::TOO_MANY_REQUESTS);
    import(&bob, &calendar(LESSON)).await.data();
}

#[tokio::test]
async fn days_far_away_on_which_too_much_repeats_are_refused_in_words() {
    let portal = portal().await;
    let alice = portal.member().await;
    let endless = |number: usize| {
        format!("BEGIN:VEVENT\nUID:{number}\nDTSTART:20260901T080000\nRRULE:FREQ=YEARLY\nEND:VEVENT\n")
    };
    let file: String = (0..500).map(endless).collect();
    import(&alice, &calendar(&file)).await.data();
    assert_eq!(days(&alice, "2040-09-01", "2040-09-30").await.len(), 500);
    import(&alice, &calendar(&endless(500))).await.data();
    let far = alice.get("/api/calendar?from=2040-09-01&until=2040-09-30").await;
    assert_eq!(far.refusal(), "409 这些日子里重复的日程太多，无法显示；请为一些日程设定结束日期");
    assert_eq!(days(&alice, "2026-09-01", "2026-09-30").await.len(), 501);
}

#[tokio::test]
async fn an_event_that_ends_as_it_begins_is_written_without_an_end() {
    let portal = portal().await;
    let alice = portal.member().await;
    let bell = json!({ "title": "铃", "starts": "2026-09-02T08:00", "ends": "2026-09-02T08:00" });
    create(&alice, bell).await;
    let text = alice.get("/api/calendar/export").await.text();
    assert!(text.contains("DTSTART;") && !text.contains("DTEND"), "{text}");
    let bob = portal.register("240102").await;
    import(&bob, &text).await.data();
    assert_eq!(said(&bob).await, said(&alice).await);
}

/// What two portals, or two members, have of a calendar, without ids and times of writing.
async fn said(client: &Client) -> Vec<Value> {
    let mut all = Vec::new();
    for (from, until) in [("2026-09-01", "2026-10-31"), ("2027-02-01", "2027-03-31")] {
        for one in range(client, from, until).await["occurrences"].as_array().unwrap() {
            let mut details = client.get(&path(one)).await.data();
            let fields = details.as_object_mut().unwrap();
            for field in ["id", "series_id", "created_at", "updated_at", "created_by", "revision", "source"] {
                fields.remove(field);
            }
            all.push(json!([one["occurrence"], one["starts_at"], one["ends_at"], details]));
        }
    }
    all
}

async fn everything(client: &Client) {
    let rich = json!({ "title": "逗号, 分号; 反斜杠\\ 换行", "description": "一\n二\\n三\t;,", "location": "A, B", "category": "考试, 期中",
        "color": "#c5303c", "reminders": [0, 15, 1440], "show_in_countdown": true });
    create(client, with(rehearsal(), rich)).await;
    let series = create(client, weekly()).await;
    let body = json!({ "revision": 1, "scope": "this", "occurrence": "2026-09-16T18:30", "title": "彩排",
        "starts": "2026-09-17T09:00", "ends": "2026-09-17T12:00", "reminders": [30] });
    client.patch(&path(&series), &body).await.data();
    client.delete(&format!("{}?scope=this&occurrence=2026-09-23T18:30", path(&series))).await.data();
    let whole = json!({ "title": "国庆", "all_day": true, "starts": "2026-10-01", "ends": "2026-10-07", "reminders": [-480] });
    create(client, whole).await;
    let yearly = json!({ "title": "校庆", "all_day": true, "starts": "2026-09-10", "rule": "FREQ=YEARLY;UNTIL=20300910" });
    create(client, yearly).await;
    let until = json!({ "rule": "FREQ=MONTHLY;BYDAY=1WE,-1FR;UNTIL=20270401T000000Z", "title": "例会" });
    create(client, with(rehearsal(), until)).await;
}

#[tokio::test]
async fn a_calendar_that_is_exported_and_imported_is_the_same_field_by_field() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    everything(&alice).await;
    let file = alice.get("/api/calendar/export").await;
    assert_eq!(file.header("content-type"), "text/calendar; charset=utf-8");
    assert!(file.text().lines().all(|line| line.len() <= 75), "lines are folded");
    let seen = look(&bob, &file.text()).await;
    assert_eq!(seen["problems"], json!([]));
    import(&bob, &file.text()).await.data();
    assert_eq!(said(&bob).await, said(&alice).await);
    let (one, other) = (file.text(), bob.get("/api/calendar/export").await.text());
    let stable = |text: &str| {
        text.lines().filter(|line| !line.starts_with("SEQUENCE")).map(str::to_owned).collect::<Vec<_>>()
    };
    let (mut one, mut other) = (stable(&one), stable(&other));
    one.sort();
    other.sort();
    assert_eq!(one, other);
}
