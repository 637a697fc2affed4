//! `/api/cloud/files`: uploading, one's own list, taking back.

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use kernel::app::iso;
use kernel::events::{Audience, NewEvent};
use kernel::files::{Files, Kind, OwnFile, StoredFile, UPLOAD};
use kernel::http::{Caller, Path, Query};
use kernel::user::UserId;
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::events::CloudEvent;
use super::upload::{self, UploadHints, mebibytes};
use super::{FILE_MAX_MB, FILE_QUOTA_MB, model, texts};

/// A stored file.
#[derive(Serialize, ToSchema)]
pub(super) struct CloudFile {
    /// SHA-256 of the stored bytes, lower-case hex. Of a photograph with metadata they are not the
    /// bytes that were sent.
    hash: String,
    /// The usual file name ending of its type.
    ext: String,
    /// The size of the file in bytes.
    size: i64,
    /// The media type, determined from the bytes.
    mime: String,
    /// The width of an image in pixels, as it is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<i64>,
    /// The height of an image in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<i64>,
    /// The address of the file, relative to the site.
    url: String,
}

impl CloudFile {
    fn new(file: StoredFile) -> Self {
        let StoredFile { hash, size, mime, width, height, .. } = file;
        let (ext, url) = (Kind::extension(&mime).to_owned(), model::url(&hash, &mime));
        Self { hash, ext, size, mime, width, height, url }
    }
}

/// What may be said about a file beside its bytes.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct About {
    /// The name of the file; by default the name in the form.
    name: Option<String>,
    /// The SHA-256 of the bytes as they are sent, in hexadecimal digits; it can also be a field of the form,
    /// or the header `X-Content-SHA256`. Bytes with another hash are refused.
    sha256: Option<String>,
}

/// An upload form with one file.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the form is read as it arrives; this describes it")]
pub(super) struct UploadForm {
    /// The file to upload; further files of the form are ignored.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// The name of the file, in place of the name in the form.
    name: Option<String>,
    /// The SHA-256 of the file as it is sent, in hexadecimal digits.
    sha256: Option<String>,
}

/// Uploads a file: a form's first file, or the body itself. Its owner sees it for a day; what refers to
/// it until then keeps it. The same bytes are the same file, so sending it again is safe.
#[utoipa::path(post, path = "/api/cloud/files", tag = "cloud", params(About),
    request_body(content(
        (UploadForm = "multipart/form-data"),
        ([u8] = "application/octet-stream"),
    )),
    responses((status = 200, body = Envelope<CloudFile>)))]
pub(super) async fn upload_file(
    State(app): State<App>,
    caller: Caller,
    Query(about): Query<About>,
    headers: HeaderMap,
    body: Body,
) -> Result<Reply<CloudFile>> {
    let owner = caller.facts.user_id;
    let header = headers.get("x-content-sha256").and_then(|value| value.to_str().ok());
    let sha256 = about.sha256.or_else(|| header.map(ToOwned::to_owned));
    let hints = UploadHints { name: about.name, sha256 };
    let mut received = upload::receive(&app, owner, &headers, body, hints).await?;
    caller.recheck(&app).await?;
    let mime = upload::check(&mut received).await?;
    let (upload, name, share) = received.into_parts();
    let upload = upload::forget_metadata(&app, upload, mime).await?;
    let admit = move |tx: &mut AppTx, hash: &str, size: i64| admit(tx, owner, hash, size);
    let stored = upload.finish(&app, owner, &name, admit).await?;
    drop(share);
    Ok(Reply::ok(CloudFile::new(stored)))
}

/// Tells the log, and refuses what does not fit into the owner's share any more.
fn admit(tx: &mut AppTx, owner: UserId, hash: &str, size: i64) -> Result<()> {
    tx.emit(NewEvent::new(&CloudEvent::Uploaded, Audience::User(owner)).by(owner).about(hash))?;
    let quota = mebibytes(&tx.app().config, &FILE_QUOTA_MB);
    let others = tx.app().files.used(tx, &owner, hash)?;
    let fits = u64::try_from(others.bytes + size).is_ok_and(|all| all <= quota);
    if fits { Ok(()) } else { Err(texts::QUOTA_EXCEEDED.with("max", quota >> 20)) }
}

