//! Where a provider is asked.

use kernel::config::Secret;
use url::Url;

/// Where a provider is asked, and with which key.
#[derive(Clone, Debug)]
pub(crate) struct Endpoint {
    /// As it was entered.
    pub(crate) api_url: Url,
    /// `None` for a provider that asks for none.
    pub(crate) key: Option<Secret<String>>,
    /// Whether the operator has named the address: host, port and path.
    pub(crate) is_operator_configured: bool,
}
