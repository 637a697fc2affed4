//! Grids that schools make, guessed and read.

use proptest::prelude::*;
use school_clock::{Timetable, Weeks};
use timetable_formats::{
    FileRule, GridDay, GridLine, GridMapping, GridPeriod, Sheet, guess_mapping, read_grid,
};

use crate::shown;

fn sheet(rows: &[&[&str]]) -> Sheet {
    let cells = rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect();
    Sheet { name: "高一1班".into(), cells }
}

fn guess(rows: &[&[&str]]) -> GridMapping {
    guess_mapping(&[sheet(rows)]).expect("a grid")
}

/// What the guessed mapping reads.
fn read(rows: &[&[&str]]) -> Timetable {
    let (timetable, problems) = read_grid(&sheet(rows).cells, &guess(rows));
    timetable.unwrap_or_else(|| panic!("{:?}", shown(&problems)))
}

/// Schedules as `day weeks: start subject teacher room, …`.
fn lessons(timetable: &Timetable) -> Vec<String> {
    let shown = timetable.schedules.iter().map(|schedule| {
        let lessons = schedule.lessons.iter().map(|lesson| {
            let subject = timetable.subject(&lesson.subject).unwrap();
            let teacher = lesson.teacher.as_ref().or(subject.teacher.as_ref());
            let room = lesson.room.as_ref().or(subject.room.as_ref());
            let more =
                [teacher, room].into_iter().flatten().map(|text| format!(" {text}")).collect::<String>();
            format!("{} {}{more}", lesson.start, lesson.subject)
        });
        format!("{} {:?}: {}", schedule.days[0], schedule.weeks, lessons.collect::<Vec<_>>().join(", "))
    });
    shown.collect()
}

#[test]
fn the_usual_grid_is_read_as_it_is() {
    let rows: &[&[&str]] = &[
        &["高一（1）班课程表", "高一（1）班课程表", "高一（1）班课程表", "高一（1）班课程表"],
        &["", "时间", "星期一", "星期二"],
        &["上午", "第1节 8:00-8:40", "语文", "数学"],
        &["上午", "第2节 8:50～9:30", "数学\n陈晨\n302", "英语"],
        &["上午", "大课间 9:30-10:00", "大课间", "大课间"],
        &["下午", "第3节 2：00—2：40", "体育", "—"],
        &["注：单周班会", "注：单周班会", "注：单周班会", "注：单周班会"],
    ];
    assert_eq!(
        lessons(&read(rows)),
        ["1 All: 08:00 语文, 08:50 数学 陈晨 302, 14:00 体育", "2 All: 08:00 数学, 08:50 英语"]
    );
}

#[test]
fn headings_may_be_of_any_kind() {
    for heading in
        [["周一", "周二"], ["礼拜一", "礼拜二"], ["Mon", "Tue"], ["Monday", "Tuesday"], ["星期1", "星期2"]]
    {
        let rows: &[&[&str]] = &[&["", heading[0], heading[1]], &["8:00-8:40", "语文", "数学"]];
        assert_eq!(lessons(&read(rows)), ["1 All: 08:00 语文", "2 All: 08:00 数学"], "{heading:?}");
    }
    let rows: &[&[&str]] = &[&["节次", "一", "二", "三"], &["1", "a", "b", "c"]];
    let mapping = guess(rows);
    assert_eq!(
        mapping.days.iter().map(|day| (day.index, day.day)).collect::<Vec<_>>(),
        [(1, 1), (2, 2), (3, 3)]
    );
    assert!(mapping.periods[0].start.is_none());
}

#[test]
fn days_may_be_rows() {
    let rows: &[&[&str]] = &[
        &["", "8:00-8:40", "8:50-9:30"],
        &["周一", "语文", "数学"],
        &["周二", "英语", ""],
        &["周三", "", "体育"],
    ];
    assert!(guess(rows).transposed);
    assert_eq!(
        lessons(&read(rows)),
        ["1 All: 08:00 语文, 08:50 数学", "2 All: 08:00 英语", "3 All: 08:50 体育"]
    );
}

#[test]
fn start_and_end_may_have_columns_of_their_own() {
    let rows: &[&[&str]] =
        &[&["节", "上课", "下课", "周一", "周二"], &["1", "08:00", "08:40", "语文", "数学"]];
    assert_eq!(guess(rows).periods[0].end.map(|end| end.to_string()).as_deref(), Some("08:40"));
}

