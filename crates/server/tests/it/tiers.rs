//! Calls every route of `api/routes.txt` as every tier: the third column is what holds.

use axum::http::Method;
use identity::testing::House;
use kernel::testing::Client;
use kernel::user::{Permission, UserId};
use server::ROOMS;

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

fn promise(who: &str, tier: Tier) -> Promise {
    let passes = match who {
        "anyone" => true,
        // Somebody has registered in this house, so it is set up.
        "setup" => return Promise::Refused(403),
        "peer" | "registered" => return Promise::NoSuccess,
        "member" => tier != Tier::Anonymous,
        "officer" => !matches!(tier, Tier::Anonymous | Tier::Member),
        "class-admin" => matches!(tier, Tier::ClassAdmin | Tier::Admin),
        "admin" => tier == Tier::Admin,
        right => {
            assert!(Permission::parse(right).is_some(), "api/routes.txt: nobody is called {right:?}");
            matches!(tier, Tier::EntitledOfficer | Tier::ClassAdmin | Tier::Admin)
        }
    };
    match (passes, tier) {
        (true, _) => Promise::Passes,
        (false, Tier::Anonymous) => Promise::Refused(401),
        (false, _) => Promise::Refused(403),
    }
}

/// One house holds one officer, so the two kinds live in two.
struct Houses {
    plain: House,
    entitled: House,
}

impl Houses {
    async fn new() -> Self {
        let rooms: Vec<_> = ROOMS.iter().filter(|room| !identity_has(room.name)).copied().collect();
        let (plain, entitled) = (House::new(&rooms).await, House::new(&rooms).await);
        plain.officer(&[]).await;
        entitled.officer(&Permission::ALL).await;
        plain.member().await;
        plain.class_admin().await;
        plain.admin().await;
        Self { plain, entitled }
    }

    /// A client with a token of its own: a route that ends a session ends no other test's.
    async fn client(&self, tier: Tier) -> Client {
        let (house, id) = match tier {
            Tier::Anonymous => return self.plain.anonymous(),
            Tier::Member => (&self.plain, "240111"),
            Tier::Officer => (&self.plain, "240112"),
            Tier::EntitledOfficer => (&self.entitled, "240112"),
            Tier::ClassAdmin => (&self.plain, "240100"),
            Tier::Admin => (&self.plain, "240000"),
        };
        house.client_of(UserId::parse(id).unwrap()).await
    }
}

/// A house brings the rooms of identity itself.
fn identity_has(name: &str) -> bool {
    identity::ROOMS.iter().any(|room| room.name == name)
}

/// The route with a value in each of its places that names nothing.
fn target(path: &str) -> String {
    path.split('/').map(|part| if part.starts_with('{') { "0" } else { part }).collect::<Vec<_>>().join("/")
}

async fn status(client: &Client, row: &Row) -> u16 {
    let method: Method = row.method.parse().unwrap();
    // Without a body: who may call is decided before anything of it is read. Setting up alone reads
    // it first, because a code may stand in it.
    let body = (row.who == "setup").then(|| serde_json::json!({ "pre_records": {} }));
    client.send(method, &target(&row.path), body.as_ref()).await.status.as_u16()
}

#[tokio::test]
async fn every_route_lets_in_whom_the_table_names() {
    let houses = Houses::new().await;
    let mut broken = Vec::new();

    for row in current(&server::document(&ROOMS)) {
        for tier in TIERS {
            let answered = status(&houses.client(tier).await, &row).await;
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
async fn setting_up_is_open_to_anyone_until_it_is_done() {
    let house = House::new(&[]).await;
    let open = current(&server::document(&ROOMS)).into_iter().filter(|row| row.who == "setup");

    for row in open {
        let answered = status(&house.anonymous(), &row).await;
        assert!(!matches!(answered, 401 | 403), "{row:?}: {answered}");
    }
}
