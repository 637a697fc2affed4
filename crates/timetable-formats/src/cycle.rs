//! A timetable of weeks as one of days, and the other way round.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use school_clock::{Activity, Cycle, MAX_CYCLE, Schedule, Span, Timetable, Weeks};

/// A cycle as CSES 2 wants it.
pub(crate) struct DayCycle {
    pub(crate) spans: Vec<Span>,
    /// The working days of each schedule, in the order of the timetable, counted from 1.
    pub(crate) days: Vec<Vec<u16>>,
}

/// Two working days and two days of rest at least. A shorter cycle is written several times. Weeks begin on Mondays
/// and the first one is odd; a weekday that no schedule names is one of rest. `None` where there is no day of rest, or
/// the cycle is too long.
pub(crate) fn day_cycle(timetable: &Timetable) -> Option<DayCycle> {
    let cycle = match &timetable.cycle {
        Cycle::Weekly => weeks_as_days(timetable),
        Cycle::Days { spans, .. } => {
            let days = timetable.schedules.iter().map(|schedule| schedule.days.clone()).collect();
            DayCycle { spans: spans.clone(), days }
        }
    };
    let [work, rest] = [Activity::Work, Activity::Rest].map(|activity| activity.days_in(&cycle.spans));
    let times: u16 = if work > 1 && rest > 1 { 1 } else { 2 };
    if work == 0 || rest == 0 || work.saturating_add(rest).saturating_mul(times) > MAX_CYCLE {
        return None;
    }
    if times == 1 {
        return Some(cycle);
    }
    let twice = |days: &Vec<u16>| days.iter().copied().chain(days.iter().map(|day| day + work)).collect();
    Some(DayCycle {
        spans: [&cycle.spans[..], &cycle.spans].concat(),
        days: cycle.days.iter().map(twice).collect(),
    })
}

fn weeks_as_days(timetable: &Timetable) -> DayCycle {
    let schedules = &timetable.schedules;
    let weeks = if schedules.iter().any(|schedule| schedule.weeks != Weeks::All) { 2 } else { 1 };
    let of_schedule = |schedule: &Schedule| -> BTreeSet<u16> {
        let weeks = (0..weeks).filter(|week| match schedule.weeks {
            Weeks::All => true,
            Weeks::Odd => *week == 0,
            Weeks::Even => *week == 1,
        });
        weeks.flat_map(|week| schedule.days.iter().map(move |day| week * 7 + day)).collect()
    };
    let days: Vec<BTreeSet<u16>> = schedules.iter().map(of_schedule).collect();
    let mut working: BTreeSet<u16> = days.iter().flatten().copied().collect();
    if working.is_empty() {
        working = (0..weeks).flat_map(|week| (1..=5).map(move |day| week * 7 + day)).collect();
    }
    let mut spans: Vec<Span> = Vec::new();
    for day in 1..=weeks * 7 {
        let activity = if working.contains(&day) { Activity::Work } else { Activity::Rest };
        match spans.last_mut() {
            Some(span) if span.activity == activity => span.count += 1,
            _ => spans.push(Span { activity, count: 1 }),
        }
    }
    let numbers: BTreeMap<u16, u16> = working.into_iter().zip(1..).collect();
    let days = days.iter().map(|days| days.iter().filter_map(|day| numbers.get(day).copied()).collect());
    DayCycle { spans, days: days.collect() }
}

/// For each schedule the weekdays and weeks that it is for, each weekday once. A cycle of days begins on
/// `first_day` and has one week or two; of any other there are none.
pub(crate) fn weekdays(timetable: &Timetable, first_day: Date) -> Option<Vec<Vec<(u16, Weeks)>>> {
    let schedules = timetable.schedules.iter();
    let (spans, pauses) = match &timetable.cycle {
        Cycle::Weekly => {
            let of = |schedule: &Schedule| {
                let days: BTreeSet<u16> = schedule.days.iter().copied().collect();
                days.into_iter().map(|day| (day, schedule.weeks)).collect()
            };
            return Some(schedules.map(of).collect());
        }
        Cycle::Days { spans, pauses_on_days_off } => (spans, *pauses_on_days_off),
    };
    let days = spans.iter().flat_map(|span| (0..span.count).map(|_| span.activity));
    let days: Vec<Activity> = days.take(usize::from(MAX_CYCLE)).collect();
    if pauses || !matches!(days.len(), 7 | 14) {
        return None;
    }
    let working: Vec<usize> = (0..days.len()).filter(|index| days[*index] == Activity::Work).collect();
    let offset = usize::try_from(first_day.weekday().to_monday_zero_offset()).unwrap_or_default();
    let of = |schedule: &Schedule| {
        let mut found: Vec<(u16, Weeks)> = Vec::new();
        for day in &schedule.days {
            let Some(index) = usize::from(*day).checked_sub(1).and_then(|day| working.get(day)) else {
                continue;
            };
            let position = (offset + index) % days.len();
            let weekday = u16::try_from(position % 7 + 1).unwrap_or_default();
            let weeks = match (days.len(), position / 7) {
                (7, _) => Weeks::All,
                (_, 0) => Weeks::Odd,
                _ => Weeks::Even,
            };
            match found.iter_mut().find(|(other, _)| *other == weekday) {
                Some(entry) if entry.1 != weeks => entry.1 = Weeks::All,
                Some(_) => {}
                None => found.push((weekday, weeks)),
            }
        }
        found
    };
    Some(schedules.map(of).collect())
}

/// The name of a weekday in Chinese, which timetables use where a schedule has no name.
pub(crate) fn weekday_name(day: u16) -> String {
    let names = ["一", "二", "三", "四", "五", "六", "日"];
    let name = usize::from(day).checked_sub(1).and_then(|index| names.get(index));
    format!("星期{}", name.unwrap_or(&"?"))
}