#[test]
fn odd_and_even_weeks_may_be_in_a_cell_or_in_the_headings() {
    let rows: &[&[&str]] = &[&["", "周一", "周二"], &["8:00-8:40", "语文(单)/数学(双)", "单周语文"]];
    assert_eq!(lessons(&read(rows)), ["1 Odd: 08:00 语文", "1 Even: 08:00 数学", "2 Odd: 08:00 语文"]);
    let rows: &[&[&str]] =
        &[&["", "周一", "周一", "周二"], &["", "单周", "双周", ""], &["8:00-8:40", "语文", "数学", "英语"]];
    assert_eq!(lessons(&read(rows)), ["1 Odd: 08:00 语文", "1 Even: 08:00 数学", "2 All: 08:00 英语"]);
    let rows: &[&[&str]] =
        &[&["", "周一 单周", "周一 双周"], &["8:00-8:40", "语文/写作", "数学"], &["9:00-9:40", "a", "b"]];
    assert_eq!(guess_mapping(&[sheet(rows)]), None, "one weekday alone is no grid");
    let rows: &[&[&str]] = &[&["", "周一", "周二"], &["8:00-8:40", "音乐/美术", "a"]];
    let (timetable, problems) = read_grid(&sheet(rows).cells, &guess(rows));
    assert_eq!(shown(&problems), ["(B2 WeeksAssumed 音乐/美术)"]);
    assert_eq!(lessons(&timetable.unwrap())[..2], ["1 Odd: 08:00 音乐", "1 Even: 08:00 美术"]);
}

#[test]
fn teachers_may_stand_in_a_row_below() {
    let rows: &[&[&str]] = &[
        &["时间", "周一", "周二"],
        &["8:00-8:40", "语文", "数学"],
        &["8:00-8:40", "李梅", "陈晨"],
        &["8:50-9:30", "数学", "语文"],
        &["8:50-9:30", "陈晨", "王芳"],
    ];
    let found = read(rows);
    assert_eq!(
        lessons(&found),
        ["1 All: 08:00 语文 李梅, 08:50 数学 陈晨", "2 All: 08:00 数学 陈晨, 08:50 语文 王芳"]
    );
    assert_eq!(
        found.subject("数学").unwrap().teacher.as_deref(),
        Some("陈晨"),
        "all lessons have this teacher"
    );
    assert_eq!(found.subject("语文").unwrap().teacher, None);
}

#[test]
fn a_heading_that_is_merged_over_two_columns_gives_no_lesson_twice() {
    let rows: &[&[&str]] = &[&["", "周一", "周一", "周二"], &["8:00-8:40", "语文", "语文", "数学"]];
    assert_eq!(lessons(&read(rows)), ["1 All: 08:00 语文", "2 All: 08:00 数学"]);
}

#[test]
fn the_sheet_with_the_most_days_is_taken() {
    let first = sheet(&[&["周一", "周二"], &["a", "b"]]);
    let second = Sheet {
        name: "二".into(),
        ..sheet(&[&["", "周一", "周二", "周三"], &["8:00-8:40", "a", "b", "c"]])
    };
    assert_eq!(guess_mapping(&[first, second]).unwrap().sheet, "二");
    assert_eq!(guess_mapping(&[sheet(&[&["姓名", "分数"], &["张三", "90"]])]), None);
}

#[test]
fn problems_name_their_cells() {
    let refused = |rows: &[&[&str]]| {
        let (timetable, problems) = read_grid(&sheet(rows).cells, &guess(rows));
        assert!(timetable.is_none());
        shown(&problems)
    };
    let head: &[&str] = &["", "周一", "周二"];
    assert_eq!(refused(&[head, &["第1节", "", "语文"]]), ["C2 PeriodWithoutTimes"]);
    assert_eq!(refused(&[head, &["8:00-8:40", "语文", ""], &["8:30-9:10", "数学", ""]]), ["B3 Overlap 数学"]);
    assert_eq!(refused(&[head, &["8:00-8:40", "", ""]]), ["file NoLessons"]);
    let long = "长".repeat(41);
    assert!(refused(&[head, &["8:00-8:40", &long, ""]]).iter().all(|text| text.starts_with("B2 Name")));
}

