//! The document of the API, made from the handlers of all features, and the router that serves both.

mod envelope;

use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderValue, Response};
use axum::routing::get;
use bytes::Bytes;
use kernel::envelope::Failure;
use kernel::http::TOKEN_COOKIE;
use kernel::{ApiError, App, Feature};
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{
    ComponentsBuilder, ContentBuilder, InfoBuilder, OpenApi, OpenApiBuilder, PathItem, Ref, RefOr,
    ResponseBuilder, SecurityRequirement,
};
use utoipa::{PartialSchema, ToSchema};
use utoipa_swagger_ui::{Config, SwaggerUi};

/// Where the document is served.
const DOCUMENT: &str = "/api/openapi.json";

/// The version of the interface. Not the build's, whose every patch would make the committed
/// document stale.
const INTERFACE: &str = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));

/// The page that shows the document carries its own styles inline; its scripts are files.
const DOCS_POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                           object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'";

/// The routes of these features, the document, and the page that shows it. The pages of the desktop
/// come on top as the fallback.
pub fn router(features: &[Feature]) -> Router<App> {
    let routers = features.iter().map(|feature| Router::from((feature.router)()));
    let router = routers.fold(Router::new(), Router::merge);
    let features: Arc<[Feature]> = features.into();
    let made = Arc::new(OnceLock::new());
    // Not at the start, where it would be a large part of the work for a document that few ask for.
    let serve = move || {
        let (features, made) = (Arc::clone(&features), Arc::clone(&made));
        let make = move || made.get_or_init(|| bytes(&features)).clone();
        async { tokio::task::spawn_blocking(make).await.map(json).map_err(ApiError::internal) }
    };
    router.route(DOCUMENT, get(serve)).merge(docs())
}

/// The document alone.
#[must_use]
pub fn document(features: &[Feature]) -> OpenApi {
    let described = features.iter().map(|feature| (feature.name, (feature.router)().document()));
    let described: Vec<_> = described.filter(|(_, document)| !document.paths.paths.is_empty()).collect();
    let mut document = frame(described.iter().map(|(name, _)| *name));
    described.into_iter().for_each(|(_, of_feature)| document.merge(of_feature));
    envelope::describe_once(&mut document);
    document.paths.paths.values_mut().flat_map(operations).for_each(complete);
    document
}

fn bytes(features: &[Feature]) -> Bytes {
    serde_json::to_vec(&document(features)).map(Bytes::from).unwrap_or_default()
}

/// Everything of the document that no handler says.
fn frame(named: impl Iterator<Item = &'static str>) -> OpenApi {
    let mut schemas = vec![(Failure::name().into_owned(), Failure::schema())];
    Failure::schemas(&mut schemas);
    let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(TOKEN_COOKIE)));
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
    let integration = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("The secret of an integration that has the scope named beside it"))
        .build();
    let panel = ApiKeyValue::with_description(
        panels::TOKEN_COOKIE,
        "The token of a classroom screen; browsers send it to `/api/panel` alone",
    );
    let components = ComponentsBuilder::new()
        .schemas_from_iter(schemas)
        .security_scheme("cookie", cookie)
        .security_scheme("bearer", SecurityScheme::Http(bearer))
        .security_scheme("panel", SecurityScheme::ApiKey(ApiKey::Cookie(panel)))
        .security_scheme("integration", SecurityScheme::Http(integration))
        .build();
    let info = InfoBuilder::new()
        .title("classportal")
        .version(INTERFACE)
        .description(Some(
            "Every JSON answer is `{code, message, data}`, with the HTTP status as `code`. docs/interface.md in the \
             repository is the contract; api/routes.txt lists who can call each path.",
        ))
        .build();
    // Either of the two is enough; what anyone may call says so itself.
    let security = ["cookie", "bearer"].map(|scheme| SecurityRequirement::new(scheme, [""; 0]));
    OpenApiBuilder::new()
        .info(info)
        .components(Some(components))
        .security(Some(security))
        .tags(Some(named.map(|name| TagBuilder::new().name(name).build())))
        .build()
}

fn operations(path: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, put, post, delete, patch, .. } = path;
    [get, put, post, delete, patch].into_iter().filter_map(Option::as_mut)
}

/// Says of an operation what holds for all: a success says so unless the handler says more, and any may
/// fail, always in the same shape.
fn complete(operation: &mut Operation) {
    for response in operation.responses.responses.values_mut() {
        if let RefOr::T(response) = response
            && response.description.is_empty()
        {
            "The request succeeded".clone_into(&mut response.description);
        }
    }
    let failure = ContentBuilder::new().schema(Some(Ref::from_schema_name(Failure::name()))).build();
    let response = ResponseBuilder::new()
        .description("A refusal or failure; `code` is the HTTP status")
        .content("application/json", failure)
        .build();
    operation.responses.responses.entry("default".to_owned()).or_insert(RefOr::T(response));
}

fn json(bytes: Bytes) -> Response<axum::body::Body> {
    let mut response = Response::new(bytes.into());
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// The page for people, entirely from the binary: a school's network may have no internet.
fn docs() -> Router<App> {
    let policy = axum::middleware::map_response(async |mut response: Response<axum::body::Body>| {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(DOCS_POLICY));
        response
    });
    Router::from(SwaggerUi::new("/docs").config(Config::from(DOCUMENT).validator_url("none"))).layer(policy)
}
