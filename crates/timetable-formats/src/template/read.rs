//! TemplateReader our workbook.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use school_clock::{
    Activity, ClockTime, Cycle, Lesson, MAX_DESCRIPTION, MAX_NAME, Problem, Schedule, Span, Subject,
    Timetable, Weeks,
};

use super::labels::{
    COLOR, CYCLE, DESCRIPTION, END, LESSONS_SHEET, Label, NO_DAYS, PAUSES, ROOM, SCHEDULE, SETTINGS_SHEET,
    SHORT_NAME, START, SUBJECT, SUBJECTS_SHEET, TEACHER, TIMETABLE, WEEKLY, YES,
};
use crate::grid::{no_lesson, parse_alternatives, weekday, weeks_mark};
use crate::problem::Problems;
use crate::{FileProblem, FileRule, Format, Imported, Sheet, Workbook};

/// Reads a workbook that has the form of [`template`](crate::template), whatever the order of its sheets; `None` for
/// any other. Subjects that the sheet of subjects does not have are added.
///
/// # Errors
/// Everything that is wrong, at least one of it fatal.
#[must_use]
pub fn read_template(workbook: &Workbook) -> Option<Result<Imported, Vec<FileProblem>>> {
    let find = |name: &str| workbook.sheets.iter().find(|sheet| sheet.name.trim() == name);
    let lessons =
        find(LESSONS_SHEET).filter(|sheet| START.is(sheet.text(0, 0)) && END.is(sheet.text(0, 1)))?;
    let mut reader = TemplateReader { problems: Problems::default(), lessons };
    workbook.problems.iter().for_each(|problem| reader.problems.push(problem.clone()));
    let settings = find(SETTINGS_SHEET).map(|sheet| reader.settings(sheet)).unwrap_or_default();
    let (mut subjects, places) = find(SUBJECTS_SHEET).map(|sheet| reader.subjects(sheet)).unwrap_or_default();
    let columns = reader.schedules(&settings.cycle, &mut subjects);
    let mut cells = Vec::new();
    let mut schedules = Vec::new();
    for column in columns {
        cells.push(column.cells);
        schedules.push(column.schedule);
    }
    let timetable =
        Timetable { description: settings.description, cycle: settings.cycle, subjects, schedules };
    for problem in timetable.problems() {
        let problem = reader.placed(&problem, &timetable, &cells, &places, settings.place);
        reader.problems.push(problem);
    }
    if reader.problems.is_fatal() {
        return Some(Err(reader.problems.into_vec()));
    }
    let problems = reader.problems.into_vec();
    let format = Format::SheetTemplate;
    Some(Ok(Imported { format, name: settings.name, timetable, days: Vec::new(), problems }))
}

/// What the sheet of settings says.
#[derive(Default)]
struct Settings {
    name: Option<String>,
    description: Option<String>,
    cycle: Cycle,
    place: Option<Place>,
}

/// A cell: the name of its sheet, its row and its column.
type Place = (&'static str, usize, usize);

/// A column of the grid.
struct Column {
    schedule: Schedule,
    /// The cell of the heading, and then those of the lessons.
    cells: Vec<(usize, usize)>,
}

struct TemplateReader<'a> {
    problems: Problems,
    lessons: &'a Sheet,
}

