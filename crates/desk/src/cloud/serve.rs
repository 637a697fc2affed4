//! Sending a file to those who may see it, or a thumbnail of it.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY};
use axum::http::{HeaderMap, HeaderValue, Response};
use kernel::db::Read;
use kernel::files::StoredFile;
use kernel::http::{Download, Path, Query, UnlimitedCaller};
use kernel::user::UserId;
use kernel::{ApiError, App, Result};
use serde::Deserialize;
use tokio::io::AsyncReadExt;
use tokio_util::io::ReaderStream;
use utoipa::IntoParams;

use super::thumbnails::Thumbnails;
use super::{model, texts};

/// For what a browser might open as a page: it has neither this portal's origin nor leave to run.
const POLICY: &str = "default-src 'none'; sandbox";
/// Asked again each time, which is cheap with the validator: a right to see can end.
const CACHE: &str = "private, no-cache";
/// Piece of a thumbnail that is read at once, in bytes.
const CHUNK: usize = 64 * 1024;

/// How the file is wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct View {
    /// The width in pixels of a smaller version of an image. The next of 160, 320, 640 and 1280 is taken; an
    /// image that is no wider is returned as it is.
    #[param(minimum = 1)]
    w: Option<u32>,
}

/// A file, for those who may see something that refers to it; 404 for others. With `Range` a part of
/// it. The token may stand in the query.
#[utoipa::path(get, path = "/api/cloud/files/{hash}", tag = "cloud",
    params(("hash" = String, Path, description = "The hash, with or without an ending"), View),
    responses(
        (status = 200, description = "The bytes of the file", content_type = "*/*", body = [u8]),
        (status = 206, description = "The bytes of the range of the file", content_type = "*/*", body = [u8]),
        (status = 304, description = "The client has the current file"),
        (status = 416, description = "The file is shorter than the range"),
    ))]
pub(super) async fn get_file(
    State(app): State<App>,
    UnlimitedCaller(caller): UnlimitedCaller,
    Path(raw): Path<String>,
    Query(view): Query<View>,
    headers: HeaderMap,
) -> Result<Response<Body>> {
    let hash = model::hash(&raw).ok_or_else(ApiError::not_found)?.to_owned();
    let (files, reader) = (app.files.clone(), app.file_reader(&caller.facts));
    let look = move |read: &mut Read| {
        let name = files.name_for(read, &hash, &reader)?;
        Ok(name.zip(files.find(read, &hash)?))
    };
    let (name, file) = app.db.read(look).await?.ok_or_else(ApiError::not_found)?;
    match view.w {
        Some(0) => Err(ApiError::invalid("w")),
        Some(asked) => send_small(&app, &file, &name, (asked, caller.facts.user_id), &headers).await,
        None => send(&app, &file, &name, &headers).await,
    }
}

async fn send(app: &App, file: &StoredFile, name: &str, request: &HeaderMap) -> Result<Response<Body>> {
    let length = u64::try_from(file.size).map_err(ApiError::internal)?;
    // Texts are UTF-8, as their kind was found by that.
    let content_type = if file.mime == "text/plain" { "text/plain; charset=utf-8" } else { &file.mime };
    let download = Download { content_type, version: &file.hash, length, cache: CACHE };
    let (mut response, part) = download.answer(request)?;
    decorate(&mut response, file, name)?;
    if let Some(part) = part {
        let part = Some(part).filter(|part| part.end - part.start < length);
        *response.body_mut() = Body::from_stream(app.files.open(file, part).await?);
    }
    Ok(response)
}

async fn send_small(
    app: &App,
    file: &StoredFile,
    name: &str,
    (asked, user): (u32, UserId),
    request: &HeaderMap,
) -> Result<Response<Body>> {
    let none = || texts::NO_THUMBNAIL.err();
    let (wide, high) = file.width.zip(file.height).ok_or_else(none)?;
    let width = model::width(asked);
    if wide <= i64::from(width) && high <= i64::from(model::height(width)) {
        return send(app, file, name, request).await;
    }
    let small = app.state::<Thumbnails>().get(app, file, width, user).await?.ok_or_else(none)?;
    let version = format!("{}-{width}", file.hash);
    let download = Download { content_type: small.mime, version: &version, length: small.size, cache: CACHE };
    let (mut response, part) = download.answer(request)?;
    decorate(&mut response, file, name)?;
    if let Some(part) = part {
        let mut from = tokio::fs::File::from_std(small.file);
        tokio::io::AsyncSeekExt::seek(&mut from, std::io::SeekFrom::Start(part.start))
            .await
            .map_err(ApiError::unavailable)?;
        let bytes = ReaderStream::with_capacity(from.take(part.end - part.start), CHUNK);
        *response.body_mut() = Body::from_stream(bytes);
    }
    Ok(response)
}

fn decorate(response: &mut Response<Body>, file: &StoredFile, name: &str) -> Result<()> {
    if response.status().is_client_error() {
        return Ok(());
    }
    let disposition = model::disposition(&file.mime, &file.hash, name);
    let headers = response.headers_mut();
    headers.insert(CONTENT_DISPOSITION, HeaderValue::try_from(disposition).map_err(ApiError::internal)?);
    if !model::is_media(&file.mime) {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    }
    Ok(())
}
