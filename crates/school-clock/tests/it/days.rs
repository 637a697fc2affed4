//! Which lessons a date has.

use std::collections::BTreeMap;

use jiff::ToSpan;
use jiff::civil::{Date, date};
use school_clock::{
    Activity, Cycle, DayKind, DayPlan, PublicDay, SchoolCalendar, Span, Subject, Term, Weeks,
};

use crate::{calendar, change, lessons, off, schedule, subjects, term, timetable, weekly};

fn day(month: i8, day: i8) -> Date {
    date(2026, month, day)
}

#[test]
fn a_week_has_its_lessons_and_a_weekend_none() {
    let calendar = calendar(vec![term(weekly())], [], vec![]);
    assert_eq!(subjects(&calendar, day(9, 2)), ["语文", "数学"], "an odd Wednesday");
    assert_eq!(subjects(&calendar, day(9, 9)), ["语文", "数学", "音乐"], "an even Wednesday");
    let saturday = calendar.day(day(9, 5));
    assert_eq!((saturday.kind, saturday.week, saturday.weeks), (DayKind::Free, Some(1), Some(Weeks::Odd)));
    let before = calendar.day(day(8, 31));
    assert_eq!((before.kind, before.week, before.term), (DayKind::Free, None, None));
}

#[test]
fn the_term_that_begins_last_holds_and_the_one_before_holds_again_after_it() {
    let summer =
        timetable(Cycle::Weekly, vec![schedule(&[1, 2, 3, 4, 5], Weeks::All, &["自习 07:30-08:10"])]);
    let week =
        Term { from: day(10, 12), until: Some(day(10, 16)), first_day: day(10, 12), timetable: summer };
    let calendar = calendar(vec![week, term(weekly())], [], vec![]);
    assert_eq!(subjects(&calendar, day(10, 9)), ["语文", "数学"]);
    assert_eq!(subjects(&calendar, day(10, 12)), ["自习"]);
    assert_eq!(subjects(&calendar, day(10, 19)), ["语文", "数学"]);
    assert_eq!(calendar.day(day(10, 19)).week, Some(8), "the weeks of the long term go on");
}

#[test]
fn a_cycle_of_days_counts_working_days_and_pauses_on_days_off_where_it_is_said() {
    // Three working days and one of rest; each working day has a subject of its own.
    let spans =
        vec![Span { activity: Activity::Work, count: 3 }, Span { activity: Activity::Rest, count: 1 }];
    let days = |pauses_on_days_off| {
        let cycle = Cycle::Days { spans: spans.clone(), pauses_on_days_off };
        let lessons = [(1, "甲 08:00-09:00"), (2, "乙 08:00-09:00"), (3, "丙 08:00-09:00")];
        let schedules = lessons.map(|(day, lesson)| schedule(&[day], Weeks::All, &[lesson]));
        let holiday = vec![off(day(9, 3), "校庆")];
        calendar(vec![term(timetable(cycle, schedules.to_vec()))], [], holiday)
    };
    let week = |calendar: &SchoolCalendar| -> Vec<String> {
        (1..=8).map(|number| subjects(calendar, day(9, number)).join("")).collect()
    };
    assert_eq!(
        week(&days(false)),
        ["甲", "乙", "", "", "甲", "乙", "丙", ""],
        "3 September is off, 4 and 8 rest"
    );
    assert_eq!(week(&days(true)), ["甲", "乙", "", "丙", "", "甲", "乙", "丙"], "丙 is taught the day after");
    assert_eq!(days(true).day(day(9, 4)).weeks, None, "a cycle of days has no odd weeks");
}

