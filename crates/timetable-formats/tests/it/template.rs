//! Our own workbook, as people fill it in.

use proptest::prelude::*;
use school_clock::{Activity, Cycle, Span, Weeks};
use timetable_formats::{Format, Imported, Sheet, Workbook, read_template, read_workbook, template};

use crate::shown;

fn sheet(name: &str, rows: &[&[&str]]) -> Sheet {
    let cells = rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect();
    Sheet { name: name.into(), cells }
}

fn workbook(sheets: Vec<Sheet>) -> Workbook {
    Workbook { sheets, problems: Vec::new() }
}

fn read(sheets: Vec<Sheet>) -> Imported {
    read_template(&workbook(sheets)).expect("our own workbook").unwrap()
}

fn refused(sheets: Vec<Sheet>) -> Vec<String> {
    shown(&read_template(&workbook(sheets)).expect("our own workbook").unwrap_err())
}

const HEAD: &[&str] = &["开始 Start", "结束 End", "周一", "周二"];

#[test]
fn the_template_is_an_example_that_can_be_imported() {
    let read = read_template(&read_workbook(&template()).unwrap()).unwrap().unwrap();
    assert_eq!((read.format, read.name, read.problems.len()), (Format::SheetTemplate, None, 0));
    assert_eq!(read.timetable.schedules.len(), 5);
    assert_eq!(read.timetable.schedules[0].lessons.len(), 8);
    assert_eq!(read.timetable.subject("数学").unwrap().short_name.as_deref(), Some("数"));
}

#[test]
fn a_grid_alone_is_enough() {
    let rows: &[&[&str]] =
        &[HEAD, &["8:00", "8:40", "语文", "数学\n陈晨"], &["8:50", "9:30", "体育(单)/音乐(双)", "-"]];
    let read = read(vec![sheet("课程表", rows)]);
    let schedules = &read.timetable.schedules;
    assert_eq!(
        schedules.iter().map(|s| (s.days[0], s.weeks)).collect::<Vec<_>>(),
        [(1, Weeks::All), (1, Weeks::Odd), (1, Weeks::Even), (2, Weeks::All)]
    );
    assert_eq!(schedules[3].lessons[0].teacher.as_deref(), Some("陈晨"));
    assert_eq!(read.timetable.subjects.len(), 4);
    assert!(read.problems.is_empty());
}

#[test]
fn a_subject_that_the_list_lacks_is_added_and_told() {
    let rows: &[&[&str]] = &[HEAD, &["8:00", "8:40", "语文", "羽文"]];
    let subjects: &[&[&str]] = &[&["教室", "科目"], &["101", "语文"]];
    let read = read(vec![sheet("科目", subjects), sheet("课程表", rows)]);
    assert_eq!(shown(&read.problems), ["(D2 SubjectAdded 羽文)"]);
    assert_eq!(
        read.timetable.subjects[0].room.as_deref(),
        Some("101"),
        "columns are found by their headings"
    );
}

#[test]
fn a_cycle_of_days_is_read_from_the_settings() {
    let rows: &[&[&str]] =
        &[&["开始", "结束", "第 1 天、第 3 天", "Day 2", "4"], &["8:00", "8:40", "语文", "数学", "语文(单)"]];
    let settings: &[&[&str]] = &[
        &["课表名称", "高一"],
        &["说明", "试行"],
        &["周期", "上课3天，休息 1 天, work 1"],
        &["放假时周期暂停", "是"],
    ];
    let read = read(vec![sheet("课程表", rows), sheet("设置", settings)]);
    let span = |activity, count| Span { activity, count };
    let spans = vec![span(Activity::Work, 3), span(Activity::Rest, 1), span(Activity::Work, 1)];
    assert_eq!(read.timetable.cycle, Cycle::Days { spans, pauses_on_days_off: true });
    assert_eq!(read.name.as_deref(), Some("高一"));
    assert_eq!(read.timetable.description.as_deref(), Some("试行"));
    assert_eq!(read.timetable.schedules[0].days, [1, 3]);
    assert_eq!(read.timetable.schedules[2].lessons[0].subject, "语文(单)", "there are no odd weeks");
}

