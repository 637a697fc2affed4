//! Bans that end, and those that another node changes as they do.

use jiff::SignedDuration;
use kernel::user::{Ban, UserId};
use serde_json::json;

use super::super::store;
use crate::testing::{House, PASSWORD};

fn minute(house: &House) -> Ban {
    Ban { expires_at: Some(house.now() + SignedDuration::from_secs(60)), reason: None }
}

/// As an admin at another node does it: this one has not heard of it yet.
async fn ban_elsewhere(house: &House, ban: Ban) {
    let user = UserId::parse("240111").unwrap();
    house.app.write(move |tx| Ok(store::set_status(tx, user, Some(&ban))?)).await.unwrap();
}

#[tokio::test]
async fn a_ban_that_is_made_longer_as_it_ends_goes_on() {
    let house = House::new(&[]).await;
    let member = house.member().await;
    let form = json!({ "account": "240111", "password": PASSWORD });
    let banned = "403 该账号已被禁用";
    for signs_in in [false, true] {
        house.ban("240111", Some(minute(&house))).await;
        house.settle().await;
        assert_eq!(member.get("/api/user/profile").await.refusal(), banned, "and that is remembered here");
        house.advance(60);
        ban_elsewhere(&house, minute(&house)).await;
        let answer = if signs_in {
            house.anonymous().post("/api/auth/login", &form).await
        } else {
            member.get("/api/user/profile").await
        };
        assert_eq!(answer.refusal(), banned);
        house.advance(60);
        assert_eq!(member.get("/api/user/profile").await.data()["status"], "active");
    }
}
