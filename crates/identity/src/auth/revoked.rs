//! Tokens ended one by one, by a logout or from the list of sessions.

use std::sync::Arc;

use dashmap::DashMap;
use kernel::db::DbResult;
use kernel::events::{Audience, Event, FeatureEvent as _, NewEvent};
use kernel::user::UserId;
use kernel::{App, AppTx, Result};

use super::events::AuthEvent;
use super::store;

/// The revoked tokens that have not expired: token id → seconds since the epoch when it would.
#[derive(Clone, Default)]
pub(crate) struct Revoked(Arc<DashMap<String, i64>>);

impl Revoked {
    pub(crate) fn contains(&self, jti: &str) -> bool {
        self.0.contains_key(jti)
    }

    fn add(&self, jti: &str, expires_at: i64, now: i64) {
        self.0.insert(jti.to_owned(), expires_at);
        // Bounded by the sign-outs of one token lifetime; swept now and then.
        if self.0.len().is_multiple_of(256) {
            self.0.retain(|_, expires_at| *expires_at > now);
        }
    }
}

/// Loads what was revoked before this start.
pub(super) async fn load(app: App) -> Result<()> {
    let now = app.clock.now().as_second();
    let rows = store::revoked(&app, now).await?;
    let revoked = app.state::<Revoked>();
    rows.into_iter().for_each(|(jti, expires_at)| revoked.add(&jti, expires_at, now));
    Ok(())
}

/// Ends one token: stored, told to other nodes, and in effect here once it is committed. One that has
/// ended already is not told of again.
pub(super) fn revoke(tx: &mut AppTx, user: UserId, jti: &str, exp: i64) -> DbResult<()> {
    let now = tx.app().clock.now().as_second();
    // The counter before the row, as everywhere.
    tx.lock_log()?;
    if !store::revoke(tx, jti, exp, now)? {
        return Ok(());
    }
    tx.emit(
        NewEvent::new(&AuthEvent::Revoked { jti: jti.to_owned(), exp }, Audience::User(user))
            .by(user)
            .about(user.as_str()),
    )?;
    let (app, jti) = (tx.app().clone(), jti.to_owned());
    tx.on_commit(move || {
        app.state::<Revoked>().add(&jti, exp, now);
        app.connections.close_token(&jti);
    });
    Ok(())
}

/// Hears of sign-outs on other nodes.
pub(super) fn follow(app: &App, event: &Event) {
    if let Some(AuthEvent::Revoked { jti, exp }) = AuthEvent::read(event) {
        app.state::<Revoked>().add(&jti, exp, app.clock.now().as_second());
        app.connections.close_token(&jti);
    }
}