#[test]
fn a_public_holiday_is_off_and_a_worked_weekend_waits_for_the_class() {
    let worked = PublicDay { date: day(9, 20), name: "国庆节".into(), off: false };
    let public = vec![off(day(10, 1), "国庆节"), worked];
    let calendar = calendar(vec![term(weekly())], [], public.clone());
    let holiday = calendar.day(day(10, 1));
    assert_eq!((holiday.kind, holiday.note(), holiday.lessons.len()), (DayKind::Off, "国庆节", 0));
    let sunday = calendar.day(day(9, 20));
    assert!(sunday.is_open_make_up() && sunday.kind == DayKind::Free);

    let as_thursday = change(DayPlan::AsDay { day: 4, weeks: None }, "上周四的课");
    let usual = change(DayPlan::Usual, "");
    let calendar =
        crate::calendar(vec![term(weekly())], [(day(9, 20), as_thursday), (day(10, 1), usual)], public);
    assert_eq!(subjects(&calendar, day(9, 20)), ["语文", "数学"]);
    assert!(!calendar.day(day(9, 20)).is_open_make_up());
    assert_eq!(calendar.day(day(9, 20)).note(), "上周四的课");
    assert_eq!(subjects(&calendar, day(10, 1)), ["语文", "数学"], "the class goes to school on the holiday");
}

#[test]
fn a_day_taught_like_another_may_name_the_weeks() {
    let like = |weeks| change(DayPlan::AsDay { day: 3, weeks }, "");
    let days = [(day(9, 12), like(None)), (day(9, 13), like(Some(Weeks::Odd)))];
    let calendar = calendar(vec![term(weekly())], days, vec![]);
    assert_eq!(subjects(&calendar, day(9, 12)), ["语文", "数学", "音乐"], "an even week");
    assert_eq!(subjects(&calendar, day(9, 13)), ["语文", "数学"], "as in an odd week");
}

#[test]
fn a_half_day_keeps_the_lessons_that_fit_into_its_hours() {
    let mut half = change(DayPlan::Usual, "下午家长会");
    half.until = Some("09:00".parse().unwrap());
    let calendar = calendar(vec![term(weekly())], [(day(9, 2), half)], vec![]);
    assert_eq!(subjects(&calendar, day(9, 2)), ["语文"], "数学 would end at 09:30");
}

#[test]
fn a_lesson_that_the_usual_day_does_not_have_is_marked_as_changed() {
    let plan = DayPlan::Lessons { lessons: lessons(&["语文 08:00-08:40", "班会 08:50-09:30"]) };
    let calendar = calendar(vec![term(weekly())], [(day(9, 2), change(plan, ""))], vec![]);
    let day = calendar.day(day(9, 2));
    let marks: Vec<(&str, bool)> =
        day.lessons.iter().map(|lesson| (lesson.subject, lesson.changed)).collect();
    assert_eq!(marks, [("语文", false), ("班会", true)]);
}

#[test]
fn a_changed_day_says_which_lessons_are_cancelled_and_what_others_stand_for() {
    let written = |all: &[&str]| change(DayPlan::Lessons { lessons: lessons(all) }, "");
    let days = [
        (day(9, 2), written(&["班会 08:00-08:40"])),
        (day(9, 9), written(&["语文 08:00-08:40", "数学 09:00-09:40"])),
        (day(9, 16), written(&["语文 08:00-08:40"])),
    ];
    let holiday = PublicDay { date: day(9, 16), name: "假日".to_owned(), off: true };
    let of_class = calendar(vec![term(weekly())], days.clone(), vec![holiday]);
    let cancelled = |calendar: &SchoolCalendar, date| -> Vec<String> {
        calendar.day(date).cancelled.iter().map(|lesson| lesson.subject.to_owned()).collect()
    };
    assert_eq!(of_class.day(day(9, 2)).lessons[0].instead_of, Some("语文"));
    assert_eq!(cancelled(&of_class, day(9, 2)), ["数学"]);
    let later = of_class.day(day(9, 9));
    assert_eq!(
        (later.lessons[1].changed, later.lessons[1].instead_of),
        (true, None),
        "数学 begins ten minutes later"
    );
    assert_eq!(cancelled(&of_class, day(9, 9)), ["音乐"]);
    assert!(cancelled(&of_class, day(9, 16)).is_empty(), "nothing is usual on a holiday");
    assert!(cancelled(&of_class, day(9, 1)).is_empty());

    let own = Term {
        timetable: timetable(Cycle::Weekly, vec![schedule(&[3], Weeks::All, &["竞赛 08:50-09:30"])]),
        ..term(weekly())
    };
    let of_member = SchoolCalendar::new(vec![term(weekly())], vec![own], BTreeMap::from(days), vec![]);
    assert!(cancelled(&of_member, day(9, 2)).is_empty(), "the member has a lesson of their own at that time");
}

