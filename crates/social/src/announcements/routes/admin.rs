//! `/api/admin/announcements`: writing, planning, changing and taking away.

use std::collections::BTreeSet;

use axum::extract::State;
use identity::user::Names;
use kernel::http::{Admin, Json, Officer, Path, Query};
use kernel::user::UserFacts;
use kernel::{ApiError, App, Envelope, Reply, Result};
use panels::ShownKind;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::announcements::access::{self, ManageAnnouncements};
use crate::announcements::draft::Draft;
use crate::announcements::dto::{
    AnnouncementPage, ReplacedAnnouncement, StaffAnnouncement, StaffAnnouncementList,
};
use crate::announcements::edit::{self, Change};
use crate::announcements::model::{self, AnnouncementType};
use crate::announcements::remind;
use crate::announcements::store::lists::{self, StaffQuery};
use crate::announcements::store::rows::{self, Row};
use crate::on_panels::{self, Sent};
use crate::target::{self, Target};

/// Who writes announcements.
type Editor = Officer<ManageAnnouncements>;

/// A new announcement.
#[derive(Deserialize, ToSchema)]
pub(in crate::announcements) struct NewAnnouncement {
    /// The title of the announcement, 1–100 characters.
    title: String,
    /// The text of the announcement, 1–20,000 characters of Markdown. It is stored as it is written; HTML in it stays
    /// text.
    content: String,
    /// The kind of the announcement; `notice` by default.
    #[serde(default)]
    r#type: AnnouncementType,
    /// The last day of homework, `YYYY-MM-DD`, not in the past. Allowed for homework only.
    #[schema(format = Date)]
    due_date: Option<String>,
    /// The members that it addresses. By default everyone for an admin, and the own class for others, who
    /// cannot name another one.
    audience: Option<Target>,
    /// Whether each member is asked to say that they have read it.
    #[serde(default)]
    requires_ack: bool,
    /// Whether the announcement is shown before the others.
    #[serde(default)]
    pinned: bool,
    /// When the announcement appears: ISO 8601 with its zone, in the future. By default at once.
    #[schema(format = DateTime)]
    publish_at: Option<String>,
    /// When the announcement disappears: ISO 8601 with its zone, after `publish_at`. By default never.
    #[schema(format = DateTime)]
    expires_at: Option<String>,
    /// An id that the client makes, at most 80 visible ASCII characters: sending again with the same id
    /// returns the first result.
    key: Option<String>,
}

/// Lists announcements with their numbers of readers: all for an admin; for others those for their class, and
/// their own. Planned and deleted ones are listed for those who manage announcements.
#[utoipa::path(get, path = "/api/admin/announcements", tag = "announcements", params(AnnouncementPage),
    responses((status = 200, body = Envelope<StaffAnnouncementList>)))]
pub(in crate::announcements) async fn list_all_announcements(
    State(app): State<App>,
    Admin(caller): Admin,
    Query(query): Query<AnnouncementPage>,
) -> Result<Reply<StaffAnnouncementList>> {
    let ((page, limit), (rows, skipped)) = (query.bounded(), query.piece());
    let wanted = StaffQuery {
        rank: access::sees_prepared_up_to(&caller.facts),
        now: app.clock.now_ms(),
        state: query.state(),
        kind: query.kind(),
        limit: rows,
        offset: skipped,
    };
    let facts = caller.facts.clone();
    let (rows, total) = app.db.read(move |read| Ok(lists::staff_page(read, &facts, &wanted)?)).await?;
    let announcements = shown(&app, rows, &caller.facts).await?;
    Ok(Reply::ok(StaffAnnouncementList { announcements, total, page, limit }))
}

/// Writes an announcement, for now or for later. When it appears, each desktop among its audience
/// hears `{"type": "announcement_published", "id": …, "kind": …}`.
#[utoipa::path(post, path = "/api/admin/announcements", tag = "announcements", request_body = NewAnnouncement,
    responses((status = 200, body = Envelope<StaffAnnouncement>)))]