/// Which piece of the list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FilePage {
    /// The number of the page, from 1.
    #[param(minimum = 1)]
    page: Option<u32>,
    /// The number of items to return: 1–100, default 50.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// A file of the caller.
#[derive(Serialize, ToSchema)]
pub(super) struct OwnCloudFile {
    #[serde(flatten)]
    file: CloudFile,
    /// The name that the caller gave the file; empty for no name.
    name: String,
    /// When the caller uploaded the file or last referred to it, ISO 8601.
    created_at: String,
    /// When the file is deleted, ISO 8601; null while something beside the upload refers to the file.
    expires_at: Option<String>,
}

impl OwnCloudFile {
    fn new(own: OwnFile) -> Self {
        let OwnFile { hash, size, mime, width, height, name, kept, at } = own;
        let (ext, url) = (Kind::extension(&mime).to_owned(), model::url(&hash, &mime));
        let file = CloudFile { hash, ext, size, mime, width, height, url };
        let expires_at = (!kept).then(|| iso(Files::kept_until(at)));
        Self { file, name, created_at: iso(at), expires_at }
    }
}

/// The files of the caller, and how much of the quota they use.
#[derive(Serialize, ToSchema)]
pub(super) struct CloudFileList {
    /// The files on this page.
    files: Vec<OwnCloudFile>,
    /// The number of items on all pages.
    total: i64,
    /// The number of this page, from 1.
    page: u32,
    /// The largest number of items on a page.
    limit: u32,
    /// The bytes that count towards the quota; each file counts once, however often it is referred to.
    used_bytes: i64,
    /// The number of bytes that the files of the caller may take in all.
    quota_bytes: u64,
    /// The size of the largest file that can be uploaded, in bytes.
    max_file_bytes: u64,
}

/// Lists the files of the caller, latest first: fresh uploads, and files that something of the caller refers
/// to.
#[utoipa::path(get, path = "/api/cloud/files", tag = "cloud", params(FilePage),
    responses((status = 200, body = Envelope<CloudFileList>)))]
pub(super) async fn list_files(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<FilePage>,
) -> Result<Reply<CloudFileList>> {
    let (page, limit) = (query.page.unwrap_or(1).max(1), query.limit.unwrap_or(50).clamp(1, 100));
    let (files, owner) = (app.files.clone(), caller.facts.user_id);
    let offset = i64::from(page - 1) * i64::from(limit);
    let read = app.db.read(move |read| {
        let own = files.owned(read, &owner, i64::from(limit), offset)?;
        Ok((own, files.used(read, &owner, "")?))
    });
    let (own, used) = read.await?;
    Ok(Reply::ok(CloudFileList {
        files: own.into_iter().map(OwnCloudFile::new).collect(),
        total: used.files,
        page,
        limit,
        used_bytes: used.bytes,
        quota_bytes: mebibytes(&app.config, &FILE_QUOTA_MB),
        max_file_bytes: mebibytes(&app.config, &FILE_MAX_MB),
    }))
}

/// Deletes an upload of the caller. A file that something refers to, such as a message, stays.
#[utoipa::path(delete, path = "/api/cloud/files/{hash}", tag = "cloud",
    params(("hash" = String, Path, description = "The hash of the file")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(super) async fn delete_file(
    State(app): State<App>,
    caller: Caller,
    Path(raw): Path<String>,
) -> Result<Reply<()>> {
    let hash = model::hash(&raw).ok_or_else(ApiError::not_found)?.to_owned();
    let owner = caller.facts.user_id;
    let write = app.write(move |tx| {
        tx.emit(NewEvent::new(&CloudEvent::Removed, Audience::User(owner)).by(owner).about(&hash))?;
        let was_there = tx.app().files.remove_ref(tx, &hash, UPLOAD, "", owner)?;
        if was_there { Ok(()) } else { Err(ApiError::not_found()) }
    });
    write.await?;
    Ok(Reply::done())
}
