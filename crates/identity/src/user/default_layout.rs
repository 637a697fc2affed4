//! `/api/admin/default-layout`: what the desktops of a class begin with. A class admin decides for
//! the own class, an admin for any and for all; officers do not.

use axum::extract::State;
use kernel::app::iso;
use kernel::audit::Actor;
use kernel::events::{Audience, NewEvent};
use kernel::http::{Caller, ClassAdmin, Json, Query};
use kernel::user::UserFacts;
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

use super::events::UserEvent;
use super::store::layouts::{self as rows, DefaultRow};
use super::{desktop_layout, log_target, texts};

/// The default desktop layout of a class.
#[derive(Serialize, ToSchema)]
pub(super) struct DefaultLayout {
    /// The class, two digits; empty for all classes that have no layout of their own.
    class: String,
    /// The layout, in the shape of the settings; null when the class has none, so that the one of all classes
    /// applies, or the built-in one.
    #[schema(value_type = Option<Object>)]
    desktop_layout: Value,
    /// Grows with each write; 0 before the first.
    revision: i64,
    /// ISO 8601; null before the first write.
    updated_at: Option<String>,
    /// The number of members of the class, or of all classes.
    members: i64,
    /// The number of members who have no layout of their own and so see the default.
    followers: i64,
}

/// Which class.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct WhichClass {
    /// The class, two digits. By default the own class for a class admin, and all classes for an admin.
    class: Option<String>,
}

/// The new default desktop layout.
#[derive(Deserialize, ToSchema)]
pub(super) struct DefaultLayoutChange {
    /// The class, two digits. By default the own class for a class admin, and all classes for an admin.
    class: Option<String>,
    /// The layout, in the shape of the settings, with at least one page.
    #[schema(value_type = Object)]
    desktop_layout: Value,
    /// The revision this change was made from; 409 with the current one when somebody wrote since.
    revision: Option<i64>,
}

/// Returns the default desktop layout of a class.
#[utoipa::path(get, path = "/api/admin/default-layout", tag = "user", params(WhichClass),
    responses((status = 200, body = Envelope<DefaultLayout>)))]
pub(super) async fn get_default_layout(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Query(which): Query<WhichClass>,
) -> Result<Reply<DefaultLayout>> {
    let class = class_in_reach(&caller.facts, which.class)?;
    Ok(Reply::ok(app.db.read(move |read| Ok(wire(read, class)?)).await?))
}

/// Sets the default desktop layout of a class.
#[utoipa::path(put, path = "/api/admin/default-layout", tag = "user", request_body = DefaultLayoutChange,
    responses((status = 200, body = Envelope<DefaultLayout>)))]
pub(super) async fn put_default_layout(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Json(change): Json<DefaultLayoutChange>,
) -> Result<Reply<DefaultLayout>> {
    let class = class_in_reach(&caller.facts, change.class)?;
    desktop_layout::check(&change.desktop_layout)?;
    if change.desktop_layout["pages"].as_array().is_none_or(Vec::is_empty) {
        return Err(super::texts::LAYOUT_INVALID.err());
    }
    write(app, caller, class, Some(change.desktop_layout), change.revision).await
}

/// Removes the default layout of a class; the default of all classes applies again, or the built-in one.
#[utoipa::path(delete, path = "/api/admin/default-layout", tag = "user", params(WhichClass),
    responses((status = 200, body = Envelope<DefaultLayout>)))]
pub(super) async fn delete_default_layout(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Query(which): Query<WhichClass>,
) -> Result<Reply<DefaultLayout>> {
    let class = class_in_reach(&caller.facts, which.class)?;
    write(app, caller, class, None, None).await
}

async fn write(
    app: App,
    caller: Caller,
    class: String,
    layout: Option<Value>,
    base: Option<i64>,
) -> Result<Reply<DefaultLayout>> {
    let written = app.write(move |tx| {
        // Counter first: the revision looked at below cannot change until this ends.
        let audience = if class.is_empty() { Audience::All } else { Audience::Class(class.clone()) };
        let changed = UserEvent::DefaultLayoutChanged { class: class.clone() };
        tx.emit(NewEvent::new(&changed, audience).by(caller.facts.user_id))?;
        let before = rows::default_of(tx, &class)?;
        if base.is_some_and(|base| base != before.revision) {
            let current = serde_json::to_value(wire(tx, class.clone())?).unwrap_or_default();
            return Err(kernel::texts::REVISION_CONFLICT.err().data(current));
        }
        let row = DefaultRow {
            layout: layout.as_ref().map(ToString::to_string),
            revision: before.revision + 1,
            updated_at: tx.now(),
        };
        rows::set_default(tx, &class, &row)?;
        let (action, widgets) = match &layout {
            Some(layout) => (&texts::SET_DEFAULT_LAYOUT, count_widgets(layout)),
            None => (&texts::CLEAR_DEFAULT_LAYOUT, 0),
        };
        let detail = json!({ "widgets": widgets, "revision": row.revision });
        tx.audit(&Actor::from(&caller), action, &log_target::of_class(&class), &detail)?;
        Ok(wire(tx, class.clone())?)
    });
    Ok(Reply::ok(written.await?))
}

/// Which class the caller may decide for.
///
/// # Errors
/// 400 or 403.
fn class_in_reach(facts: &UserFacts, wanted: Option<String>) -> Result<String> {
    let is_class = |class: &str| class.len() == 2 && class.bytes().all(|digit| digit.is_ascii_digit());
    if wanted.as_deref().is_some_and(|class| !class.is_empty() && !is_class(class)) {
        return Err(ApiError::invalid("class"));
    }
    if facts.is_admin {
        return Ok(wanted.unwrap_or_default());
    }
    let own = facts.user_id.class();
    match wanted {
        Some(class) if class != own => Err(kernel::texts::NO_PERMISSION.err()),
        _ => Ok(own.to_owned()),
    }
}

fn count_widgets(layout: &Value) -> usize {
    let pages = layout["pages"].as_array().into_iter().flatten();
    pages.filter_map(|page| page["widgets"].as_array()).map(Vec::len).sum()
}

fn wire(read: &mut kernel::db::Read, class: String) -> kernel::db::DbResult<DefaultLayout> {
    let DefaultRow { layout, revision, updated_at } = rows::default_of(read, &class)?;
    let (members, followers) = rows::followers(read, &class)?;
    Ok(DefaultLayout {
        class,
        desktop_layout: layout.as_deref().map(desktop_layout::parse).unwrap_or_default(),
        revision,
        updated_at: (revision > 0).then(|| iso(updated_at)),
        members,
        followers,
    })
}
