//! What is wrong with a timetable.

use std::collections::{BTreeMap, BTreeSet};

use crate::limits::{MAX_CYCLE, MAX_DESCRIPTION, MAX_NAME};
use crate::{Cycle, Lesson, Schedule, Subject, Timetable, Weeks};

/// The most subjects, and the most schedules.
const MAX_LIST: usize = 200;
/// The most lessons of a day, and therefore of one schedule.
const MAX_LESSONS: usize = 40;

/// Something that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The rule that is broken.
    pub rule: Rule,
    /// The subject, or the subject of the lesson; the name of the schedule where neither is meant.
    pub name: String,
    /// The number of the schedule in the timetable, from 0.
    pub schedule: Option<usize>,
    /// The number of the lesson in the schedule, from 0.
    pub lesson: Option<usize>,
}

/// A rule for timetables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The name of a subject or schedule has 1 to 40 characters and no control characters.
    Name,
    /// So has a short name, a teacher and a room.
    Text,
    /// Each subject is there once.
    SubjectTwice,
    /// A lesson names one of the subjects.
    SubjectUnknown,
    /// A colour is `#rrggbb`.
    Color,
    /// A lesson ends after it begins, on the same day.
    EndsEarly,
    /// A day has one lesson at a time.
    Overlap,
    /// A weekday is 1 to 7, a day of a cycle is one of its working days; a schedule names each day once.
    Day,
    /// A cycle has a working day and at most 366 days.
    Cycle,
    /// In a cycle of days each schedule is for every week.
    WeeksInCycle,
    /// At most 200 subjects, 200 schedules, 40 lessons on a day, and 200 characters of description.
    TooMany,
}

impl Problem {
    fn of(rule: Rule, name: &str) -> Self {
        Self { rule, name: name.to_owned(), schedule: None, lesson: None }
    }

    fn at(rule: Rule, name: &str, schedule: usize, lesson: Option<usize>) -> Self {
        Self { rule, name: name.to_owned(), schedule: Some(schedule), lesson }
    }
}

/// A lesson, after the number of its schedule and its own.
type NumberedLesson<'a> = (usize, usize, &'a Lesson);

impl Timetable {
    /// Everything that is wrong, in the order of the timetable.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        let description = self.description.as_deref().unwrap_or_default();
        let is_long = description.chars().count() > MAX_DESCRIPTION;
        if is_long || self.subjects.len() > MAX_LIST || self.schedules.len() > MAX_LIST {
            return vec![Problem::of(Rule::TooMany, "")];
        }
        let mut found = Vec::new();
        if let Cycle::Days { spans, .. } = &self.cycle {
            let days = spans.iter().fold(0, |days: u16, span| days.saturating_add(span.count));
            if self.cycle.working_days() == 0 || days > MAX_CYCLE || spans.iter().any(|span| span.count == 0)
            {
                found.push(Problem::of(Rule::Cycle, ""));
            }
        }
        self.check_subjects(&mut found);
        let last_day = self.cycle.working_days();
        for (index, schedule) in self.schedules.iter().enumerate() {
            self.check_schedule(index, schedule, last_day, &mut found);
        }
        if found.is_empty() {
            self.check_days(&mut found);
        }
        found
    }

    fn check_subjects(&self, found: &mut Vec<Problem>) {
        let mut names = BTreeSet::new();
        for subject in &self.subjects {
            let name = subject.name.as_str();
            found.extend(subject.broken().map(|rule| Problem::of(rule, name)));
            if !names.insert(name) {
                found.push(Problem::of(Rule::SubjectTwice, name));
            }
        }
    }

    fn check_schedule(&self, index: usize, schedule: &Schedule, last_day: u16, found: &mut Vec<Problem>) {
        let name = schedule.name.as_str();
        let problem = |rule| Problem::at(rule, name, index, None);
        if !name.is_empty() && !is_name(name) {
            found.push(problem(Rule::Name));
        }
        let mut days = BTreeSet::new();
        if schedule.days.iter().any(|day| !(1..=last_day).contains(day) || !days.insert(day)) {
            found.push(problem(Rule::Day));
        }
        if schedule.weeks != Weeks::All && self.cycle != Cycle::Weekly {
            found.push(problem(Rule::WeeksInCycle));
        }
        // Of so many lessons nobody reads what else is wrong.
        if schedule.lessons.len() > MAX_LESSONS {
            return found.push(problem(Rule::TooMany));
        }
        for (number, lesson) in schedule.lessons.iter().enumerate() {
            let rules = lesson
                .broken()
                .chain(self.subject(&lesson.subject).is_none().then_some(Rule::SubjectUnknown));
            found.extend(rules.map(|rule| Problem::at(rule, &lesson.subject, index, Some(number))));
        }
    }

    /// Too many lessons on a day, and two lessons at a time, of one schedule or of two that share a day.
    fn check_days(&self, found: &mut Vec<Problem>) {
        let mut days: BTreeMap<(u16, bool), Vec<NumberedLesson<'_>>> = BTreeMap::new();
        for (index, schedule) in self.schedules.iter().enumerate() {
            let weeks = [(Weeks::Even, false), (Weeks::Odd, true)];
            let weeks = weeks.into_iter().filter(|(not, _)| schedule.weeks != *not).map(|(_, even)| even);
            let mut too_many = false;
            for key in weeks.flat_map(|even| schedule.days.iter().map(move |day| (*day, even))) {
                let lessons = days.entry(key).or_default();
                if lessons.len() + schedule.lessons.len() > MAX_LESSONS {
                    too_many = true;
                    continue;
                }
                let numbered = schedule.lessons.iter().enumerate();
                lessons.extend(numbered.map(|(number, lesson)| (index, number, lesson)));
            }
            if too_many {
                found.push(Problem::at(Rule::TooMany, &schedule.name, index, None));
            }
        }
        let mut told = BTreeSet::new();
        for lessons in days.values_mut() {
            lessons.sort_by_key(|(schedule, number, lesson)| (lesson.start, *schedule, *number));
            for pair in lessons.windows(2) {
                let (schedule, number, lesson) = pair[1];
                if pair[0].2.overlaps(lesson) && told.insert((schedule, number)) {
                    found.push(Problem::at(Rule::Overlap, &lesson.subject, schedule, Some(number)));
                }
            }
        }
    }
}

