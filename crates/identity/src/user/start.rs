//! What the user room settles before the port opens (`interface 5.4`).

use kernel::audit::{self, Actor};
use kernel::db::{DbResult, Tx};
use kernel::user::UserId;
use kernel::{App, Result};
use serde_json::json;

use super::events::{self, Change};
use super::{model, store};
use crate::auth::passwords::Passwords;

/// Sets `is_admin` by the effective list, and makes or locks the developer account.
pub(super) async fn settle(app: App) -> Result<()> {
    let admins = crate::setup::effective_admin_ids(&app);
    let writer = app.clone();
    let stored =
        app.db.read(|read| Ok((store::admins(read)?, store::find(read, UserId::DEVELOPER)?))).await?;
    let (stored_admins, developer) = stored;
    // A start that changes nothing writes nothing.
    let differs = stored_admins.iter().any(|id| !admins.contains(id)) || !admins.is_empty();
    if differs {
        app.db.write(move |tx| Ok(settle_admins(&writer, tx, &admins)?)).await?;
    }
    // Members from before there was a search.
    while app.db.write(|tx| Ok(store::directory::fill_search_keys(tx)?)).await? {}
    match &app.config.dev_password {
        Some(password) => ensure_developer(&app, password.expose(), developer.is_some()).await,
        None if developer.is_some() => lock_developer(&app).await,
        None => Ok(()),
    }
}

pub(super) fn settle_admins(app: &App, tx: &mut Tx, admins: &[UserId]) -> DbResult<()> {
    let stored = store::admins(tx)?;
    let gone = stored.iter().filter(|id| !admins.contains(id)).map(|id| (*id, false));
    let new = admins.iter().filter(|id| !stored.contains(id)).map(|id| (*id, true));
    for (user, is_admin) in gone.chain(new) {
        // An ID that has not registered yet is no row; registration looks at the list itself.
        if store::set_admin(app, tx, user, is_admin)? {
            events::tell(app, tx, user, &Change::Rights)?;
            audit::record(
                app,
                tx,
                &Actor::system(),
                "set_admin",
                user.as_str(),
                &json!({ "is_admin": is_admin }),
            )?;
        }
    }
    Ok(())
}

/// The developer account 999999 exists while DEV_PASSWORD is set.
async fn ensure_developer(app: &App, password: &str, exists: bool) -> Result<()> {
    model::check_password(password, &[], false).map_err(|_| {
        kernel::ApiError::internal("DEV_PASSWORD: at least 8 characters with a letter and a digit")
    })?;
    let passwords = app.state::<Passwords>();
    if let Some(hash) = app.db.read(|read| Ok(store::password_hash(read, UserId::DEVELOPER)?)).await?
        && passwords.verify(password, Some(&hash)).await?
    {
        return Ok(());
    }
    let hash = passwords.hash(password, app.random.bytes()).await?;
    let writer = app.clone();
    app.db
        .write(move |tx| {
            if exists {
                return Ok(super::set_password(&writer, tx, UserId::DEVELOPER, &hash, None)?);
            }
            let new = store_developer(&hash);
            Ok(super::insert(&writer, tx, &new)?)
        })
        .await
}

fn store_developer(hash: &str) -> super::NewUser {
    super::NewUser {
        user_id: UserId::DEVELOPER,
        net_name: "developer".into(),
        real_name: "developer".into(),
        gender: String::new(),
        password_hash: hash.to_owned(),
        is_admin: false,
    }
}

/// Without DEV_PASSWORD nobody signs in as developer, with whatever token or password.
async fn lock_developer(app: &App) -> Result<()> {
    if app.db.read(|read| Ok(store::password_hash(read, UserId::DEVELOPER)?)).await?.is_none() {
        return Ok(());
    }
    let writer = app.clone();
    app.db
        .write(move |tx| {
            events::tell(&writer, tx, UserId::DEVELOPER, &Change::SessionsEnded { kept: None })?;
            Ok(store::set_password(&writer, tx, UserId::DEVELOPER, None, None)?)
        })
        .await
}
