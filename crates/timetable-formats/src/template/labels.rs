//! The headings of our workbook, in Chinese and English. A heading is known by either of its two words.

/// A heading in Chinese and English.
#[derive(Clone, Copy)]
pub(super) struct Label(&'static str, &'static str);

impl Label {
    /// The text of the cell.
    pub(super) fn text(self) -> String {
        format!("{} {}", self.0, self.1)
    }

    /// Whether a cell has this heading; people may leave one of the languages.
    pub(super) fn is(self, text: &str) -> bool {
        let text = text.trim();
        text == self.0 || text.eq_ignore_ascii_case(self.1) || text == self.text()
    }
}

pub(super) const LESSONS_SHEET: &str = "课程表";
pub(super) const SUBJECTS_SHEET: &str = "科目";
pub(super) const SETTINGS_SHEET: &str = "设置";
pub(super) const HELP_SHEET: &str = "填写说明";

pub(super) const START: Label = Label("开始", "Start");
pub(super) const END: Label = Label("结束", "End");
pub(super) const SCHEDULE: Label = Label("名称", "Name");

pub(super) const SUBJECT: Label = Label("科目", "Subject");
pub(super) const SHORT_NAME: Label = Label("简称", "Short name");
pub(super) const TEACHER: Label = Label("教师", "Teacher");
pub(super) const ROOM: Label = Label("教室", "Room");
pub(super) const COLOR: Label = Label("颜色", "Colour");
/// The columns of the sheet of subjects.
pub(super) const SUBJECT_COLUMNS: [Label; 5] = [SUBJECT, SHORT_NAME, TEACHER, ROOM, COLOR];

pub(super) const TIMETABLE: Label = Label("课表名称", "Timetable");
pub(super) const DESCRIPTION: Label = Label("说明", "Description");
pub(super) const CYCLE: Label = Label("周期", "Cycle");
pub(super) const PAUSES: Label = Label("放假时周期暂停", "Cycle pauses on days off");

pub(super) const WEEKLY: Label = Label("每周", "Weekly");
pub(super) const YES: Label = Label("是", "Yes");
pub(super) const NO: Label = Label("否", "No");

/// The heading of a column whose schedule has no day.
pub(super) const NO_DAYS: &str = "未安排";
/// What stands after the days of a schedule of odd or even weeks.
pub(super) const ODD: &str = "单周";
pub(super) const EVEN: &str = "双周";

/// What people read who fill the workbook in.
pub(super) const HELP: &[(&str, &str)] = &[
    (
        "“课程表”每列是一天，每行是一节课，时间写成 08:00。",
        "A column of 课程表 is a day and a row is a lesson; write times like 08:00.",
    ),
    (
        "单元格第一行写科目，第二行写教师，第三行写教室；后两行与“科目”中相同时可不写。",
        "The first line of a cell is the subject, the second the teacher, the third the room; leave the last two out where 科目 has the same.",
    ),
    (
        "单双周：标题写“周一 单周”和“周一 双周”两列，或在单元格写“语文(单)/数学(双)”。",
        "Odd and even weeks: two columns 周一 单周 and 周一 双周, or a cell such as 语文(单)/数学(双).",
    ),
    (
        "按天数循环：“设置”的周期写成“上课 6 天，休息 1 天”，标题写“第 1 天”。",
        "A cycle of days: write “work 6, rest 1” as the cycle in 设置, and Day 1 as a heading.",
    ),
    ("颜色写成 #rrggbb，可以不写。", "Colours are written like #rrggbb and may be left out."),
];
