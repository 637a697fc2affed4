//! `/api/setup/*`: the first configuration, open to whoever comes first (`interface 4.4`).

use axum::extract::{FromRequestParts, State};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use kernel::config::TIMEZONE;
use kernel::http::{AddressLimit, Json, Origin};
use kernel::token::Computer;
use kernel::{ApiError, App, Envelope, Reply, Result};
use subtle::ConstantTimeEq;

use super::change::{self, Author, ClassList, ListSnapshot, Wizard};
use super::dto::{PortalInfo, SetupBody, SetupPreview, SetupResult, SetupStatus};
use super::request::ListRequest;
use super::{is_setup_code_required, texts};
use crate::auth::guesses;
use crate::auth::subjects::Subject;
use crate::auth::{LoginLimit, NewAccount};
use crate::enrolment::{self, MAX_HOURS};
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

/// Returns what the pages before the sign-in show: the names of school and classes, and how one registers.
#[utoipa::path(get, path = "/api/setup/portal", tag = "setup",
    responses((status = 200, body = Envelope<PortalInfo>)), security(()))]
pub(super) async fn portal_info(State(app): State<App>) -> Reply<PortalInfo> {
    Reply::ok(PortalInfo {
        school_name: super::school_name(&app),
        class_names: super::class_names(&app),
        claim_codes: super::are_claim_codes_on(&app),
        enrolment_open: enrolment::is_open(&app),
        timezone: app.timezone().iana_name().map(ToOwned::to_owned),
        timezone_fixed: TIMEZONE.of(&app.config).is_some(),
    })
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

/// Stores the first configuration and the class list. It succeeds once; afterwards it is 403. With `account`
/// it also registers whoever sets the portal up, and signs them in.
#[utoipa::path(post, path = "/api/setup/save", tag = "setup", request_body = SetupBody,
    responses((status = 200, body = Envelope<SetupResult>)), security(()))]
pub(super) async fn setup_save(
    State(app): State<App>,
    _: BeforeSetup,
    origin: Origin,
    headers: HeaderMap,
    Json(body): Json<SetupBody>,
) -> Result<Response> {
    check_code(&app, &body).await?;
    let request = ListRequest::parse(&app, &body)?;
    let enrolment_hours = body.enrolment_hours;
    if enrolment_hours.is_some_and(|hours| !(1..=MAX_HOURS).contains(&hours)) {
        return Err(texts::ENROLMENT_HOURS.with("max", MAX_HOURS));
    }
    let account = match body.account {
        Some(form) => {
            let refuses_common = request.setting("deny_common_passwords") == Some("1");
            Some(NewAccount::first(&app, form, origin.clone(), refuses_common).await?)
        }
        None => None,
    };
    let address = origin.address;
    let author = Author::Wizard(Wizard { origin, account, enrolment_hours });
    let (mut result, newcomer) = change::save(&app, &request, &author).await?;
    // Whoever runs the portal sees who was first: on a network that others use, too, it may be a stranger.
    tracing::warn!(%address, rows = result.total_records, "portal set up");
    let Some(newcomer) = newcomer else { return Ok(Reply::ok(result).into_response()) };
    let session = newcomer.sign_in(&app, &headers, Computer::Own).await?;
    result.user_info = Some(session.user_info(&app));
    result.token = Some(session.token.clone());
    let mut response = Reply::ok(result).into_response();
    session.leave_cookies(&mut response, &app);
    Ok(response)
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