impl TemplateReader<'_> {
    fn fatal(&mut self, sheet: &str, (row, column): (usize, usize), rule: FileRule, name: &str) {
        self.problems.push(FileProblem::of_cell(sheet, row, column, rule, name));
    }

    fn settings(&mut self, sheet: &Sheet) -> Settings {
        let mut settings = Settings::default();
        let mut pauses = false;
        for row in 0..sheet.cells.len() {
            let (label, value) = (sheet.text(row, 0), sheet.text(row, 1));
            if TIMETABLE.is(label) {
                settings.name = self.cut(sheet, row, MAX_NAME, TIMETABLE);
            } else if DESCRIPTION.is(label) {
                settings.description = self.cut(sheet, row, MAX_DESCRIPTION, DESCRIPTION);
            } else if PAUSES.is(label) {
                pauses = YES.is(value);
            } else if CYCLE.is(label) && !value.is_empty() && !WEEKLY.is(value) {
                settings.place = Some((SETTINGS_SHEET, row, 1));
                match spans(value) {
                    Some(spans) => settings.cycle = Cycle::Days { spans, pauses_on_days_off: false },
                    None => self.fatal(&sheet.name, (row, 1), FileRule::Cycle, value),
                }
            }
        }
        if let Cycle::Days { pauses_on_days_off, .. } = &mut settings.cycle {
            *pauses_on_days_off = pauses;
        }
        settings
    }

    /// The setting of a row, at most `most` characters of it; the rest is cut, which is told.
    fn cut(&mut self, sheet: &Sheet, row: usize, most: usize, label: Label) -> Option<String> {
        let text = sheet.text(row, 1);
        if text.chars().count() > most {
            let problem = FileProblem::of_cell(&sheet.name, row, 1, FileRule::Cut, &label.text());
            self.problems.push(problem.harmless());
        }
        let text: String = text.chars().take(most).collect();
        Some(text.trim_end().to_owned()).filter(|text| !text.is_empty())
    }

    /// The subjects and the rows where they stand.
    fn subjects(&mut self, sheet: &Sheet) -> (Vec<Subject>, Vec<usize>) {
        let width = sheet.cells.first().map_or(0, Vec::len);
        let column = |label: Label| (0..width).find(|column| label.is(sheet.text(0, *column)));
        let Some(name) = column(SUBJECT) else {
            self.fatal(&sheet.name, (0, 0), FileRule::Missing, &SUBJECT.text());
            return Default::default();
        };
        let mut found = Vec::new();
        let mut rows = Vec::new();
        for row in 1..sheet.cells.len() {
            let text = |label| {
                let text = sheet.text(row, column(label)?);
                (!text.is_empty()).then(|| text.to_owned())
            };
            let subject = Subject {
                name: sheet.text(row, name).to_owned(),
                short_name: text(SHORT_NAME),
                teacher: text(TEACHER),
                room: text(ROOM),
                color: text(COLOR),
            };
            if subject != Subject::default() {
                found.push(subject);
                rows.push(row);
            }
        }
        (found, rows)
    }

    fn schedules(&mut self, cycle: &Cycle, subjects: &mut Vec<Subject>) -> Vec<Column> {
        let sheet = self.lessons;
        let has_names = SCHEDULE.is(sheet.text(1, 0));
        let first = if has_names { 2 } else { 1 };
        let periods = self.periods(first);
        let mut listed: BTreeSet<String> = subjects.iter().map(|subject| subject.name.clone()).collect();
        let tells_added = !listed.is_empty();
        let mut found = Vec::new();
        for column in 2..sheet.cells.first().map_or(0, Vec::len) {
            let heading = sheet.text(0, column);
            let is_used = (first..sheet.cells.len()).any(|row| !sheet.text(row, column).is_empty());
            if heading.is_empty() && !is_used {
                continue;
            }
            let Some((days, weeks)) = days(heading, *cycle == Cycle::Weekly) else {
                self.fatal(&sheet.name, (0, column), FileRule::Day, heading);
                continue;
            };
            let name = if has_names { sheet.text(1, column).to_owned() } else { String::new() };
            let schedule = Schedule { name, days, weeks, lessons: Vec::new() };
            let split = *cycle == Cycle::Weekly && weeks == Weeks::All;
            let mut columns = [weeks, Weeks::Odd, Weeks::Even].map(|weeks| Column {
                schedule: Schedule { weeks, ..schedule.clone() },
                cells: vec![(0, column)],
            });
            for (row, start, end) in &periods {
                for (weeks, lesson) in self.cell((*row, column), (*start, *end), &listed, split) {
                    if listed.insert(lesson.subject.clone()) {
                        subjects.push(Subject { name: lesson.subject.clone(), ..Subject::default() });
                        if tells_added {
                            let rule = FileRule::SubjectAdded;
                            let problem =
                                FileProblem::of_cell(&sheet.name, *row, column, rule, &lesson.subject);
                            self.problems.push(problem.harmless());
                        }
                    }
                    let target = match weeks {
                        Some(Weeks::Odd) => 1,
                        Some(Weeks::Even) => 2,
                        _ => 0,
                    };
                    columns[target].schedule.lessons.push(lesson);
                    columns[target].cells.push((*row, column));
                }
            }
            let [usual, odd, even] = columns;
            found.push(usual);
            found.extend([odd, even].into_iter().filter(|column| !column.schedule.lessons.is_empty()));
        }
        found
    }

    /// The rows with times, in the order of the times.
    fn periods(&mut self, first: usize) -> Vec<(usize, ClockTime, ClockTime)> {
        let sheet = self.lessons;
        let mut periods = Vec::new();
        for row in first..sheet.cells.len() {
            let mut time = |column: usize| {
                let text = sheet.text(row, column);
                let time = text.parse::<ClockTime>().ok();
                if time.is_none() && !text.is_empty() {
                    self.fatal(&sheet.name, (row, column), FileRule::Time, text);
                }
                time
            };
            if let (Some(start), Some(end)) = (time(0), time(1)) {
                periods.push((row, start, end));
                continue;
            }
            let is_blank = |column| sheet.text(row, column).is_empty();
            let used = (2..sheet.cells[row].len()).find(|column| !is_blank(*column));
            if let Some(column) = used.filter(|_| is_blank(0) || is_blank(1)) {
                self.fatal(&sheet.name, (row, column), FileRule::PeriodWithoutTimes, "");
            }
        }
        periods.sort_by_key(|(_, start, end)| (*start, *end));
        periods
    }

    /// The lessons of a cell, with the weeks that the cell itself says.
    fn cell(
        &mut self,
        (row, column): (usize, usize),
        (start, end): (ClockTime, ClockTime),
        listed: &BTreeSet<String>,
        split: bool,
    ) -> Vec<(Option<Weeks>, Lesson)> {
        let mut lines = self.lessons.text(row, column).lines().map(str::trim);
        let subject = lines.next().unwrap_or_default();
        let mut own = || lines.next().filter(|line| !line.is_empty()).map(str::to_owned);
        let (teacher, room) = (own(), own());
        let lesson = |subject: &str| {
            let (teacher, room) = (teacher.clone(), room.clone());
            Lesson { subject: subject.to_owned(), start, end, teacher, room }
        };
        // The name of a subject may look like odd and even weeks, or like a break.
        if listed.contains(subject) {
            return vec![(None, lesson(subject))];
        }
        if no_lesson(subject) {
            return Vec::new();
        }
        let alternatives = if split { parse_alternatives(subject) } else { Vec::new() };
        if alternatives.iter().any(|one| one.assumed) {
            let problem =
                FileProblem::of_cell(&self.lessons.name, row, column, FileRule::WeeksAssumed, subject);
            self.problems.push(problem.harmless());
        }
        if alternatives.is_empty() {
            return vec![(None, lesson(subject))];
        }
        let alternatives = alternatives.iter().filter(|one| !no_lesson(&one.subject));
        alternatives.map(|one| (Some(one.weeks), lesson(&one.subject))).collect()
    }

    /// The problem of a timetable with the cell that it is about.
    fn placed(
        &self,
        problem: &Problem,
        timetable: &Timetable,
        cells: &[Vec<(usize, usize)>],
        rows: &[usize],
        cycle: Option<Place>,
    ) -> FileProblem {
        let rule = FileRule::from(problem.rule);
        if let Some(schedule) = problem.schedule {
            let (row, column) = cells[schedule][problem.lesson.map_or(0, |lesson| lesson + 1)];
            let heading = self.lessons.text(0, column);
            let name = if problem.rule == school_clock::Rule::Day { heading } else { &problem.name };
            return FileProblem::of_cell(&self.lessons.name, row, column, rule, name);
        }
        let subject = timetable.subjects.iter().rposition(|subject| subject.name == problem.name);
        match (subject.and_then(|subject| rows.get(subject)), cycle) {
            (Some(row), _) => FileProblem::of_cell(SUBJECTS_SHEET, *row, 0, rule, &problem.name),
            (None, Some((sheet, row, column))) => {
                FileProblem::of_cell(sheet, row, column, rule, &problem.name)
            }
            (None, None) => FileProblem { name: problem.name.clone(), ..FileProblem::of_file(rule) },
        }
    }
}