impl Subject {
    /// The rules that it breaks on its own.
    fn broken(&self) -> impl Iterator<Item = Rule> {
        let texts = [&self.short_name, &self.teacher, &self.room];
        let rules = [
            (is_name(&self.name), Rule::Name),
            (are_names(texts), Rule::Text),
            (self.color.as_deref().is_none_or(is_color), Rule::Color),
        ];
        rules.into_iter().filter(|(is_kept, _)| !is_kept).map(|(_, rule)| rule)
    }
}

impl Lesson {
    /// The rules that it breaks on its own.
    pub fn broken(&self) -> impl Iterator<Item = Rule> {
        let rules = [
            (is_name(&self.subject), Rule::Name),
            (are_names([&self.teacher, &self.room]), Rule::Text),
            (self.start < self.end, Rule::EndsEarly),
        ];
        rules.into_iter().filter(|(is_kept, _)| !is_kept).map(|(_, rule)| rule)
    }
}

/// What is wrong with the lessons of one date, which may name subjects that the timetable does not have.
#[must_use]
pub fn problems_of_day(lessons: &[Lesson]) -> Vec<Problem> {
    if lessons.len() > MAX_LESSONS {
        return vec![Problem::of(Rule::TooMany, "")];
    }
    let mut found = Vec::new();
    for (number, lesson) in lessons.iter().enumerate() {
        let overlaps = lessons[..number].iter().any(|other| other.overlaps(lesson));
        let rules = lesson.broken().chain(overlaps.then_some(Rule::Overlap));
        found
            .extend(rules.map(|rule| Problem { lesson: Some(number), ..Problem::of(rule, &lesson.subject) }));
    }
    found
}

/// Whether a text may be a name: 1 to 40 characters, none of them a control character, no blank at its ends.
#[must_use]
pub fn is_name(text: &str) -> bool {
    let length = text.chars().count();
    (1..=MAX_NAME).contains(&length) && !text.chars().any(char::is_control) && text.trim() == text
}

fn are_names<const N: usize>(texts: [&Option<String>; N]) -> bool {
    texts.into_iter().flatten().all(|text| is_name(text))
}

