//! Whoever is taken out of a group is told, however late they look.

use kernel::testing::Client;
use kernel::user::UserId;
use serde_json::{Value, json};

use super::{group, portal, two};

/// What is gone from a member's list, as name and why.
async fn removed(client: &Client) -> Vec<(String, String)> {
    let list = client.get("/api/chat/rooms").await.data()["removed"].as_array().unwrap().clone();
    let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
    list.iter().map(|row| (text(row, "name"), text(row, "change"))).collect()
}

fn pair(name: &str, change: &str) -> (String, String) {
    (name.into(), change.into())
}

#[tokio::test]
async fn a_member_who_was_taken_out_is_told_until_they_have_seen_it() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let carol = portal.register("240103").await;
    let id = group(&alice, &["240102", "240103"]).await;
    portal.advance(60);
    alice.post(&format!("/api/chat/groups/{id}/kick"), &json!({ "target_user_id": "240102" })).await.data();

    let list = bob.get("/api/chat/rooms").await.data();
    let told = json!([{ "room_id": id, "name": "物理小组", "change": "kicked", "removed_at": "2026-09-01T00:01:00.000Z" }]);
    assert_eq!(list["removed"], told);
    assert!(list["rooms"].as_array().unwrap().iter().all(|room| room["room_id"] != id.as_str()));
    for other in [&alice, &carol] {
        assert_eq!(removed(other).await, []);
    }

    // However long they were away, and whatever the log has forgotten since.
    let portal = portal.restart(&[]).await;
    portal.advance(60 * 86_400);
    let again = async |id: &str| portal.client_of(UserId::parse(id).unwrap()).await;
    let (bob, carol) = (again("240102").await, again("240103").await);
    assert_eq!(removed(&bob).await, [pair("物理小组", "kicked")]);
    let path = format!("/api/chat/removals/{id}");
    carol.delete(&path).await.data();
    assert_eq!(removed(&bob).await, [pair("物理小组", "kicked")]);
    for _ in ["sees it", "sees it on another device"] {
        bob.delete(&path).await.data();
        assert_eq!(removed(&bob).await, []);
    }
    assert_eq!(bob.delete("/api/chat/removals/nothing").await.status.as_u16(), 404);
}

#[tokio::test]
async fn a_group_that_was_ended_is_told_to_all_but_whoever_ended_it() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let carol = portal.register("240103").await;
    let id = group(&alice, &["240102", "240103"]).await;
    carol.post_empty(&format!("/api/chat/groups/{id}/leave")).await.data();
    alice.delete(&format!("/api/chat/groups/{id}")).await.data();
    assert_eq!(removed(&bob).await, [pair("物理小组", "dissolved")]);
    for other in [&alice, &carol] {
        assert_eq!(removed(other).await, [], "who left or ended it knows");
    }
}

#[tokio::test]
async fn groups_made_and_ended_again_and_again_do_not_fill_the_list_of_others() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    for _ in 0..101 {
        let id = group(&alice, &["240102"]).await;
        alice.delete(&format!("/api/chat/groups/{id}")).await.data();
        portal.advance(60);
    }
    assert_eq!(removed(&bob).await.len(), 100);
    portal.advance(91 * 86_400);
    let again = async |id: &str| portal.client_of(UserId::parse(id).unwrap()).await;
    let (alice, bob) = (again("240101").await, again("240102").await);
    let id = group(&alice, &["240102"]).await;
    alice.delete(&format!("/api/chat/groups/{id}")).await.data();
    assert_eq!(removed(&bob).await.len(), 1, "after three months nobody is told of what was before");
}

#[tokio::test]
async fn whoever_is_in_the_group_again_is_told_nothing_of_before() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let id = group(&alice, &["240102"]).await;
    let body = json!({ "target_user_id": "240102" });
    let kick = async || alice.post(&format!("/api/chat/groups/{id}/kick"), &body).await;
    kick().await.data();
    alice.post(&format!("/api/chat/groups/{id}/invite"), &json!({ "invite_user_id": "240102" })).await.data();
    assert_eq!(removed(&bob).await, []);
    kick().await.data();
    assert_eq!(removed(&bob).await, [pair("物理小组", "kicked")]);
    bob.post_empty(&format!("/api/chat/groups/{id}/leave")).await;
    assert_eq!(removed(&bob).await.len(), 1, "what is refused changes nothing");
}