/// The spans of a cycle such as 上课 6 天，休息 1 天, or `work 6, rest 1`.
fn spans(text: &str) -> Option<Vec<Span>> {
    static SPAN: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^\s*(?i:(上课|上|work)|休息|休|rest)\s*([0-9]{1,3})\s*(?i:天|days?)?\s*$")
            .expect("the pattern is valid")
    });
    let span = |part: &str| {
        let found = SPAN.captures(part)?;
        let activity = if found.get(1).is_some() { Activity::Work } else { Activity::Rest };
        Some(Span { activity, count: found[2].parse().ok()? })
    };
    text.split([',', '，', '、', ';', '；']).filter(|part| !part.trim().is_empty()).map(span).collect()
}

/// The days and weeks of a heading such as 星期一、星期三 单周, or 第 1 天、第 7 天; `None` where a part is no day.
fn days(heading: &str, is_week: bool) -> Option<(Vec<u16>, Weeks)> {
    static DAY: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(?i:第\s*([0-9]{1,4})\s*天|day\s*([0-9]{1,4})|([0-9]{1,4}))$")
            .expect("the pattern is valid")
    });
    let marked = if is_week { weeks_mark(heading) } else { None };
    let (weeks, rest) = marked.unwrap_or_else(|| (Weeks::All, heading.to_owned()));
    if rest == NO_DAYS {
        return Some((Vec::new(), weeks));
    }
    let day = |part: &str| {
        if is_week && let Some(day) = weekday(part) {
            return Some(day);
        }
        let found = DAY.captures(part)?;
        let number = (1..=3).find_map(|group| found.get(group))?;
        number.as_str().parse().ok()
    };
    let days: Option<Vec<u16>> = rest.split(['、', ',', '，', '/']).map(|part| day(part.trim())).collect();
    days.map(|days| (days, weeks))
}
