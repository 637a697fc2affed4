//! Rate limits: how many pass, how long to wait, whom it counts, and that memory is bounded.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::config::{AnyVariable, VARIABLES};
use crate::testing::START;
use crate::tests::user;

static KNOCK: Limit = Limit::new("knock", "RATE_LIMIT_KNOCK", "3/60", "knocks per address");
static RING: Limit = Limit::new("ring", "RATE_LIMIT_RING", "5/3600", "rings per address");

fn limits(rate: &str) -> (Limits, Clock) {
    let given = [("JWT_SECRET", "a secret that only tests use, 32 bytes"), ("RATE_LIMIT_KNOCK", rate)];
    let given: BTreeMap<String, String> =
        given.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    let clock = Clock::manual(START.parse().unwrap());
    let variables = [&KNOCK.variable as &dyn AnyVariable, &RING.variable];
    let config = Config::new(&given, VARIABLES.iter().copied().chain(variables)).unwrap();
    (Limits::new([&KNOCK, &RING], &config, &clock), clock)
}

fn key(address: &str) -> Key {
    Key::address(address.parse().unwrap())
}

fn count_attempt(limits: &Limits, address: &str) -> Attempt {
    limits.count_attempt(&KNOCK, key(address)).expect("the limit is on")
}

#[test]
fn a_full_bucket_lets_its_count_through_and_then_one_per_share_of_the_period() {
    let (limits, clock) = limits("10/60");
    for left in (0..10).rev() {
        assert_eq!(
            count_attempt(&limits, "192.0.2.1"),
            Attempt { name: "knock", limit: 10, remaining: left, wait: None }
        );
    }
    let refused = count_attempt(&limits, "192.0.2.1");
    assert_eq!(
        refused,
        Attempt { name: "knock", limit: 10, remaining: 0, wait: Some(Duration::from_secs(6)) }
    );
    clock.advance(Duration::from_millis(5999));
    assert_eq!(count_attempt(&limits, "192.0.2.1").wait, Some(Duration::from_millis(1)));
    clock.advance(Duration::from_millis(1));
    assert_eq!(count_attempt(&limits, "192.0.2.1").wait, None);
    assert!(count_attempt(&limits, "192.0.2.1").wait.is_some());
    clock.advance(Duration::from_secs(60));
    assert_eq!(count_attempt(&limits, "192.0.2.1").remaining, 9, "full again after the period");
}

#[test]
fn each_address_counts_apart_and_each_limit_too() {
    let (limits, _) = limits("1/60");
    assert_eq!(count_attempt(&limits, "192.0.2.1").wait, None);
    assert!(count_attempt(&limits, "192.0.2.1").wait.is_some());
    assert_eq!(count_attempt(&limits, "192.0.2.2").wait, None);
    assert_eq!(limits.count_attempt(&RING, key("192.0.2.1")).unwrap().limit, 5);
    assert_eq!(limits.count_attempt(&RING, key("192.0.2.1")).unwrap().remaining, 3);
}

#[test]
fn a_limit_of_0_is_off() {
    let (limits, _) = limits("0");
    assert_eq!(limits.count_attempt(&KNOCK, key("192.0.2.1")), None);
    assert_eq!(limits.count_attempt(&RING, key("192.0.2.1")).unwrap().limit, 5);
}

#[test]
#[should_panic(expected = "the limit stands in `Feature::limits`")]
fn a_limit_that_no_feature_names_is_a_mistake_and_not_switched_off() {
    static FORGOTTEN: Limit = Limit::new("forgotten", "RATE_LIMIT_FORGOTTEN", "1/60", "nothing");
    let _ = limits("1/60").0.count_attempt(&FORGOTTEN, key("192.0.2.1"));
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
    assert_eq!(count_attempt(&limits, "192.0.2.1").wait, None);
    for wall in ["2020-01-01T00:00:00Z", "2030-01-01T00:00:00Z"] {
        clock.set_wall(wall.parse().unwrap());
        assert_eq!(count_attempt(&limits, "192.0.2.1").wait, Some(Duration::from_secs(60)), "{wall}");
    }
    clock.advance(Duration::from_secs(60));
    assert_eq!(count_attempt(&limits, "192.0.2.1").wait, None);
}

/// Another address for each number.
fn numbered(number: usize) -> Key {
    Key::address(std::net::Ipv4Addr::from_bits(0x0a00_0000 + u32::try_from(number).unwrap()).into())
}