pub(in crate::announcements) async fn create_announcement(
    State(app): State<App>,
    editor: Editor,
    Json(new): Json<NewAnnouncement>,
) -> Result<Reply<StaffAnnouncement>> {
    let caller = editor.0;
    let key = model::parse_key(new.key.as_deref())?;
    let draft = Draft {
        kind: new.r#type,
        title: new.title,
        content: new.content,
        due_date: new.due_date,
        audience: new.audience,
        requires_ack: new.requires_ack,
        pinned: new.pinned,
        publish_at: new.publish_at,
        expires_at: new.expires_at,
    };
    let row = draft.check(&app, &caller)?;
    let facts = caller.facts.clone();
    let made = app.write(move |tx| edit::create(tx, &caller, &row, key.as_deref())).await?;
    one(&app, made, &facts).await
}

/// Returns one announcement in any state.
#[utoipa::path(get, path = "/api/admin/announcements/{id}", tag = "announcements",
    params(("id" = i64, Path, description = "The id of the announcement")),
    responses((status = 200, body = Envelope<StaffAnnouncement>)))]
pub(in crate::announcements) async fn look_at_announcement(
    State(app): State<App>,
    Admin(caller): Admin,
    Path(id): Path<String>,
) -> Result<Reply<StaffAnnouncement>> {
    let (id, facts) = (model::parse_id(&id)?, caller.facts.clone());
    let row = app.db.read(move |read| access::look(read, &facts, id)).await?;
    one(&app, row, &caller.facts).await
}

/// The fields of an announcement to change; absent fields stay.
#[derive(Deserialize, ToSchema)]
pub(in crate::announcements) struct AnnouncementChange {
    /// The title of the announcement, 1–100 characters.
    title: Option<String>,
    /// The text of the announcement, 1–20,000 characters of Markdown.
    content: Option<String>,
    /// The kind of the announcement.
    r#type: Option<AnnouncementType>,
    /// The last day of homework, `YYYY-MM-DD`, not in the past; an empty text takes the day away.
    due_date: Option<String>,
    /// The members that it addresses; can be changed only until it is published.
    audience: Option<Target>,
    /// Whether each member is asked to say that they have read the announcement.
    requires_ack: Option<bool>,
    /// When the announcement appears, ISO 8601 with its zone, in the future; empty means now. The field can be
    /// changed only until the announcement is published.
    publish_at: Option<String>,
    /// When the announcement disappears, ISO 8601 with its zone, in the future; empty means never.
    expires_at: Option<String>,
    /// The revision that was edited: 409 with the present one when someone else was faster.
    revision: Option<i64>,
    /// Whether everyone has to read and acknowledge it again, because it says something else now.
    #[serde(default)]
    ask_again: bool,
}

/// Changes an announcement; what it said is kept in its history.
#[utoipa::path(put, path = "/api/admin/announcements/{id}", tag = "announcements",
    params(("id" = i64, Path, description = "The id of the announcement")),
    request_body = AnnouncementChange, responses((status = 200, body = Envelope<StaffAnnouncement>)))]
pub(in crate::announcements) async fn edit_announcement(
    State(app): State<App>,
    editor: Editor,
    Path(id): Path<String>,
    Json(change): Json<AnnouncementChange>,
) -> Result<Reply<StaffAnnouncement>> {
    let id = model::parse_id(&id)?;
    let change = Change {
        kind: change.r#type,
        title: change.title.as_deref().map(model::parse_title).transpose()?,
        content: change.content.as_deref().map(model::parse_content).transpose()?,
        due_date: change.due_date,
        audience: change.audience,
        requires_ack: change.requires_ack,
        publish_at: change.publish_at,
        expires_at: change.expires_at,
        revision: change.revision,
        ask_again: change.ask_again,
        beside: Vec::new(),
    };
    let (caller, facts) = (editor.0.clone(), editor.0.facts);
    let row = app.write(move |tx| edit::edit(tx, &caller, id, &change)).await?;
    one(&app, row, &facts).await
}

/// Takes an announcement away. For 24 hours it can be restored, then it is gone.
#[utoipa::path(delete, path = "/api/admin/announcements/{id}", tag = "announcements",
    params(("id" = i64, Path, description = "The id of the announcement")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(in crate::announcements) async fn delete_announcement(
    State(app): State<App>,
    editor: Editor,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let (id, caller) = (model::parse_id(&id)?, editor.0);
    app.write(move |tx| edit::delete(tx, &caller, id)).await?;
    Ok(Reply::done())
}

/// Brings a deleted announcement back, with what members have read and acknowledged.
#[utoipa::path(post, path = "/api/admin/announcements/{id}/restore", tag = "announcements",
    params(("id" = i64, Path, description = "The id of the announcement")),
    responses((status = 200, body = Envelope<StaffAnnouncement>)))]
