//! `/api/integration-pages`: which pages there are for a member, what they agree to, and tokens.

use std::collections::HashMap;

use axum::extract::State;
use identity::api_scopes::scope;
use identity::user::facts_of;
use kernel::app::iso;
use kernel::http::{Caller, ClientOnly, Json, PAGE_CREDENTIAL, Path, client_user};
use kernel::user::UserFacts;
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::token::{self, NewToken};
use super::{ShownPage, Viewer, is_of_account};
use crate::manage::codes;
use crate::model::{self, IntegrationStatus};
use crate::registry::Registry;
use crate::store::consents::{self, ConsentRow};
use crate::store::integrations;
use crate::texts;

/// The page of an integration, which the desktop shows in a frame.
#[derive(Serialize, ToSchema)]
pub(crate) struct IntegrationPage {
    /// The number of the integration.
    id: i64,
    /// The name of the integration.
    name: String,
    /// The address of the page.
    url: String,
    /// The origin of the page: the desktop sends to it and hears from it alone.
    origin: String,
    /// What of the scopes of the integration concerns the page.
    scopes: Vec<&'static str>,
    /// The member who approved or issued the integration.
    owner: PageUser,
    /// The member who asked for the integration; null for one that nobody asked for.
    requested_by: Option<PageUser>,
    /// Whether the caller has agreed to open the page with this origin and these scopes.
    agreed: bool,
    /// What the caller has agreed to, which may be less than the page asks for now; null for nothing yet.
    agreed_to: Option<PageConsent>,
    /// When the integration was issued or asked for, ISO 8601.
    created_at: String,
}

/// The pages that a member may open.
#[derive(Serialize, ToSchema)]
pub(crate) struct IntegrationPages {
    /// The pages, by the names of their integrations.
    pages: Vec<IntegrationPage>,
}

/// Lists the pages of integrations that the caller may open.
#[utoipa::path(get, path = "/api/integration-pages", tag = "integrations",
    responses((status = 200, body = Envelope<IntegrationPages>)))]
pub(crate) async fn list_pages(State(app): State<App>, caller: Caller) -> Result<Reply<IntegrationPages>> {
    let user = caller.facts.user_id;
    let consents = app.db.read(move |read| Ok(consents::of_member(read, user)?)).await?;
    let consents: HashMap<_, _> = consents.into_iter().map(|row| (row.integration_id, row)).collect();
    let mut pages = Vec::new();
    for integration in app.state::<Registry>().all() {
        let consent = consents.get(&integration.client.id);
        let Some(shown) = ShownPage::of(&app, &caller.facts, integration).await? else { continue };
        pages.push(page(&app, &shown, consent).await?);
    }
    pages.sort_by(|one, other| (&one.name, one.id).cmp(&(&other.name, other.id)));
    Ok(Reply::ok(IntegrationPages { pages }))
}

async fn page(app: &App, shown: &ShownPage, consent: Option<&ConsentRow>) -> Result<IntegrationPage> {
    let client = &shown.integration.client;
    let requester = match client.operator {
        Some(requester) => facts_of(app, requester).await?,
        None => None,
    };
    Ok(IntegrationPage {
        id: client.id,
        name: client.name.clone(),
        url: shown.page()?.url.clone(),
        origin: shown.page()?.origin.clone(),
        scopes: codes(&shown.scopes()),
        owner: PageUser::from(&*shown.owner),
        requested_by: requester.as_deref().map(PageUser::from),
        agreed: consent.is_some_and(|consent| shown.is_covered_by(consent)),
        agreed_to: consent.map(PageConsent::from),
        created_at: iso(shown.integration.created_at),
    })
}

/// What a member agrees to.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct PageConsent {
    /// The origin of the page, as the member was shown it.
    origin: String,
    /// The scopes of the page, as the member was shown them.
    scopes: Vec<String>,
}

impl From<&ConsentRow> for PageConsent {
    fn from(row: &ConsentRow) -> Self {
        let scopes =
            model::scopes_of(&row.scopes).into_iter().map(|scope| scope.as_str().to_owned()).collect();
        Self { origin: row.origin.clone(), scopes }
    }
}

/// Notes that the caller agrees to open a page with this origin and these scopes.
#[utoipa::path(put, path = "/api/integration-pages/{id}/consent", tag = "integrations",
    params(("id" = String, Path, description = "The number of the integration")),
    request_body = PageConsent, responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn consent(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(consent): Json<PageConsent>,
) -> Result<Reply<()>> {
    let shown = ShownPage::find(&app, &caller.facts, &id).await?;
    let is_same_scopes = model::scopes_of(&consent.scopes.join(" ")) == shown.scopes();
    if !is_same_scopes || consent.origin != shown.page()?.origin {
        return Err(texts::PAGE_CHANGED.err());
    }
    let row = ConsentRow {
        integration_id: shown.integration.client.id,
        origin: consent.origin,
        scopes: model::stored_scopes(&shown.scopes()),
        created_at: app.clock.now_ms(),
    };
    let user = caller.facts.user_id;
    let agree = app.write(move |tx| {
        // Revoking forgets what was agreed to; nothing may come after that.
        let integration = integrations::find(tx, row.integration_id)?;
        if integration.is_none_or(|integration| integration.status != IntegrationStatus::Approved) {
            return Err(ApiError::not_found());
        }
        Ok(consents::set(tx, &row, user)?)
    });
    agree.await?;
    Ok(Reply::done())
}

