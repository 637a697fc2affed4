//! `/api/admin/homework`: writing, planning and changing. Pinning, deleting and restoring are routes of announcements.

use axum::extract::State;
use kernel::http::{Json, Officer, Path, Query};
use kernel::user::UserFacts;
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::announcements::cards::{
    self as announced, AnnouncementType, Change, Draft, ManageAnnouncements, Row, StaffQuery, parse_id,
    parse_title,
};
use crate::homework::cards;
use crate::homework::dto::{StaffHomework, StaffHomeworkList};
use crate::homework::edit::{self, CardChange, NewCard};
use crate::homework::model::Days;
use crate::target::Target;

/// Who writes homework.
type Editor = Officer<ManageAnnouncements>;

/// Cards per page at most, and unless told.
const MAX_PAGE: u32 = 100;

/// Which state of homework is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::homework) enum PlannedHomework {
    /// Appears later.
    Scheduled,
}

/// Which homework of the staff.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::homework) struct WhichStaffHomework {
    /// The first day on which it was or will be published, `YYYY-MM-DD`; by default Monday of this week.
    #[param(format = Date)]
    from: Option<String>,
    /// The last day; by default Sunday. At most 62 days are answered at once.
    #[param(format = Date)]
    until: Option<String>,
    /// Only what appears later: `scheduled`. Without days it is of all days.
    #[param(inline)]
    state: Option<PlannedHomework>,
    /// The number of the page, from 1.
    #[param(minimum = 1)]
    page: Option<u32>,
    /// The number of items on a page: 1–100, default 100.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// Lists homework as its staff see it, planned and expired too: all for an admin; for others that for their class, and
/// their own.
#[utoipa::path(get, path = "/api/admin/homework", tag = "homework", params(WhichStaffHomework),
    responses((status = 200, body = Envelope<StaffHomeworkList>)))]
pub(in crate::homework) async fn list_staff_homework(
    State(app): State<App>,
    editor: Editor,
    Query(query): Query<WhichStaffHomework>,
) -> Result<Reply<StaffHomeworkList>> {
    let (page, limit) = (query.page.unwrap_or(1).max(1), query.limit.unwrap_or(MAX_PAGE).clamp(1, MAX_PAGE));
    let (facts, now) = (editor.0.facts, app.clock.now_ms());
    let is_any_day = query.state.is_some() && query.from.is_none() && query.until.is_none();
    let days = Days::parse(query.from.as_deref(), query.until.as_deref(), app.today())?;
    let times = if is_any_day { (0, i64::MAX) } else { days.times(&app.timezone()) };
    let wanted = StaffQuery {
        rank: announced::sees_prepared_up_to(&facts),
        now,
        state: if query.state.is_some() { "scheduled" } else { "" },
        kind: AnnouncementType::Homework.into(),
        limit: i64::from(limit),
        offset: (i64::from(page) - 1).saturating_mul(i64::from(limit)),
    };
    let (loaded, total) = app
        .db
        .read(move |read| {
            let (rows, total) = announced::staff_between(read, &facts, &wanted, times)?;
            Ok((cards::load_rows(read, &facts, now, rows)?, total))
        })
        .await?;
    let homework = cards::shown_to_staff(&app, loaded).await?;
    Ok(Reply::ok(StaffHomeworkList { homework, total, page, limit }))
}

/// New homework.
#[derive(Deserialize, ToSchema)]
pub(in crate::homework) struct NewHomework {
    /// The subject, at most 20 characters; by default none.
    #[serde(default)]
    subject: String,
    /// The title, at most 100 characters. By default the subject with the Chinese word for homework; without a subject the
    /// beginning of the content.
    #[serde(default)]
    title: String,
    /// The text, at most 20,000 characters of Markdown. It may be empty when there are pictures.
    #[serde(default)]
    content: String,
    /// The last day, `YYYY-MM-DD`, not in the past; by default none.
    #[schema(format = Date)]
    due_date: Option<String>,
    /// The time of the last day, `HH:MM`; by default its end.
    #[serde(default)]
    due_time: String,
    /// The hashes of uploaded pictures that the caller may read, at most 9.
    #[serde(default)]
    pictures: Vec<String>,
    /// Whether members hand something in.
    #[serde(default)]
    hand_in: bool,
    /// The members that it addresses. By default everyone for an admin, and the own class for others, who cannot name
    /// another one.
    audience: Option<Target>,
    /// Whether each member is asked to say that they have read it.
    #[serde(default)]
    requires_ack: bool,
    /// When it appears: ISO 8601 with its zone, in the future. By default at once.
    #[schema(format = DateTime)]
    publish_at: Option<String>,
    /// When it disappears: ISO 8601 with its zone, after `publish_at`. By default never.
    #[schema(format = DateTime)]
    expires_at: Option<String>,
    /// An id that the client makes, at most 80 visible ASCII characters: sending again with the same id returns the first
    /// result.
    key: Option<String>,
}

