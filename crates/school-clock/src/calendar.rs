//! Terms, day changes and public days, prepared for questions about dates.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::cycle::{self, LessonsByDay};
use crate::{ClockTime, Cycle, DayChange, DayPlan, Lesson, PublicDay, Subject, Term, Timetable, Weeks};

/// What decides which lessons a class, or one of its members, has on a date.
#[derive(Clone, Debug, Default)]
pub struct SchoolCalendar {
    class: Terms,
    own: Terms,
    changes: BTreeMap<Date, DayChange>,
    public: BTreeMap<Date, PublicDay>,
    /// The days without lessons that were given by date, sorted: a cycle may pause on them.
    days_off: Vec<Date>,
}

/// Terms in the order of their first days.
#[derive(Clone, Debug, Default)]
struct Terms(Vec<(Term, LessonsByDay)>);

impl Terms {
    fn new(mut terms: Vec<Term>) -> Self {
        terms.sort_by_key(|term| term.from);
        let prepared = terms.into_iter().map(|term| {
            let days = LessonsByDay::new(&term.timetable);
            (term, days)
        });
        Self(prepared.collect())
    }

    /// The number of the term that holds: of several the one that begins last.
    fn at(&self, date: Date) -> Option<usize> {
        let begun = self.0.partition_point(|(term, _)| term.from <= date);
        (0..begun).rev().find(|index| self.0[*index].0.until.is_none_or(|until| date <= until))
    }

    /// The term that holds and its lessons.
    fn holding(&self, date: Date) -> Option<&(Term, LessonsByDay)> {
        self.at(date).map(|index| &self.0[index])
    }

    /// The next day from `date` on at which a term holds that has lessons; `None` when there is none to come.
    fn next_possible(&self, date: Date) -> Option<Date> {
        let is_possible = |date: Date| self.holding(date).is_some_and(|(_, days)| days.has_lessons());
        if is_possible(date) {
            return Some(date);
        }
        // Another term holds when one begins, and when one ends within a longer one.
        let begins = self.0.iter().map(|(term, _)| term.from);
        let ends = self.0.iter().filter_map(|(term, _)| term.until?.tomorrow().ok());
        begins.chain(ends).filter(|other| *other > date && is_possible(*other)).min()
    }

    fn longest_cycle(&self) -> i32 {
        self.0.iter().map(|(_, days)| days.len()).max().unwrap_or_default()
    }
}

/// The lessons of a date, and why they are these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchoolDay<'a> {
    /// The date.
    pub date: Date,
    /// What kind of day it is.
    pub kind: DayKind,
    /// Which of the class's terms holds, by its number in the order of their first days.
    pub term: Option<usize>,
    /// The number of the week in the term, from 1.
    pub week: Option<i32>,
    /// Whether the week is odd or even; `None` in a cycle of days and outside of terms.
    pub weeks: Option<Weeks>,
    /// What is different for the class on this date.
    pub change: Option<&'a DayChange>,
    /// The public day that it is.
    pub public: Option<&'a PublicDay>,
    /// The lessons in the order of their times.
    pub lessons: Vec<DayLesson<'a>>,
    /// The usual lessons of the class whose time is free on a date for which its lessons were written down.
    pub cancelled: Vec<DayLesson<'a>>,
    /// Whether the class has lessons, those included that a member's own take the place of.
    pub class_has_lessons: bool,
}

impl SchoolDay<'_> {
    /// What members read about the day: the words of the change, else the name of the public holiday, else nothing.
    #[must_use]
    pub fn note(&self) -> &str {
        let change = self.change.map(|change| change.note.as_str()).filter(|note| !note.is_empty());
        change.or(self.public.map(|day| day.name.as_str())).unwrap_or_default()
    }

    /// Whether people work on this day of a weekend for a holiday and the class has not said what it does.
    #[must_use]
    pub fn is_open_make_up(&self) -> bool {
        self.change.is_none() && !self.class_has_lessons && self.public.is_some_and(|day| !day.off)
    }
}

/// What kind of day a date is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DayKind {
    /// There are lessons.
    Lessons,
    /// There are none, as on a weekend or between terms.
    Free,
    /// The day was made free: a holiday.
    Off,
    /// There are exams.
    Exam,
}

/// A lesson on a date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayLesson<'a> {
    /// When it begins.
    pub start: ClockTime,
    /// When it ends.
    pub end: ClockTime,
    /// The name of the subject.
    pub subject: &'a str,
    /// The name of the subject where little room is.
    pub short_name: Option<&'a str>,
    /// Who teaches it.
    pub teacher: Option<&'a str>,
    /// Where it is.
    pub room: Option<&'a str>,
    /// The colour of the subject, `#rrggbb`.
    pub color: Option<&'a str>,
    /// Whether it is of the member's own timetable.
    pub own: bool,
    /// Whether the usual day has no such lesson.
    pub changed: bool,
    /// The subject of the usual lesson in whose place it is, where that is another one.
    pub instead_of: Option<&'a str>,
}