/// Takes back that the caller has agreed to open a page. A token that it has ends within five minutes.
#[utoipa::path(delete, path = "/api/integration-pages/{id}/consent", tag = "integrations",
    params(("id" = String, Path, description = "The number of the integration")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn withdraw_consent(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    // It can be taken back while the page is not shown, too.
    let id: i64 = id.parse().map_err(|_| ApiError::not_found())?;
    let user = caller.facts.user_id;
    app.write(move |tx| Ok(consents::delete(tx, id, user)?)).await?;
    Ok(Reply::done())
}

/// A member behind a page, or the one who looks at it.
#[derive(Serialize, ToSchema)]
pub(crate) struct PageUser {
    /// The user ID of the member.
    user_id: String,
    /// The real name of the member.
    real_name: String,
}

impl From<&UserFacts> for PageUser {
    fn from(facts: &UserFacts) -> Self {
        Self { user_id: facts.user_id.to_string(), real_name: facts.real_name.clone() }
    }
}

/// A token for a page.
#[derive(Serialize, ToSchema)]
pub(crate) struct PageToken {
    /// The token: `Authorization: Bearer …` in requests from the origin of the page.
    token: String,
    /// What of the scopes of the integration the token opens.
    scopes: Vec<&'static str>,
    /// The origin that requests with the token come from.
    origin: String,
    /// When the token ends, ISO 8601: after five minutes.
    expires_at: String,
}

/// Makes a token for a page, in the name of the caller, who has agreed to open it.
#[utoipa::path(post, path = "/api/integration-pages/{id}/token", tag = "integrations",
    params(("id" = String, Path, description = "The number of the integration")),
    responses((status = 200, body = Envelope<PageToken>)))]
pub(crate) async fn make_page_token(
    State(app): State<App>,
    Viewer(caller): Viewer,
    Path(id): Path<String>,
) -> Result<Reply<PageToken>> {
    let shown = ShownPage::find(&app, &caller.facts, &id).await?;
    shown.check_consent(&app, &caller.facts).await?;
    let NewToken { text, scopes, expires_at } = NewToken::make(&app, &shown, &caller.facts)?;
    let origin = shown.page()?.origin.clone();
    Ok(Reply::ok(PageToken { token: text, scopes: codes(&scopes), origin, expires_at: iso(expires_at) }))
}

/// A token that the server of a page asks about.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PageTokenQuestion {
    /// The token that the page has sent.
    token: String,
}

/// Whom a token of a page belongs to.
#[derive(Serialize, ToSchema)]
pub(crate) struct PageTokenAnswer {
    /// Whether the token holds, and is for the page of the calling integration.
    valid: bool,
    /// The member who looks at the page; null for a token that does not hold, and when the member has not agreed to be
    /// known.
    user: Option<PageUser>,
    /// The origin of the page; null for a token that does not hold.
    origin: Option<String>,
    /// What the token opens; null for a token that does not hold.
    scopes: Option<Vec<&'static str>>,
    /// When the token ends, ISO 8601; null for a token that does not hold.
    expires_at: Option<String>,
}

/// Tells the server of a page whom a token belongs to.
#[utoipa::path(post, path = "/api/integration-pages/verify-token", tag = "integrations",
    request_body = PageTokenQuestion, responses((status = 200, body = Envelope<PageTokenAnswer>)),
    security(("integration" = ["user:read"])))]
pub(crate) async fn verify_page_token(
    State(app): State<App>,
    ClientOnly(client, ..): ClientOnly<scope::UserRead>,
    Json(question): Json<PageTokenQuestion>,
) -> Result<Reply<PageTokenAnswer>> {
    let sealed = question.token.strip_prefix(PAGE_CREDENTIAL);
    let found = sealed.and_then(|sealed| token::open(&app, sealed));
    let found = found.filter(|opened| opened.client.id == client.id);
    let facts = match &found {
        Some(opened) => match client_user(&app, &opened.client).await {
            Err(error) if !is_of_account(&error) => return Err(error),
            judged => judged.ok(),
        },
        None => None,
    };
    let answer = match (found, facts) {
        (Some(opened), Some(facts)) => PageTokenAnswer {
            valid: true,
            user: opened.names_member.then(|| PageUser::from(&*facts)),
            origin: opened.client.page.as_ref().map(|page| page.origin.clone()),
            scopes: Some(codes(&opened.client.scopes)),
            expires_at: opened.client.page.as_ref().map(|page| iso(page.expires_at)),
        },
        _ => PageTokenAnswer { valid: false, user: None, origin: None, scopes: None, expires_at: None },
    };
    Ok(Reply::ok(answer))
}
