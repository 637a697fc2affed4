//! Bans that end, and those that another node changes as they do.

use jiff::SignedDuration;
use kernel::user::{Ban, UserId};
use serde_json::json;

use super::super::store;
use crate::testing::{PASSWORD, TestPortal};

fn minute(portal: &TestPortal) -> Ban {
    Ban { expires_at: Some(portal.now() + SignedDuration::from_secs(60)), reason: None }
}

/// As an admin at another node does it: this one has not heard of it yet.
async fn ban_elsewhere(portal: &TestPortal, ban: Ban) {
    let user = UserId::parse("240111").unwrap();
    portal.app.write(move |tx| Ok(store::set_status(tx, user, Some(&ban))?)).await.unwrap();
}

#[tokio::test]
async fn a_ban_that_is_made_longer_as_it_ends_goes_on() {
    let portal = TestPortal::new(&[]).await;
    let member = portal.member().await;
    let form = json!({ "account": "240111", "password": PASSWORD });
    let banned = "403 该账号已被禁用";
    for signs_in in [false, true] {
        portal.ban("240111", Some(minute(&portal))).await;
        portal.settle().await;
        assert_eq!(member.get("/api/user/profile").await.refusal(), banned, "and that is remembered here");
        portal.advance(60);
        ban_elsewhere(&portal, minute(&portal)).await;
        let answer = if signs_in {
            portal.anonymous().post("/api/auth/login", &form).await
        } else {
            member.get("/api/user/profile").await
        };
        assert_eq!(answer.refusal(), banned);
        portal.advance(60);
        assert_eq!(member.get("/api/user/profile").await.data()["status"], "active");
    }
}
