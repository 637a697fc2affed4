//! Tokens ended one by one, by a logout or from the list of sessions.

use kernel::db::DbResult;
use kernel::events::{Audience, Event, FeatureEvent as _, NewEvent};
use kernel::user::UserId;
use kernel::{App, AppTx, Result};

use super::events::AuthEvent;
use super::store;
use crate::user::RevokedTokens;

/// Loads what was revoked before this start.
pub(super) async fn load(app: App) -> Result<()> {
    let now = app.clock.now().as_second();
    let rows = store::revoked(&app, now).await?;
    let revoked = app.state::<RevokedTokens>();
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
        app.state::<RevokedTokens>().add(&jti, exp, now);
        app.connections.close_token(&jti);
    });
    Ok(())
}

/// Hears of sign-outs on other nodes.
pub(super) fn follow(app: &App, event: &Event) {
    if let Some(AuthEvent::Revoked { jti, exp }) = AuthEvent::read(event) {
        app.state::<RevokedTokens>().add(&jti, exp, app.clock.now().as_second());
        app.connections.close_token(&jti);
    }
}
