//! What the user room tells the event log, and what it does when it hears it, on every node.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::connections::Ended;
use kernel::db::{DbResult, Tx};
use kernel::events::{Audience, Event, Events, NewEvent, Shown};
use kernel::user::UserId;
use kernel::{App, Result};
use serde_json::{Value, json};

use super::accounts::AccountStore;
use super::directory;

/// What happened to a member.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// A new member.
    Registered,
    /// A sign-in.
    SignedIn,
    /// Name or profile.
    Profile,
    /// Personal settings, by another device of the same member.
    Settings { revision: i64 },
    /// Rights.
    Rights,
    /// Disabled, or active again.
    Status { disabled: bool },
    /// The password changed: every session but this one ended.
    SessionsEnded { kept: Option<String> },
    /// The account is gone.
    Erased,
}

impl Change {
    fn what(&self) -> (&'static str, Value) {
        match self {
            Self::Registered => ("registered", Value::Null),
            Self::SignedIn => ("signed_in", Value::Null),
            Self::Profile => ("profile_changed", Value::Null),
            Self::Settings { revision } => ("settings_changed", json!({ "revision": revision })),
            Self::Rights => ("rights_changed", Value::Null),
            Self::Status { disabled } => ("status_changed", json!({ "disabled": disabled })),
            Self::SessionsEnded { kept } => ("sessions_ended", json!({ "kept": kept })),
            Self::Erased => ("erased", Value::Null),
        }
    }
}

/// Appends to the log and drops the member from this node's memory when that is committed.
pub(super) fn tell(app: &App, tx: &mut Tx, user: UserId, change: &Change) -> DbResult<()> {
    append(&app.events, tx, user, None, change)?;
    let app = app.clone();
    tx.on_commit(move || app.accounts().forget(&user));
    Ok(())
}

/// Appends to the log alone.
pub(super) fn append(
    events: &Events,
    tx: &mut Tx,
    user: UserId,
    actor: Option<UserId>,
    change: &Change,
) -> DbResult<()> {
    let (what, data) = change.what();
    let audience = match change {
        Change::Status { .. } => Audience::AdminsOf(user.class().to_owned()),
        _ => Audience::User(user),
    };
    events.append(tx, NewEvent { stream: "user", what, audience, actor, subject: user.as_str(), data })?;
    Ok(())
}

/// Tells of a change of many: it names none of them, and everyone is looked up anew.
pub(super) fn tell_of_many(
    app: &App,
    tx: &mut Tx,
    actor: UserId,
    disabled: bool,
    count: u64,
) -> DbResult<()> {
    let data = json!({ "disabled": disabled, "affected": count });
    let (what, audience) = ("bulk_status_changed", Audience::Admins);
    app.events
        .append(tx, NewEvent { stream: "user", what, audience, actor: Some(actor), subject: "", data })?;
    let app = app.clone();
    tx.on_commit(move || app.state::<AccountStore>().forget_all());
    Ok(())
}

fn data(event: &Event) -> Value {
    serde_json::from_str(&event.data).unwrap_or_default()
}

/// Drops changed members from memory and ends what their sessions had open.
pub(super) fn follow(app: &App, event: &Event) {
    if event.stream != "user" {
        return;
    }
    let data = data(event);
    if event.kind == "user.bulk_status_changed" {
        app.state::<AccountStore>().forget_all();
        if data["disabled"] == true {
            directory::close_banned(app);
        }
        return;
    }
    let Some(user) = UserId::parse(&event.subject_id) else { return };
    app.accounts().forget(&user);
    match event.kind.as_str() {
        "user.status_changed" if data["disabled"] == true => {
            app.connections.close_user(&user, Ended::Disabled)
        }
        "user.erased" => app.connections.close_user(&user, Ended::Session),
        "user.sessions_ended" => {
            app.connections.close_other_tokens(&user, data["kept"].as_str().unwrap_or_default());
        }
        _ => {}
    }
}

/// What members are shown of themselves: that their profile, settings or rights are others now, and
/// that someone signed in as them. Of everything else their sessions' end tells. What class admins
/// are shown: who was disabled or let in.
pub(super) fn show(app: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<Shown>>> {
    Box::pin(async move {
        let mut shown = Vec::new();
        for event in events {
            let frame = match (event.kind.as_str(), UserId::parse(&event.subject_id)) {
                ("user.profile_changed", Some(user)) => {
                    json!({ "type": "user_profile_updated", "user_id": user })
                }
                ("user.settings_changed", Some(user)) => {
                    json!({ "type": "user_settings_updated", "user_id": user, "revision": data(&event)["revision"] })
                }
                ("user.status_changed" | "user.bulk_status_changed", user) => {
                    let data = data(&event);
                    let status = if data["disabled"] == true { "disabled" } else { "active" };
                    // Of many at once it names none.
                    json!({ "type": "admin_user_status_changed", "user_id": user, "status": status,
                            "affected": data["affected"].as_i64().unwrap_or(1) })
                }
                ("user.signed_in", Some(user)) => json!({ "type": "user_login", "user_id": user }),
                ("user.rights_changed", Some(user)) => {
                    let Some(facts) = app.accounts().load(user).await? else { continue };
                    let permissions: Vec<_> = facts.permissions.iter().map(|known| known.as_str()).collect();
                    json!({ "type": "officer_permissions_changed", "user_id": user, "role": facts.role(),
                            "permissions": permissions, "title": facts.officer_title })
                }
                _ => continue,
            };
            shown.extend(Shown::new(event.seq, &frame));
        }
        Ok(shown)
    })
}