impl<'a> DayLesson<'a> {
    fn new(lesson: &'a Lesson, timetable: Option<&'a Timetable>) -> Self {
        let subject = timetable.and_then(|timetable| timetable.subject(&lesson.subject));
        let text = |of: fn(&Subject) -> &Option<String>| subject.and_then(|subject| of(subject).as_deref());
        Self {
            start: lesson.start,
            end: lesson.end,
            subject: &lesson.subject,
            short_name: text(|subject| &subject.short_name),
            teacher: lesson.teacher.as_deref().or_else(|| text(|subject| &subject.teacher)),
            room: lesson.room.as_deref().or_else(|| text(|subject| &subject.room)),
            color: text(|subject| &subject.color),
            own: false,
            changed: false,
            instead_of: None,
        }
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}

impl SchoolCalendar {
    /// Prepares the terms of a class, those of one of its members, what differs on single dates, and the public days.
    #[must_use]
    pub fn new(
        class: Vec<Term>,
        own: Vec<Term>,
        changes: BTreeMap<Date, DayChange>,
        public: Vec<PublicDay>,
    ) -> Self {
        let public: BTreeMap<_, _> = public.into_iter().map(|day| (day.date, day)).collect();
        let off =
            public.values().filter(|day| day.off && !changes.contains_key(&day.date)).map(|day| day.date);
        let made_off =
            changes.iter().filter(|(_, change)| change.plan == DayPlan::Off).map(|(date, _)| *date);
        let mut days_off: Vec<Date> = off.chain(made_off).collect();
        days_off.sort_unstable();
        Self { class: Terms::new(class), own: Terms::new(own), changes, public, days_off }
    }

    /// The day of this date.
    #[must_use]
    pub fn day(&self, date: Date) -> SchoolDay<'_> {
        let change = self.changes.get(&date);
        let public = self.public.get(&date);
        let term = self.class.at(date);
        let mut day = SchoolDay {
            date,
            kind: DayKind::Free,
            term,
            week: None,
            weeks: None,
            change,
            public,
            lessons: Vec::new(),
            cancelled: Vec::new(),
            class_has_lessons: false,
        };
        if let Some((term, _)) = self.class.holding(date) {
            let week = cycle::week_of(term, date);
            day.week = Some(week);
            let weekly = term.timetable.cycle == Cycle::Weekly;
            day.weeks = weekly.then_some(if week.rem_euclid(2) == 0 { Weeks::Even } else { Weeks::Odd });
        }
        let is_off = self.days_off.binary_search(&date).is_ok();
        if !is_off {
            day.lessons = self.class_lessons(date, change);
            day.cancelled = self.cancelled(date, change, &day.lessons);
            day.class_has_lessons = day.lessons.iter().any(|lesson| is_within(lesson, change));
            self.add_own(&mut day.lessons, date, change);
            day.cancelled.retain(|lesson| !day.lessons.iter().any(|own| own.overlaps(lesson)));
            day.lessons.retain(|lesson| is_within(lesson, change));
            day.lessons.sort_by_key(|lesson| lesson.start);
        }
        day.kind = match change.map(|change| &change.plan) {
            _ if is_off => DayKind::Off,
            Some(DayPlan::Exam { .. }) => DayKind::Exam,
            _ if day.lessons.is_empty() => DayKind::Free,
            _ => DayKind::Lessons,
        };
        day
    }

    fn class_lessons<'a>(&'a self, date: Date, change: Option<&'a DayChange>) -> Vec<DayLesson<'a>> {
        match change.map(|change| &change.plan) {
            Some(DayPlan::Lessons { lessons }) => self.named(date, lessons, true),
            Some(DayPlan::Exam { lessons }) => self.named(date, lessons, false),
            _ => self.usual(&self.class, date, self.other_day(date, change)),
        }
    }

