//! Several nodes: real processes on one PostgreSQL, linked by a real NATS server that comes and goes.
//!
//! What each hint does is tested in the kernel, with a clock that stands still. Here it is the
//! binary: what one node writes, the other shows, whatever becomes of NATS.
#![expect(
    clippy::disallowed_methods,
    reason = "a driver outside the server: the machine's own time and environment"
)]

mod answers;
mod nats;
mod phone;
mod presence;
mod school;
mod talk;

use serde_json::{Value, json};

use crate::durability::server::PASSWORD;
use nats::Nats;
use school::{School, Tab};

/// Events of each phase of an outage.
const EACH: usize = 20;

#[test]
fn what_is_published_on_one_node_wakes_a_poll_that_waits_at_the_other() {
    let Some(school) = School::open("what_is_published_on_one_node_wakes_a_poll_that_waits_at_the_other")
    else {
        return;
    };
    school.until_linked();
    let mut tabs = [&school.one, &school.two].map(|node| Tab::register(node, &school.members[1].token));
    for number in 0..10 {
        let (from, waits) = if number % 2 == 0 { (&school.one, 1) } else { (&school.two, 0) };
        let sent = school.while_it_waits(&mut tabs[waits], || school.publish(from, number));
        assert_eq!(sent, [number]);
        assert_eq!(tabs[1 - waits].poll(), [number], "the node itself shows it too");
    }
    // Ten events found by looking twice a second would be a strange chance.
    assert!(school::woken(&school.one) > 0 && school::woken(&school.two) > 0);
}

#[test]
fn a_ban_on_one_node_ends_what_is_open_at_the_other() {
    let Some(school) = School::open("a_ban_on_one_node_ends_what_is_open_at_the_other") else { return };
    school.until_linked();
    let [admin, banned, other] = [0, 1, 2].map(|at| &school.members[at]);
    let mut waiting = Tab::register(&school.two, &banned.token);
    let mut untouched = Tab::register(&school.two, &other.token);
    let path = format!("/api/admin/users/{}/status", banned.user_id);
    let status = std::thread::scope(|scope| {
        let poll = scope.spawn(move || waiting.ask().status);
        // Parked, or else refused a moment later: both are what a ban should do.
        school.call(&school.one, admin, "PATCH", &path, &json!({ "status": "disabled" })).ok();
        poll.join().expect("an answer")
    });
    assert_eq!(status, 403);
    let read = |node| school.call(node, banned, "GET", "/api/user/profile", &Value::Null).status;
    assert_eq!([read(&school.one), read(&school.two)], [403, 403]);
    // Lifted there, it holds here.
    school.call(&school.two, admin, "PATCH", &path, &json!({ "status": "active" })).ok();
    school::until("active again", || read(&school.one) == 200);
    school.publish(&school.one, 1);
    assert_eq!(untouched.poll(), [1]);
}

#[test]
fn a_name_an_office_a_password_and_a_setting_are_the_same_everywhere() {
    let Some(school) = School::open("a_name_an_office_a_password_and_a_setting_are_the_same_everywhere")
    else {
        return;
    };
    school.until_linked();
    let [admin, member] = [0, 1].map(|at| &school.members[at]);
    let profile = |node| school.call(node, member, "GET", "/api/user/profile", &Value::Null);
    // Both nodes know the member from here on.
    for node in [&school.one, &school.two] {
        assert_eq!(profile(node).ok().data()["role"], "user");
    }
    let office = json!({ "user_id": member.user_id, "title": "学委", "permissions": ["manage_posts"] });
    school.call(&school.one, admin, "POST", "/api/admin/officers", &office).ok();
    school::until("an officer", || profile(&school.two).data()["role"] == "officer");

    school
        .call(&school.two, member, "PATCH", "/api/user/profile", &json!({ "info": { "signature": "晨读" } }))
        .ok();
    school::until("the signature", || profile(&school.one).envelope.to_string().contains("晨读"));

    let lock = |node| school.call(node, admin, "GET", "/api/admin/lock-screen", &Value::Null);
    school.call(&school.one, admin, "PUT", "/api/admin/lock-screen", &json!({ "enabled": true })).ok();
    school::until("the lock", || lock(&school.two).data()["enabled"] == true);

    let new = "another-password-of-2026";
    let change = json!({ "old_password": PASSWORD, "new_password": new, "confirm_password": new });
    let other_device = school.sign_in(&school.two, member);
    school.call(&school.one, member, "PUT", "/api/user/change-password", &change).ok();
    school::until("signed out", || {
        school.call(&school.two, &other_device, "GET", "/api/user/profile", &Value::Null).status == 401
    });
    assert_eq!(profile(&school.two).status, 200, "the session that changed it goes on");
}

#[test]
fn an_outage_of_nats_loses_nothing_and_doubles_nothing() {
    let Some(mut school) = School::open("an_outage_of_nats_loses_nothing_and_doubles_nothing") else {
        return;
    };
    school.until_linked();
    let total = 4 * EACH;
    let pollers = [&school.one, &school.two].map(|node| {
        let mut tab = Tab::register(node, &school.members[1].token);
        std::thread::spawn(move || {
            let mut seen = Vec::new();
            while seen.last() != Some(&total) {
                seen.extend(tab.poll());
            }
            seen
        })
    });
    // One by one, so that the order is known: through both nodes in turn.
    let publish = |school: &School, phase: usize| {
        for number in phase * EACH..(phase + 1) * EACH {
            school.publish(if number % 2 == 0 { &school.one } else { &school.two }, number);
        }
    };
    publish(&school, 0);
    school.nats.kill();
    publish(&school, 1);
    school.until_both("warning");
    publish(&school, 2);
    school.nats.start_again();
    publish(&school, 3);
    school.until_linked();
    let before = school::woken(&school.two);
    school.publish(&school.one, total);
    for poller in pollers {
        assert_eq!(poller.join().expect("a poller"), (0..=total).collect::<Vec<_>>());
    }
    let mut more = total;
    school::until("woken again", || {
        more += 1;
        school.publish(&school.one, more);
        school::woken(&school.two) > before
    });
}

#[test]
fn a_node_that_is_killed_is_missed_and_its_successor_is_known() {
    let Some(mut school) = School::open("a_node_that_is_killed_is_missed_and_its_successor_is_known") else {
        return;
    };
    school.until_linked();
    school.two.kill();
    school::until("missed", || school::others(&school.one) == Some(0));
    school.publish(&school.one, 1);
    school.restart_two();
    school.until_linked();
    let mut tab = Tab::register(&school.two, &school.members[1].token);
    school.publish(&school.one, 2);
    assert_eq!(tab.poll(), [2]);
}

#[test]
fn without_nats_ever_nodes_find_by_looking_what_others_wrote() {
    let name = "without_nats_ever_nodes_find_by_looking_what_others_wrote";
    let Some(school) = School::open_with(name, Nats::absent) else { return };
    school.until_both("warning");
    let mut tab = Tab::register(&school.two, &school.members[1].token);
    for number in 0..3 {
        assert_eq!(school.while_it_waits(&mut tab, || school.publish(&school.one, number)), [number]);
    }
    let (status, health) = school::health(&school.one);
    assert_eq!((status, &health["status"]), (200, &json!("healthy")), "{health}");
}
