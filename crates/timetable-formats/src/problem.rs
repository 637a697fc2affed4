//! What is wrong with a file, and where.

use school_clock::Rule;

/// Something that is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileProblem {
    /// Where it is.
    pub place: Place,
    /// What is wrong.
    pub rule: FileRule,
    /// The field, name or text that is meant; empty where the place says enough.
    pub name: String,
    /// Whether the file cannot be used because of it.
    pub fatal: bool,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The file as a whole.
    File,
    /// A line of a text.
    Line {
        /// The number of the line, from 1.
        line: u64,
        /// The number of the character in it, from 1.
        column: u64,
    },
    /// A cell of a workbook.
    Cell {
        /// The name of the sheet.
        sheet: String,
        /// The column and row as spreadsheets name them, such as `B3`.
        cell: String,
    },
}

/// What may be wrong with a file. Words for people are given by [`FileProblem::message`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileRule {
    /// The file has nothing in it.
    Empty,
    /// The file has more than [`MAX_FILE`](crate::MAX_FILE) bytes.
    TooBig,
    /// The bytes are no text in an encoding that can be told.
    NotText,
    /// The text is no YAML.
    Syntax,
    /// The text is a table with commas, semicolons or tabs between its cells.
    Csv,
    /// The file is a profile of ClassIsland, which exports CSES.
    ClassIsland,
    /// Aliases, depth or size are more than a timetable needs.
    TooComplex,
    /// A map has a key twice; the name is the key.
    DuplicateKey,
    /// The text has several YAML documents.
    SeveralDocuments,
    /// The version is neither 1 nor 2; the name is what is there.
    Version,
    /// A field is missing; the name is the field.
    Missing,
    /// A field is no list; the name is the field.
    NotAList,
    /// A field has no fields of its own; the name is the field.
    NotAMap,
    /// A field is no text; the name is the field.
    NotAText,
    /// A field is no whole number in its range; the name is the field.
    NotANumber,
    /// A field is not known and was left out; the name is the field. Never fatal, and told where it is there first.
    Ignored,
    /// A text is too long and was cut; the name is the field. Never fatal.
    Cut,
    /// A time is no time of day; the name is what is there.
    Time,
    /// A date is no date of the years 1900 to 2199; the name is what is there.
    Date,
    /// A date is there twice; the name is the date.
    DateTwice,
    /// A day is no weekday from 1 to 7, or no working day of the cycle, or is there twice; the name is what is there.
    Day,
    /// The weeks are neither all, odd nor even; the name is what is there.
    Weeks,
    /// In a cycle of days a schedule is for odd or even weeks; the name is the schedule.
    WeeksInCycle,
    /// The cycle has no working day, a span without days, or more than 366 days.
    Cycle,
    /// The numbers of working days and days of rest are not those of the spans. Never fatal: the spans count.
    CycleCounts,
    /// The name of a subject or schedule has more than 40 characters, control characters or none at all; the name is
    /// what is there.
    Name,
    /// So has a short name, a teacher or a room; the name is the subject.
    Text,
    /// A subject is there twice; the name is the subject.
    SubjectTwice,
    /// A lesson names no subject of the file; the name is the subject.
    SubjectUnknown,
    /// A subject of a lesson was not in the list of subjects and was added. Never fatal.
    SubjectAdded,
    /// A colour is not `#rrggbb`; the name is the subject.
    Color,
    /// A lesson does not end after it begins; the name is the subject.
    EndsEarly,
    /// Two lessons are at the same time; the name is the subject of the second.
    Overlap,
    /// More than 200 subjects, 200 schedules or 40 lessons on a day.
    TooMany,
    /// The file is an old or an encrypted workbook.
    OldWorkbook,
    /// The file is no workbook, or a broken one.
    NotAWorkbook,
    /// The workbook unpacks to more than is read.
    UnpacksTooBig,
    /// A sheet cannot be read; the name is the sheet. Not fatal where others can.
    SheetUnreadable,
    /// A sheet has more rows or columns than are read; the name is the sheet. Never fatal.
    TooManyCells,
    /// A formula has no value, or an error for one; the cell was taken as empty. Never fatal.
    FormulaWithoutValue,
    /// The mapping of a grid names a row, column or day that cannot be.
    Mapping,
    /// A period has lessons but no times.
    PeriodWithoutTimes,
    /// Two subjects in one cell were taken as those of odd and even weeks. Never fatal.
    WeeksAssumed,
    /// The file or sheet has no lessons.
    NoLessons,
    /// There are more problems than are told; the last of them. Never fatal.
    MoreProblems,
}