    /// Puts a member's own lessons in the place of those that they overlap; exams leave them out.
    fn add_own<'a>(&'a self, lessons: &mut Vec<DayLesson<'a>>, date: Date, change: Option<&'a DayChange>) {
        if change.is_some_and(|change| matches!(change.plan, DayPlan::Exam { .. })) {
            return;
        }
        let is_weekly = |terms: &Terms| {
            terms.holding(date).is_some_and(|(term, _)| term.timetable.cycle == Cycle::Weekly)
        };
        // A day of one cycle is none of another; of two weeks it is the same weekday.
        let other_day =
            self.other_day(date, change).filter(|_| is_weekly(&self.class) && is_weekly(&self.own));
        let own = self.usual(&self.own, date, other_day);
        lessons.retain(|lesson| !own.iter().any(|other| other.overlaps(lesson)));
        lessons.extend(own.into_iter().map(|lesson| DayLesson { own: true, ..lesson }));
    }

    /// The day in whose manner the class is taught, and whether it is one of an even week of the class.
    fn other_day(&self, date: Date, change: Option<&DayChange>) -> Option<(u16, bool)> {
        let DayPlan::AsDay { day, weeks } = &change?.plan else { return None };
        let (term, _) = self.class.holding(date)?;
        let is_even = match weeks {
            Some(Weeks::Odd) => false,
            Some(Weeks::Even) => true,
            Some(Weeks::All) | None => cycle::week_of(term, date).rem_euclid(2) == 0,
        };
        Some((*day, is_even))
    }

    /// The lessons that some terms have for a date, or for another day in whose manner it is held.
    fn usual<'a>(
        &'a self,
        terms: &'a Terms,
        date: Date,
        other_day: Option<(u16, bool)>,
    ) -> Vec<DayLesson<'a>> {
        let Some((term, days)) = terms.holding(date) else { return Vec::new() };
        let index = match other_day {
            Some((day, is_even)) => days.index_as(day, is_even),
            None => days.index_of(term, date, &self.days_off),
        };
        let Some(index) = index else { return Vec::new() };
        let lessons = days.lessons(&term.timetable, index);
        lessons.map(|lesson| DayLesson::new(lesson, Some(&term.timetable))).collect()
    }

    /// Lessons that were written down for this date.
    fn named<'a>(&'a self, date: Date, lessons: &'a [Lesson], mark: bool) -> Vec<DayLesson<'a>> {
        let timetable = self.timetable(date);
        let usual = if mark { self.usual(&self.class, date, None) } else { Vec::new() };
        let named = lessons.iter().map(|lesson| {
            let lesson = DayLesson::new(lesson, timetable);
            let replaced = usual.iter().find(|other| other.overlaps(&lesson)).map(|other| other.subject);
            let instead_of = replaced.filter(|subject| *subject != lesson.subject);
            DayLesson { changed: mark && !usual.contains(&lesson), instead_of, ..lesson }
        });
        named.collect()
    }

    /// The usual lessons of the class that none of the written ones takes the place of.
    fn cancelled<'a>(
        &'a self,
        date: Date,
        change: Option<&'a DayChange>,
        lessons: &[DayLesson<'_>],
    ) -> Vec<DayLesson<'a>> {
        let is_written = change.is_some_and(|change| matches!(change.plan, DayPlan::Lessons { .. }));
        let is_holiday = self.public.get(&date).is_some_and(|day| day.off);
        if !is_written || is_holiday {
            return Vec::new();
        }
        let mut usual = self.usual(&self.class, date, None);
        usual.retain(|lesson| {
            is_within(lesson, change) && !lessons.iter().any(|other| other.overlaps(lesson))
        });
        usual.sort_by_key(|lesson| lesson.start);
        usual
    }

    /// The next day from `date` on that has lessons; `None` when none is to come.
    #[must_use]
    pub fn next_day(&self, date: Date) -> Option<SchoolDay<'_>> {
        // Each day of a cycle comes within as many usual days as it has; days off and changed days are none, for they
        // may be the very days with lessons.
        let most = self.class.longest_cycle().max(self.own.longest_cycle());
        let mut in_vain = 0;
        let mut terms = None;
        let mut date = date;
        while in_vain <= most {
            let changed = self.changes.range(date..).map(|(date, _)| *date).next();
            let possible = [self.class.next_possible(date), self.own.next_possible(date), changed];
            date = possible.into_iter().flatten().min()?;
            let day = self.day(date);
            if !day.lessons.is_empty() {
                return Some(day);
            }
            let holding = Some((day.term, self.own.at(date)));
            let is_usual = day.change.is_none() && day.kind != DayKind::Off && terms == holding;
            in_vain = if is_usual { in_vain + 1 } else { 0 };
            terms = holding;
            date = date.tomorrow().ok()?;
        }
        None
    }

    /// The timetable of the class that holds on this date.
    #[must_use]
    pub fn timetable(&self, date: Date) -> Option<&Timetable> {
        self.class.holding(date).map(|(term, _)| &term.timetable)
    }

    /// Whether the class has lessons or exams on this date, so that the day counts for duty and streaks. A member's own
    /// lessons make no school day, and what they take the place of still does.
    #[must_use]
    pub fn is_school_day(&self, date: Date) -> bool {
        let day = self.day(date);
        day.class_has_lessons || day.kind == DayKind::Exam
    }
}

/// Whether a lesson lies between the hours of a change.
fn is_within(lesson: &DayLesson<'_>, change: Option<&DayChange>) -> bool {
    let Some(change) = change else { return true };
    change.from.is_none_or(|from| from <= lesson.start)
        && change.until.is_none_or(|until| lesson.end <= until)
}
