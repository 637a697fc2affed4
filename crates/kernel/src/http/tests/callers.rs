//! Who is calling: carriers and their order, what ends a session, and the tiers.

use axum::http::Method;
use serde_json::json;

use crate::testing::Client;
use crate::tests::{MANAGE_POSTS, MANAGE_USERS};
use crate::tests::{TestKernel, user};
use crate::user::Ban;

const WHO: &str = "/api/test/caller";
const NO_LOGIN: &str = "401 未登录";
const EXPIRED: &str = "401 登录已过期";

async fn who(client: &Client, target: &str) -> String {
    let answer = client.get(target).await;
    if answer.status == 200 {
        answer.data()["user_id"].as_str().unwrap().to_owned()
    } else {
        answer.refusal()
    }
}

#[tokio::test]
async fn each_carrier_alone_names_the_caller() {
    let kernel = TestKernel::new().await;
    let token = kernel.token("240111");
    let anonymous = kernel.anonymous();
    assert_eq!(who(&anonymous, WHO).await, NO_LOGIN);
    assert_eq!(who(&anonymous.clone().with_cookie(&token), WHO).await, "240111");
    assert_eq!(who(&anonymous.clone().bearing(&token), WHO).await, "240111");
    assert_eq!(
        who(&anonymous.clone().with("authorization", &format!("bearer   {token} ")), WHO).await,
        "240111"
    );
    assert_eq!(who(&anonymous, &format!("{WHO}?token={token}")).await, "240111");
    for other in ["Basic abc", "Bearer", "Bearer ", "Token x", ""] {
        assert_eq!(who(&anonymous.clone().with("authorization", other), WHO).await, NO_LOGIN, "{other}");
    }
}

#[tokio::test]
async fn the_first_carrier_present_decides_even_when_it_is_bad() {
    let kernel = TestKernel::new().await;
    let (a, b, c) = (kernel.token("240101"), kernel.token("240102"), kernel.token("240103"));
    let target = format!("{WHO}?token={c}");
    let anonymous = kernel.anonymous();
    assert_eq!(who(&anonymous.clone().with_cookie(&a).bearing(&b), &target).await, "240101");
    assert_eq!(who(&anonymous.clone().bearing(&b), &target).await, "240102");
    assert_eq!(who(&anonymous.clone().with_cookie("bad").bearing(&b), &target).await, EXPIRED);
    assert_eq!(who(&anonymous.clone().bearing("bad"), &target).await, EXPIRED);
    assert_eq!(who(&anonymous, &format!("{WHO}?token=bad")).await, EXPIRED);
}

#[tokio::test]
async fn an_empty_carrier_is_none() {
    let kernel = TestKernel::new().await;
    let token = kernel.token("240111");
    let anonymous = kernel.anonymous();
    assert_eq!(who(&anonymous.clone().with_cookie("").bearing(&token), WHO).await, "240111");
    assert_eq!(
        who(
            &anonymous.clone().with_cookie("").with("authorization", "Bearer "),
            &format!("{WHO}?token={token}")
        )
        .await,
        "240111"
    );
    assert_eq!(who(&anonymous.with_cookie(""), &format!("{WHO}?token=")).await, NO_LOGIN);
}

#[tokio::test]
async fn the_cookie_is_found_among_others_by_its_exact_name() {
    let kernel = TestKernel::new().await;
    let token = kernel.token("240111");
    let other = kernel.token("240112");
    for (line, expected) in [
        (format!("a=b; token={token}; c=d"), "240111"),
        (format!("token={token};token={other}"), "240111"),
        (format!("token=; token={token}"), "240111"),
        (format!("xtoken={other}; token={token}"), "240111"),
        (format!("TOKEN={token}"), NO_LOGIN),
        (format!("token ={token}"), NO_LOGIN),
        ("token".into(), NO_LOGIN),
        (String::new(), NO_LOGIN),
    ] {
        assert_eq!(who(&kernel.anonymous().with("cookie", &line), WHO).await, expected, "{line}");
    }
    let two_lines = kernel.anonymous().with("cookie", "a=b").with("cookie", &format!("token={token}"));
    assert_eq!(who(&two_lines, WHO).await, "240111");
}

