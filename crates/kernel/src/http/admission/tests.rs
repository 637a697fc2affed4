//! Who gets a connection, and which ones end.

use std::task;

use futures_util::task::noop_waker_ref;

use super::*;

const SCHOOL: [u8; 4] = [192, 0, 2, 1];
const HOME: [u8; 4] = [192, 0, 2, 2];
const SMALL: Bounds = Bounds { all: 8, of_address: 4, unproven: 2, burst: 4 };

fn admit(admission: &Admission, from: [u8; 4]) -> Result<Permit> {
    admission.admit(from.into(), false)
}

fn proxied(admission: &Admission) -> Permit {
    admission.admit([127, 0, 0, 1].into(), true).unwrap()
}

fn small() -> Admission {
    Admission::within(SMALL, &Clock::manual(jiff::Timestamp::UNIX_EPOCH))
}

/// Looks in this second of the clock, which never goes back.
fn look(admission: &Admission, second: u64) {
    admission.0.clock.advance(Duration::from_secs(second) - admission.0.clock.monotonic());
    admission.enforce();
}

/// A request that a handler has begun with, and perhaps answered.
fn begin(permit: &Permit, sent: Sent) {
    permit.connection().received(sent);
    permit.connection().began();
}

fn is_ended(permit: &Permit) -> bool {
    permit.connection().is_expired(&task::Context::from_waker(noop_waker_ref()))
}

fn status(refused: Result<Permit>) -> u16 {
    refused.err().map_or(200, |refusal| refusal.status().as_u16())
}

#[test]
fn descriptors_stay_in_reserve_and_one_address_gets_half() {
    for (files, all) in [(1024, 896), (20_000, 19_488), (1_048_576, 20_000), (256, 192), (64, 0)] {
        let bounds = Bounds::within(files);
        assert_eq!((bounds.all, bounds.of_address), (all, all / 2), "{files}");
        assert_eq!(bounds.unproven, 256.min(all / 2), "{files}");
    }
}

#[test]
fn an_address_beyond_its_share_is_429_and_a_full_server_503() {
    let admission = small();
    let school: Vec<_> = (0..4).map(|_| admit(&admission, SCHOOL).unwrap()).collect();
    assert_eq!(status(admit(&admission, SCHOOL)), 429);
    let home: Vec<_> = (0..4).map(|_| admit(&admission, HOME).unwrap()).collect();
    assert_eq!(status(admit(&admission, SCHOOL)), 503);
    let all_wait_for_the_server = school.iter().chain(&home);
    all_wait_for_the_server.for_each(|permit| begin(permit, Sent::Whole));
    assert_eq!(status(admit(&admission, [192, 0, 2, 3])), 503, "nobody's can end");

    drop(school);
    assert_eq!(status(admit(&admission, SCHOOL)), 200, "who has gone made room");
    drop(home);
    assert!(admission.table().connections.is_empty() && admission.table().by_address.is_empty());
}

#[test]
fn a_burst_of_connections_that_have_proven_nothing_is_refused_at_once() {
    let admission =
        Admission::within(Bounds { burst: 3, ..SMALL }, &Clock::manual(jiff::Timestamp::UNIX_EPOCH));
    let all: Vec<_> = (0..3).map(|_| admit(&admission, SCHOOL).unwrap()).collect();
    assert_eq!(status(admit(&admission, SCHOOL)), 429);
    begin(&all[0], Sent::Whole);
    all[0].connection().answered();
    let fourth = admit(&admission, SCHOOL);
    assert!(fourth.is_ok(), "one of them was answered");
    all[1].connection().mark_member();
    drop((all, fourth));
    assert!(admission.table().by_address.is_empty());
}

