//! Integrations: programs that work for a class, written by its pupils.
//!
//! An integration has an owner, in whose name it calls, and scopes. A class admin or admin issues it, or approves
//! the request of a member. Its secret opens the routes that name one of its scopes (`kernel::http::Scoped`) and
//! signs the events that it sends by webhook ([`InboundEvent`], which the features of the crates above provide).
//!
//! Owns the tables `integrations*`, the paths `/api/integrations*`, `/api/integration-data*` and
//! `/api/integration-pages*`, and of `/api/notifications` what integrations send there. All integrations
//! that hold are in memory on every node (`registry`), so a request with a secret reads no row.
//!
//! Absent on purpose: a plain secret at rest (it is shown once; what is kept is the key made of it, sealed), and
//! rights beyond those of the owner.

mod clients;
mod data;
mod dto;
mod events;
mod frames;
mod inbound;
mod log_target;
mod manage;
mod model;
mod notification_send;
mod notifications;
mod outbound;
mod pages;
mod registry;
mod requests;
mod signature;
mod store;
#[cfg(test)]
mod tests;
mod texts;
mod tokens;

use kernel::apps::BuiltIn;
use kernel::http::BatchRead;
use kernel::limits::Limit;
use kernel::{Feature, Routes, routes};

pub use events::IntegrationEvent;
pub use inbound::{Apply, Inbound, InboundEvent, Via};
pub use outbound::{Listener, MemberCache, Outbound, OutboundEvent};
pub use pages::origins as page_origins;

/// Inbound webhooks.
static WEBHOOK: Limit =
    Limit::new("webhook", "RATE_LIMIT_WEBHOOK", "10/1", "inbound webhooks per integration");
/// Calls with the secret of an integration.
static CALLS: Limit =
    Limit::new("integration", "RATE_LIMIT_INTEGRATION", "60/60", "calls with its secret per integration");

/// Notifications of integrations to members.
static NOTIFICATIONS: Limit = Limit::new(
    "integration-notification",
    "RATE_LIMIT_INTEGRATION_NOTIFICATION",
    "60/3600",
    "notifications to members per integration",
);

/// Refused messages of pages that desktops report.
static PAGE_REFUSALS: Limit = Limit::new(
    "page-refusal",
    "RATE_LIMIT_PAGE_REFUSAL",
    "10/60",
    "refused messages of pages that the desktop of a member reports",
);

/// What is 404 while the app is disabled.
const PATHS: &[&str] = &["/api/integrations", "/api/integration-data", "/api/integration-pages"];

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "integrations",
    router,
    apps: &[BuiltIn { name: "integrations", label: &texts::APP, protected: false, paths: PATHS }],
    limits: &[&WEBHOOK, &CALLS, &NOTIFICATIONS, &PAGE_REFUSALS],
    request_headers: &["X-Webhook-Token"],
    actions: texts::ACTIONS,
    log_words: texts::LOG_WORDS,
    name_log_target: Some(log_target::name),
    statements: store::STATEMENTS,
    consumers: &[&outbound::outbox::OUTBOX],
    state: |state, _| {
        state.insert(registry::Registry::default());
        state.insert(inbound::log::Refusals::default());
        state.insert(outbound::sender::Sender::default());
    },
    start: |app| Box::pin(registry::start(app)),
    on_event: Some(registry::follow),
    frames: frames::FRAMES,
    render: Some(frames::render),
    provides: &[
        &BatchRead("/api/integration-pages"),
        &clients::CLIENTS,
        &data::DATA_SET,
        &data::DATA_DELETE,
        &inbound::own::USER_UPDATE,
        &outbound::own::SIGNED_IN,
        &outbound::own::SIGNED_OUT,
        &notification_send::NOTIFICATION_SEND,
        &notification_send::INTEGRATION_MESSAGE,
        &notifications::INTEGRATION,
    ],
    erase_user: store::erase,
    export_user: store::export,
    ..Feature::EMPTY
};

/// The features of this crate.
pub const FEATURES: &[Feature] = &[FEATURE];

fn router() -> Routes {
    Routes::new()
        .routes(routes!(tokens::list_integrations, tokens::issue_integration))
        .routes(routes!(tokens::get_integration, tokens::update_integration, tokens::revoke_integration))
        .routes(routes!(tokens::regenerate_secret))
        .routes(routes!(tokens::list_origins))
        .routes(routes!(requests::list_requests, requests::request_integration))
        .routes(routes!(requests::ask_again, requests::withdraw_request))
        .routes(routes!(requests::approve_request))
        .routes(routes!(requests::refuse_request))
        .routes(routes!(requests::make_secret))
        .routes(routes!(inbound::log::list_log))
        .routes(routes!(outbound::routes::list_deliveries))
        .routes(routes!(outbound::routes::get_delivery))
        .routes(routes!(outbound::routes::resend_delivery))
        .routes(routes!(outbound::routes::ping))
        .routes(routes!(inbound::events::list_events))
        .routes(routes!(inbound::webhook::receive_webhook))
        .routes(routes!(notification_send::send_notification))
        .routes(routes!(pages::routes::list_pages))
        .routes(routes!(pages::routes::consent, pages::routes::withdraw_consent))
        .routes(routes!(pages::routes::make_page_token))
        .routes(routes!(pages::routes::verify_page_token))
        .routes(routes!(pages::data::list_page_data))
        .routes(routes!(pages::data::get_page_data))
        .routes(routes!(pages::refusals::report_page_refusal))
        .routes(routes!(data::list_data))
        .routes(routes!(data::get_data, data::put_data, data::delete_data))
}
