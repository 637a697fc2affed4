//! The rotation as a pure function: whatever the roster and the days off.

use std::collections::BTreeSet;

use jiff::ToSpan as _;
use jiff::civil::{Date, date};
use proptest::prelude::*;

use crate::duty::model::{DutyGroup, DutyTurnLength, Plan};
use crate::duty::rotation::{LastTurn, PlannedTurn, monday, turns};

const START: Date = date(2026, 9, 1);
const END: Date = date(2027, 2, 28);

fn plan(count: usize, turn: DutyTurnLength, weekdays: Vec<i8>, first_group: usize) -> Plan {
    let groups = (0..count).map(|index| DutyGroup { name: format!("组{index}"), members: Vec::new() });
    Plan {
        name: "值日".into(),
        groups: groups.collect(),
        turn,
        weekdays,
        starts_on: START,
        first_group,
        ends_on: None,
    }
}

fn some_plan() -> impl Strategy<Value = Plan> {
    let turn = prop_oneof![Just(DutyTurnLength::Day), Just(DutyTurnLength::Week)];
    let weekdays = proptest::collection::btree_set(1_i8..=7, 1..=7);
    (1_usize..=20, turn, weekdays, 0_usize..20).prop_map(|(count, turn, weekdays, first)| {
        plan(count, turn, weekdays.into_iter().collect(), first % count)
    })
}

/// Days off, by their distance from the first day.
fn days_off() -> impl Strategy<Value = BTreeSet<Date>> {
    proptest::collection::btree_set(0_i32..181, 0..60)
        .prop_map(|days| days.into_iter().map(|day| START.checked_add(day.days()).unwrap()).collect())
}

fn last(plan: &Plan, turn: PlannedTurn) -> LastTurn {
    LastTurn { date: turn.date, group: turn.group, name: plan.groups[turn.group].name.clone() }
}

/// The groups in the order of their turns: each week once where a turn is a week.
fn order(plan: &Plan, turns: &[PlannedTurn]) -> Vec<usize> {
    let mut order: Vec<(Date, usize)> = turns
        .iter()
        .map(|turn| match plan.turn {
            DutyTurnLength::Day => (turn.date, turn.group),
            DutyTurnLength::Week => (monday(turn.date), turn.group),
        })
        .collect();
    order.dedup();
    order.into_iter().map(|(_, group)| group).collect()
}

proptest! {
    #[test]
    fn turns_in_a_row_are_of_groups_in_a_row_and_days_off_have_none(plan in some_plan(), off in days_off()) {
        let found = turns(&plan, None, |day| !off.contains(&day), START, END);
        prop_assert!(found.iter().all(|turn| !off.contains(&turn.date) && plan.covers(turn.date)));
        let order = order(&plan, &found);
        prop_assert!(order.first().is_none_or(|group| *group == plan.first_group));
        for pair in order.windows(2) {
            prop_assert_eq!(pair[1], (pair[0] + 1) % plan.groups.len());
        }
        let possible = START.series(1.day()).take_while(|day| *day <= END);
        let possible = possible.filter(|day| plan.covers(*day) && !off.contains(day)).count();
        prop_assert_eq!(found.len(), possible, "each day of duty has one turn");
    }

    #[test]
    fn every_group_has_as_many_turns_as_any_other_but_for_one(plan in some_plan(), off in days_off()) {
        let order = order(&plan, &turns(&plan, None, |day| !off.contains(&day), START, END));
        let count = |group| order.iter().filter(|one| **one == group).count();
        let counts: Vec<usize> = (0..plan.groups.len()).map(count).collect();
        prop_assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1);
    }

    #[test]
    fn the_rotation_goes_on_from_any_stored_turn_as_if_it_had_never_stopped(
        plan in some_plan(), off in days_off(), cut in 0_usize..150,
    ) {
        let whole = turns(&plan, None, |day| !off.contains(&day), START, END);
        prop_assume!(!whole.is_empty());
        let stored = whole[cut % whole.len()];
        let from = stored.date.tomorrow().unwrap();
        let rest = turns(&plan, Some(&last(&plan, stored)), |day| !off.contains(&day), from, END);
        prop_assert_eq!(&whole[cut % whole.len() + 1..], rest.as_slice());
    }

    #[test]
    fn a_holiday_that_is_added_later_shifts_what_comes_and_skips_no_group(
        plan in some_plan(), off in days_off(), cut in 0_usize..150, holiday in 1_i32..30,
    ) {
        let before = turns(&plan, None, |day| !off.contains(&day), START, END);
        prop_assume!(!before.is_empty());
        let kept = &before[..=cut % before.len()];
        let stored = kept[kept.len() - 1];
        let added = stored.date.checked_add(holiday.days()).unwrap();
        let from = stored.date.tomorrow().unwrap();
        let is_school = |day: Date| !off.contains(&day) && day != added;
        let rest = turns(&plan, Some(&last(&plan, stored)), is_school, from, END);
        prop_assert!(rest.iter().all(|turn| turn.date != added));
        let all: Vec<PlannedTurn> = kept.iter().chain(&rest).copied().collect();
        for pair in order(&plan, &all).windows(2) {
            prop_assert_eq!(pair[1], (pair[0] + 1) % plan.groups.len());
        }
    }
}

#[test]
fn a_group_that_is_gone_leaves_its_turn_to_the_one_after_it() {
    let plan = plan(3, DutyTurnLength::Day, (1..=5).collect(), 0);
    let next = |group: usize, name: &str| {
        let last = LastTurn { date: START, group, name: name.into() };
        let from = START.tomorrow().unwrap();
        turns(&plan, Some(&last), |_| true, from, from)[0].group
    };
    assert_eq!(next(0, "组0"), 1);
    assert_eq!(next(2, "组0"), 1, "it has another place now");
    assert_eq!(next(1, "走了"), 1, "the second of the three that are left");
    assert_eq!(next(3, "走了"), 0, "it was the last one");
}