#[test]
fn who_fills_the_server_makes_room_for_others_and_members_stay() {
    let admission = small();
    let served = |from| {
        let permit = admit(&admission, from).unwrap();
        begin(&permit, Sent::Whole);
        permit.connection().answered();
        permit
    };
    let home: Vec<_> = (0..4).map(|_| served(HOME)).collect();
    let school: Vec<_> = (0..4).map(|_| served(SCHOOL)).collect();
    for member in [&home[0], &school[0]] {
        member.connection().mark_member();
    }

    let other = admit(&admission, [192, 0, 2, 3]);
    let another = admit(&admission, [192, 0, 2, 4]);

    assert!(other.is_ok() && another.is_ok());
    let ended: Vec<_> = home.iter().chain(&school).map(is_ended).collect();
    assert_eq!(ended.iter().filter(|ended| **ended).count(), 2, "{ended:?}");
    assert!(!ended[0] && !ended[4], "members stay");
    assert_eq!(status(admit(&admission, HOME)), 503, "whoever has as many gets none");
}

#[test]
fn who_is_refused_for_their_own_number_takes_nobodys_place() {
    let bounds = Bounds { all: 4, burst: 1, ..SMALL };
    let admission = Admission::within(bounds, &Clock::manual(jiff::Timestamp::UNIX_EPOCH));
    let served = |_| {
        let permit = admit(&admission, HOME).unwrap();
        begin(&permit, Sent::Whole);
        permit.connection().answered();
        permit
    };
    let home: Vec<_> = (0..3).map(served).collect();
    let school = admit(&admission, SCHOOL).unwrap();

    assert_eq!(status(admit(&admission, SCHOOL)), 503);

    assert!(!home.iter().any(is_ended));
    drop(school);
}

#[test]
fn addresses_of_one_ipv6_network_count_together() {
    let admission = small();
    let of = |host: u16| admission.admit([0x2001, 0xdb8, 0, 1, 0, 0, 0, host].into(), false);
    let all: Vec<_> = (0..4).map(|host| of(host).unwrap()).collect();
    assert_eq!(status(of(9)), 429);
    assert_eq!(status(admission.admit([0x2001, 0xdb8, 0, 2, 0, 0, 0, 1].into(), false)), 200);
    drop(all);
}

#[test]
fn the_oldest_unproven_connections_of_an_address_go_once_they_are_not_young() {
    let admission = small();
    let all: Vec<_> = (0..4).map(|_| admit(&admission, SCHOOL).unwrap()).collect();
    let other = admit(&admission, HOME).unwrap();
    // The first has had an answer, the second is slow with its body, the others have said nothing.
    begin(&all[0], Sent::Whole);
    all[0].connection().answered();
    begin(&all[1], Sent::Head);
    look(&admission, 1);
    assert!(!all.iter().any(is_ended), "a class that comes at once is let be");

    look(&admission, 2);

    assert_eq!(all.iter().map(is_ended).collect::<Vec<_>>(), [false, true, false, false]);
    assert!(!is_ended(&other));
}

#[test]
fn what_the_server_is_slow_with_is_nobodys_fault() {
    let admission = small();
    let all: Vec<_> = (0..4).map(|_| admit(&admission, SCHOOL).unwrap()).collect();
    all.iter().for_each(|permit| begin(permit, Sent::Whole));
    look(&admission, 1000);
    assert!(!all.iter().any(is_ended));
}

#[test]
fn a_head_has_ten_seconds_from_its_first_byte_however_it_arrives() {
    let admission = small();
    let (silent, slow, kept) = (
        admit(&admission, SCHOOL).unwrap(),
        admit(&admission, HOME).unwrap(),
        admit(&admission, HOME).unwrap(),
    );
    begin(&kept, Sent::Whole);
    kept.connection().answered();
    look(&admission, 3);
    slow.connection().received(Sent::PartOfHead);
    kept.connection().received(Sent::PartOfHead);
    look(&admission, 10);
    assert!(!is_ended(&silent) && !is_ended(&slow) && !is_ended(&kept));
    look(&admission, 11);
    assert!(is_ended(&silent), "nothing came");
    slow.connection().received(Sent::PartOfHead);
    look(&admission, 13);
    assert!(!is_ended(&slow) && !is_ended(&kept));

    look(&admission, 14);

    assert!(is_ended(&slow) && is_ended(&kept), "each further byte gives no further time");
}