#[tokio::test]
async fn a_cookie_of_another_application_that_is_no_ascii_hides_nothing() {
    let kernel = TestKernel::new().await;
    let mut request = axum::http::Request::get(WHO).body(axum::body::Body::empty()).unwrap();
    let line = format!("name=张三; token={}; other=\u{fe}", kernel.token("240111"));
    let line = axum::http::HeaderValue::from_bytes(line.as_bytes()).unwrap();
    request.headers_mut().insert("cookie", line);
    assert_eq!(kernel.http.handle(request, [192, 0, 2, 1].into()).await.status(), 200);
}

#[tokio::test]
async fn a_token_in_the_address_changes_nothing() {
    let kernel = TestKernel::new().await;
    let target = format!("{WHO}?token={}", kernel.token("240111"));
    let anonymous = kernel.anonymous();
    for method in [Method::GET, Method::HEAD] {
        assert_eq!(anonymous.send(method, &target, None).await.status, 200);
    }
    for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
        let answer = anonymous.send(method.clone(), &target, None).await;
        assert_eq!(answer.refusal(), "401 此操作不接受地址中的令牌", "{method}");
        let logout = target.replace("caller", "presented");
        assert_eq!(anonymous.send(method, &logout, None).await.data(), json!(null));
    }
    let with_header = kernel.member("240112").post_empty(&target).await;
    assert_eq!(with_header.data()["user_id"], "240112", "an earlier carrier decides");
}

#[tokio::test]
async fn a_session_ends_by_time_logout_password_and_removal() {
    let kernel = TestKernel::with(&[("JWT_EXPIRES_IN", "60")]).await;
    let accounts = kernel.accounts();
    let fresh = || {
        (
            kernel.member("240111"),
            kernel.app.tokens.verify(&kernel.token("240111"), &kernel.app.clock).unwrap(),
        )
    };

    let (alice, _) = fresh();
    kernel.advance(59);
    assert_eq!(who(&alice, WHO).await, "240111");
    kernel.advance(1);
    assert_eq!(who(&alice, WHO).await, EXPIRED);

    let (alice, _) = fresh();
    let claims = kernel.app.tokens.verify(&alice.token().unwrap(), &kernel.app.clock).unwrap();
    accounts.revoke(&claims.jti);
    assert_eq!(who(&alice, WHO).await, EXPIRED);

    let (alice, other) = fresh();
    accounts.change("240111", |facts| {
        facts.token_version += 1;
        facts.kept_token = Some(other.jti.clone());
    });
    assert_eq!(who(&alice, WHO).await, EXPIRED);
    assert_eq!(who(&fresh().0, WHO).await, "240111");

    let (alice, _) = fresh();
    accounts.remove("240111");
    assert_eq!(who(&alice, WHO).await, EXPIRED);
}

#[tokio::test]
async fn a_disabled_account_is_403_until_its_ban_ends_and_then_goes_on() {
    let kernel = TestKernel::new().await;
    let alice = kernel.member("240111");
    let end = kernel.now() + jiff::SignedDuration::from_secs(60);
    kernel.accounts().change("240111", |facts| facts.ban = Some(Ban { expires_at: Some(end), reason: None }));
    for target in [WHO, "/api/test/guest", "/api/test/admin"] {
        let answer = alice.get(target).await;
        assert_eq!(answer.refusal(), "403 该账号已被禁用", "{target}");
        assert_eq!(answer.json()["ban_expires_at"], "2026-09-01 08:01:00", "in the portal's zone");
    }
    assert_eq!(alice.post_empty("/api/test/presented").await.data(), "240111", "logout works all the same");
    kernel.advance(60);
    assert_eq!(who(&alice, WHO).await, "240111");
    assert_eq!(kernel.accounts().member(user("240111")).ban, None);
}

