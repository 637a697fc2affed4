//! An app of this crate's features alone, for its tests.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::accounts::Accounts;
use kernel::testing::{TestApp, TestSetup};
use kernel::user::{UserFacts, UserId};
use kernel::{App, Feature, Result};

/// These features know no member.
struct NoAccounts;

impl Accounts for NoAccounts {
    fn cached(&self, _: &UserId) -> Option<Arc<UserFacts>> {
        None
    }

    fn load(&self, _: UserId) -> BoxFuture<'_, Result<Option<Arc<UserFacts>>>> {
        Box::pin(async { Ok(None) })
    }

    fn lift_expired_ban<'a>(
        &'a self,
        _: &'a App,
        _: UserId,
    ) -> BoxFuture<'a, Result<Option<Arc<UserFacts>>>> {
        Box::pin(async { Ok(None) })
    }

    fn is_revoked(&self, _: &str) -> bool {
        false
    }

    fn forget(&self, _: &UserId) {}
}

/// All features of the crate, with these variables.
pub(crate) async fn app_with(variables: &[(&str, &str)]) -> TestApp {
    open(crate::FEATURES, variables).await
}

/// These features.
pub(crate) async fn app_with_features(features: &[Feature]) -> TestApp {
    open(features, &[]).await
}

async fn open(features: &[Feature], variables: &[(&str, &str)]) -> TestApp {
    TestApp::new(TestSetup { features, accounts: |_, _| Arc::new(NoAccounts), variables }).await
}
