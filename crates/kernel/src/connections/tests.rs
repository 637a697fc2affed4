//! What is open in a user's name ends with the session, and nothing else does.

use std::pin::pin;

use futures_util::FutureExt;
use futures_util::poll;

use super::*;
use crate::tests::user;

/// Two tokens of one user, one of another.
fn three(all: &Connections) -> [Connection; 3] {
    [all.open(user("240111"), "a"), all.open(user("240111"), "b"), all.open(user("240112"), "c")]
}

fn ended(connections: &mut [Connection; 3]) -> [Option<Ended>; 3] {
    connections.each_mut().map(|connection| connection.ended().now_or_never())
}

#[test]
fn a_ban_ends_everything_of_the_user() {
    let all = Connections::default();
    let mut open = three(&all);
    all.close_user(&user("240111"), Ended::Disabled);
    assert_eq!(ended(&mut open), [Some(Ended::Disabled), Some(Ended::Disabled), None]);
}

#[test]
fn a_logout_ends_what_that_token_opened() {
    let all = Connections::default();
    let mut open = three(&all);
    all.close_token("b");
    assert_eq!(ended(&mut open), [None, Some(Ended::Session), None]);
}

#[test]
fn a_changed_password_ends_what_the_other_tokens_opened() {
    let all = Connections::default();
    let mut open = three(&all);
    all.close_other_tokens(&user("240111"), "b");
    assert_eq!(ended(&mut open), [Some(Ended::Session), None, None]);
    all.close_other_tokens(&user("240112"), "b");
    assert_eq!(ended(&mut open), [Some(Ended::Session), None, Some(Ended::Session)]);
}

#[test]
fn the_stop_of_the_server_ends_all() {
    let all = Connections::default();
    let mut open = three(&all);
    all.close_all();
    assert_eq!(ended(&mut open), [Some(Ended::Stopping); 3]);
}

#[tokio::test]
async fn who_waits_is_woken_and_who_asks_later_is_told_the_same() {
    let all = Connections::default();
    let mut connection = all.open(user("240111"), "a");
    {
        let mut waits = pin!(connection.ended());
        assert!(poll!(&mut waits).is_pending());
        all.close_user(&user("240111"), Ended::Session);
        assert_eq!(waits.await, Ended::Session);
    }
    assert_eq!(connection.ended().await, Ended::Session);
}

#[test]
fn what_was_dropped_is_off_the_list() {
    let all = Connections::default();
    assert!(all.is_empty());
    let open = three(&all);
    assert_eq!(all.len(), 3);
    drop(open);
    assert!(all.is_empty());
    all.close_all();
}

#[tokio::test]
async fn many_users_are_cut_off_at_once_and_others_stay() {
    let all = Connections::default();
    let mut open = ["240101", "240102", "240103"].map(|id| all.open(user(id), "any"));
    all.close_users(&[user("240101"), user("240103"), user("240199")].into(), Ended::Disabled);
    assert_eq!(open[0].ended().await, Ended::Disabled);
    assert_eq!(open[2].ended().await, Ended::Disabled);
    assert!(futures_util::FutureExt::now_or_never(open[1].ended()).is_none());
}
