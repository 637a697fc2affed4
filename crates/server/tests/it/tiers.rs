//! Calls every route of `api/routes.txt` as every tier: the third column is what holds.

use std::collections::BTreeMap;

use axum::http::Method;
use identity::api_scopes;
use identity::testing::TestPortal;
use kernel::testing::Client;
use kernel::user::{Permission, UserId};
use serde_json::{Value, json};
use server::FEATURES;

use crate::routes_table::{Row, current};

/// Someone who calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tier {
    Anonymous,
    Member,
    /// An officer without any right.
    Officer,
    /// An officer with every right.
    EntitledOfficer,
    ClassAdmin,
    Admin,
}

const TIERS: [Tier; 6] =
    [Tier::Anonymous, Tier::Member, Tier::Officer, Tier::EntitledOfficer, Tier::ClassAdmin, Tier::Admin];

/// What the third column promises a tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Promise {
    /// Neither 401 nor 403: the tier is high enough, whatever else is wrong with the request.
    Passes,
    /// 401 or 403, as the tier has no token or too low a one.
    Refused(u16),
    /// No success; what refuses it is not the tier.
    NoSuccess,
}

/// The permission of this identifier.
fn permission(id: &str) -> Option<&'static Permission> {
    kernel::feature::permissions(&FEATURES).find(|permission| permission.id == id)
}

fn promise(who: &str, tier: Tier) -> Promise {
    let passes = match who {
        "anyone" => true,
        // Somebody has registered in this portal, so it is set up.
        "setup" => return Promise::Refused(403),
        "peer" | "registered" | "integration" | "webhook" | "panel" => return Promise::NoSuccess,
        "member" => tier != Tier::Anonymous,
        "officer" => !matches!(tier, Tier::Anonymous | Tier::Member),
        // The portals below have a list without a second class.
        "class-admin" | ONE_CLASS_ADMIN => matches!(tier, Tier::ClassAdmin | Tier::Admin),
        "admin" => tier == Tier::Admin,
        right => {
            assert!(permission(right).is_some(), "api/routes.txt: nobody is called {right:?}");
            matches!(tier, Tier::EntitledOfficer | Tier::ClassAdmin | Tier::Admin)
        }
    };
    match (passes, tier) {
        (true, _) => Promise::Passes,
        (false, Tier::Anonymous) => Promise::Refused(401),
        (false, _) => Promise::Refused(403),
    }
}

/// A portal of every feature, with nobody in it.
pub(crate) async fn empty_portal(variables: &[(&str, &str)]) -> TestPortal {
    // A portal brings the features of identity itself.
    let own = |name: &str| identity::FEATURES.iter().any(|feature| feature.name == name);
    let features: Vec<_> = FEATURES.iter().filter(|feature| !own(feature.name)).copied().collect();
    TestPortal::with(&features, variables).await
}

/// Class admins as long as the list has no second class, and admins.
const ONE_CLASS_ADMIN: &str = "one-class-admin";

/// One portal holds one officer, so the two kinds live in two.
struct TestPortals {
    plain: TestPortal,
    entitled: TestPortal,
}

impl TestPortals {
    async fn new() -> Self {
        let (plain, entitled) = (empty_portal(&[]).await, empty_portal(&[]).await);
        plain.officer(&[]).await;
        entitled.officer(&entitled.permissions()).await;
        plain.member().await;
        plain.class_admin().await;
        plain.admin().await;
        Self { plain, entitled }
    }

    /// A client with a token of its own: a route that ends a session ends no other test's.
    async fn client(&self, tier: Tier) -> Client {
        let (portal, id) = match tier {
            Tier::Anonymous => return self.plain.anonymous(),
            Tier::Member => (&self.plain, "240111"),
            Tier::Officer => (&self.plain, "240112"),
            Tier::EntitledOfficer => (&self.entitled, "240112"),
            Tier::ClassAdmin => (&self.plain, "240100"),
            Tier::Admin => (&self.plain, "240000"),
        };
        portal.client_of(UserId::parse(id).unwrap()).await
    }
}

/// The route with a value in each of its places that names nothing.
fn target(path: &str) -> String {
    path.split('/').map(|part| if part.starts_with('{') { "0" } else { part }).collect::<Vec<_>>().join("/")
}

pub(crate) async fn status(client: &Client, row: &Row) -> u16 {
    let method: Method = row.method.parse().unwrap();
    // Without a body: who may call is decided before anything of it is read. Setting up alone reads
    // it first, because a code may stand in it.
    let body = (row.who == "setup").then(|| serde_json::json!({ "pre_records": {} }));
    client.send(method, &target(&row.path), body.as_ref()).await.status.as_u16()
}

