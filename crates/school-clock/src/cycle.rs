//! Which day of a week or cycle a date is, and which lessons belong to each.

use std::collections::BTreeSet;

use jiff::civil::Date;

use crate::{Activity, Cycle, Lesson, Term, Timetable, Weeks};

/// The lessons of each day of a timetable, looked up by number.
#[derive(Clone, Debug)]
pub(crate) struct LessonsByDay {
    /// In a week: Monday to Sunday of odd weeks, then of even ones. Else the working days of the cycle. Each holds
    /// pairs of the numbers of schedule and lesson in the timetable, in the order of their times.
    lessons: Vec<Vec<(usize, usize)>>,
    /// In a cycle of days: for each of its days the number of the working day from 1, or `None` for a day of rest.
    cycle: Option<Vec<Option<u16>>>,
    pauses: bool,
}

impl LessonsByDay {
    pub(crate) fn new(timetable: &Timetable) -> Self {
        let (cycle, pauses) = match &timetable.cycle {
            Cycle::Weekly => (None, false),
            Cycle::Days { spans, pauses_on_days_off } => {
                let mut working = 0;
                let days = spans.iter().flat_map(|span| (0..span.count).map(|_| span.activity));
                let days = days.map(|activity| {
                    working += u16::from(activity == Activity::Work);
                    (activity == Activity::Work).then_some(working)
                });
                (Some(days.collect::<Vec<_>>()), *pauses_on_days_off)
            }
        };
        let size = cycle.as_ref().map_or(14, |days| days.iter().flatten().count());
        let mut lessons = vec![Vec::new(); size];
        for (schedule_index, schedule) in timetable.schedules.iter().enumerate() {
            let numbers = 0..schedule.lessons.len();
            // A day that a schedule names twice has its lessons once.
            let named: BTreeSet<usize> = indexes(&schedule.days, schedule.weeks, cycle.is_some()).collect();
            for index in named {
                if let Some(day) = lessons.get_mut(index) {
                    day.extend(numbers.clone().map(|number| (schedule_index, number)));
                }
            }
        }
        for day in &mut lessons {
            day.sort_by_key(|(schedule, lesson)| timetable.schedules[*schedule].lessons[*lesson].start);
        }
        Self { lessons, cycle, pauses }
    }

    /// Whether any day has a lesson.
    pub(crate) fn has_lessons(&self) -> bool {
        self.lessons.iter().any(|day| !day.is_empty())
    }

    /// After how many days the lessons repeat.
    pub(crate) fn len(&self) -> i32 {
        self.cycle.as_ref().map_or(14, |days| i32::try_from(days.len()).unwrap_or(i32::MAX))
    }

    /// Which of the lists is that of a date; `None` for a day of rest. `days_off` are sorted.
    pub(crate) fn index_of(&self, term: &Term, date: Date, days_off: &[Date]) -> Option<usize> {
        let Some(cycle) = &self.cycle else {
            let even = week_of(term, date).rem_euclid(2) == 0;
            return Some(weekday_index(date) + if even { 7 } else { 0 });
        };
        let mut passed = days_between(term.first_day, date);
        if self.pauses {
            let before = |limit: Date| days_off.partition_point(|day| *day < limit);
            let paused = before(date).saturating_sub(before(term.first_day));
            passed -= i32::try_from(paused).unwrap_or_default();
        }
        let length = i32::try_from(cycle.len()).ok().filter(|length| *length > 0)?;
        let position = usize::try_from(passed.rem_euclid(length)).ok()?;
        cycle[position].map(|working| usize::from(working) - 1)
    }

    /// Which of the lists has this number in a schedule; `even` says of which weeks.
    pub(crate) fn index_as(&self, day: u16, even: bool) -> Option<usize> {
        let weeks = if even { Weeks::Even } else { Weeks::Odd };
        indexes(&[day], weeks, self.cycle.is_some()).next().filter(|index| *index < self.lessons.len())
    }

    /// The lessons of a list.
    pub(crate) fn lessons<'a>(
        &'a self,
        timetable: &'a Timetable,
        index: usize,
    ) -> impl Iterator<Item = &'a Lesson> {
        let day = self.lessons.get(index).map_or(&[][..], Vec::as_slice);
        day.iter().map(|(schedule, lesson)| &timetable.schedules[*schedule].lessons[*lesson])
    }
}

/// The lists that the days of a schedule belong to.
fn indexes(days: &[u16], weeks: Weeks, is_cycle: bool) -> impl Iterator<Item = usize> {
    let numbers = days.iter().filter(|day| **day > 0).map(|day| usize::from(*day) - 1);
    let numbers = numbers.filter(move |number| is_cycle || *number < 7);
    numbers.flat_map(move |number| {
        let odd = (is_cycle || weeks != Weeks::Even).then_some(number);
        let even = (!is_cycle && weeks != Weeks::Odd).then_some(number + 7);
        odd.into_iter().chain(even)
    })
}

/// The number of the week of a date in its term, from 1; weeks begin on Mondays.
pub(crate) fn week_of(term: &Term, date: Date) -> i32 {
    let first = days_between(Date::ZERO, term.first_day) - weekday_number(term.first_day);
    let this = days_between(Date::ZERO, date) - weekday_number(date);
    (this - first) / 7 + 1
}

fn weekday_number(date: Date) -> i32 {
    i32::from(date.weekday().to_monday_zero_offset())
}

fn weekday_index(date: Date) -> usize {
    usize::try_from(weekday_number(date)).unwrap_or_default()
}

/// Whole days from one date to another; negative when the other is earlier.
pub(crate) fn days_between(from: Date, to: Date) -> i32 {
    (to - from).get_days()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ClockTime, Schedule};
    use jiff::civil::date;

    fn term(first_day: Date) -> Term {
        Term { from: first_day, until: None, first_day, timetable: Timetable::default() }
    }

    #[test]
    fn weeks_begin_on_mondays_and_the_first_one_is_number_one() {
        // A term that begins on a Wednesday has its first week until Sunday.
        let term = term(date(2026, 9, 2));
        for (day, week) in [(2, 1), (6, 1), (7, 2), (13, 2), (14, 3)] {
            assert_eq!(week_of(&term, date(2026, 9, day)), week, "{day}");
        }
    }

    #[test]
    fn a_day_that_a_schedule_names_twice_has_its_lessons_once() {
        let time = ClockTime::from_seconds;
        let lesson =
            Lesson { subject: "语文".into(), start: time(0), end: time(1), teacher: None, room: None };
        let schedule = Schedule { days: vec![1; 9], lessons: vec![lesson], ..Schedule::default() };
        let days = LessonsByDay::new(&Timetable { schedules: vec![schedule], ..Timetable::default() });
        assert_eq!((days.lessons[0].len(), days.lessons[7].len()), (1, 1));
    }

    #[test]
    fn a_schedule_of_odd_weeks_is_not_found_in_even_ones() {
        let odd: Vec<_> = indexes(&[1, 7], Weeks::Odd, false).collect();
        assert_eq!(odd, [0, 6]);
        let all: Vec<_> = indexes(&[2], Weeks::All, false).collect();
        assert_eq!(all, [1, 8]);
        assert_eq!(indexes(&[0, 8], Weeks::All, false).count(), 0, "no such weekdays");
        assert_eq!(indexes(&[11], Weeks::All, true).collect::<Vec<_>>(), [10]);
    }
}