pub(in crate::announcements) async fn restore_announcement(
    State(app): State<App>,
    editor: Editor,
    Path(id): Path<String>,
) -> Result<Reply<StaffAnnouncement>> {
    let id = model::parse_id(&id)?;
    let (caller, facts) = (editor.0.clone(), editor.0.facts);
    let row = app.write(move |tx| edit::restore(tx, &caller, id)).await?;
    one(&app, row, &facts).await
}

/// Whether an announcement is pinned before the others.
#[derive(Deserialize, ToSchema)]
pub(in crate::announcements) struct Pin {
    /// Whether the announcement is shown before the others.
    pinned: bool,
}

/// Pins an announcement before the others, or unpins it.
#[utoipa::path(patch, path = "/api/admin/announcements/{id}/pin", tag = "announcements",
    params(("id" = i64, Path, description = "The id of the announcement")),
    request_body = Pin, responses((status = 200, body = Envelope<StaffAnnouncement>)))]
pub(in crate::announcements) async fn pin_announcement(
    State(app): State<App>,
    editor: Editor,
    Path(id): Path<String>,
    Json(pin): Json<Pin>,
) -> Result<Reply<StaffAnnouncement>> {
    let id = model::parse_id(&id)?;
    let (caller, facts) = (editor.0.clone(), editor.0.facts);
    let row = app.write(move |tx| edit::pin(tx, &caller, id, pin.pinned)).await?;
    one(&app, row, &facts).await
}

/// Lists the last 50 earlier versions of an announcement, newest first.
#[utoipa::path(get, path = "/api/admin/announcements/{id}/history", tag = "announcements",
    params(("id" = i64, Path, description = "The id of the announcement")),
    responses((status = 200, body = Envelope<Vec<ReplacedAnnouncement>>)))]
pub(in crate::announcements) async fn announcement_history(
    State(app): State<App>,
    editor: Editor,
    Path(id): Path<String>,
) -> Result<Reply<Vec<ReplacedAnnouncement>>> {
    let (id, facts) = (model::parse_id(&id)?, editor.0.facts);
    let replaced = app
        .db
        .read(move |read| {
            let row = access::look(read, &facts, id)?;
            if !access::manages(&facts, &row) {
                return Err(kernel::texts::NO_PERMISSION.err());
            }
            Ok(rows::history(read, id)?)
        })
        .await?;
    let names = Names::of(&app, replaced.iter().map(|row| row.editor_id.clone()).collect()).await?;
    Ok(Reply::ok(replaced.into_iter().map(|row| ReplacedAnnouncement::new(row, &names)).collect()))
}

async fn one(app: &App, row: Row, facts: &UserFacts) -> Result<Reply<StaffAnnouncement>> {
    let mut all = shown(app, vec![row], facts).await?;
    all.pop().map(Reply::ok).ok_or_else(ApiError::not_found)
}

async fn shown(app: &App, rows: Vec<Row>, facts: &UserFacts) -> Result<Vec<StaffAnnouncement>> {
    let authors: BTreeSet<String> = rows.iter().map(|row| row.author_id.clone()).collect();
    let counted = app
        .db
        .read(move |read| {
            let people = target::people(read)?;
            let until = |row: &Row| row.deleted_at.into_iter().chain(row.expires_at).min();
            let sent = |row: &Row| Sent { id: row.id.to_string(), target: row.target(), until: until(row) };
            let items: Vec<_> = rows.iter().map(sent).collect();
            let on_panels = on_panels::counts(read, ShownKind::Announcement, &items)?;
            let mut counted = Vec::with_capacity(rows.len());
            for (row, panels) in rows.into_iter().zip(on_panels) {
                let tally = remind::tally(read, &people, &row)?;
                counted.push((row, tally, panels));
            }
            Ok(counted)
        })
        .await?;
    let (names, now) = (Names::of(app, authors).await?, app.clock.now_ms());
    let plain = |(row, tally, panels)| StaffAnnouncement::new(row, (&tally, panels), &names, facts, now);
    Ok(counted.into_iter().map(plain).collect())
}