#[tokio::test]
async fn every_route_lets_in_whom_the_table_names() {
    let portals = TestPortals::new().await;
    let mut broken = Vec::new();

    for row in current(&server::document(&FEATURES)) {
        for tier in TIERS {
            let answered = status(&portals.client(tier).await, &row).await;
            let promised = promise(&row.who, tier);
            let kept = match promised {
                Promise::Passes => !matches!(answered, 401 | 403 | 405),
                Promise::Refused(wanted) => answered == wanted,
                Promise::NoSuccess => answered >= 400,
            };
            if !kept {
                broken.push(format!(
                    "{} {} ({}) as {tier:?}: {answered}, not {promised:?}",
                    row.method, row.path, row.who
                ));
            }
        }
    }

    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

#[tokio::test]
async fn what_all_classes_share_is_the_admins_as_soon_as_there_are_two() {
    let portal = empty_portal(&[]).await;
    portal.list_classes(&["01", "02"]).await;
    let (head, admin) = (portal.class_admin().await, portal.admin().await);
    let shared: Vec<_> =
        current(&server::document(&FEATURES)).into_iter().filter(|row| row.who == ONE_CLASS_ADMIN).collect();

    assert!(!shared.is_empty());
    for row in shared {
        assert_eq!(status(&head, &row).await, 403, "{row:?}");
        let answered = status(&admin, &row).await;
        assert!(!matches!(answered, 401 | 403 | 405), "{row:?}: {answered}");
    }
}

/// Rights that no route needs as a whole, because every member may call it for what is their own, with where it is tested
/// that nobody does more.
const WITHIN_ROUTES: [(&str, &str); 1] = [("manage_calendar", "calendar tests::access")];

#[tokio::test]
async fn each_right_opens_the_routes_that_name_it_and_no_other() {
    let portal = empty_portal(&[]).await;
    let (officer, admin) = (portal.officer(&[]).await, portal.admin().await);
    let rows: Vec<_> = current(&server::document(&FEATURES))
        .into_iter()
        .filter_map(|row| permission(&row.who).map(|right| (row, right.id)))
        .collect();
    let mut broken = Vec::new();

    let all: Vec<_> = portal.permissions().into_iter().map(|permission| permission.id).collect();
    for right in &all {
        let opens = rows.iter().any(|(_, needed)| needed == right);
        let within = WITHIN_ROUTES.iter().any(|(known, _)| known == right);
        assert!(opens != within, "{right:?} opens nothing, or a route of its own");
        let others = all.iter().filter(|other| *other != right).copied().collect();
        for held in [vec![*right], others] {
            let office = serde_json::json!({ "permissions": held });
            admin.patch("/api/admin/officers/240112", &office).await.data();
            for (row, needed) in &rows {
                let answered = status(&officer, row).await;
                let kept = match held.contains(needed) {
                    true => !matches!(answered, 401 | 403 | 405),
                    false => answered == 403,
                };
                if !kept {
                    broken
                        .push(format!("{} {} ({}) with {held:?}: {answered}", row.method, row.path, row.who));
                }
            }
        }
    }

    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

/// The scope that the document names for integrations on a route; none where it names no integration.
pub(crate) fn scope_of(document: &Value, row: &Row) -> Option<String> {
    let security = document["paths"][&row.path][row.method.to_lowercase()]["security"].as_array()?;
    let scope = security.iter().find_map(|requirement| requirement["integration"][0].as_str());
    scope.map(ToOwned::to_owned)
}

#[tokio::test]
async fn an_integration_calls_the_routes_that_name_one_of_its_scopes_and_no_other() {
    let off = ["WEBHOOK", "INTEGRATION", "CHAT"].map(|name| format!("RATE_LIMIT_{name}"));
    let portal = empty_portal(&off.each_ref().map(|name| (name.as_str(), "0"))).await;
    let admin = portal.admin().await;
    let scopes = api_scopes::ALL.iter().map(|scope| scope.as_str());
    let issue = async |scopes: Vec<&str>| {
        let issued =
            admin.post("/api/integrations/tokens", &json!({ "name": "a", "scopes": scopes })).await.data();
        portal.anonymous().bearing(issued["secret"].as_str().unwrap())
    };
    let all = issue(scopes.clone().collect()).await;
    let mut with = BTreeMap::new();
    for scope in scopes.clone() {
        let others = scopes.clone().filter(|other| *other != scope).collect();
        with.insert(scope, (issue(vec![scope]).await, issue(others).await));
    }
    let document = serde_json::to_value(server::document(&FEATURES)).unwrap();
    let (mut broken, mut scoped) = (Vec::new(), 0);

    for row in current(&server::document(&FEATURES)) {
        let open = matches!(row.who.as_str(), "anyone" | "setup" | "peer" | "webhook" | "panel");
        let scope = scope_of(&document, &row);
        let kept = match &scope {
            Some(scope) => {
                scoped += 1;
                let (alone, without) = &with[scope.as_str()];
                let closed = ["/api/auth", "/api/admin", "/api/setup", "/api/integrations"];
                !closed.iter().any(|closed| row.path.starts_with(closed))
                    && !matches!(status(alone, &row).await, 401 | 403 | 405)
                    && status(without, &row).await == 403
            }
            None => open || status(&all, &row).await == 403,
        };
        if !kept {
            broken.push(format!("{} {} names {scope:?}", row.method, row.path));
        }
    }

    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
    assert!(scoped >= 10, "{scoped} routes are open to integrations");
}

#[tokio::test]
async fn setting_up_is_open_to_anyone_until_it_is_done() {
    let portal = TestPortal::new(&[]).await;
    let open = current(&server::document(&FEATURES)).into_iter().filter(|row| row.who == "setup");

    for row in open {
        let answered = status(&portal.anonymous(), &row).await;
        assert!(!matches!(answered, 401 | 403), "{row:?}: {answered}");
    }
}
