//! `/api/integration-pages`, and the address of a page.

mod addresses;
mod agreement;
mod data;
mod origins;
mod token_ends;
mod tokens;
mod told;
mod verification;
mod visibility;

use identity::testing::TestPortal;
use kernel::testing::Client;
use kernel::user::UserId;
use serde_json::{Value, json};

use super::{Program, portal, portal_with, wanted};
use crate::FEATURE;

const PAGES: &str = "/api/integration-pages";
/// The origin that [`wanted`] lists.
const ORIGIN: &str = "https://tracker.example";
/// The page that integrations have here.
const PAGE: &str = "https://tracker.example/portal";

/// The body of a request for an integration with a page.
fn wanted_page(scopes: &[&str]) -> Value {
    let mut body = wanted("作业助手", scopes);
    body["pageUrl"] = json!(PAGE);
    body
}

impl Program {
    /// Issued by this class admin or admin, with a page.
    async fn with_page(owner: &Client, scopes: &[&str]) -> Self {
        Self::of(&owner.post("/api/integrations/tokens", &wanted_page(scopes)).await.data())
    }

    /// Asked for by this member, with a page, and approved by this class admin or admin.
    async fn asked_for(requester: &Client, owner: &Client, scopes: &[&str]) -> Self {
        let asked = requester.post("/api/integrations/requests", &wanted_page(scopes)).await.data();
        let request = format!("/api/integrations/requests/{}", asked["id"]);
        owner.post_empty(&format!("{request}/approve")).await.data();
        Self::of(&requester.post_empty(&format!("{request}/secret")).await.data())
    }

    /// A path of its page.
    fn page(&self, rest: &str) -> String {
        format!("{PAGES}/{}{rest}", self.id)
    }
}

/// The pages that somebody sees.
async fn pages(client: &Client) -> Vec<Value> {
    client.get(PAGES).await.data()["pages"].as_array().unwrap().clone()
}

/// Whether somebody sees the page of an integration, in the list and by its number alike.
async fn sees(client: &Client, program: &Program) -> bool {
    let is_listed = pages(client).await.iter().any(|page| page["id"] == program.id);
    let answered = client.post_empty(&program.page("/token")).await.status.as_u16();
    assert_eq!(is_listed, matches!(answered, 200 | 403), "the token: {answered}");
    is_listed
}

/// Whether somebody has agreed to open a page as it is now.
async fn has_agreed(client: &Client, program: &Program) -> bool {
    let found = pages(client).await.into_iter().find(|page| page["id"] == program.id);
    found.unwrap()["agreed"].as_bool().unwrap()
}

/// Agrees to open a page as it is now.
async fn agree(client: &Client, program: &Program) {
    let found = pages(client).await.into_iter().find(|page| page["id"] == program.id).unwrap();
    let consent = json!({ "origin": found["origin"], "scopes": found["scopes"] });
    client.put(&program.page("/consent"), &consent).await.data();
}

/// What a page gets in the name of somebody who has agreed to open it.
async fn make_token(viewer: &Client, program: &Program) -> Value {
    viewer.post_empty(&program.page("/token")).await.data()
}

/// A page in the browser of somebody who agrees to open it.
async fn open(portal: &TestPortal, viewer: &Client, program: &Program) -> Client {
    agree(viewer, program).await;
    let token = make_token(viewer, program).await["token"].as_str().unwrap().to_owned();
    portal.anonymous().bearing(&token).with("origin", ORIGIN)
}

/// Status and slug of an answer to a GET.
async fn refusal(client: &Client, path: &str) -> (u16, String) {
    let answer = client.get(path).await;
    (answer.status.as_u16(), answer.json()["slug"].as_str().unwrap_or_default().to_owned())
}

/// What the copy of their data tells a member about integrations.
async fn exported(portal: &TestPortal, id: &str) -> Option<Value> {
    let user = UserId::parse(id).unwrap();
    portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &user)?)).await.unwrap()
}
