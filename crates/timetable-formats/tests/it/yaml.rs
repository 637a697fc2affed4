//! Files in the shape of the standard, read and written again.

use jiff::civil::date;
use school_clock::{Activity, Cycle, DayChange, DayPlan, Lesson, Schedule, Span, Subject, Timetable, Weeks};
use timetable_formats::{Format, read_yaml, write_cses_1, write_cses_2};

use crate::shown;

const VERSION_1: &str = r#"version: 1
subjects:
  - name: 化学
    simplified_name: 化
    teacher: 周敏
    room: 实验楼 201
  - name: 地理
    room: "0305"
schedules:
  - name: 周四
    enable_day: 4
    weeks: all
    classes:
      - subject: 化学
        start_time: "07:50:00"
        end_time: "08:35:30"
  - name: 周五（单）
    enable_day: 5
    weeks: odd
    classes:
      - subject: 地理
        start_time: "07:50:00"
        end_time: "08:35:00"
      - subject: 化学
        start_time: "08:45:00"
        end_time: "09:30:00"
"#;

const VERSION_2: &str = r#"version: 2
configuration:
  name: 初二（3）班
  description: 秋季学期 # 九月起
  cycle:
    work_count: 9
    rest_count: 3
    spans:
      - activity: work
        count: 5
      - activity: rest
        count: 1
      - activity: work
        count: 4
      - activity: rest
        count: 2
subjects:
  - name: 生物
    simplified_name: 生
    teacher: 吴迪
    location: 0402
  - name: 历史
schedules:
  - name: 第一、六个上课日
    enable_day:
      - 1
      - 6
    classes:
      - subject: 历史
        start_time: 08:00:00
        end_time: 08:45:00
      - subject: 生物
        start_time: "08:55:00"
        end_time: "09:40:00"
"#;

fn lesson(subject: &str, start: &str, end: &str) -> Lesson {
    let (start, end) = (start.parse().unwrap(), end.parse().unwrap());
    Lesson { subject: subject.into(), start, end, teacher: None, room: None }
}

fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[test]
fn version_1_is_read_and_written_field_by_field() {
    let read = read_yaml(VERSION_1.as_bytes()).unwrap();
    let chemistry = Subject {
        name: "化学".into(),
        short_name: text("化"),
        teacher: text("周敏"),
        room: text("实验楼 201"),
        color: None,
    };
    let geography = Subject { name: "地理".into(), room: text("0305"), ..Subject::default() };
    let thursday = Schedule {
        name: "周四".into(),
        days: vec![4],
        weeks: Weeks::All,
        lessons: vec![lesson("化学", "07:50", "08:35:30")],
    };
    let friday = Schedule {
        name: "周五（单）".into(),
        days: vec![5],
        weeks: Weeks::Odd,
        lessons: vec![lesson("地理", "07:50", "08:35"), lesson("化学", "08:45", "09:30")],
    };
    let expected = Timetable {
        subjects: vec![chemistry, geography],
        schedules: vec![thursday, friday],
        ..Timetable::default()
    };
    assert_eq!((read.format, &read.timetable), (Format::Cses1, &expected));
    assert!(read.problems.is_empty());
    let written = write_cses_1(&read.timetable, date(2026, 9, 7)).unwrap();
    assert_eq!(read_yaml(written.as_bytes()).unwrap(), read);
}

#[test]
fn weekdays_may_be_written_by_their_names() {
    let file = "version: 1\nsubjects: [{name: 语文, room: 102}]\nschedules:\n\
                - {name: a, enable_day: mon, classes: [{subject: 语文, start_time: 8:00, end_time: 9:00}]}\n\
                - {name: b, enable_day: [Tue, sunday], classes: []}\n";
    let read = read_yaml(file.as_bytes()).unwrap();
    assert!(read.problems.is_empty());
    let days: Vec<_> = read.timetable.schedules.iter().map(|schedule| schedule.days.clone()).collect();
    assert_eq!(days, [vec![1], vec![2, 7]]);
}

#[test]
fn version_1_is_written_as_other_programs_read_it() {
    let read = read_yaml(VERSION_1.as_bytes()).unwrap();
    let written = write_cses_1(&read.timetable, date(2026, 9, 7)).unwrap();
    let lines: Vec<&str> = written.lines().map(str::trim).collect();
    assert_eq!(lines[..4], ["version: 1", "subjects:", "- name: 化学", "simplified_name: 化"]);
    for line in [
        "room: \"0305\"",
        "enable_day: 5",
        "weeks: odd",
        "start_time: \"07:50:00\"",
        "end_time: \"08:35:30\"",
    ] {
        let other = line.replace('"', "'");
        assert!(lines.contains(&line) || lines.contains(&other.as_str()), "{line} in\n{written}");
    }
}

#[test]
fn version_2_is_read_and_written_field_by_field() {
    let read = read_yaml(VERSION_2.as_bytes()).unwrap();
    let span = |activity, count| Span { activity, count };
    let spans = vec![
        span(Activity::Work, 5),
        span(Activity::Rest, 1),
        span(Activity::Work, 4),
        span(Activity::Rest, 2),
    ];
    let biology = Subject {
        name: "生物".into(),
        short_name: text("生"),
        teacher: text("吴迪"),
        room: text("0402"),
        color: None,
    };
    let history = Subject { name: "历史".into(), ..Subject::default() };
    let schedule = Schedule {
        name: "第一、六个上课日".into(),
        days: vec![1, 6],
        weeks: Weeks::All,
        lessons: vec![lesson("历史", "08:00", "08:45"), lesson("生物", "08:55", "09:40")],
    };
    let expected = Timetable {
        description: text("秋季学期"),
        cycle: Cycle::Days { spans, pauses_on_days_off: false },
        subjects: vec![biology, history],
        schedules: vec![schedule],
    };
    assert_eq!((read.format, read.name.as_deref()), (Format::Cses2, Some("初二（3）班")));
    assert_eq!(read.timetable, expected);
    let written = write_cses_2("初二（3）班", &read.timetable).unwrap();
    assert_eq!(read_yaml(written.as_bytes()).unwrap(), read);
    assert!(written.contains("work_count: 9"), "{written}");
}