fn buckets(limits: &Limits) -> &Buckets {
    limits.0["knock"].as_ref().unwrap()
}

/// More addresses than a limit remembers.
const FLOOD: usize = 150_000;

#[test]
fn a_newcomer_has_a_bucket_of_its_own_however_many_were_counted_before() {
    let (limits, _) = limits("3/60");
    let buckets = buckets(&limits);
    for number in 0..FLOOD {
        assert_eq!(
            buckets.count_attempt(&numbered(number)).remaining,
            2,
            "address {number} shares with another"
        );
    }
    // Each of the flood is as exhausted as it can be, and the next is served all the same.
    for number in 0..FLOOD {
        while buckets.count_attempt(&numbered(number)).wait.is_none() {}
    }
    for newcomer in FLOOD..FLOOD + 1000 {
        let left = [(); 3].map(|()| buckets.count_attempt(&numbered(newcomer)).remaining);
        assert_eq!(left, [2, 1, 0]);
        assert!(buckets.count_attempt(&numbered(newcomer)).wait.is_some());
    }
}

#[test]
fn memory_is_bounded_whoever_comes() {
    let (mut limits, _) = limits("2/60");
    let buckets = limits.0.remove("knock").flatten().unwrap();
    for number in 0..FLOOD {
        buckets.count_attempt(&numbered(number));
    }
    let most = usize::try_from(SETS).unwrap() * SET_SIZE;
    assert!((most / 2..=most).contains(&buckets.store.0.len()));
}

#[test]
fn what_is_given_back_can_be_drawn_again_and_never_makes_more_than_the_whole() {
    let (limits, _) = limits("3/60");
    let key = key("192.0.2.1");
    for _ in 0..20 {
        assert_eq!(count_attempt(&limits, "192.0.2.1").wait, None);
        limits.give_back(&KNOCK, key);
    }
    limits.give_back(&KNOCK, key);
    for remaining in [2, 1, 0] {
        assert_eq!(count_attempt(&limits, "192.0.2.1").remaining, remaining);
    }
    assert!(count_attempt(&limits, "192.0.2.1").wait.is_some());
    limits.give_back(&KNOCK, key);
    assert_eq!(count_attempt(&limits, "192.0.2.1").wait, None);
}

#[test]
fn a_flood_of_addresses_does_not_reset_an_exhausted_bucket() {
    let (limits, clock) = limits("10/60");
    let buckets = buckets(&limits);
    // A thousand guessers who have used up what they had.
    for number in 0..1000 {
        while buckets.count_attempt(&numbered(number)).wait.is_none() {}
    }
    // Five attempts of each address of a flood are half of what would exhaust it.
    for number in 1000..FLOOD {
        for _ in 0..5 {
            buckets.count_attempt(&numbered(number));
        }
    }
    for number in 0..1000 {
        assert!(buckets.count_attempt(&numbered(number)).wait.is_some(), "guesser {number} begins anew");
    }
    clock.advance(Duration::from_secs(60));
    assert_eq!(buckets.count_attempt(&numbered(1)).remaining, 9);
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
            let waits: Vec<_> = (0..attempts).map(|_| count_attempt(&limits, "192.0.2.1").wait).collect();
            passed += waits.iter().filter(|wait| wait.is_none()).count() as u64;
            let refilled = clock.monotonic().as_nanos() * u128::from(count) / (u128::from(seconds) * 1_000_000_000);
            prop_assert!(u128::from(passed) <= u128::from(count) + refilled);
            if let Some(wait) = waits.last().copied().flatten() {
                clock.advance(Duration::from_secs(crate::error::whole_seconds(wait)));
                prop_assert_eq!(count_attempt(&limits, "192.0.2.1").wait, None, "Retry-After is enough");
                passed += 1;
            }
        }
    }

    #[test]
    fn remaining_is_what_still_passes_at_once(count in 1_u32..50, drawn in 0_u32..60) {
        let (limits, _) = limits(&format!("{count}/60"));
        for _ in 0..drawn {
            count_attempt(&limits, "192.0.2.1");
        }
        let now = count_attempt(&limits, "192.0.2.1");
        prop_assert_eq!(now.remaining, count.saturating_sub(drawn + 1));
        for _ in 0..now.remaining {
            prop_assert_eq!(count_attempt(&limits, "192.0.2.1").wait, None);
        }
        prop_assert!(count_attempt(&limits, "192.0.2.1").wait.is_some());
    }
}