fn is_color(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Activity, ClockTime, Span};

    fn lesson(subject: &str, start: &str, end: &str) -> Lesson {
        let (start, end) = (start.parse().unwrap(), end.parse().unwrap());
        Lesson { subject: subject.into(), start, end, teacher: None, room: None }
    }

    fn schedule(days: &[u16], weeks: Weeks, lessons: Vec<Lesson>) -> Schedule {
        Schedule { name: String::new(), days: days.to_vec(), weeks, lessons }
    }

    fn timetable(schedules: Vec<Schedule>) -> Timetable {
        let subject = |name: &str| crate::Subject { name: name.into(), ..Default::default() };
        Timetable {
            description: None,
            cycle: Cycle::Weekly,
            subjects: vec![subject("语文"), subject("数学")],
            schedules,
        }
    }

    fn rules(timetable: &Timetable) -> Vec<Rule> {
        timetable.problems().into_iter().map(|problem| problem.rule).collect()
    }

    #[test]
    fn lessons_of_odd_and_even_weeks_may_be_at_the_same_time() {
        let at_eight = |weeks| schedule(&[1], weeks, vec![lesson("语文", "08:00", "08:40")]);
        assert_eq!(rules(&timetable(vec![at_eight(Weeks::Odd), at_eight(Weeks::Even)])), []);
        let found = timetable(vec![at_eight(Weeks::All), at_eight(Weeks::Even)]).problems();
        assert_eq!(found, [Problem::at(Rule::Overlap, "语文", 1, Some(0))]);
    }

    #[test]
    fn each_problem_names_its_lesson() {
        let lessons = vec![
            lesson("语文", "08:00", "08:40"),
            lesson("化学", "08:40", "09:20"),
            lesson("数学", "23:30", "00:10"),
        ];
        let found = timetable(vec![schedule(&[1, 8], Weeks::All, lessons)]).problems();
        let expected = [
            Problem::at(Rule::Day, "", 0, None),
            Problem::at(Rule::SubjectUnknown, "化学", 0, Some(1)),
            Problem::at(Rule::EndsEarly, "数学", 0, Some(2)),
        ];
        assert_eq!(found, expected, "a lesson over midnight ends before it begins");
    }

    #[test]
    fn a_day_is_named_once_however_often_a_request_repeats_it() {
        let lessons: Vec<_> = (0..40).map(|_| lesson("语文", "08:00", "08:40")).collect();
        let repeated = schedule(&[1; 60_000], Weeks::All, lessons);
        let found = timetable(vec![repeated; 200]).problems();
        assert!(found.iter().all(|problem| problem.rule == Rule::Day), "the lessons are not compared");
        assert_eq!(found.len(), 200);
    }

    #[test]
    fn a_day_has_at_most_forty_lessons_of_all_its_schedules() {
        let lessons = |from: i64, count: i64| -> Vec<Lesson> {
            let time = |minutes: i64| ClockTime::from_seconds(minutes * 60);
            let lesson =
                |at| Lesson { start: time(at), end: time(at + 1), ..lesson("语文", "08:00", "08:40") };
            (from..from + count).map(lesson).collect()
        };
        let two = |days, weeks| {
            vec![schedule(&[1, 2], Weeks::Even, lessons(0, 25)), schedule(days, weeks, lessons(25, 16))]
        };
        assert_eq!(timetable(two(&[3], Weeks::All)).problems(), []);
        assert_eq!(timetable(two(&[2], Weeks::Odd)).problems(), []);
        let found = timetable(two(&[2, 3], Weeks::All)).problems();
        assert_eq!(found, [Problem::at(Rule::TooMany, "", 1, None)]);
        let one = timetable(vec![schedule(&[1], Weeks::All, lessons(0, 41))]);
        assert_eq!(one.problems(), [Problem::at(Rule::TooMany, "", 0, None)]);
    }

    #[test]
    fn a_long_teacher_is_no_wrong_name() {
        let mut table = timetable(vec![schedule(&[1], Weeks::All, vec![lesson("语文", "08:00", "08:40")])]);
        table.subjects[0].room = Some("长".repeat(41));
        table.schedules[0].lessons[0].teacher = Some("长".repeat(41));
        let expected = [Problem::of(Rule::Text, "语文"), Problem::at(Rule::Text, "语文", 0, Some(0))];
        assert_eq!(table.problems(), expected);
        table = Timetable { description: Some("长".repeat(201)), ..timetable(Vec::new()) };
        assert_eq!(rules(&table), [Rule::TooMany]);
    }

    #[test]
    fn a_cycle_needs_a_working_day_and_an_end() {
        let cycle = |activity, count| Timetable {
            cycle: Cycle::Days { spans: vec![Span { activity, count }], pauses_on_days_off: false },
            ..Timetable::default()
        };
        assert_eq!(rules(&cycle(Activity::Rest, 3)), [Rule::Cycle]);
        assert_eq!(rules(&cycle(Activity::Work, 0)), [Rule::Cycle]);
        assert_eq!(rules(&cycle(Activity::Work, 400)), [Rule::Cycle]);
        assert_eq!(rules(&cycle(Activity::Work, 8)), []);
    }

    #[test]
    fn a_day_of_its_own_may_name_any_subject_but_has_one_lesson_at_a_time() {
        let day = [lesson("班会", "08:00", "08:40"), lesson("大扫除", "08:30", "09:00")];
        let found = problems_of_day(&day);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].rule, found[0].lesson), (Rule::Overlap, Some(1)));
    }
}
