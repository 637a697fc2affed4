//! Writing our workbook.

use std::collections::BTreeSet;

use rust_xlsxwriter::{
    Color, DocProperties, ExcelDateTime, Format, FormatAlign, FormatBorder, Workbook, Worksheet, XlsxError,
};
use school_clock::{Activity, ClockTime, Cycle, Lesson, Schedule, Subject, Timetable, Weeks};

use super::labels::{
    COLOR, CYCLE, DESCRIPTION, END, EVEN, HELP, HELP_SHEET, LESSONS_SHEET, NO, NO_DAYS, ODD, PAUSES,
    SCHEDULE, SETTINGS_SHEET, START, SUBJECT_COLUMNS, SUBJECTS_SHEET, TIMETABLE, WEEKLY, YES,
};
use crate::cycle::weekday_name;

/// A period of the grid.
type Period = (ClockTime, ClockTime);

/// Writes a timetable as an XLSX file, from which [`read_template`](crate::read_template) reads the same timetable.
/// Equal timetables give equal bytes.
#[must_use]
pub fn write_xlsx(name: &str, timetable: &Timetable) -> Vec<u8> {
    write(name, timetable, &[]).expect("the sizes of a timetable are within those of a workbook")
}

/// An XLSX file to fill in: a week with the usual periods and an example.
#[must_use]
pub fn template() -> Vec<u8> {
    const PERIODS: [(&str, &str); 8] = [
        ("08:00", "08:40"),
        ("08:50", "09:30"),
        ("10:00", "10:40"),
        ("10:50", "11:30"),
        ("14:00", "14:40"),
        ("14:50", "15:30"),
        ("15:40", "16:20"),
        ("16:30", "17:10"),
    ];
    const SUBJECTS: [(&str, &str, &str); 6] = [
        ("语文", "语", "#d94f4f"),
        ("数学", "数", "#3f7fd9"),
        ("英语", "英", "#3f9f6b"),
        ("体育", "体", "#d98c2f"),
        ("音乐", "音", "#8f5fd9"),
        ("美术", "美", "#c05fa8"),
    ];
    const MONDAY: [&str; 8] = ["语文", "数学", "英语", "体育", "数学", "语文", "英语", "音乐"];
    let time = |text: &str| text.parse().expect("the times are constants");
    let periods: Vec<Period> = PERIODS.iter().map(|(start, end)| (time(start), time(end))).collect();
    let subjects = SUBJECTS.iter().map(|(name, short_name, color)| Subject {
        name: (*name).to_owned(),
        short_name: Some((*short_name).to_owned()),
        color: Some((*color).to_owned()),
        ..Subject::default()
    });
    let lesson = |(subject, (start, end)): (&&str, &Period)| Lesson {
        subject: (*subject).to_owned(),
        start: *start,
        end: *end,
        teacher: None,
        room: None,
    };
    let lessons: Vec<Lesson> = MONDAY.iter().zip(&periods).map(lesson).collect();
    let days = (1..=5).map(|day| Schedule {
        days: vec![day],
        lessons: if day == 1 { lessons.clone() } else { Vec::new() },
        ..Schedule::default()
    });
    let timetable =
        Timetable { subjects: subjects.collect(), schedules: days.collect(), ..Timetable::default() };
    write("", &timetable, &periods).expect("the sizes of the example are within those of a workbook")
}

/// The workbook, with rows for more periods than the lessons have.
fn write(name: &str, timetable: &Timetable, more: &[Period]) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    // Without it the library asks the clock of the machine, and equal timetables would give different files.
    let created = ExcelDateTime::from_ymd(2000, 1, 1)?;
    workbook.set_properties(&DocProperties::new().set_title(name).set_creation_datetime(&created));
    write_lessons(workbook.add_worksheet().set_name(LESSONS_SHEET)?, timetable, more)?;
    write_subjects(workbook.add_worksheet().set_name(SUBJECTS_SHEET)?, &timetable.subjects)?;
    write_settings(workbook.add_worksheet().set_name(SETTINGS_SHEET)?, name, timetable)?;
    let help = workbook.add_worksheet().set_name(HELP_SHEET)?;
    help.set_column_width(0, 90)?;
    for (row, text) in (0..).zip(HELP.iter().flat_map(|(chinese, english)| [chinese, english])) {
        help.write_string_with_format(row, 0, *text, &Format::new().set_text_wrap())?;
    }
    workbook.save_to_buffer()
}

fn heading() -> Format {
    Format::new()
        .set_bold()
        .set_align(FormatAlign::Center)
        .set_align(FormatAlign::VerticalCenter)
        .set_text_wrap()
        .set_border(FormatBorder::Thin)
        .set_background_color(Color::RGB(0x00e8_ecf2))
}

fn cell() -> Format {
    Format::new()
        .set_align(FormatAlign::Center)
        .set_align(FormatAlign::VerticalCenter)
        .set_text_wrap()
        .set_border(FormatBorder::Thin)
}

