//! `/api/setup/*`: the first configuration, open to whoever comes first (`interface 4.4`).

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use kernel::http::{AddressLimit, Json};
use kernel::{ApiError, App, Envelope, Reply, Result};
use subtle::ConstantTimeEq;

use super::change::{self, Author, ClassList, ListSnapshot};
use super::dto::{SetupBody, SetupPreview, SetupResult, SetupStatus};
use super::request::ListRequest;
use super::{is_setup_code_required, texts};
use crate::auth::LoginLimit;
use crate::auth::guesses;
use crate::auth::subjects::Subject;
use crate::user;

/// Tells whether the portal is set up, and how many admins are registered.
#[utoipa::path(get, path = "/api/setup/status", tag = "setup",
    responses((status = 200, body = Envelope<SetupStatus>)), security(()))]
pub(super) async fn setup_status(State(app): State<App>) -> Result<Reply<SetupStatus>> {
    let reader = app.clone();
    let status = app.db.read(move |read| {
        let initialized = super::is_initialised(&reader, read)?;
        Ok(SetupStatus { initialized, admin_count: user::count_admins(read)? })
    });
    // Whatever went wrong, "not set up" is never the answer: it would open the wizard.
    status.await.map(Reply::ok).map_err(ApiError::unavailable)
}

/// Shows the user IDs that a save would assign, without storing anything.
#[utoipa::path(post, path = "/api/setup/preview", tag = "setup", request_body = SetupBody,
    responses((status = 200, body = Envelope<SetupPreview>)), security(()))]
pub(super) async fn setup_preview(
    State(app): State<App>,
    BeforeSetup(seen): BeforeSetup,
    Json(body): Json<SetupBody>,
) -> Result<Reply<SetupPreview>> {
    check_code(&app, &body).await?;
    let request = ListRequest::parse(&app, &body)?;
    change::preview(&request, &seen).map(Reply::ok)
}

/// Stores the first configuration and the class list. It succeeds once; afterwards it is 403.
#[utoipa::path(post, path = "/api/setup/save", tag = "setup", request_body = SetupBody,
    responses((status = 200, body = Envelope<SetupResult>)), security(()))]
pub(super) async fn setup_save(
    State(app): State<App>,
    _: BeforeSetup,
    Json(body): Json<SetupBody>,
) -> Result<Reply<SetupResult>> {
    check_code(&app, &body).await?;
    let request = ListRequest::parse(&app, &body)?;
    change::save(&app, &request, &Author::Wizard).await.map(Reply::ok)
}

/// Refuses whoever comes too late, before the body is looked at: afterwards every save is 403,
/// whatever it says (`interface 7.3`).
pub(super) struct BeforeSetup(ListSnapshot);

impl FromRequestParts<App> for BeforeSetup {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        if is_setup_code_required(&app.config) {
            AddressLimit::<LoginLimit>::from_request_parts(parts, app).await?;
        }
        let reader = app.clone();
        let seen = app.db.read(move |read| {
            let open = !super::is_initialised(&reader, read)?;
            Ok(if open { Some(ListSnapshot::read(read)?) } else { None })
        });
        seen.await?.map(Self).ok_or_else(|| texts::ALREADY_INITIALISED.err())
    }
}

/// Refuses whoever does not know the code, where one is asked for. Guesses count for all addresses
/// together, beside the limit of each: the code opens the portal to whoever has it.
async fn check_code(app: &App, body: &SetupBody) -> Result<()> {
    if !is_setup_code_required(&app.config) {
        return Ok(());
    }
    let wrong = texts::SETUP_CODE_WRONG.err();
    let given = body.setup_code.as_deref().unwrap_or_default().trim().to_ascii_uppercase();
    if given.is_empty() {
        return Err(wrong);
    }
    let fits = |wanted: &String| bool::from(wanted.as_bytes().ct_eq(given.as_bytes()));
    if app.state::<ClassList>().setup_code.get().is_some_and(fits) {
        return guesses::admit(app, &Subject::setup_code(), None).await;
    }
    Err(guesses::failed(app, vec![Subject::setup_code()], None, wrong).await)
}