#[test]
fn a_served_connection_is_kept_for_seventy_five_seconds_and_less_when_they_run_short() {
    let admission = small();
    let served = |from| {
        let permit = admit(&admission, from).unwrap();
        begin(&permit, Sent::Whole);
        permit.connection().answered();
        permit
    };
    let kept = served(SCHOOL);
    look(&admission, 75);
    assert!(!is_ended(&kept));
    look(&admission, 76);
    assert!(is_ended(&kept));

    let kept = served(SCHOOL);
    let crowd: Vec<_> = (0..6).map(|n| served([198, 51, 100, n])).collect();
    look(&admission, 81);
    assert!(!is_ended(&kept));
    look(&admission, 82);
    assert!(is_ended(&kept) && crowd.iter().all(is_ended));
}

#[test]
fn while_connections_run_short_strangers_get_little_time_and_members_theirs() {
    let admission = small();
    let sends_a_body = |n| {
        let permit = admit(&admission, [198, 51, 100, n]).unwrap();
        begin(&permit, Sent::Head);
        permit
    };
    let strangers: Vec<_> = (0..6).map(sends_a_body).collect();
    let member = sends_a_body(9);
    member.connection().mark_member();

    look(&admission, 6);

    assert!(strangers.iter().all(is_ended) && !is_ended(&member));
}

#[test]
fn what_has_arrived_is_answered_although_the_time_was_over() {
    let admission = small();
    let kept = admit(&admission, SCHOOL).unwrap();
    begin(&kept, Sent::Whole);
    kept.connection().answered();
    look(&admission, 76);
    assert!(is_ended(&kept));
    begin(&kept, Sent::Whole);
    assert!(!is_ended(&kept), "the next request came before anybody looked");
}

#[test]
fn what_no_handler_begins_with_waits_for_its_client() {
    let admission = small();
    let (empty, odd) = (admit(&admission, SCHOOL).unwrap(), admit(&admission, SCHOOL).unwrap());
    empty.connection().received(Sent::Nothing);
    // A request here, and none to the parser.
    odd.connection().received(Sent::Whole);
    look(&admission, 11);
    assert!(is_ended(&empty) && is_ended(&odd));
}

#[test]
fn a_signed_in_socket_counts_for_its_address_no_more_and_is_not_cut() {
    let admission = small();
    let sockets: Vec<_> = (0..6)
        .map(|_| {
            let permit = admit(&admission, SCHOOL).unwrap();
            begin(&permit, Sent::Whole);
            permit.upgraded();
            permit.signed_in();
            permit
        })
        .collect();
    look(&admission, 1000);
    assert!(!sockets.iter().any(is_ended));
    assert_eq!(status(admit(&admission, SCHOOL)), 200);
}

#[test]
fn a_proxys_connection_counts_for_the_client_of_its_request() {
    let admission = small();
    let all: Vec<_> = (0..6).map(|_| proxied(&admission)).collect();
    let attribute = |at: usize, from: [u8; 4]| all[at].connection().attribute(from.into());
    for at in 0..4 {
        assert!(attribute(at, SCHOOL).is_ok());
    }
    assert_eq!(attribute(4, SCHOOL).unwrap_err().status().as_u16(), 429);
    assert!(attribute(4, HOME).is_ok(), "another client behind the same proxy");

    all[0].connection().answered();

    assert!(attribute(5, SCHOOL).is_ok(), "an answered request counts no more");
    drop(all);
    assert!(admission.table().by_address.is_empty());
}

#[test]
fn slow_requests_of_a_client_behind_a_proxy_are_cut_like_those_of_any_other() {
    let admission = small();
    let all: Vec<_> = (0..4).map(|_| proxied(&admission)).collect();
    for permit in &all {
        begin(permit, Sent::Head);
        permit.connection().attribute(SCHOOL.into()).unwrap();
    }
    look(&admission, 2);
    assert_eq!(all.iter().map(is_ended).collect::<Vec<_>>(), [true, true, false, false]);
}
