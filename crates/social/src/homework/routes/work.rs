//! Ticking, handing in, and reading what was handed in.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY};
use axum::http::{HeaderMap, HeaderValue, Response};
use identity::user::Names;
use kernel::db::Read;
use kernel::files::{Kind, StoredFile};
use kernel::http::{Caller, Download, Json, Officer, Path};
use kernel::user::{UserFacts, UserId};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::member::one;
use crate::announcements::cards::{self as announced, ManageAnnouncements, parse_id};
use crate::homework::cards::due_at;
use crate::homework::dto::{HomeworkCard, Submission};
use crate::homework::store::cards as store;
use crate::homework::store::submissions::{self as rows, HandedFile, SubmissionRow};
use crate::homework::submissions::{self, NewFile, NewSubmission};

/// For what a browser might open as a page: it has neither this portal's origin nor leave to run.
const POLICY: &str = "default-src 'none'; sandbox";
/// Asked again each time, which is cheap with the validator: a right to see can end.
const CACHE: &str = "private, no-cache";

/// Whether the member has done it.
#[derive(Deserialize, ToSchema)]
pub(in crate::homework) struct HomeworkTick {
    /// Whether the member has done it.
    done: bool,
}

/// Ticks homework, or unticks it. Repeating it has no effect. 409 for unticking what is handed in.
#[utoipa::path(put, path = "/api/homework/{id}/done", tag = "homework",
    params(("id" = i64, Path, description = "The id of the homework")),
    request_body = HomeworkTick, responses((status = 200, body = Envelope<HomeworkCard>)))]
pub(in crate::homework) async fn tick_homework(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(tick): Json<HomeworkTick>,
) -> Result<Reply<HomeworkCard>> {
    let (id, member) = (parse_id(&id)?, caller.clone());
    app.write(move |tx| submissions::tick(tx, &member, id, tick.done)).await?;
    one(&app, caller, id).await
}

/// A file that is handed in.
#[derive(Deserialize, ToSchema)]
pub(in crate::homework) struct NewSubmissionFile {
    /// The hash of an uploaded file that the member may read.
    hash: String,
    /// The name of the file; its ending follows its type. By default none.
    #[serde(default)]
    name: String,
}

/// What a member hands in.
#[derive(Deserialize, ToSchema)]
#[schema(as = NewSubmission)]
pub(in crate::homework) struct HandIn {
    /// The text, at most 10,000 characters. There is a text or a file.
    #[serde(default)]
    text: String,
    /// The files, at most 9.
    #[serde(default)]
    files: Vec<NewSubmissionFile>,
    /// The revision that is replaced, 0 for none: 409 with the present one when the member has handed in elsewhere since.
    revision: Option<i64>,
}

/// Hands something in and ticks the homework; it replaces what was handed in before. Accepted, as late, until 14 days
/// after it was due (409 later).
#[utoipa::path(put, path = "/api/homework/{id}/submission", tag = "homework",
    params(("id" = i64, Path, description = "The id of the homework")),
    request_body = HandIn, responses((status = 200, body = Envelope<HomeworkCard>)))]
pub(in crate::homework) async fn hand_in_homework(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(new): Json<HandIn>,
) -> Result<Reply<HomeworkCard>> {
    let (id, member) = (parse_id(&id)?, caller.clone());
    let HandIn { text, files, revision } = new;
    let files = files.into_iter().map(|NewSubmissionFile { hash, name }| NewFile { hash, name });
    let new = NewSubmission { text, files: files.collect(), revision }.check()?;
    app.write(move |tx| submissions::hand_in(tx, &member, id, &new)).await?;
    one(&app, caller, id).await
}

/// Takes back what the member has handed in, and unticks the homework. Repeating it has no effect.
#[utoipa::path(delete, path = "/api/homework/{id}/submission", tag = "homework",
    params(("id" = i64, Path, description = "The id of the homework")),
    responses((status = 200, body = Envelope<HomeworkCard>)))]
pub(in crate::homework) async fn withdraw_homework(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<HomeworkCard>> {
    let (id, member) = (parse_id(&id)?, caller.clone());
    app.write(move |tx| submissions::withdraw(tx, &member, id)).await?;
    one(&app, caller, id).await
}

/// What a member has handed in, as whoever manages the homework reads it.
#[derive(Serialize, ToSchema)]
pub(in crate::homework) struct MemberSubmission {
    /// The user ID of the member, six digits YYCCNN.
    #[schema(value_type = String, example = "240111")]
    user_id: UserId,
    /// The real name of the member.
    name: String,
    #[serde(flatten)]
    submission: Submission,
}

/// Returns what a member has handed in. Only for those who may change the homework.
#[utoipa::path(get, path = "/api/admin/homework/{id}/submissions/{user_id}", tag = "homework",
    params(("id" = i64, Path, description = "The id of the homework"),
           ("user_id" = String, Path, description = "The user ID of the member")),
    responses((status = 200, body = Envelope<MemberSubmission>)))]