#[test]
fn a_week_of_six_days_has_two_days_of_rest_in_cses_2() {
    let subject = Subject { name: "语文".into(), ..Subject::default() };
    let schedule = Schedule {
        days: (1..=6).collect(),
        lessons: vec![lesson("语文", "08:00", "08:40")],
        ..Schedule::default()
    };
    let timetable = Timetable { subjects: vec![subject], schedules: vec![schedule], ..Timetable::default() };
    let written = write_cses_2("六天", &timetable).unwrap();
    let read = read_yaml(written.as_bytes()).unwrap().timetable;
    assert_eq!(read.schedules[0].days, (1..=12).collect::<Vec<u16>>());
    assert_eq!(read.schedules[0].name, "星期一、星期二、星期三等");
    assert!(written.contains("work_count: 12") && written.contains("rest_count: 2"), "{written}");
}

#[test]
fn yaml_without_a_version_may_have_holidays_and_adjustments() {
    let file = r"
subjects: [语文, {name: 数学, teacher: 陈晨}]
schedules:
  - enable_day: [1, 3]
    weeks: all
    classes:
      - {subject: 语文, start_time: '8:00', end_time: '8:40'}
      - {subject: 数学, start_time: '8:50', end_time: '9:30'}
holidays:
  - {date: 2026-10-01, name: 国庆节}
adjustments:
  - {date: 2026-10-10, as_day: 3, weeks: odd, note: 补国庆}
  - {date: 2026-10-11, as_day: 1}
";
    let read = read_yaml(file.as_bytes()).unwrap();
    assert_eq!((read.format, read.problems.len()), (Format::PlainYaml, 0));
    assert_eq!(read.timetable.schedules[0].days, [1, 3]);
    assert_eq!(read.timetable.subject("数学").unwrap().teacher.as_deref(), Some("陈晨"));
    let change = |plan, note: &str| DayChange { plan, note: note.into(), from: None, until: None };
    let expected = [
        (date(2026, 10, 1), change(DayPlan::Off, "国庆节")),
        (date(2026, 10, 10), change(DayPlan::AsDay { day: 3, weeks: Some(Weeks::Odd) }, "补国庆")),
        (date(2026, 10, 11), change(DayPlan::AsDay { day: 1, weeks: None }, "")),
    ];
    assert_eq!(read.days, expected);
}

#[test]
fn subjects_may_be_a_map_or_missing_in_yaml_without_a_version() {
    let lessons =
        "schedules: [{enable_day: 2, classes: [{subject: 语文, start_time: 8:00, end_time: 8:40}]}]";
    let map = format!("subjects: {{语文: {{room: 101}}, 数学: 陈晨, 英语: }}\n{lessons}");
    let read = read_yaml(map.as_bytes()).unwrap().timetable;
    assert_eq!(read.subject("语文").unwrap().room.as_deref(), Some("101"));
    assert_eq!(read.subject("数学").unwrap().teacher.as_deref(), Some("陈晨"));
    assert_eq!(read.subjects.len(), 3);
    let read = read_yaml(lessons.as_bytes()).unwrap().timetable;
    assert_eq!(read.subjects, [Subject { name: "语文".into(), ..Subject::default() }]);
}

#[test]
fn what_is_not_known_is_told_and_left_out() {
    let file = VERSION_1.replace("    teacher: 周敏", "    teacher: 周敏\n    credits: 4") + "theme: dark\n";
    let read = read_yaml(file.as_bytes()).unwrap();
    assert_eq!(shown(&read.problems), ["(28 Ignored theme)", "(6 Ignored credits)"]);
    let file = VERSION_2.replace("rest_count: 3", "rest_count: 4");
    let read = read_yaml(file.as_bytes()).unwrap();
    assert_eq!(shown(&read.problems), ["(7 CycleCounts rest_count)"]);
    let file = VERSION_2.replace("秋季学期", &"学".repeat(201));
    let read = read_yaml(file.as_bytes()).unwrap();
    assert_eq!(read.timetable.description.unwrap().chars().count(), 200);
    assert_eq!(shown(&read.problems), ["(4 Cut description)"]);
    let file = VERSION_2.replace("初二（3）班", &"名".repeat(41));
    let read = read_yaml(file.as_bytes()).unwrap();
    assert_eq!(
        (read.name.unwrap().chars().count(), shown(&read.problems).join("")),
        (40, "(3 Cut name)".into())
    );
    let file = VERSION_2.replace("\n        start_time", "\n        rank: 1\n        start_time");
    let read = read_yaml(file.as_bytes()).unwrap();
    assert_eq!(shown(&read.problems), ["(30 Ignored rank)"], "once for all lessons");
}

#[test]
fn old_editors_write_other_encodings() {
    let expected = read_yaml(VERSION_1.as_bytes()).unwrap();
    let gbk = encoding_rs::GBK.encode(VERSION_1).0;
    assert_eq!(read_yaml(&gbk).unwrap(), expected);
    let windows = VERSION_1.replace('\n', "\r\n");
    assert_eq!(read_yaml(windows.as_bytes()).unwrap(), expected);
}
