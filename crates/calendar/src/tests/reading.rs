//! What reading an iCalendar file gives, before anything is stored.

use kernel::texts::Language;
use proptest::prelude::*;

use super::files::{calendar, one};
use crate::ics::{ReadFile, read};

#[test]
fn the_zones_of_other_programs_are_understood() {
    let file = |zone: &str, about: &str| {
        let event = format!("BEGIN:VEVENT\nUID:a\nDTSTART;TZID={zone}:20260901T080000\nEND:VEVENT\n");
        calendar(&format!("{about}{event}"))
    };
    let custom = |offsets: &str| {
        format!("BEGIN:VTIMEZONE\nTZID:\"School\"\n{offsets}END:VTIMEZONE\n").replace('"', "")
    };
    let fixed =
        "BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0800\nTZOFFSETTO:+0800\nEND:STANDARD\n";
    let zone = |zone: &str, about: &str| {
        let ReadFile { events, .. } = read(file(zone, about).as_bytes(), "Asia/Shanghai", Language::Chinese);
        events.first().map(|event| event.content.zone.clone())
    };
    assert_eq!(zone("/mozilla.org/20070129_1/Europe/Berlin", ""), Some("Europe/Berlin".into()));
    assert_eq!(zone("School", &custom(fixed)), Some("Etc/GMT-8".into()));
    let named = "X-LIC-LOCATION:Asia/Tokyo\n";
    assert_eq!(zone("School", &custom(named)), Some("Asia/Tokyo".into()));
    assert_eq!(zone("School", ""), None);
    assert_eq!(zone("School", &custom(&fixed.replace("0800", "0530"))), Some("Asia/Kolkata".into()));
    let summer = fixed.replace("STANDARD", "DAYLIGHT").replace("TO:+0800", "TO:+0900");
    let outlook = custom(&format!("{fixed}{summer}")).replace("School", "W. Europe Standard Time");
    assert_eq!(zone("W. Europe Standard Time", &outlook), Some("Europe/Berlin".into()));
    assert_eq!(zone("\"China Standard Time\"", ""), Some("Asia/Shanghai".into()));
    let endless = format!("x{}", "/x".repeat(20_000));
    assert_eq!(zone(&endless, ""), None);
}

#[test]
fn times_without_a_zone_are_in_that_of_their_calendar_before_the_portals() {
    let file = |about: &str| {
        let file = calendar(&format!("{about}BEGIN:VEVENT\nUID:a\nDTSTART:20260901T080000\nEND:VEVENT\n"));
        read(file.as_bytes(), "Asia/Shanghai", Language::Chinese).events[0].content.clone()
    };
    let zone = |about| file(about).zone;
    assert_eq!(zone("X-WR-TIMEZONE:Asia/Tokyo\n"), "Asia/Tokyo");
    assert_eq!(zone("X-WR-TIMEZONE:Tokyo Standard Time\n"), "Asia/Tokyo");
    assert_eq!([zone(""), zone("X-WR-TIMEZONE:Mars\n")], ["Asia/Shanghai", "Asia/Shanghai"]);
    // What is in UTC is shown on the clock of the portal.
    let call = "X-WR-TIMEZONE:Asia/Tokyo\nBEGIN:VEVENT\nUID:b\nDTSTART:20260901T000000Z\nEND:VEVENT\n";
    assert_eq!(
        (zone(call), file(call).starts.to_string()),
        ("Asia/Shanghai".into(), "2026-09-01T08:00".into())
    );
}

