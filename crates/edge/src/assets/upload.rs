//! Class admins add wallpapers and take them away.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use kernel::audit::Actor;
use kernel::events::{Audience, NewEvent};
use kernel::files::Kind;
use kernel::http::{BodyChunks, Caller, ClassAdmin, Path, Query};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::Deserialize;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use utoipa::IntoParams;

use super::builtin;
use super::events::AssetEvent;
use super::folder::{Hidden, Resources};
use super::model::{self, FileName, Format, Media, Set};
use super::owners::{self, Owners};
use super::routes::{Wallpaper, files};
use super::{store, texts};

/// Largest picture and largest video, in bytes.
const MAX_IMAGE: u64 = 15 << 20;
const MAX_VIDEO: u64 = 60 << 20;
/// Most pixels of a picture, in units of 10,000: what a classroom panel can hold decoded.
const MAX_PIXELS: u64 = 4000;
/// Most files in the folder of wallpapers.
const MAX_WALLPAPERS: usize = 100;

/// How the wallpaper is to be called.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct UploadQuery {
    /// Letters and digits of any script are kept; a name that is taken gets a number.
    name: Option<String>,
}

/// Adds a wallpaper: its bytes as the body, PNG, JPEG, WebP or GIF up to 15 MiB, MP4 or WebM up to
/// 60 MiB. A picture with the name of a video is its poster.
#[utoipa::path(post, path = "/api/assets/wallpapers", tag = "assets", params(UploadQuery),
    request_body(content = [u8], content_type = "image/png"),
    responses((status = 200, body = Envelope<Wallpaper>)))]
pub(super) async fn upload_wallpaper(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Query(wanted): Query<UploadQuery>,
    headers: HeaderMap,
    body: Body,
) -> Result<Reply<Wallpaper>> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let refused = || texts::TYPE_REFUSED.err();
    let format = model::uploaded(text(CONTENT_TYPE)).ok_or_else(refused)?;
    let limit = if format.media == Media::Video { MAX_VIDEO } else { MAX_IMAGE };
    if text(CONTENT_LENGTH).parse::<u64>().is_ok_and(|announced| announced > limit) {
        return Err(too_large());
    }
    let hidden = receive(&app, body, limit).await?;
    caller.recheck(&app).await?;
    let name = place(&app, hidden, wanted.name, format).await?;
    if let Err(error) = record_change(&app, &caller, AssetEvent::WallpaperAdded, &name).await {
        // Untold, it must not stay either.
        drop(hide(&app, name).await);
        return Err(error);
    }
    Ok(Reply::ok(Wallpaper::of(&name, None).deletable(true)))
}

fn too_large() -> ApiError {
    kernel::texts::TOO_LARGE.err()
}

/// Writes the body to a hidden file, and the file to the disk.
async fn receive(app: &App, body: Body, limit: u64) -> Result<Hidden> {
    let (resources, id) = (app.state::<Resources>(), app.random.hex::<8>());
    let (hidden, file) = blocking(move || resources.begin(Set::Wallpapers, &id)).await?;
    let mut file = tokio::fs::File::from_std(file);
    let mut size = 0;
    let mut chunks = BodyChunks::new(body, &app.clock);
    while let Some(bytes) = chunks.next().await? {
        size += bytes.len() as u64;
        if size > limit {
            return Err(too_large());
        }
        file.write_all(&bytes).await.map_err(ApiError::unavailable)?;
    }
    if size == 0 {
        return Err(kernel::texts::BODY_MISSING.err());
    }
    file.flush().await.map_err(ApiError::unavailable)?;
    file.sync_all().await.map_err(ApiError::unavailable)?;
    Ok(hidden)
}

