//! `/api/admin/lock-screen`: whether the desktops show nothing but the lock; `/api/user/lock-screen`
//! tells every desktop. The whole portal has a lock and so has each class; either one locks.

use std::sync::Arc;

use axum::extract::State;
use futures_util::future::BoxFuture;
use kernel::audit::{self, Actor};
use kernel::events::{Event, NewEvent, Shown, named};
use kernel::http::{Caller, Json, Query};
use kernel::scope::Scope;
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::access::AppManager;

/// The portal's setting; a class's has the class's two digits after a dot.
const LOCK_SCREEN: &str = "lock_screen";

fn setting(scope: &Scope) -> String {
    scope.class().map_or_else(|| LOCK_SCREEN.to_owned(), |class| format!("{LOCK_SCREEN}.{class}"))
}

/// The lock, as it is to be.
#[derive(Clone, Deserialize, ToSchema)]
pub(super) struct LockSwitch {
    /// Whether it is to be on.
    enabled: bool,
    /// Two digits; for admins of all classes, who turn the whole portal's lock without it. Others turn
    /// their own class's.
    class: Option<String>,
}

/// Which lock is looked at.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Which {
    /// Two digits; for admins of all classes, who see the whole portal's without it.
    class: Option<String>,
}

/// The lock, as it is.
#[derive(Serialize, ToSchema)]
pub(super) struct LockScreen {
    /// Whether the screens are locked: by the whole portal's lock or by the class's.
    enabled: bool,
    /// The class that this is about; `null` for the whole portal.
    class: Option<String>,
    /// Whether the whole portal's lock is on.
    portal_enabled: bool,
    /// Whether the class's is; `null` for the whole portal.
    class_enabled: Option<bool>,
}

impl LockScreen {
    fn of(app: &App, scope: &Scope) -> Self {
        let portal_enabled = app.settings.is_on(LOCK_SCREEN);
        let class_enabled = scope.class().map(|_| app.settings.is_on(&setting(scope)));
        Self {
            enabled: portal_enabled || class_enabled == Some(true),
            class: scope.class().map(str::to_owned),
            portal_enabled,
            class_enabled,
        }
    }
}

/// Whether the screens are locked where this scope holds.
pub(super) fn is_on(app: &App, scope: &Scope) -> bool {
    LockScreen::of(app, scope).enabled
}

/// Whether the screens are locked: those of the caller's class, for admins of all classes everyone's
/// or those of the class that they name.
#[utoipa::path(get, path = "/api/admin/lock-screen", tag = "admin", params(Which),
    responses((status = 200, body = Envelope<LockScreen>)))]
pub(super) async fn lock_screen(
    State(app): State<App>,
    manager: AppManager,
    Query(which): Query<Which>,
) -> Result<Reply<LockScreen>> {
    let scope = Scope::managed(&manager.0.facts, which.class.as_deref())?;
    Ok(Reply::ok(LockScreen::of(&app, &scope)))
}

/// Whether one's own screen is locked, for every member. A desktop that starts has it from its session
/// and asks here after a connection that was down, and when a lock was turned.
#[utoipa::path(get, path = "/api/user/lock-screen", tag = "admin",
    responses((status = 200, body = Envelope<LockScreen>)))]
pub(super) async fn own_lock_screen(State(app): State<App>, caller: Caller) -> Result<Reply<LockScreen>> {
    Ok(Reply::ok(LockScreen::of(&app, &Scope::of(&caller.facts))))
}

/// Locks or unlocks the screens of the caller's class; for admins of all classes everyone's, or those
/// of the class that they name. A class's lock stays as it is when the whole portal's is turned.
#[utoipa::path(put, path = "/api/admin/lock-screen", tag = "admin", request_body = LockSwitch,
    responses((status = 200, body = Envelope<LockScreen>)))]
pub(super) async fn set_lock_screen(
    State(app): State<App>,
    manager: AppManager,
    Json(wanted): Json<LockSwitch>,
) -> Result<Reply<LockScreen>> {
    let (writer, caller) = (app.clone(), manager.0);
    let scope = Scope::managed(&caller.facts, wanted.class.as_deref())?;
    let turned = scope.clone();
    let written = app.db.write(move |tx| {
        let data = turned.told(json!({ "enabled": wanted.enabled }));
        let event = NewEvent {
            stream: "admin",
            what: "lock_screen_changed",
            audience: turned.audience(),
            actor: Some(caller.facts.user_id),
            subject: "",
            data: data.clone(),
        };
        writer.events.append(tx, event)?;
        writer.settings.set(tx, &setting(&turned), if wanted.enabled { "1" } else { "0" })?;
        audit::record(&writer, tx, &Actor::from(&caller), "set_lock_screen", LOCK_SCREEN, &data)?;
        Ok(())
    });
    written.await?;
    Ok(Reply::ok(LockScreen::of(&app, &scope)))
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

/// The lock, as those hear of it whose screens it turns.
pub(super) fn show(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<Shown>>> {
    let locks = events.iter().filter(|event| event.kind == "admin.lock_screen_changed");
    let shown = locks.filter_map(|event| named(event, "lock_screen_changed", None)).collect();
    Box::pin(std::future::ready(Ok(shown)))
}
