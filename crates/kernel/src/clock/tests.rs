//! The clock that tests move, and the machine's.

use std::pin::pin;

use futures_util::future::{join_all, pending};
use futures_util::poll;

use super::*;
use crate::testing::START;

fn clock() -> Clock {
    Clock::manual(START.parse().unwrap())
}

const SECOND: Duration = Duration::from_secs(1);

#[test]
fn a_manual_clock_stands_still_until_it_is_moved() {
    let clock = clock();
    assert_eq!((clock.now().to_string(), clock.monotonic()), (START.to_owned(), Duration::ZERO));
    clock.advance(SECOND);
    assert_eq!((clock.now().to_string(), clock.monotonic()), ("2026-09-01T00:00:01Z".to_owned(), SECOND));
    assert_eq!(clock.now_ms(), 1_788_220_801_000);
}

#[test]
fn setting_the_wall_leaves_durations_alone() {
    let clock = clock();
    clock.set_wall("2020-01-01T00:00:00Z".parse().unwrap());
    assert_eq!(
        (clock.now().to_string(), clock.monotonic()),
        ("2020-01-01T00:00:00Z".to_owned(), Duration::ZERO)
    );
}

#[tokio::test]
async fn a_sleeper_wakes_when_its_time_has_come_and_not_before() {
    let clock = clock();
    let mut sleep = pin!(clock.sleep(2 * SECOND));
    assert!(poll!(&mut sleep).is_pending());
    clock.set_wall("2030-01-01T00:00:00Z".parse().unwrap());
    clock.advance(SECOND);
    assert!(poll!(&mut sleep).is_pending());
    clock.advance(SECOND);
    sleep.await;
    clock.sleep(Duration::ZERO).await;
}

#[tokio::test]
async fn one_move_wakes_every_sleeper() {
    let clock = clock();
    let mut sleepers = pin!(join_all((1..=100).map(|n| clock.sleep(SECOND / 100 * n))));
    assert!(poll!(&mut sleepers).is_pending());
    clock.advance(SECOND);
    assert_eq!(sleepers.await.len(), 100);
}

#[tokio::test]
async fn what_is_done_in_time_is_answered_and_what_is_not_is_given_up() {
    let clock = clock();
    assert_eq!(clock.timeout(SECOND, async { 7 }).await, Ok(7));
    assert_eq!(clock.timeout(Duration::ZERO, async { 7 }).await, Ok(7), "work comes first");
    let mut late = pin!(clock.timeout(SECOND, pending::<()>()));
    assert!(poll!(&mut late).is_pending());
    clock.advance(SECOND);
    assert_eq!(late.await, Err(Elapsed));
}

#[tokio::test]
async fn the_machines_clock_runs() {
    let clock = Clock::system();
    let before = (clock.monotonic(), clock.now_ms());
    clock.sleep(Duration::from_millis(2)).await;
    assert!(clock.monotonic() >= before.0 + Duration::from_millis(2));
    assert!(clock.now_ms() > before.1 && clock.now_ms() > 1_700_000_000_000);
    assert_eq!(clock.timeout(Duration::from_millis(1), pending::<()>()).await, Err(Elapsed));
}

#[test]
#[should_panic(expected = "the system's clock cannot be moved")]
fn the_machines_clock_is_not_ours_to_move() {
    Clock::system().advance(SECOND);
}
