//! `/api/admin/registry`: what the features of this portal register for the console, in both
//! languages: the permissions of officers, and the acts and words of the operation log.

use axum::extract::State;
use kernel::audit::{Action, LogWord};
use kernel::http::Admin;
use kernel::texts::Bilingual;
use kernel::user::Permission;
use kernel::{App, Envelope, Reply, feature};
use serde::Serialize;
use utoipa::ToSchema;

/// A permission that an officer can hold.
#[derive(Serialize, ToSchema)]
pub(super) struct PermissionInfo {
    /// The identifier of the permission, such as `manage_users`.
    id: &'static str,
    /// The name of the permission.
    name: Bilingual,
    /// What the permission allows, in one line.
    about: Bilingual,
}

impl From<&'static Permission> for PermissionInfo {
    fn from(permission: &'static Permission) -> Self {
        Self { id: permission.id, name: permission.name.into(), about: permission.about.into() }
    }
}

/// An act that the operation log names.
#[derive(Serialize, ToSchema)]
pub(super) struct ActText {
    /// The code of the act as the log stores it, such as `disable_user`.
    id: &'static str,
    /// The name of the act.
    text: Bilingual,
    /// What follows the name of the person who acted. `{target}` stands for the target of the row, `{field}` for
    /// a field of its detail, and `{field?yes|no}` for one of two words, by whether that field holds something.
    sentence: Bilingual,
}

/// A code of the details of acts with the words for it.
#[derive(Serialize, ToSchema)]
pub(super) struct LogText {
    /// The code as the log stores it, such as `reason`.
    id: &'static str,
    /// The words that stand for the code in the log.
    text: Bilingual,
}

impl From<&'static Action> for ActText {
    fn from(action: &'static Action) -> Self {
        Self {
            id: action.id,
            text: Bilingual::new(action.zh, action.en),
            sentence: Bilingual::new(action.sentence_zh, action.sentence_en),
        }
    }
}

impl From<&'static LogWord> for LogText {
    fn from(word: &'static LogWord) -> Self {
        Self { id: word.id, text: Bilingual::new(word.zh, word.en) }
    }
}

/// What the features of this portal register for the console.
#[derive(Serialize, ToSchema)]
pub(super) struct Registry {
    /// The permissions that officers can hold.
    permissions: Vec<PermissionInfo>,
    /// The acts that the operation log names.
    actions: Vec<ActText>,
    /// The names of the fields in the details of acts, and the values that have a name.
    log_words: Vec<LogText>,
}

/// Answers the permissions of officers, and the words of the operation log.
#[utoipa::path(get, path = "/api/admin/registry", tag = "admin",
    responses((status = 200, body = Envelope<Registry>)))]
pub(super) async fn show_registry(State(app): State<App>, _: Admin) -> Reply<Registry> {
    Reply::ok(Registry {
        permissions: feature::permissions(&app.features).map(PermissionInfo::from).collect(),
        actions: feature::actions(&app.features).map(ActText::from).collect(),
        log_words: feature::log_words(&app.features).map(LogText::from).collect(),
    })
}