/// Writes homework, for now or for later: an announcement of the type `homework` with the same id. 409 `homework_exists`
/// with its `id` when there is one in the same subject on the same day for one of the classes.
#[utoipa::path(post, path = "/api/admin/homework", tag = "homework", request_body = NewHomework,
    responses((status = 200, body = Envelope<StaffHomework>)))]
pub(in crate::homework) async fn create_homework(
    State(app): State<App>,
    editor: Editor,
    Json(new): Json<NewHomework>,
) -> Result<Reply<StaffHomework>> {
    let (caller, facts) = (editor.0.clone(), editor.0.facts);
    let card = NewCard {
        subject: new.subject,
        due_time: new.due_time,
        pictures: new.pictures,
        hand_in: new.hand_in,
        key: new.key,
        announcement: Draft {
            kind: AnnouncementType::Homework,
            title: new.title,
            content: new.content,
            due_date: new.due_date,
            audience: new.audience,
            requires_ack: new.requires_ack,
            pinned: false,
            publish_at: new.publish_at,
            expires_at: new.expires_at,
        },
    };
    let card = card.check(&app, &caller)?;
    let row = app.write(move |tx| edit::create(tx, &caller, &card)).await?;
    one(&app, row, facts).await
}

/// Returns homework in any state.
#[utoipa::path(get, path = "/api/admin/homework/{id}", tag = "homework",
    params(("id" = i64, Path, description = "The id of the homework")),
    responses((status = 200, body = Envelope<StaffHomework>)))]
pub(in crate::homework) async fn look_at_homework(
    State(app): State<App>,
    editor: Editor,
    Path(id): Path<String>,
) -> Result<Reply<StaffHomework>> {
    let (id, facts) = (parse_id(&id)?, editor.0.facts);
    let looking = facts.clone();
    let row = app.db.read(move |read| announced::look(read, &looking, id)).await?;
    if announced::is_homework(&row) { one(&app, row, facts).await } else { Err(ApiError::not_found()) }
}

/// The fields of homework to change; absent fields stay.
#[derive(Deserialize, ToSchema)]
pub(in crate::homework) struct HomeworkChange {
    /// The subject, at most 20 characters; an empty text takes it away.
    subject: Option<String>,
    /// The title, 1–100 characters.
    title: Option<String>,
    /// The text, at most 20,000 characters of Markdown. It may be empty when there are pictures.
    content: Option<String>,
    /// The last day, `YYYY-MM-DD`, not in the past; an empty text takes the day and its time away.
    due_date: Option<String>,
    /// The time of the last day, `HH:MM`; an empty text stands for its end.
    due_time: Option<String>,
    /// The hashes of all pictures, at most 9: those that stay, and uploads that the caller may read.
    pictures: Option<Vec<String>>,
    /// Whether members hand something in.
    hand_in: Option<bool>,
    /// The members that it addresses; can be changed only until it is published.
    audience: Option<Target>,
    /// Whether each member is asked to say that they have read it.
    requires_ack: Option<bool>,
    /// When it appears, ISO 8601 with its zone, in the future; empty means now. The field can be changed only until it is
    /// published.
    publish_at: Option<String>,
    /// When it disappears, ISO 8601 with its zone, in the future; empty means never.
    expires_at: Option<String>,
    /// The revision that was edited: 409 with the present one when someone else was faster.
    revision: Option<i64>,
    /// Whether everyone has to read and acknowledge it again, because it says something else now.
    #[serde(default)]
    ask_again: bool,
}

/// Changes homework; what it said is kept in the history of the announcement.
#[utoipa::path(patch, path = "/api/admin/homework/{id}", tag = "homework",
    params(("id" = i64, Path, description = "The id of the homework")),
    request_body = HomeworkChange, responses((status = 200, body = Envelope<StaffHomework>)))]
pub(in crate::homework) async fn edit_homework(
    State(app): State<App>,
    editor: Editor,
    Path(id): Path<String>,
    Json(change): Json<HomeworkChange>,
) -> Result<Reply<StaffHomework>> {
    let id = parse_id(&id)?;
    let (caller, facts) = (editor.0.clone(), editor.0.facts);
    let change = CardChange {
        subject: change.subject,
        due_time: change.due_time,
        pictures: change.pictures,
        hand_in: change.hand_in,
        announcement: Change {
            title: change.title.as_deref().map(parse_title).transpose()?,
            content: change.content,
            due_date: change.due_date,
            audience: change.audience,
            requires_ack: change.requires_ack,
            publish_at: change.publish_at,
            expires_at: change.expires_at,
            revision: change.revision,
            ask_again: change.ask_again,
            ..Change::default()
        },
    };
    let row = app.write(move |tx| edit::edit(tx, &caller, id, &change)).await?;
    one(&app, row, facts).await
}

async fn one(app: &App, row: Row, facts: std::sync::Arc<UserFacts>) -> Result<Reply<StaffHomework>> {
    let now = app.clock.now_ms();
    let loaded = app.db.read(move |read| Ok(cards::load_rows(read, &facts, now, vec![row])?)).await?;
    let mut shown = cards::shown_to_staff(app, loaded).await?;
    shown.pop().map(Reply::ok).ok_or_else(ApiError::not_found)
}
