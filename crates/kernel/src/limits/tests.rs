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

fn bucket(limits: &Limits) -> &Bucket {
    limits.0.iter().find(|bucket| bucket.rule == Rule::Login).unwrap()
}

/// More addresses than a rule remembers.
const FLOOD: usize = 150_000;

#[test]
fn a_newcomer_has_a_bucket_of_its_own_however_many_were_counted_before() {
    let (limits, _) = limits("3/60");
    let bucket = bucket(&limits);
    for number in 0..FLOOD {
        assert_eq!(bucket.draw(&numbered(number)).remaining, 2, "address {number} shares with another");
    }
    // Each of the flood is as exhausted as it can be, and the next is served all the same.
    for number in 0..FLOOD {
        while bucket.draw(&numbered(number)).wait.is_none() {}
    }
    for newcomer in FLOOD..FLOOD + 1000 {
        let left = [(); 3].map(|()| bucket.draw(&numbered(newcomer)).remaining);
        assert_eq!(left, [2, 1, 0]);
        assert!(bucket.draw(&numbered(newcomer)).wait.is_some());
    }
}

#[test]
fn memory_is_bounded_whoever_comes() {
    let (limits, _) = limits("2/60");
    let bucket = limits.0.into_iter().find(|bucket| bucket.rule == Rule::Login).unwrap();
    for number in 0..FLOOD {
        bucket.draw(&numbered(number));
    }
    let most = usize::try_from(SETS).unwrap() * SET_SIZE;
    assert!((most / 2..=most).contains(&bucket.limiter.into_state_store().len()));
}

#[test]
fn a_flood_of_addresses_does_not_reset_an_exhausted_bucket() {
    let (limits, clock) = limits("10/60");
    let bucket = bucket(&limits);
    // A thousand guessers who have used up what they had.
    for number in 0..1000 {
        while bucket.draw(&numbered(number)).wait.is_none() {}
    }
    // Five attempts of each address of a flood are half of what would exhaust it.
    for number in 1000..FLOOD {
        for _ in 0..5 {
            bucket.draw(&numbered(number));
        }
    }
    for number in 0..1000 {
        assert!(bucket.draw(&numbered(number)).wait.is_some(), "guesser {number} begins anew");
    }
    clock.advance(Duration::from_secs(60));
    assert_eq!(bucket.draw(&numbered(1)).remaining, 9);
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
