//! The question peers ask (`interface 4.1`).

use kernel::envelope::Failure;
use kernel::http::{AddressLimit, Limited};
use kernel::limits::Limit;
use kernel::{Reply, Result};

use super::{VERIFY, texts};

/// Names the limit of password checks.
pub(super) struct Verify;

impl Limited for Verify {
    fn limit() -> &'static Limit {
        &VERIFY
    }
}

/// Checks a password for another class server. Answers 503 on a server without a relay.
#[utoipa::path(post, path = "/api/auth/relay-verify", tag = "relay",
    params(("X-Relay-Secret" = Option<String>, Header, description = "The secret all peers share")),
    responses((status = 503, description = "This server takes no part in a relay", body = Failure)),
    security(()))]
pub(super) async fn relay_verify(_limit: AddressLimit<Verify>) -> Result<Reply<()>> {
    Err(texts::NOT_CONFIGURED.err())
}