#[test]
fn a_hostile_file_is_kept_small() {
    let read = |file: &str| read(file.as_bytes(), "Asia/Shanghai", Language::Chinese);
    let said = |file: &str| -> Vec<String> {
        read(file).problems.iter().map(|problem| problem.sentence(Language::Chinese)).collect()
    };
    let lines = one(&format!("DTSTART:20260901T080000\n{}", "A:\n".repeat(600_000)));
    assert_eq!(said(&lines), ["文件太长，最多 100000 行"]);
    let blank = one(&format!("DTSTART:20260901T080000{}", "\n".repeat(200_000)));
    assert_eq!(said(&blank), ["文件太长，最多 100000 行"]);

    let harmless = one(&format!("DTSTART:20260901T080000\n{}", "RDATE:2\n".repeat(90_000)));
    let told = said(&harmless);
    assert_eq!((told.len(), read(&harmless).events.len()), (201, 1));
    assert_eq!(told.last().unwrap(), "还有 89800 个问题没有列出");

    // An event that cannot be read is told of, however much is left out before it.
    let fatal = harmless.replace("END:VCALENDAR", "BEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR");
    let problems = read(&fatal).problems;
    assert_eq!(problems.iter().filter(|problem| problem.fatal).count(), 1);
    assert_eq!(problems.len(), 201);

    let twice = "BEGIN:VEVENT\nUID:a\nDTSTART:20260901T080000\nEND:VEVENT\n".repeat(2000);
    assert_eq!(read(&calendar(&twice)).problems.len(), 201);
}

proptest! {
    #[test]
    fn reading_a_file_never_panics(text in "(BEGIN:VCALENDAR\n)?((BEGIN|END):(VEVENT|VCALENDAR|VALARM)\n|[A-Z-]{1,12}[;:=A-Za-z0-9\"]{0,20}:[ -~\n]{0,40}\n){0,20}") {
        let _ = read(text.as_bytes(), "Asia/Shanghai", Language::Chinese);
    }

    #[test]
    fn an_event_with_any_times_is_read_or_refused(start in "[0-9]{8}(T[0-9]{6}Z?)?", end in "[0-9]{8}(T[0-9]{6}Z?)?", rule in "FREQ=(DAILY|WEEKLY|YEARLY)(;[A-Z]{3,8}=[0-9A-Z,-]{1,8}){0,2}") {
        let text = one(&format!("DTSTART:{start}\nDTEND:{end}\nRRULE:{rule}\nEXDATE:{end}"));
        let ReadFile { events, problems, .. } = read(text.as_bytes(), "Asia/Shanghai", Language::Chinese);
        prop_assert!(events.len() == 1 || problems.iter().any(|problem| problem.fatal));
    }
}

#[test]
fn what_was_cancelled_is_left_out() {
    let event = |lines: &str| format!("BEGIN:VEVENT\n{lines}\nEND:VEVENT\n");
    let series = event("UID:a\nSUMMARY:班会\nDTSTART:20260901T080000\nRRULE:FREQ=DAILY;COUNT=3");
    let one = event("UID:a\nRECURRENCE-ID:20260902T080000\nDTSTART:20260902T080000\nSTATUS:CANCELLED");
    let other = event("UID:b\nSUMMARY:春游\nDTSTART:20260905T080000\nSTATUS:cancelled");
    let moved = event("UID:b\nRECURRENCE-ID:20260906T080000\nDTSTART:20260906T090000");
    let file = calendar(&format!("{series}{one}{other}{moved}BEGIN:VTODO\nUID:c\nEND:VTODO\n"));
    let ReadFile { events, problems, .. } = read(file.as_bytes(), "Asia/Shanghai", Language::Chinese);
    let read: Vec<_> = events.iter().map(|event| (&*event.uid, event.content.exdates.len())).collect();
    assert_eq!(read, [("a", 1)], "without the time that was cancelled");
    assert_eq!(events[0].content.exdates[0].to_string(), "2026-09-02T08:00");
    let said: Vec<_> = problems.iter().map(|problem| problem.sentence(Language::Chinese)).collect();
    assert_eq!(said, ["第 15 行（“春游”）：已取消的日程没有导入", "第 26 行：VTODO 不是日程，没有导入"]);
    assert!(problems.iter().all(|problem| !problem.fatal));
}
