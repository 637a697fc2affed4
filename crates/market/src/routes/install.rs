//! Installing, updating, rolling back and uninstalling.

use axum::extract::State;
use kernel::http::{Caller, Json};
use kernel::texts::Language;
use kernel::{App, Envelope, Reply, Result};
use market_package::Kind;

use super::AppManager;
use super::dto::{PackageName, PackagePreview, PackageReply, PackageRequest};
use crate::candidate::{self, Candidate, PackagePermits, Wanted, report_progress};
use crate::frames::Step;
use crate::install::Intent;
use crate::installed::Installed;
use crate::rights::Rights;
use crate::{install, texts};

/// Returns what would be installed: the package is fetched and checked, and nothing is installed. An app or a plugin.
#[utoipa::path(post, path = "/api/market/preview", tag = "market", request_body = PackageRequest,
    responses((status = 200, body = Envelope<PackagePreview>)))]
pub(crate) async fn preview_package(
    State(app): State<App>,
    AppManager(caller): AppManager,
    language: Language,
    Json(request): Json<PackageRequest>,
) -> Result<Reply<PackagePreview>> {
    let _permit = app.state::<PackagePermits>().acquire().await?;
    let candidate = candidate::from_sources(&app, &wanted(&caller, language, None, &request)).await?;
    preview(&app, &caller, &candidate).await.map(Reply::ok)
}

/// What would be installed, and for whom.
///
/// # Errors
/// 409 when the installation would be refused because of what others use.
pub(super) async fn preview(app: &App, caller: &Caller, candidate: &Candidate) -> Result<PackagePreview> {
    install::refuse_what_others_use(app, caller, candidate).await?;
    let facts = caller.facts.clone();
    let rights = app.db.read(move |read| Rights::of(read, &facts)).await?;
    Ok(PackagePreview::of(app, candidate, &rights))
}

/// Installs an app, or a newer version of one: at once on every device and without a restart. The sources are asked in
/// their order. Admins install for all classes; everyone else, in a portal of several classes, for the own class.
#[utoipa::path(post, path = "/api/market/install", tag = "market", request_body = PackageRequest,
    responses((status = 200, body = Envelope<PackageReply>)))]
pub(crate) async fn install_app(
    State(app): State<App>,
    AppManager(caller): AppManager,
    language: Language,
    Json(request): Json<PackageRequest>,
) -> Result<Reply<PackageReply>> {
    install_kind(&app, &caller, language, (Kind::App, Intent::Install), &request).await
}

/// Installs the newest version of an app that is installed.
#[utoipa::path(post, path = "/api/market/update", tag = "market", request_body = PackageRequest,
    responses((status = 200, body = Envelope<PackageReply>)))]
pub(crate) async fn update_app(
    State(app): State<App>,
    AppManager(caller): AppManager,
    language: Language,
    Json(request): Json<PackageRequest>,
) -> Result<Reply<PackageReply>> {
    let known = app.state::<Installed>().required(&request.name)?;
    install_kind(&app, &caller, language, (known.manifest.kind(), Intent::Update), &request).await
}

/// Installs a plugin, or a newer version of one.
#[utoipa::path(post, path = "/api/market/install-plugin", tag = "market", request_body = PackageRequest,
    responses((status = 200, body = Envelope<PackageReply>)))]
pub(crate) async fn install_plugin(
    State(app): State<App>,
    AppManager(caller): AppManager,
    language: Language,
    Json(request): Json<PackageRequest>,
) -> Result<Reply<PackageReply>> {
    install_kind(&app, &caller, language, (Kind::Plugin, Intent::Install), &request).await
}

/// Puts the version before in use again. What the back end has stored stays as it is.
#[utoipa::path(post, path = "/api/market/rollback", tag = "market", request_body = PackageName,
    responses((status = 200, body = Envelope<PackageReply>)))]
pub(crate) async fn roll_back_package(
    State(app): State<App>,
    AppManager(caller): AppManager,
    Json(request): Json<PackageName>,
) -> Result<Reply<PackageReply>> {
    let known = app.state::<Installed>().required(&request.name)?;
    let done = install::roll_back(&app, &caller, known.manifest.kind(), &request.name).await?;
    Ok(Reply::ok(done.into()))
}

/// Uninstalls an app with everything that it has stored; its API answers 404 at once.
#[utoipa::path(post, path = "/api/market/uninstall", tag = "market", request_body = PackageName,
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn uninstall_app(
    State(app): State<App>,
    AppManager(caller): AppManager,
    Json(request): Json<PackageName>,
) -> Result<Reply<()>> {
    install::uninstall(&app, &caller, Kind::App, &request.name).await?;
    Ok(Reply::done())
}

/// Uninstalls a plugin with everything that it has stored; its API answers 404 at once.
#[utoipa::path(post, path = "/api/market/uninstall-plugin", tag = "market", request_body = PackageName,
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn uninstall_plugin(
    State(app): State<App>,
    AppManager(caller): AppManager,
    Json(request): Json<PackageName>,
) -> Result<Reply<()>> {
    install::uninstall(&app, &caller, Kind::Plugin, &request.name).await?;
    Ok(Reply::done())
}

async fn install_kind(
    app: &App,
    caller: &Caller,
    language: Language,
    (kind, intent): (Kind, Intent),
    request: &PackageRequest,
) -> Result<Reply<PackageReply>> {
    let _permit = app.state::<PackagePermits>().acquire().await?;
    let wanted = wanted(caller, language, Some(kind), request);
    let candidate = candidate::from_sources(app, &wanted).await?;
    if request.digest.as_ref().is_some_and(|digest| *digest != candidate.digest) {
        return Err(texts::CHANGED_SINCE_PREVIEW.err());
    }
    report_progress(app, &wanted, Step::Store, (0, 0)).await;
    // Fetching may have taken minutes.
    caller.recheck(app).await?;
    Ok(Reply::ok(install::install(app, caller, candidate, intent).await?.into()))
}

fn wanted<'a>(
    caller: &Caller,
    language: Language,
    kind: Option<Kind>,
    request: &'a PackageRequest,
) -> Wanted<'a> {
    let (name, source) = (request.name.as_str(), request.source.as_deref());
    Wanted { kind, name, source, user: caller.facts.user_id, language }
}