#[test]
fn a_mapping_that_cannot_be_is_refused() {
    let day = GridDay { index: 1, day: 1, weeks: Weeks::All };
    let period = GridPeriod { index: 1, start: "8:00".parse().ok(), end: "8:40".parse().ok() };
    let mapping = GridMapping {
        sheet: "a".into(),
        transposed: false,
        days: vec![day],
        periods: vec![period],
        lines: vec![GridLine::Subject],
    };
    let cells = sheet(&[&["", "周一"], &["", "语文"]]).cells;
    let problems = |mapping: &GridMapping| shown(&read_grid(&cells, mapping).1);
    assert_eq!(problems(&mapping), [""; 0]);
    let wrong = GridMapping { days: vec![GridDay { day: 8, ..day }], ..mapping.clone() };
    assert_eq!(problems(&wrong), ["file Mapping 1: 8"]);
    let wrong = GridMapping { periods: vec![GridPeriod { index: 500, ..period }], ..mapping.clone() };
    assert_eq!(problems(&wrong), ["file Mapping 500"]);
    let wrong = GridMapping { lines: vec![GridLine::Room], ..mapping.clone() };
    assert_eq!(problems(&wrong), ["file Mapping subject"]);
    let wrong = GridMapping { days: vec![day; 2], ..mapping.clone() };
    assert_eq!(problems(&wrong), ["file Mapping 1: 1"], "a column is one day");
    let wrong = GridMapping { periods: vec![period; 2], ..mapping.clone() };
    assert_eq!(problems(&wrong), ["file Mapping 1"], "a row is one period");
    let wrong = GridMapping { lines: vec![GridLine::Subject; 9], ..mapping.clone() };
    assert_eq!(problems(&wrong), ["file Mapping lines"]);
    let many = vec![vec![String::new(); 203]; 2];
    assert_eq!(shown(&read_grid(&many, &mapping).1), ["file TooManyCells a"]);
}

#[test]
fn a_grid_that_is_made_to_take_long_is_refused_soon() {
    let period = |index: usize| {
        let start = school_clock::ClockTime::from_seconds(i64::try_from(index).unwrap() * 60);
        GridPeriod { index, start: Some(start), end: Some(start) }
    };
    let day = |index| GridDay { index, day: 1, weeks: Weeks::All };
    let mapping = GridMapping {
        sheet: "a".into(),
        transposed: false,
        days: (0..202).map(day).collect(),
        periods: (0..500).map(period).collect(),
        lines: vec![GridLine::Subject],
    };
    let read = |text: &str, mapping: &GridMapping| {
        let (timetable, problems) = read_grid(&vec![vec![text.to_owned(); 202]; 500], mapping);
        assert!(timetable.is_none());
        problems
    };
    let many_lessons = "单:a\n".repeat(600);
    assert_eq!(shown(&read(&many_lessons, &mapping)), ["file TooMany"]);
    // The same row as often as the mapping may name one.
    let repeated = GridMapping { days: vec![day(0); 202], periods: vec![period(0); 500], ..mapping };
    let problems = read(&many_lessons, &repeated);
    assert_eq!(problems.len(), 101);
    assert!(problems[..100].iter().all(|problem| problem.rule == FileRule::Mapping));
    let one = GridMapping { days: vec![day(0)], periods: vec![period(0)], ..repeated };
    assert!(read(&many_lessons, &one).iter().all(|problem| problem.rule == FileRule::EndsEarly));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_cells_make_the_reader_panic(
        cells in proptest::collection::vec(proptest::collection::vec("[周星期一二单双/()\n:0-9a午休 -]{0,8}", 0..7), 0..7),
        days in proptest::collection::vec((0..8_usize, 0..9_u16), 0..5),
        periods in proptest::collection::vec((0..8_usize, 0..86_400_i64, 0..86_400_i64), 0..5),
        transposed in any::<bool>(),
    ) {
        let sheet = Sheet { name: "a".into(), cells };
        if let Some(mapping) = guess_mapping(std::slice::from_ref(&sheet)) {
            let (timetable, _) = read_grid(&sheet.cells, &mapping);
            prop_assert_eq!(timetable.map(|timetable| timetable.problems()).unwrap_or_default(), []);
        }
        let time = |seconds| Some(school_clock::ClockTime::from_seconds(seconds));
        let mapping = GridMapping {
            sheet: "a".into(),
            transposed,
            days: days.into_iter().map(|(index, day)| GridDay { index, day, weeks: Weeks::All }).collect(),
            periods: periods.into_iter().map(|(index, start, end)| GridPeriod { index, start: time(start), end: time(end) }).collect(),
            lines: vec![GridLine::Subject, GridLine::Teacher, GridLine::Room],
        };
        let (timetable, _) = read_grid(&sheet.cells, &mapping);
        prop_assert_eq!(timetable.map(|timetable| timetable.problems()).unwrap_or_default(), []);
    }
}
