//! YAML that is refused, and the lines that the problems name.

use proptest::prelude::*;
use timetable_formats::{FileRule, MAX_FILE, read_yaml};

use crate::shown;

fn refused(text: &str) -> Vec<String> {
    shown(&read_yaml(text.as_bytes()).expect_err("a file that is refused"))
}

/// A file of version 1 whose lesson stands in line 5.
fn with_lesson(lesson: &str) -> String {
    format!(
        "version: 1\nsubjects: [{{name: 语文}}]\nschedules:\n- {{enable_day: 1, classes: [\n  {lesson}]}}\n"
    )
}

#[test]
fn a_file_that_is_no_yaml_names_its_line() {
    assert_eq!(refused("version: 1\nsubjects:\n  - name: [语文\nschedules: []\n").len(), 1);
    assert!(refused("version: 1\nsubjects:\n\t- name: 语文\n")[0].contains("Syntax"));
    assert_eq!(refused("version: 1\nversion: 2\n"), ["2 DuplicateKey version"]);
    assert_eq!(refused("version: 1\n---\nversion: 2\n").len(), 1);
}

#[test]
fn a_table_in_csv_is_told_to_be_saved_as_a_workbook() {
    for table in ["节次,周一,周二\n1,语文,数学\n", "\n节次;周一;周二\n1;语文;数学\n", "节次\t周一\n1\t语文\n"]
    {
        assert_eq!(refused(table), ["file Csv"], "{table:?}");
    }
    assert_eq!(refused("- a, b\n"), ["1 NotAMap version"]);
}

#[test]
fn files_of_nothing_and_files_of_too_much_are_refused_as_a_whole() {
    for empty in ["", " \n\t\n", "# nothing\n", "~"] {
        assert_eq!(refused(empty), ["file Empty"], "{empty:?}");
    }
    assert_eq!(shown(&read_yaml(&vec![b'a'; MAX_FILE + 1]).unwrap_err()), ["file TooBig"]);
    assert_eq!(shown(&read_yaml(b"\xff\xfe\xff").unwrap_err()), ["file NotText"]);
    let many = format!("subjects: [{}]", "a, ".repeat(150_000));
    assert!(refused(&many)[0].contains("TooComplex"));
    let subjects: String = (0..201).map(|number| format!("- 科目{number}\n")).collect();
    assert_eq!(refused(&format!("subjects:\n{subjects}schedules: []\n")), ["file TooMany"]);
}

#[test]
fn aliases_cannot_make_a_file_grow() {
    let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..12 {
        let item = format!("*a{}, ", level - 1);
        text.push_str(&format!("a{level}: &a{level} [{}]\n", item.repeat(10)));
    }
    assert!(refused(&text)[0].contains("TooComplex"));
    assert!(refused("version: 1\nsubjects: &s [*s]\nschedules: []\n")[0].contains("2 TooComplex"));
}

#[test]
fn versions_that_nobody_knows_are_named() {
    assert_eq!(refused("version: 3\nsubjects: []\nschedules: []\n"), ["1 Version 3"]);
    assert_eq!(refused("version: 二\n"), ["1 Version 二"]);
    assert_eq!(refused("- a\n- b\n"), ["1 NotAMap version"]);
    assert_eq!(refused("version: 1\n"), ["1 Missing subjects", "1 Missing schedules"]);
    assert_eq!(refused("version: 2\nsubjects: []\nschedules: []\n"), ["1 Missing configuration"]);
}

#[test]
fn fields_of_another_type_are_named_with_their_lines() {
    let file =
        "version: 1\nsubjects: 语文\nschedules:\n- {enable_day: 周一, classes: {}, weeks: [all]}\n- 3\n";
    assert_eq!(
        refused(file),
        [
            "2 NotAList subjects",
            "4 NotANumber enable_day",
            "4 NotAText weeks",
            "4 NotAList classes",
            "5 NotAMap schedules"
        ]
    );
    assert_eq!(
        refused("version: 1\nsubjects: [{name: [a]}, {}]\nschedules: []\n"),
        ["2 NotAText name", "2 Missing name"]
    );
}

#[test]
fn lessons_that_cannot_be_are_named_with_their_lines() {
    let lesson = |subject: &str, start: &str, end: &str| {
        with_lesson(&format!("{{subject: {subject}, start_time: '{start}', end_time: '{end}'}}"))
    };
    assert_eq!(refused(&lesson("化学", "08:00:00", "08:40:00")), ["5 SubjectUnknown 化学"]);
    assert_eq!(refused(&lesson("语文", "25:00:00", "八点")), ["5 Time 25:00:00", "5 Time 八点"]);
    assert_eq!(refused(&lesson("语文", "08:40:00", "08:00:00")), ["5 EndsEarly 语文"]);
    assert_eq!(refused(&with_lesson("{start_time: '08:00'}")), ["5 Missing subject", "5 Missing end_time"]);
    // What YAML 1.1 makes of an unquoted time.
    assert_eq!(
        refused(&with_lesson("{subject: 语文, start_time: 28800, end_time: '9:00'}")),
        ["5 Time 28800"]
    );
    let two = "{subject: 语文, start_time: '08:00', end_time: '08:40'},\n  {subject: 语文, start_time: '08:39', end_time: '09:00'}";
    assert_eq!(refused(&with_lesson(two)), ["6 Overlap 语文"]);
}

