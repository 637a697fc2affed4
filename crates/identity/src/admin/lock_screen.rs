//! `/api/admin/lock-screen`: whether the desktops show nothing but the lock; `/api/user/lock-screen`
//! tells every desktop. The whole portal has a lock and so has each class; either one locks.

use axum::extract::State;
use kernel::audit::Actor;
use kernel::events::NewEvent;
use kernel::http::{Caller, Json, Query};
use kernel::scope::Scope;
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::access::AppManager;
use super::events::AdminEvent;
use super::texts;

/// The portal's setting; a class's has the class's two digits after a dot.
const LOCK_SCREEN: &str = "lock_screen";

fn setting(scope: &Scope) -> String {
    scope.class().map_or_else(|| LOCK_SCREEN.to_owned(), |class| format!("{LOCK_SCREEN}.{class}"))
}

/// The new state of the lock of the screens.
#[derive(Clone, Deserialize, ToSchema)]
pub(super) struct LockSwitch {
    /// Whether the screens shall be locked.
    enabled: bool,
    /// The class, two digits. Only for admins of all classes, who set the lock of the whole portal without
    /// it; others set that of their own class.
    class: Option<String>,
}

/// Which lock is looked at.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Which {
    /// The class, two digits. Only for admins of all classes, who see the lock of the whole portal without
    /// it.
    class: Option<String>,
}

/// The state of the lock of the screens.
#[derive(Serialize, ToSchema)]
pub(super) struct LockScreen {
    /// Whether the screens are locked: by the whole portal's lock or by the class's.
    enabled: bool,
    /// The class that the answer is about; `null` for the whole portal.
    class: Option<String>,
    /// Whether the whole portal's lock is on.
    portal_enabled: bool,
    /// Whether the lock of the class is on; `null` when the answer is about the whole portal.
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

/// Returns the lock of the screens: that of the caller's class; for admins of all classes that of the whole
/// portal, or of the class that they name.
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

/// Tells whether the screen of the caller is locked. A desktop gets the state with its session at first, and
/// asks here after a lost connection and after a lock has changed.
#[utoipa::path(get, path = "/api/user/lock-screen", tag = "admin",
    responses((status = 200, body = Envelope<LockScreen>)))]
pub(super) async fn own_lock_screen(State(app): State<App>, caller: Caller) -> Result<Reply<LockScreen>> {
    Ok(Reply::ok(LockScreen::of(&app, &Scope::of(&caller.facts))))
}

/// Locks or unlocks the screens of the caller's class; admins of all classes do it for the whole portal, or
/// for the class that they name. The lock of a class does not change with that of the whole portal.
#[utoipa::path(put, path = "/api/admin/lock-screen", tag = "admin", request_body = LockSwitch,
    responses((status = 200, body = Envelope<LockScreen>)))]
pub(super) async fn set_lock_screen(
    State(app): State<App>,
    manager: AppManager,
    Json(wanted): Json<LockSwitch>,
) -> Result<Reply<LockScreen>> {
    let caller = manager.0;
    let scope = Scope::managed(&caller.facts, wanted.class.as_deref())?;
    let turned = scope.clone();
    let written = app.write(move |tx| {
        let (enabled, class) = (wanted.enabled, turned.class().map(ToOwned::to_owned));
        let changed = AdminEvent::LockScreenChanged { enabled, class };
        let event = NewEvent::new(&changed, turned.audience()).by(caller.facts.user_id);
        tx.emit(event)?;
        let data = turned.with_class(json!({ "enabled": enabled }));
        tx.app().settings.set(tx, &setting(&turned), if wanted.enabled { "1" } else { "0" })?;
        tx.audit(&Actor::from(&caller), &texts::SET_LOCK_SCREEN, LOCK_SCREEN, &data)?;
        Ok(())
    });
    written.await?;
    Ok(Reply::ok(LockScreen::of(&app, &scope)))
}
