//! Rate limits: how many pass, how long to wait, whom it counts, and that memory is bounded.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::testing::START;
use crate::tests::user;

fn limits(rate: &str) -> (Limits, Clock) {
    let given = [("JWT_SECRET", "a secret that only tests use, 32 bytes"), ("RATE_LIMIT_LOGIN", rate)];
    let given: BTreeMap<String, String> =
        given.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    let clock = Clock::manual(START.parse().unwrap());
    (Limits::new(&Config::from_variables(given).unwrap(), &clock), clock)
}

fn key(address: &str) -> Key {
    Key::address(address.parse().unwrap())
}

fn draw(limits: &Limits, address: &str) -> Draw {
    limits.draw(Rule::Login, key(address)).expect("the rule is on")
}

#[test]
fn a_full_bucket_lets_its_count_through_and_then_one_per_share_of_the_period() {
    let (limits, clock) = limits("10/60");
    for left in (0..10).rev() {
        assert_eq!(draw(&limits, "192.0.2.1"), Draw { limit: 10, remaining: left, wait: None });
    }
    let refused = draw(&limits, "192.0.2.1");
    assert_eq!(refused, Draw { limit: 10, remaining: 0, wait: Some(Duration::from_secs(6)) });
    clock.advance(Duration::from_millis(5999));
    assert_eq!(draw(&limits, "192.0.2.1").wait, Some(Duration::from_millis(1)));
    clock.advance(Duration::from_millis(1));
    assert_eq!(draw(&limits, "192.0.2.1").wait, None);
    assert!(draw(&limits, "192.0.2.1").wait.is_some());
    clock.advance(Duration::from_secs(60));
    assert_eq!(draw(&limits, "192.0.2.1").remaining, 9, "full again after the period");
}

#[test]
fn each_address_counts_apart_and_each_rule_too() {
    let (limits, _) = limits("1/60");
    assert_eq!(draw(&limits, "192.0.2.1").wait, None);
    assert!(draw(&limits, "192.0.2.1").wait.is_some());
    assert_eq!(draw(&limits, "192.0.2.2").wait, None);
    assert_eq!(limits.draw(Rule::Register, key("192.0.2.1")).unwrap().limit, 5);
    assert_eq!(limits.draw(Rule::Register, key("192.0.2.1")).unwrap().remaining, 3);
}

#[test]
fn the_numbers_of_the_interface_are_the_defaults_and_0_switches_off() {
    let (limits, _) = limits("0");
    assert_eq!(limits.draw(Rule::Login, key("192.0.2.1")), None);
    let given: Vec<u32> =
        Rule::ALL[1..].iter().map(|rule| limits.draw(*rule, key("::1")).unwrap().limit).collect();
    assert_eq!(given, [5, 20, 10, 60, 30, 30, 20, 120, 600, 120]);
    for (place, rule) in Rule::ALL.iter().enumerate() {
        assert_eq!(*rule as usize, place, "AddressLimit counts on it");
    }
}

#[test]
fn ipv6_counts_per_64_and_mapped_ipv4_as_ipv4() {
    assert_eq!(key("2001:db8:1:2::1"), key("2001:db8:1:2:ffff:ffff:ffff:ffff"));
    assert_ne!(key("2001:db8:1:2::1"), key("2001:db8:1:3::1"));
    assert_eq!(key("::ffff:192.0.2.1"), key("192.0.2.1"));
    assert_ne!(key("::ffff:192.0.2.1"), key("::ffff:192.0.2.2"), "not one bucket for all of IPv4");
    assert_ne!(Key::user(user("240111")), Key::user(user("240112")));
}

#[test]
fn setting_the_machines_time_lets_nobody_through() {
    let (limits, clock) = limits("1/60");
    assert_eq!(draw(&limits, "192.0.2.1").wait, None);
    for wall in ["2020-01-01T00:00:00Z", "2030-01-01T00:00:00Z"] {
        clock.set_wall(wall.parse().unwrap());
        assert_eq!(draw(&limits, "192.0.2.1").wait, Some(Duration::from_secs(60)), "{wall}");
    }
    clock.advance(Duration::from_secs(60));
    assert_eq!(draw(&limits, "192.0.2.1").wait, None);
}

/// Another address for each number.
fn numbered(number: usize) -> Key {
    Key::address(std::net::Ipv4Addr::from_bits(0x0a00_0000 + u32::try_from(number).unwrap()).into())
}

#[test]
fn memory_is_bounded_old_keys_are_dropped_and_known_ones_keep_their_count() {
    let (limits, clock) = limits("2/60");
    let bucket = limits.0.iter().find(|bucket| bucket.rule == Rule::Login).unwrap();
    for number in 0..MAX_KEYS {
        assert_eq!(bucket.draw(&numbered(number)).remaining, 1);
    }
    let beyond = |number: usize| bucket.draw(&numbered(MAX_KEYS + number));
    assert_eq!(
        [beyond(1).wait.is_none(), beyond(2).wait.is_none(), beyond(3).wait.is_none()],
        [true, true, false]
    );
    assert_eq!(bucket.limiter.len(), MAX_KEYS + 1, "newcomers share one bucket");
    assert_eq!(bucket.draw(&numbered(7)).remaining, 0, "who was counted before still is");
    assert!(bucket.draw(&numbered(7)).wait.is_some());

    clock.advance(Duration::from_secs(61));
    assert_eq!(bucket.draw(&numbered(8)).remaining, 1);
    assert_eq!(bucket.limiter.len(), 3, "what was long full again is forgotten, the others kept");
    assert_eq!(beyond(4).remaining, 1, "and newcomers have their own again");
    assert_eq!(bucket.limiter.len(), 4);
}

proptest! {
    #[test]
    fn never_more_pass_than_promised_and_who_waits_as_told_succeeds(
        count in 1_u32..2000,
        seconds in 1_u32..5000,
        steps in prop::collection::vec((0_u64..200_000, 1_usize..40), 1..30),
    ) {
        let (limits, clock) = limits(&format!("{count}/{seconds}"));
        let mut passed = 0_u64;
        for (milliseconds, attempts) in steps {
            clock.advance(Duration::from_millis(milliseconds));
            let waits: Vec<_> = (0..attempts).map(|_| draw(&limits, "192.0.2.1").wait).collect();
            passed += waits.iter().filter(|wait| wait.is_none()).count() as u64;
            let refilled = clock.monotonic().as_nanos() * u128::from(count) / (u128::from(seconds) * 1_000_000_000);
            prop_assert!(u128::from(passed) <= u128::from(count) + refilled);
            if let Some(wait) = waits.last().copied().flatten() {
                clock.advance(Duration::from_secs(crate::error::whole_seconds(wait)));
                prop_assert_eq!(draw(&limits, "192.0.2.1").wait, None, "Retry-After is enough");
                passed += 1;
            }
        }
    }

    #[test]
    fn remaining_is_what_still_passes_at_once(count in 1_u32..50, drawn in 0_u32..60) {
        let (limits, _) = limits(&format!("{count}/60"));
        for _ in 0..drawn {
            draw(&limits, "192.0.2.1");
        }
        let now = draw(&limits, "192.0.2.1");
        prop_assert_eq!(now.remaining, count.saturating_sub(drawn + 1));
        for _ in 0..now.remaining {
            prop_assert_eq!(draw(&limits, "192.0.2.1").wait, None);
        }
        prop_assert!(draw(&limits, "192.0.2.1").wait.is_some());
    }
}