#[test]
fn days_and_weeks_that_cannot_be_are_named() {
    for day in ["0", "8", "[1, 9]", "[1, 2, 2, 2]"] {
        let file = format!("version: 1\nsubjects: []\nschedules:\n- {{enable_day: {day}, classes: []}}\n");
        let wrong = day.trim_matches(['[', ']']).trim_start_matches("1, ").trim_start_matches("2, ");
        assert_eq!(refused(&file), [format!("4 Day {wrong}")]);
    }
    let file = "version: 1\nsubjects: []\nschedules:\n- {enable_day: [mon, 1], classes: []}\n- {enable_day: mo, classes: []}\n";
    assert_eq!(refused(file), ["5 NotANumber enable_day", "4 Day 1"]);
    let file = "version: 1\nsubjects: []\nschedules:\n- {enable_day: -1, weeks: 单周}\n- {classes: []}\n";
    assert_eq!(refused(file), ["4 NotANumber enable_day", "4 Weeks 单周", "5 Missing enable_day"]);
    let cycle = "version: 2\nconfiguration:\n  name: a\n  cycle:\n    spans:\n    - {activity: work, count: 3}\n    - {activity: rest, count: 2}\n";
    let file = format!("{cycle}subjects: []\nschedules:\n- {{name: a, enable_day: [4], classes: []}}\n");
    assert_eq!(refused(&file), ["10 Day 4"]);
    let file = format!("{cycle}subjects: []\nschedules:\n- {{name: a, enable_day: mon, classes: []}}\n");
    assert_eq!(refused(&file), ["10 NotANumber enable_day"]);
    let file =
        format!("{cycle}subjects: []\nschedules:\n- {{name: a, enable_day: [1], weeks: odd, classes: []}}\n");
    assert_eq!(refused(&file), ["10 WeeksInCycle a"]);
}

#[test]
fn cycles_that_cannot_be_are_named() {
    let file = |spans: &str| {
        format!("version: 2\nconfiguration:\n  cycle:\n    spans: [{spans}]\nsubjects: []\nschedules: []\n")
    };
    assert_eq!(refused(&file("{activity: rest, count: 2}")), ["4 Cycle"]);
    assert_eq!(refused(&file("{activity: play, count: 2}")), ["4 Cycle play", "4 Cycle"]);
    assert_eq!(refused(&file("{activity: work, count: 65535}")), ["4 Cycle"]);
    assert_eq!(refused(&file("{activity: work, count: 65536}")), ["4 NotANumber count", "4 Cycle"]);
    assert_eq!(refused(&file("{activity: work}")), ["4 Missing count", "4 Cycle"]);
}

#[test]
fn names_and_dates_that_cannot_be_are_named() {
    let long = "长".repeat(41);
    let file = format!("subjects:\n- {long}\n- \"两\\n行\"\n- 语文\n- 语文\nschedules: []\n");
    let found = refused(&file);
    assert_eq!(found.len(), 3, "{found:?}");
    let teacher = format!("subjects:\n- {{name: 语文, teacher: {long}}}\nschedules: []\n");
    assert_eq!(refused(&teacher), ["2 Text 语文"]);
    assert_eq!(found[1], "3 Name 两 行");
    assert_eq!(found[2], "5 SubjectTwice 语文");
    let file = "schedules: []\nholidays:\n- {date: 2026-02-30}\n- {date: 0026-10-01}\n- {date: 2026-10-01}\n- {date: 2026-10-01}\nadjustments:\n- {date: 2026-10-02, as_day: 8}\n- {as_day: 1}\n- {date: 2026-10-03}\n";
    assert_eq!(
        refused(file),
        [
            "3 Date 2026-02-30",
            "4 Date 0026-10-01",
            "6 DateTwice 2026-10-01",
            "8 Day 8",
            "9 Missing date",
            "10 Missing as_day"
        ]
    );
}

#[test]
fn every_message_names_the_place_in_both_languages() {
    let problems = read_yaml(b"version: 3").unwrap_err();
    assert_eq!(problems[0].rule, FileRule::Version);
    assert_eq!(problems[0].place.text(), ("第 1 行第 10 列".into(), "line 1, column 10".into()));
    assert_eq!(problems[0].message().0, "不支持版本“3”，只支持 CSES 1 和 2");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = read_yaml(&bytes);
    }

    #[test]
    fn no_yaml_makes_the_reader_panic(
        head in "(version: [123]\n)?",
        text in "([ ]{0,6}(- )?(subjects|schedules|classes|name|enable_day|weeks|configuration|cycle|spans|count|&a|\\*a|<<|a)?:?( (\\[|\\{|\"|'|1|8:00|all|~|!!int|语|\\|)?[\\]}\"']?)?\n){0,25}"
    ) {
        let _ = read_yaml(format!("{head}{text}").as_bytes());
    }

    #[test]
    fn a_damaged_file_is_read_or_refused(at in 0..500_usize, byte in any::<u8>()) {
        let mut file = with_lesson("{subject: 语文, start_time: '08:00', end_time: '08:40'}").into_bytes();
        let at = at % file.len();
        file[at] = byte;
        if let Ok(imported) = read_yaml(&file) {
            prop_assert_eq!(imported.timetable.problems(), []);
        }
    }
}