#[test]
fn an_exam_day_has_its_papers_and_nothing_of_a_member() {
    let papers = lessons(&["数学 09:00-11:00", "物理 14:00-15:30"]);
    let own = Term {
        timetable: timetable(Cycle::Weekly, vec![schedule(&[3], Weeks::All, &["竞赛 09:00-10:00"])]),
        ..term(weekly())
    };
    let exam = change(DayPlan::Exam { lessons: papers }, "期中考试");
    let changes = BTreeMap::from([(day(9, 9), exam)]);
    let calendar = SchoolCalendar::new(vec![term(weekly())], vec![own], changes, vec![]);
    let exams = calendar.day(day(9, 9));
    assert_eq!((exams.kind, exams.note()), (DayKind::Exam, "期中考试"));
    assert_eq!(subjects(&calendar, day(9, 9)), ["数学", "物理"]);
}

#[test]
fn a_members_own_lesson_takes_the_place_of_what_it_overlaps() {
    let own = Term {
        timetable: timetable(Cycle::Weekly, vec![schedule(&[2, 6], Weeks::All, &["走班物理 08:30-09:10"])]),
        ..term(weekly())
    };
    let calendar = SchoolCalendar::new(vec![term(weekly())], vec![own], BTreeMap::new(), vec![]);
    assert_eq!(subjects(&calendar, day(9, 1)), ["走班物理"], "it overlaps both lessons of the Tuesday");
    assert_eq!(subjects(&calendar, day(9, 2)), ["语文", "数学"]);
    assert_eq!(subjects(&calendar, day(9, 5)), ["走班物理"], "a Saturday");
    assert!(calendar.day(day(9, 5)).lessons[0].own);
    assert!(calendar.is_school_day(day(9, 1)), "the class has lessons");
    assert!(!calendar.is_school_day(day(9, 5)), "the member's own make no school day");
}

#[test]
fn a_day_taught_like_another_is_that_of_a_member_too_where_both_have_weeks() {
    let own = |cycle, days: &[u16], first_day| Term {
        from: day(8, 1),
        until: None,
        first_day,
        timetable: timetable(cycle, vec![schedule(days, Weeks::Even, &["竞赛 16:00-17:00"])]),
    };
    let saturday = change(DayPlan::AsDay { day: 3, weeks: None }, "");
    let on = |date: Date, own| {
        let changes = BTreeMap::from([(date, saturday.clone())]);
        subjects(&SchoolCalendar::new(vec![term(weekly())], vec![own], changes, vec![]), date)
    };
    // 12 September is in the second week of the class, and in an odd one of the member.
    let weeks = own(Cycle::Weekly, &[3], day(8, 31) - 7.days());
    assert_eq!(on(day(9, 12), weeks), ["语文", "数学", "音乐", "竞赛"], "an even week of the class");
    let weeks = own(Cycle::Weekly, &[6], day(8, 31));
    assert_eq!(on(day(9, 12), weeks), ["语文", "数学", "音乐"], "no lesson of the Saturday");
    // 12 September is the second day of the member's cycle, whose third has no lesson.
    let spans = vec![Span { activity: Activity::Work, count: 5 }];
    let cycle = Cycle::Days { spans, pauses_on_days_off: false };
    let mut days = own(cycle, &[2], day(9, 11));
    days.timetable.schedules[0].weeks = Weeks::All;
    assert_eq!(on(day(9, 12), days), ["语文", "数学", "音乐", "竞赛"], "the usual day of the member");
}