/// Checks what the bytes are, and gives the file its name.
async fn place(
    app: &App,
    hidden: Hidden,
    wanted: Option<String>,
    format: &'static Format,
) -> Result<FileName> {
    let resources = app.state::<Resources>();
    let placed = blocking(move || {
        let kind = Kind::of(&mut hidden.open()?)?;
        if let Err(refusal) = refuse_other_than(format, kind) {
            return Ok(Err(refusal));
        }
        let placed = resources.place(Set::Wallpapers, &hidden, wanted.as_deref(), format, MAX_WALLPAPERS)?;
        Ok(placed.ok_or_else(|| texts::TOO_MANY.with("max", MAX_WALLPAPERS)))
    });
    placed.await?
}

fn refuse_other_than(format: &Format, kind: Kind) -> Result<()> {
    if kind.mime != format.content_type {
        return Err(texts::CONTENT_MISMATCH.err());
    }
    let pixels = kind.pixels.map_or(0, |(width, height)| u64::from(width) * u64::from(height));
    if pixels > MAX_PIXELS * 10_000 {
        return Err(texts::TOO_MANY_PIXELS.with("max", MAX_PIXELS));
    }
    Ok(())
}

/// Deletes a wallpaper that is not built in. Class admins delete those of their own class, and those without
/// an owner while the list has a single class; admins of all classes delete any.
#[utoipa::path(delete, path = "/api/assets/wallpapers/{id}", tag = "assets",
    params(("id" = String, Path, description = "The id of the wallpaper")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(super) async fn delete_wallpaper(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    if builtin::wallpapers().any(|wallpaper| wallpaper.file.id == id) {
        return Err(texts::BUILTIN.err());
    }
    let found = files(&app, Set::Wallpapers).await?.into_iter().find(|name| name.id() == id);
    let name = found.ok_or_else(ApiError::not_found)?;
    if !app.db.read(|read| Ok(Owners::load(read)?)).await?.may_delete(&caller.facts, &id) {
        return Err(kernel::texts::NO_PERMISSION.err());
    }
    let hidden = hide(&app, name.clone()).await?;
    if let Err(error) = record_change(&app, &caller, AssetEvent::WallpaperRemoved, &name).await {
        let resources = app.state::<Resources>();
        blocking(move || resources.unhide(Set::Wallpapers, &hidden, &name)).await?;
        return Err(error);
    }
    Ok(Reply::done())
}

/// Takes a file out of sight; 404 when another was faster.
async fn hide(app: &App, name: FileName) -> Result<Hidden> {
    let (resources, id) = (app.state::<Resources>(), app.random.hex::<8>());
    let hidden = blocking(move || match resources.hide(Set::Wallpapers, &name, &id) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        hidden => hidden.map(Some),
    });
    hidden.await?.ok_or_else(ApiError::not_found)
}

/// Notes whose it is, tells the operation log, and every open desktop.
async fn record_change(app: &App, caller: &Caller, change: AssetEvent, name: &FileName) -> Result<()> {
    let (actor, user, id) = (Actor::from(caller), caller.facts.user_id, name.id());
    let action = match change {
        AssetEvent::WallpaperAdded => &texts::UPLOAD_WALLPAPER,
        AssetEvent::WallpaperRemoved => &texts::DELETE_WALLPAPER,
    };
    let owner = owners::of_upload(&caller.facts);
    let content_type = name.format(Set::Wallpapers).map(|format| format.content_type);
    app.write(move |tx| {
        tx.emit(NewEvent::new(&change, Audience::All).by(user).about(&id))?;
        match change {
            AssetEvent::WallpaperAdded => store::note(tx, &id, owner.stored())?,
            AssetEvent::WallpaperRemoved => store::forget(tx, &id)?,
        }
        Ok(tx.audit(&actor, action, &id, &json!({ "type": content_type }))?)
    })
    .await
}

/// Removes what uploads and deletions left behind when the server was killed.
pub(super) async fn forget_unfinished(app: App) -> Result<()> {
    let resources: Arc<Resources> = app.state();
    blocking(move || {
        resources.forget_hidden(Set::Wallpapers);
        Ok(())
    })
    .await
}

/// Runs what waits for the disk off the async threads.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> std::io::Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(ApiError::internal)?.map_err(ApiError::unavailable)
}
