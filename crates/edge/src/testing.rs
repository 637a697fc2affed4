//! An app of this wing's rooms alone, for its tests.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::testing::{TestApp, TestSetup};
use kernel::user::{Accounts, UserFacts, UserId};
use kernel::{Result, Room};

/// These rooms know no member.
struct Nobody;

impl Accounts for Nobody {
    fn cached(&self, _: &UserId) -> Option<Arc<UserFacts>> {
        None
    }

    fn load(&self, _: UserId) -> BoxFuture<'_, Result<Option<Arc<UserFacts>>>> {
        Box::pin(async { Ok(None) })
    }

    fn lift_expired_ban(&self, _: UserId) -> BoxFuture<'_, Result<Option<Arc<UserFacts>>>> {
        Box::pin(async { Ok(None) })
    }

    fn is_revoked(&self, _: &str) -> bool {
        false
    }

    fn forget(&self, _: &UserId) {}
}

/// All rooms of the wing, with these variables.
pub(crate) async fn app_with(variables: &[(&str, &str)]) -> TestApp {
    open(crate::ROOMS, variables).await
}

/// These rooms.
pub(crate) async fn app_with_rooms(rooms: &[Room]) -> TestApp {
    open(rooms, &[]).await
}

async fn open(rooms: &[Room], variables: &[(&str, &str)]) -> TestApp {
    TestApp::new(TestSetup { rooms, accounts: |_, _, _, _| Arc::new(Nobody), variables }).await
}