#[test]
fn a_members_own_lessons_do_not_answer_for_the_class() {
    let own = Term {
        timetable: timetable(Cycle::Weekly, vec![schedule(&[7], Weeks::All, &["竞赛 09:00-10:00"])]),
        ..term(weekly())
    };
    let worked = PublicDay { date: day(9, 20), name: "国庆节".into(), off: false };
    let exam = change(DayPlan::Exam { lessons: Vec::new() }, "");
    let changes = BTreeMap::from([(day(9, 26), exam)]);
    let calendar = SchoolCalendar::new(vec![term(weekly())], vec![own], changes, vec![worked]);
    let sunday = calendar.day(day(9, 20));
    assert!(sunday.is_open_make_up() && sunday.lessons.len() == 1);
    assert!(!calendar.is_school_day(day(9, 20)));
    assert!(calendar.is_school_day(day(9, 26)), "exams, whose papers nobody has written down");
}

#[test]
fn a_lesson_says_its_own_teacher_and_room_before_those_of_the_subject() {
    let mut table = weekly();
    table.subjects[0] = Subject {
        name: table.subjects[0].name.clone(),
        short_name: Some("短".into()),
        teacher: Some("王老师".into()),
        room: Some("101".into()),
        color: Some("#112233".into()),
    };
    let name = table.subjects[0].name.clone();
    let mut with_substitute = table.schedules[0].lessons.iter_mut().filter(|lesson| lesson.subject == name);
    if let Some(lesson) = with_substitute.next() {
        lesson.teacher = Some("李老师".into());
    }
    let calendar = calendar(vec![term(table)], [], vec![]);
    let day = calendar.day(day(9, 2));
    let lesson = day.lessons.iter().find(|lesson| lesson.subject == name).unwrap();
    assert_eq!((lesson.teacher, lesson.room, lesson.short_name), (Some("李老师"), Some("101"), Some("短")));
}

#[test]
fn the_next_day_with_lessons_lies_behind_holidays_and_between_terms() {
    let spring = Term {
        from: date(2027, 2, 22),
        until: Some(date(2027, 7, 2)),
        first_day: date(2027, 2, 22),
        timetable: weekly(),
    };
    let holidays = (1..=7).map(|number| off(day(10, number), "国庆节")).collect();
    let calendar = calendar(vec![term(weekly()), spring], [], holidays);
    assert_eq!(calendar.next_day(day(10, 1)).unwrap().date, day(10, 8));
    assert_eq!(
        calendar.next_day(date(2027, 1, 23)).unwrap().date,
        date(2027, 2, 22),
        "after the winter holidays"
    );
    assert_eq!(calendar.next_day(date(2027, 7, 3)), None, "no term follows");
}

#[test]
fn the_next_day_lies_behind_weeks_without_lessons() {
    let empty = Term {
        from: day(9, 7),
        until: Some(day(9, 18)),
        first_day: day(9, 7),
        timetable: timetable(Cycle::Weekly, vec![]),
    };
    let long = calendar(vec![term(weekly()), empty], [], vec![]);
    assert_eq!(long.next_day(day(9, 7)).unwrap().date, day(9, 21), "the long term holds again");

    let mondays = timetable(Cycle::Weekly, vec![schedule(&[1], Weeks::All, &["语文 08:00-08:40"])]);
    let nothing = || change(DayPlan::Lessons { lessons: Vec::new() }, "");
    let taken = [7, 14, 21, 28].map(|number| (day(9, number), nothing()));
    let holidays = [5, 12, 19].map(|number| off(day(10, number), "假")).to_vec();
    let calendar = calendar(vec![term(mondays)], taken, holidays);
    assert_eq!(calendar.next_day(day(9, 1)).unwrap().date, day(10, 26), "seven Mondays have none");
}