fn write_lessons(sheet: &mut Worksheet, timetable: &Timetable, more: &[Period]) -> Result<(), XlsxError> {
    let schedules = &timetable.schedules;
    let lessons = schedules.iter().flat_map(|schedule| &schedule.lessons);
    let periods: BTreeSet<Period> =
        lessons.map(|lesson| (lesson.start, lesson.end)).chain(more.iter().copied()).collect();
    let periods: Vec<Period> = periods.into_iter().collect();
    let has_names = schedules.iter().any(|schedule| !schedule.name.is_empty());
    let first = if has_names { 2 } else { 1 };
    sheet.set_landscape().set_print_fit_to_pages(1, 0).set_freeze_panes(first, 2)?;
    sheet.write_string_with_format(0, 0, START.text(), &heading())?;
    sheet.write_string_with_format(0, 1, END.text(), &heading())?;
    if has_names {
        sheet.write_string_with_format(1, 0, SCHEDULE.text(), &heading())?;
        sheet.write_string_with_format(1, 1, "", &heading())?;
    }
    for (row, (start, end)) in (first..).zip(&periods) {
        sheet.write_string_with_format(row, 0, start.to_string(), &heading())?;
        sheet.write_string_with_format(row, 1, end.to_string(), &heading())?;
    }
    for (column, schedule) in (2..).zip(schedules) {
        sheet.set_column_width(column, 14)?;
        sheet.write_string_with_format(0, column, days(schedule, &timetable.cycle), &heading())?;
        if has_names {
            sheet.write_string_with_format(1, column, &schedule.name, &heading())?;
        }
        for (row, period) in (first..).zip(&periods) {
            let lesson = schedule.lessons.iter().find(|lesson| (lesson.start, lesson.end) == *period);
            let color = lesson.and_then(|lesson| timetable.subject(&lesson.subject)?.color.as_deref());
            let text = lesson.map(text).unwrap_or_default();
            sheet.write_string_with_format(row, column, text, &colored(cell(), color))?;
        }
    }
    Ok(())
}

/// The days of a schedule as the heading of its column.
fn days(schedule: &Schedule, cycle: &Cycle) -> String {
    let day = |day: &u16| if *cycle == Cycle::Weekly { weekday_name(*day) } else { format!("第{day}天") };
    let days = schedule.days.iter().map(day).collect::<Vec<_>>().join("、");
    let days = if days.is_empty() { NO_DAYS.to_owned() } else { days };
    match schedule.weeks {
        Weeks::All => days,
        Weeks::Odd => format!("{days} {ODD}"),
        Weeks::Even => format!("{days} {EVEN}"),
    }
}

/// The lines of a cell: the subject, and the teacher and room where they are not those of the subject.
fn text(lesson: &Lesson) -> String {
    let mut lines = vec![lesson.subject.as_str()];
    lines.extend(lesson.teacher.as_deref().or(lesson.room.as_ref().map(|_| "")));
    lines.extend(lesson.room.as_deref());
    lines.join("\n")
}

/// The format with the colour of a subject behind it, and letters that can be read on it.
fn colored(format: Format, color: Option<&str>) -> Format {
    let digits = color.and_then(|color| color.strip_prefix('#'));
    let Some(value) = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) else { return format };
    let part = |shift: u32| (value >> shift) & 0xff;
    let brightness = part(16) * 299 + part(8) * 587 + part(0) * 114;
    let letters = if brightness > 128_000 { Color::Black } else { Color::White };
    format.set_background_color(Color::RGB(value & 0x00ff_ffff)).set_font_color(letters)
}

fn write_subjects(sheet: &mut Worksheet, subjects: &[Subject]) -> Result<(), XlsxError> {
    sheet.set_freeze_panes(1, 0)?;
    for (column, label) in (0..).zip(SUBJECT_COLUMNS) {
        sheet.set_column_width(column, 18)?;
        sheet.write_string_with_format(0, column, label.text(), &heading())?;
    }
    for (row, subject) in (1..).zip(subjects) {
        let texts = [&subject.short_name, &subject.teacher, &subject.room, &subject.color];
        sheet.write_string_with_format(row, 0, &subject.name, &cell())?;
        for ((column, text), label) in (1..).zip(texts).zip(&SUBJECT_COLUMNS[1..]) {
            let color = text.as_deref().filter(|_| label.is(&COLOR.text()));
            let text = text.as_deref().unwrap_or_default();
            sheet.write_string_with_format(row, column, text, &colored(cell(), color))?;
        }
    }
    Ok(())
}

fn write_settings(sheet: &mut Worksheet, name: &str, timetable: &Timetable) -> Result<(), XlsxError> {
    let (cycle, pauses) = match &timetable.cycle {
        Cycle::Weekly => (WEEKLY.text(), NO),
        Cycle::Days { spans, pauses_on_days_off } => {
            let span = |activity: Activity| if activity == Activity::Work { "上课" } else { "休息" };
            let spans = spans.iter().map(|part| format!("{} {} 天", span(part.activity), part.count));
            (spans.collect::<Vec<_>>().join("，"), if *pauses_on_days_off { YES } else { NO })
        }
    };
    sheet.set_column_width(0, 36)?;
    sheet.set_column_width(1, 60)?;
    let description = timetable.description.as_deref().unwrap_or_default();
    let rows = [(TIMETABLE, name), (DESCRIPTION, description), (CYCLE, &cycle), (PAUSES, &pauses.text())];
    for (row, (label, text)) in (0..).zip(rows) {
        sheet.write_string_with_format(row, 0, label.text(), &heading())?;
        sheet.write_string_with_format(row, 1, text, &Format::new().set_text_wrap())?;
    }
    Ok(())
}
