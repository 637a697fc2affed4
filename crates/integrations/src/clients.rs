//! Who calls with the secret of an integration, or with the token of its page.

use std::net::IpAddr;
use std::sync::Arc;

use kernel::App;
use kernel::api_client::{ApiClient, ApiClients};
use kernel::http::PAGE_CREDENTIAL;

use super::CALLS;
use super::pages::token;
use super::registry::Registry;
use super::signature::{credential_hash, signing_key};

/// What the kernel asks of them.
pub(super) static CLIENTS: ApiClients = ApiClients { authenticate, find, limit: &CALLS };

fn authenticate(app: &App, credential: &str, address: IpAddr) -> Option<Arc<ApiClient>> {
    if let Some(sealed) = credential.strip_prefix(PAGE_CREDENTIAL) {
        return token::open(app, sealed).map(|opened| opened.client);
    }
    let (hash, now) = (credential_hash(&signing_key(credential)), app.clock.now_ms());
    let registry = app.state::<Registry>();
    let integration = registry.by_credential(&hash, now)?;
    registry.note_use(integration.client.id, now, address);
    Some(integration.client.clone())
}

fn find(app: &App, client: &ApiClient) -> Option<Arc<ApiClient>> {
    if let Some(page) = &client.page {
        return token::renewed(app, client, page);
    }
    let found = app.state::<Registry>().by_id(client.id);
    found.filter(|integration| integration.holds(app.clock.now_ms())).map(|found| found.client.clone())
}