impl From<Rule> for FileRule {
    fn from(rule: Rule) -> Self {
        match rule {
            Rule::Name => Self::Name,
            Rule::Text => Self::Text,
            Rule::SubjectTwice => Self::SubjectTwice,
            Rule::SubjectUnknown => Self::SubjectUnknown,
            Rule::Color => Self::Color,
            Rule::EndsEarly => Self::EndsEarly,
            Rule::Overlap => Self::Overlap,
            Rule::Day => Self::Day,
            Rule::Cycle => Self::Cycle,
            Rule::WeeksInCycle => Self::WeeksInCycle,
            Rule::TooMany => Self::TooMany,
        }
    }
}

impl FileProblem {
    /// A problem of the whole file.
    pub(crate) fn of_file(rule: FileRule) -> Self {
        Self { place: Place::File, rule, name: String::new(), fatal: true }
    }

    /// A problem of a cell; `row` and `column` count from 0.
    pub(crate) fn of_cell(sheet: &str, row: usize, column: usize, rule: FileRule, name: &str) -> Self {
        let cell = format!("{}{}", column_name(column), row + 1);
        let place = Place::Cell { sheet: sheet.to_owned(), cell };
        Self { place, rule, name: shown(name), fatal: true }
    }

    /// The same, but the file can be used.
    pub(crate) fn harmless(self) -> Self {
        Self { fatal: false, ..self }
    }
}

/// A list of problems that stops growing when nobody would read on.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    found: Vec<FileProblem>,
    /// Whether there were more.
    is_cut: bool,
}

impl Problems {
    const MOST: usize = 100;

    pub(crate) fn push(&mut self, problem: FileProblem) {
        let told = |other: &FileProblem| other.rule == FileRule::Ignored && other.name == problem.name;
        if problem.rule == FileRule::Ignored && self.found.iter().any(told) {
            return;
        }
        if self.found.len() == Self::MOST {
            self.is_cut = true;
            let harmless = self.found.iter().rposition(|other| !other.fatal);
            let Some(index) = harmless.filter(|_| problem.fatal) else { return };
            self.found.remove(index);
        }
        self.found.push(problem);
    }

    /// Whether any of them is fatal. One that is takes the place of one that is not, so that it is always in the list.
    pub(crate) fn is_fatal(&self) -> bool {
        self.found.iter().any(|problem| problem.fatal)
    }

    /// The list, which ends with `MoreProblems` where some were left out.
    pub(crate) fn into_vec(mut self) -> Vec<FileProblem> {
        if self.is_cut {
            self.found.push(FileProblem::of_file(FileRule::MoreProblems).harmless());
        }
        self.found
    }
}

/// A text of a file, short enough for a message.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let mut shown: String = text.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

/// The name that spreadsheets give a column, counted from 0: A, B … Z, AA.
fn column_name(column: usize) -> String {
    let mut name = Vec::new();
    let mut rest = column + 1;
    while rest > 0 {
        rest -= 1;
        name.push(char::from(b'A' + u8::try_from(rest % 26).unwrap_or_default()));
        rest /= 26;
    }
    name.iter().rev().collect()
}

/// Why a timetable cannot be written in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotWrite {
    /// CSES 1 knows weeks only, and the cycle does not consist of one or two of them, or it pauses on days off.
    NotAWeek,
    /// CSES 2 asks for at least two working days and two days of rest in a cycle of at most 366 days.
    NoRest,
    /// The timetable can be written neither in CSES 1 nor in CSES 2, for these reasons.
    NoCses,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_named_as_in_a_spreadsheet() {
        for (column, name) in
            [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")]
        {
            assert_eq!(column_name(column), name);
        }
    }

    #[test]
    fn a_fatal_problem_behind_many_others_is_still_told() {
        let mut problems = Problems::default();
        let warning = FileProblem::of_file(FileRule::Cut).harmless();
        (0..200).for_each(|_| problems.push(warning.clone()));
        problems.push(FileProblem::of_file(FileRule::Time));
        assert!(problems.is_fatal());
        let found = problems.into_vec();
        assert_eq!(found.len(), 101);
        assert!(found[99].fatal && found[98].rule == FileRule::Cut);
        assert_eq!((found[100].rule, found[100].fatal), (FileRule::MoreProblems, false));
    }

    #[test]
    fn a_field_that_is_not_known_is_told_once() {
        let mut problems = Problems::default();
        let ignored = |name: &str| FileProblem {
            name: name.to_owned(),
            ..FileProblem::of_file(FileRule::Ignored).harmless()
        };
        (0..200).for_each(|_| problems.push(ignored("theme")));
        problems.push(ignored("icon"));
        assert_eq!(problems.into_vec(), [ignored("theme"), ignored("icon")]);
    }
}
