//! Where the web was read.

use serde::{Deserialize, Serialize};
use url::Url;

/// Longest address, in bytes.
const MAX_LINK: usize = 2000;

/// Where something was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub(crate) struct AiSource {
    /// The title of the page.
    pub(crate) title: String,
    /// The address of the page, http or https.
    pub(crate) url: String,
}

/// Whether an address is one of the web, which may be shown as a link.
pub(crate) fn is_web_link(url: &str) -> bool {
    let parsed = Url::parse(url).ok().filter(|_| url.len() <= MAX_LINK);
    parsed.is_some_and(|url| {
        matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.password().is_none()
    })
}
