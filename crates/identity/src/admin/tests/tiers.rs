//! Who may do what to whom, whole.

use axum::http::Method;

use super::*;

/// Whom the acts are aimed at, all of class 01: a member, an officer, a class admin, an admin. The
/// fifth target is whoever acts.
const TARGETS: [&str; 4] = ["240101", "240102", "230100", "240103"];

/// Everyone who acts.
const ACTORS: [(&str, &str); 6] = [
    ("240104", "officer without a right"),
    ("240105", "officer with every right"),
    ("240206", "officer of another class with every right"),
    ("240100", "class admin"),
    ("240200", "class admin of another class"),
    ("240000", "admin"),
];

async fn school() -> TestPortal {
    let portal = TestPortal::new(&[]).await;
    for user in ["240101", "230100", "240103", "240100", "240200", "240000"] {
        portal.register(user).await;
    }
    for (user, permissions) in [
        ("240102", &[][..]),
        ("240104", &[]),
        ("240105", &portal.permissions()),
        ("240206", &portal.permissions()),
    ] {
        officer(&portal, user, permissions).await;
    }
    settle_admins(&portal, &["240000", "240103"]).await;
    portal
}

/// Puts the member and the officer back to what they were.
async fn restore(portal: &TestPortal) {
    let member = id("240101");
    portal.app.write(move |tx| Ok(crate::user::set_office(tx, member, None)?)).await.unwrap();
    appoint(portal, "240102", &[]).await;
}

/// An act: method, path with `{}` for the target, body with `{}` for the target.
type Act = (&'static str, Method, &'static str, &'static str);

async fn answers(portal: &TestPortal, act: &Act, actor: &str) -> [u16; 5] {
    let (_, method, path, body) = act;
    let client = portal.client_of(id(actor)).await;
    let mut answers = [0; 5];
    for (place, target) in TARGETS.into_iter().chain([actor]).enumerate() {
        let body: Option<Value> = serde_json::from_str(&body.replace("TARGET", target)).ok();
        let answer = client.send(method.clone(), &path.replace("TARGET", target), body.as_ref()).await;
        answers[place] = answer.status.as_u16();
        restore(portal).await;
    }
    answers
}

/// Calls every act as everyone on everyone; each line of `table` is an actor, each column a target.
async fn holds(acts: &[Act], table: [[u16; 5]; 6]) {
    let portal = school().await;
    let mut wrong = Vec::new();
    for act in acts {
        for ((actor, name), expected) in ACTORS.into_iter().zip(table) {
            let answered = answers(&portal, act, actor).await;
            if answered != expected {
                wrong.push(format!("{} by {name}: {answered:?}, not {expected:?}", act.0));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(chain_is_whole(&portal).await);
}

#[tokio::test]
async fn members_are_managed_from_a_higher_tier_of_the_same_class() {
    let acts: [Act; 4] = [
        ("enable", Method::PATCH, "/api/admin/users/TARGET/status", r#"{"status":"active"}"#),
        ("edit", Method::PATCH, "/api/admin/users/TARGET", r#"{"gender":"女"}"#),
        ("rename", Method::PATCH, "/api/admin/users/TARGET", r#"{"net_name":"n-TARGET"}"#),
        ("reset code", Method::POST, "/api/admin/users/TARGET/reset-password", ""),
    ];
    let table = [
        [403, 403, 403, 403, 403],
        [200, 403, 403, 403, 403],
        [403, 403, 403, 403, 403],
        [200, 200, 403, 403, 403],
        [403, 403, 403, 403, 403],
        [200, 200, 200, 403, 403],
    ];
    holds(&acts, table).await;
}

#[tokio::test]
async fn members_are_disabled_and_erased_by_the_same_table() {
    for (method, path, body) in [
        (Method::PATCH, "/api/admin/users/TARGET/status", r#"{"status":"disabled"}"#),
        (Method::DELETE, "/api/admin/users/TARGET", ""),
    ] {
        for (actor, allowed) in
            [("240105", 1), ("240100", 2), ("240000", 3), ("240104", 0), ("240206", 0), ("240200", 0)]
        {
            let portal = school().await;
            let client = portal.client_of(id(actor)).await;
            for (place, target) in TARGETS.into_iter().chain([actor]).enumerate() {
                let body: Option<Value> = serde_json::from_str(body).ok();
                let answer =
                    client.send(method.clone(), &path.replace("TARGET", target), body.as_ref()).await;
                let expected = if place < allowed { 200 } else { 403 };
                assert_eq!(answer.status, expected, "{method} {target} by {actor}");
            }
        }
    }
}

#[tokio::test]
async fn officers_are_appointed_among_members_and_admins_are_none() {
    let acts: [Act; 1] = [(
        "appoint",
        Method::POST,
        "/api/admin/officers",
        r#"{"user_id":"TARGET","title":"x","permissions":["manage_app_control"]}"#,
    )];
    let table = [
        [403, 403, 403, 403, 403],
        [200, 403, 400, 400, 403],
        [403, 403, 400, 400, 403],
        [200, 200, 400, 400, 403],
        [403, 403, 400, 400, 403],
        [200, 200, 400, 400, 403],
    ];
    holds(&acts, table).await;
}

#[tokio::test]
async fn officers_are_changed_and_removed_from_a_higher_tier_of_the_same_class() {
    let acts: [Act; 2] = [
        ("change", Method::PATCH, "/api/admin/officers/TARGET", r#"{"permissions":["manage_app_control"]}"#),
        ("remove", Method::DELETE, "/api/admin/officers/TARGET", ""),
    ];
    let table = [
        [403, 403, 403, 403, 403],
        [404, 403, 403, 403, 403],
        [403, 403, 403, 403, 403],
        [404, 200, 403, 403, 403],
        [403, 403, 403, 403, 403],
        [404, 200, 404, 403, 403],
    ];
    holds(&acts, table).await;
}
