//! `/api/admin/lock-screen`: whether the desktops show nothing but the lock; `/api/user/lock-screen`
//! tells every desktop.

use std::sync::Arc;

use axum::extract::State;
use futures_util::future::BoxFuture;
use kernel::audit::{self, Actor};
use kernel::events::{Audience, Event, NewEvent, Shown, named};
use kernel::http::{Caller, Json};
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::access::AppManager;

/// The setting.
const LOCK_SCREEN: &str = "lock_screen";

/// The lock.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
pub(super) struct LockScreen {
    /// Whether it is on.
    enabled: bool,
}

/// Whether it is on.
pub(super) fn is_on(app: &App) -> bool {
    app.settings.is_on(LOCK_SCREEN)
}

/// Whether the screens are locked.
#[utoipa::path(get, path = "/api/admin/lock-screen", tag = "admin",
    responses((status = 200, body = Envelope<LockScreen>)))]
pub(super) async fn lock_screen(State(app): State<App>, _: AppManager) -> Result<Reply<LockScreen>> {
    Ok(Reply::ok(LockScreen { enabled: is_on(&app) }))
}

/// Whether the screens are locked, for every member. A desktop that starts has it from its session
/// and asks here after a connection that was down.
#[utoipa::path(get, path = "/api/user/lock-screen", tag = "admin",
    responses((status = 200, body = Envelope<LockScreen>)))]
pub(super) async fn own_lock_screen(State(app): State<App>, _: Caller) -> Result<Reply<LockScreen>> {
    Ok(Reply::ok(LockScreen { enabled: is_on(&app) }))
}

/// Locks or unlocks the screens.
#[utoipa::path(put, path = "/api/admin/lock-screen", tag = "admin", request_body = LockScreen,
    responses((status = 200, body = Envelope<LockScreen>)))]
pub(super) async fn set_lock_screen(
    State(app): State<App>,
    manager: AppManager,
    Json(wanted): Json<LockScreen>,
) -> Result<Reply<LockScreen>> {
    let (writer, caller) = (app.clone(), manager.0);
    app.db
        .write(move |tx| {
            let data = json!({ "enabled": wanted.enabled });
            let event = NewEvent {
                stream: "admin",
                what: "lock_screen_changed",
                audience: Audience::All,
                actor: Some(caller.facts.user_id),
                subject: "",
                data: data.clone(),
            };
            writer.events.append(tx, event)?;
            writer.settings.set(tx, LOCK_SCREEN, if wanted.enabled { "1" } else { "0" })?;
            Ok(audit::record(&writer, tx, &Actor::from(&caller), "set_lock_screen", LOCK_SCREEN, &data)?)
        })
        .await?;
    Ok(Reply::ok(wanted))
}

/// Another node may have turned the lock, or changed the mode.
pub(super) fn follow(app: &App, event: &Event) {
    if !matches!(event.kind.as_str(), "admin.lock_screen_changed" | "admin.server_mode_changed") {
        return;
    }
    let follower = app.clone();
    app.tasks.spawn("admin-follow", |_| async move {
        if let Err(error) = follower.settings.reload(&follower.db).await {
            tracing::warn!(%error, "could not take over a setting");
        }
    });
}

/// The lock, as everyone hears of it.
pub(super) fn show(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<Shown>>> {
    let locks = events.iter().filter(|event| event.kind == "admin.lock_screen_changed");
    let shown = locks.filter_map(|event| named(event, "lock_screen_changed", None)).collect();
    Box::pin(std::future::ready(Ok(shown)))
}
