//! Who has done a card and who has not, and a reminder to those alone.

use axum::extract::State;
use kernel::http::{Officer, Path};
use kernel::{App, Envelope, Reply, Result};
use serde::Serialize;
use utoipa::ToSchema;

use crate::announcements::cards::{ManageAnnouncements, parse_id};
use crate::homework::progress::{self, HomeworkProgress};

/// Lists how far each member has come with homework. Only for those who may change it.
#[utoipa::path(get, path = "/api/admin/homework/{id}/progress", tag = "homework",
    params(("id" = i64, Path, description = "The id of the homework")),
    responses((status = 200, body = Envelope<HomeworkProgress>)))]
pub(in crate::homework) async fn homework_progress(
    State(app): State<App>,
    editor: Officer<ManageAnnouncements>,
    Path(id): Path<String>,
) -> Result<Reply<HomeworkProgress>> {
    let (id, facts, looking) = (parse_id(&id)?, editor.0.facts, app.clone());
    let found = app.db.read(move |read| progress::look(&looking, read, &facts, id)).await?;
    Ok(Reply::ok(found.named(&app).await?))
}

/// The result of a reminder of homework.
#[derive(Serialize, ToSchema)]
pub(in crate::homework) struct RemindedOfHomework {
    /// The number of members who were reminded.
    reminded: usize,
}

/// Reminds exactly those who have not handed it in, or not ticked it where nothing is handed in. At most every ten minutes
/// (429); 409 when nobody is missing.
#[utoipa::path(post, path = "/api/admin/homework/{id}/remind", tag = "homework",
    params(("id" = i64, Path, description = "The id of the homework")),
    responses((status = 200, body = Envelope<RemindedOfHomework>)))]
pub(in crate::homework) async fn remind_homework(
    State(app): State<App>,
    editor: Officer<ManageAnnouncements>,
    Path(id): Path<String>,
) -> Result<Reply<RemindedOfHomework>> {
    let (id, caller) = (parse_id(&id)?, editor.0);
    let reminded = app.write(move |tx| progress::remind(tx, &caller, id)).await?;
    Ok(Reply::ok(RemindedOfHomework { reminded }))
}
