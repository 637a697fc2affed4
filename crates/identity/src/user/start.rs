//! What the user feature settles before the port opens (`interface 5.4`).

use kernel::audit::Actor;
use kernel::db::{DbResult, Read};
use kernel::user::UserId;
use kernel::{App, AppTx, Result};
use serde_json::json;

use super::events::{self, UserEvent};
use super::model::{self, NetName};
use super::{DEV_PASSWORD, store, texts};
use crate::auth::passwords::Passwords;

/// Sets `is_admin` by the effective list, and makes or locks the developer account.
pub(super) async fn settle(app: App) -> Result<()> {
    // First: the developer may be among the admins.
    match DEV_PASSWORD.of(&app.config) {
        Some(password) => ensure_developer(&app, password.expose()).await?,
        None => lock_developer(&app).await?,
    }
    let admins = crate::setup::effective_admin_ids(&app);
    let stored_admins = app.db.read(|read| Ok(store::admins(read)?)).await?;
    // A start that changes nothing writes nothing.
    let differs = stored_admins.iter().any(|id| !admins.contains(id)) || !admins.is_empty();
    if differs {
        app.write(move |tx| Ok(settle_admins(tx, &admins)?)).await?;
    }
    // Names from before the rules of today.
    let stale = app.db.read(|read| Ok(store::directory::stale_name_keys(read)?)).await?;
    if !stale.is_empty() {
        let rekey = app.write(move |tx| {
            tx.lock_log()?;
            Ok(store::directory::set_name_keys(tx, &stale)?)
        });
        rekey.await?;
    }
    // Members from before there was a search.
    while app.write(|tx| Ok(store::directory::fill_search_keys(tx)?)).await? {}
    Ok(())
}

pub(super) fn settle_admins(tx: &mut AppTx, admins: &[UserId]) -> DbResult<()> {
    // The counter before the rows, as everywhere: two nodes may start at once.
    tx.lock_log()?;
    let stored = store::admins(tx)?;
    let gone = stored.iter().filter(|id| !admins.contains(id)).map(|id| (*id, false));
    let new = admins.iter().filter(|id| !stored.contains(id)).map(|id| (*id, true));
    for (user, is_admin) in gone.chain(new) {
        // An ID that has not registered yet is no row; registration looks at the list itself.
        if store::set_admin(tx, user, is_admin)? {
            events::append_and_forget(tx, user, &UserEvent::RightsChanged)?;
            tx.audit(&Actor::system(), &texts::SET_ADMIN, user.as_str(), &json!({ "is_admin": is_admin }))?;
        }
    }
    Ok(())
}

/// The developer account 999999 exists while DEV_PASSWORD is set.
async fn ensure_developer(app: &App, password: &str) -> Result<()> {
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
    app.write(move |tx| {
        // First: another node may start at this moment, or a member take the name.
        tx.lock_log()?;
        if store::find(tx, UserId::DEVELOPER)?.is_some() {
            return Ok(super::set_password(tx, UserId::DEVELOPER, &hash, None)?);
        }
        let name = free_name(tx)?;
        let new = super::NewUser {
            user_id: UserId::DEVELOPER,
            net_name: name.clone(),
            real_name: name,
            gender: String::new(),
            password_hash: hash.clone(),
            is_admin: false,
        };
        Ok(super::insert(tx, &new)?)
    })
    .await
}

/// `developer`, or with a number when members have that name already, or one that looks like it.
fn free_name(read: &mut Read) -> Result<String> {
    let mut number = 1;
    loop {
        let name = if number == 1 { "developer".to_owned() } else { format!("developer-{number}") };
        let taken = store::is_net_name_taken(read, &NetName::parse(&name)?, UserId::DEVELOPER)?
            || store::is_registered(read, UserId::DEVELOPER, &name)?;
        if !taken {
            return Ok(name);
        }
        number += 1;
    }
}

/// Without DEV_PASSWORD nobody signs in as developer, with whatever token or password.
async fn lock_developer(app: &App) -> Result<()> {
    let hash = app.db.read(|read| Ok(store::password_hash(read, UserId::DEVELOPER)?)).await?;
    if hash.is_none_or(|hash| hash == store::LOCKED) {
        return Ok(());
    }
    app.write(move |tx| Ok(super::lock_password(tx, UserId::DEVELOPER)?)).await
}