#[tokio::test]
async fn only_a_token_that_holds_is_there_to_be_ended() {
    let kernel = TestKernel::with(&[("RATE_LIMIT_USER", "1/60")]).await;
    let target = "/api/test/presented";
    let (alice, ended, late) = (kernel.member("240111"), kernel.member("240111"), kernel.member("240111"));
    let jti = kernel.app.tokens.verify(&ended.token().unwrap(), &kernel.app.clock).unwrap().jti;
    kernel.accounts().revoke(&jti);
    assert_eq!(ended.post_empty(target).await.data(), json!(null));
    assert_eq!(who(&alice, WHO).await, "240111");
    assert_eq!(alice.get(WHO).await.status, 429);
    assert_eq!(alice.post_empty(target).await.data(), "240111", "whoever was hasty may leave all the same");

    kernel.accounts().change("240111", |facts| facts.token_version -= 1);
    assert_eq!(late.post_empty(target).await.data(), "240111", "given by another node a moment ago");
    kernel.accounts().change("240111", |facts| facts.token_version += 2);
    assert_eq!(late.post_empty(target).await.data(), json!(null), "ended with the password");
    kernel.accounts().remove("240111");
    assert_eq!(late.post_empty(target).await.data(), json!(null), "nor is there whoever is gone");
}

#[tokio::test]
async fn a_route_for_everyone_takes_a_guest_and_a_token_that_no_longer_holds() {
    let kernel = TestKernel::new().await;
    let guest = "/api/test/guest";
    assert_eq!(kernel.anonymous().get(guest).await.data(), json!(null));
    assert_eq!(kernel.anonymous().bearing("bad").get(guest).await.data(), json!(null));
    assert_eq!(kernel.member("240111").get(guest).await.data(), "240111");
    assert_eq!(kernel.anonymous().get("/api/test/presented").await.data(), json!(null));
}

#[tokio::test]
async fn each_tier_opens_its_routes_and_those_below() {
    let kernel = TestKernel::new().await;
    let callers = [
        ("nobody", kernel.anonymous(), [401, 401, 401, 401, 401]),
        ("member", kernel.member("240111"), [200, 403, 403, 403, 403]),
        ("officer", kernel.officer("240112", &[]), [200, 200, 403, 403, 403]),
        ("officer of posts", kernel.officer("240113", &[&MANAGE_POSTS]), [200, 200, 200, 403, 403]),
        ("officer of users", kernel.officer("240114", &[&MANAGE_USERS]), [200, 200, 403, 403, 403]),
        ("class admin", kernel.member("240100"), [200, 200, 200, 200, 403]),
        ("developer", kernel.member("999999").from("127.0.0.1"), [200, 200, 200, 200, 403]),
        ("admin", kernel.admin("240115"), [200, 200, 200, 200, 200]),
    ];
    for (name, client, expected) in callers {
        for (route, status) in ["caller", "admin", "posts", "class", "system"].into_iter().zip(expected) {
            assert_eq!(client.get(&format!("/api/test/{route}")).await.status, status, "{name} at {route}");
        }
    }
}

#[tokio::test]
async fn what_a_token_says_of_rights_counts_for_nothing() {
    let kernel = TestKernel::new().await;
    let chief = kernel.admin("240111");
    assert_eq!(chief.get("/api/test/system").await.status, 200);
    kernel.accounts().change("240111", |facts| facts.is_admin = false);
    assert_eq!(chief.get("/api/test/system").await.refusal(), "403 无权限执行此操作");
    let member = kernel.member("240112");
    kernel.accounts().change("240112", |facts| facts.is_admin = true);
    assert_eq!(member.get("/api/test/system").await.status, 200);
}