pub(in crate::homework) async fn get_submission(
    State(app): State<App>,
    editor: Officer<ManageAnnouncements>,
    Path((id, user)): Path<(String, String)>,
) -> Result<Reply<MemberSubmission>> {
    let (id, facts, zone) = (parse_id(&id)?, editor.0.facts, app.timezone());
    let submission = app
        .db
        .read(move |read| {
            let row = announced::managed(read, &facts, id)?;
            let card = store::find(read, id)?.unwrap_or_default();
            let handed = find(read, id, &user)?;
            Ok((handed.user_id, Submission::read(&handed, due_at(&row, &card, &zone))))
        })
        .await?;
    let (user_id, submission) = submission;
    let names = Names::of(&app, [user_id.to_string()].into()).await?;
    Ok(Reply::ok(MemberSubmission { user_id, name: names.real(user_id.as_str()), submission }))
}

fn find(read: &mut Read, id: i64, user: &str) -> Result<SubmissionRow> {
    let user = UserId::parse(user).ok_or_else(ApiError::not_found)?;
    rows::find(read, id, user)?.ok_or_else(ApiError::not_found)
}

/// Returns the bytes of a file that a member has handed in. Only for those who may change the homework, which is asked each
/// time. With `Range` a part of it. The token may stand in the query.
#[utoipa::path(get, path = "/api/admin/homework/{id}/submissions/{user_id}/files/{hash}", tag = "homework",
    params(("id" = i64, Path, description = "The id of the homework"),
           ("user_id" = String, Path, description = "The user ID of the member"),
           ("hash" = String, Path, description = "The hash of the file")),
    responses(
        (status = 200, description = "The bytes of the file", content_type = "*/*", body = [u8]),
        (status = 206, description = "The bytes of the range of the file", content_type = "*/*", body = [u8]),
        (status = 304, description = "The client has the current file"),
        (status = 416, description = "The file is shorter than the range"),
    ))]
pub(in crate::homework) async fn get_submitted_file(
    State(app): State<App>,
    editor: Officer<ManageAnnouncements>,
    Path((id, user, hash)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Result<Response<Body>> {
    let (id, facts, files) = (parse_id(&id)?, editor.0.facts, app.files.clone());
    let (handed, stored) = app
        .db
        .read(move |read| {
            let handed = handed_file(read, &facts, id, (&user, &hash))?;
            let stored = files.find(read, &handed.hash)?.ok_or_else(ApiError::not_found)?;
            Ok((handed, stored))
        })
        .await?;
    send(&app, &stored, &handed.name, &headers).await
}

fn handed_file(
    read: &mut Read,
    facts: &UserFacts,
    id: i64,
    (user, hash): (&str, &str),
) -> Result<HandedFile> {
    announced::managed(read, facts, id)?;
    let files = find(read, id, user)?.file_list();
    files.into_iter().find(|file| file.hash == hash).ok_or_else(ApiError::not_found)
}

async fn send(app: &App, file: &StoredFile, name: &str, request: &HeaderMap) -> Result<Response<Body>> {
    let length = u64::try_from(file.size).map_err(ApiError::internal)?;
    // Texts are UTF-8, as their kind was found by that.
    let content_type = if file.mime == "text/plain" { "text/plain; charset=utf-8" } else { &file.mime };
    let download = Download { content_type, version: &file.hash, length, cache: CACHE };
    let (mut response, part) = download.answer(request)?;
    if !response.status().is_client_error() {
        let disposition = HeaderValue::try_from(disposition(file, name)).map_err(ApiError::internal)?;
        response.headers_mut().insert(CONTENT_DISPOSITION, disposition);
        if !is_media(&file.mime) {
            response.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        }
    }
    if let Some(part) = part {
        let part = Some(part).filter(|part| part.end - part.start < length);
        *response.body_mut() = Body::from_stream(app.files.open(file, part).await?);
    }
    Ok(response)
}

fn is_media(mime: &str) -> bool {
    ["image/", "audio/", "video/"].iter().any(|kind| mime.starts_with(kind))
}

/// Pictures, sounds and films are shown, everything else is saved.
fn disposition(file: &StoredFile, name: &str) -> String {
    let how = if is_media(&file.mime) { "inline" } else { "attachment" };
    let plain: String = file.hash.chars().take(12).collect();
    let mut header = format!("{how}; filename=\"{plain}.{}\"", Kind::extension(&file.mime));
    if !name.is_empty() {
        header.push_str("; filename*=UTF-8''");
        for byte in name.bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => header.push(char::from(byte)),
                other => header.push_str(&format!("%{other:02X}")),
            }
        }
    }
    header
}