#[test]
fn a_long_name_and_description_are_cut_and_told() {
    let [name, description] = [41, 201].map(|length| "长".repeat(length));
    let settings: &[&[&str]] = &[&["课表名称", &name], &["说明", &description]];
    let read = read(vec![sheet("课程表", &[HEAD]), sheet("设置", settings)]);
    let length = |text: Option<String>| text.unwrap().chars().count();
    assert_eq!((length(read.name), length(read.timetable.description)), (40, 200));
    let told = ["(B1 Cut 课表名称 Timetable)", "(B2 Cut 说明 Description)"];
    assert_eq!(shown(&read.problems), told);
}

#[test]
fn problems_name_their_cells() {
    let grid = |rows: &[&[&str]]| vec![sheet("课程表", &[&[HEAD], rows].concat())];
    assert_eq!(refused(grid(&[&["8点", "8:40", "语文", ""]])), ["A2 Time 8点"]);
    assert_eq!(refused(grid(&[&["", "", "语文", ""]])), ["C2 PeriodWithoutTimes"]);
    assert_eq!(refused(grid(&[&["8:40", "8:00", "", "语文"]])), ["D2 EndsEarly 语文"]);
    let overlap: &[&[&str]] = &[&["8:00", "8:40", "语文", ""], &["8:30", "9:00", "数学", ""]];
    assert_eq!(refused(grid(overlap)), ["C3 Overlap 数学"]);
    assert_eq!(refused(grid(&[&["8:00", "8:40", &"长".repeat(41), ""]])).len(), 2);
    let heading: &[&[&str]] = &[&["开始", "结束", "星期八"], &["8:00", "8:40", "语文"]];
    assert_eq!(refused(vec![sheet("课程表", heading)]), ["C1 Day 星期八"]);
    let ninth: &[&[&str]] = &[&["开始", "结束", "9"], &["8:00", "8:40", "语文"]];
    assert_eq!(refused(vec![sheet("课程表", ninth)]), ["C1 Day 9"]);
    let subjects: &[&[&str]] = &[&["科目", "颜色"], &["语文", "red"], &["语文", ""]];
    let sheets = vec![sheet("课程表", &[HEAD]), sheet("科目", subjects)];
    assert_eq!(refused(sheets), ["A3 Color 语文", "A3 SubjectTwice 语文"]);
    let settings: &[&[&str]] = &[&["周期", "有时"]];
    assert_eq!(refused(vec![sheet("课程表", &[HEAD]), sheet("设置", settings)]), ["B1 Cycle 有时"]);
}

#[test]
fn other_workbooks_are_not_taken_for_ours() {
    let rows: &[&[&str]] = &[&["节次", "周一", "周二"], &["1", "语文", "数学"]];
    assert!(read_template(&workbook(vec![sheet("课程表", rows)])).is_none());
    assert!(read_template(&workbook(Vec::new())).is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_cells_make_the_reader_panic(
        grid in proptest::collection::vec(proptest::collection::vec("[周一二第天单双/(),、:0-9a \n-]{0,6}", 0..6), 0..6),
        subjects in proptest::collection::vec(proptest::collection::vec("[语数#a]{0,4}", 0..6), 0..5),
        cycle in "[上课休息天,0-9 ]{0,12}",
    ) {
        let mut grid = grid;
        grid.insert(0, ["开始", "结束", "周一", "周二 单周", "1"].map(str::to_owned).to_vec());
        let mut subjects = subjects;
        subjects.insert(0, ["科目", "颜色"].map(str::to_owned).to_vec());
        let settings = vec![vec!["周期".to_owned(), cycle]];
        let sheet = |name: &str, cells| Sheet { name: name.to_owned(), cells };
        let sheets = vec![sheet("课程表", grid), sheet("科目", subjects), sheet("设置", settings)];
        if let Some(Ok(imported)) = read_template(&workbook(sheets)) {
            prop_assert_eq!(imported.timetable.problems(), []);
        }
    }
}
