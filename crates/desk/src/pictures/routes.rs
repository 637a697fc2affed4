//! `/api/pictures`: avatars, wallpapers of one's own, the class photo; and for the staff the avatar of a member.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::StatusCode;
use identity::admin::MANAGE_USERS;
use identity::user::directory;
use kernel::audit::Actor;
use kernel::events::{Audience, NewEvent};
use kernel::files::Reader;
use kernel::http::{Caller, ClassAdmin, Json, Officer, Path, Requires};
use kernel::user::{Permission, UserId};
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::events::PictureEvent;
use super::model::{Kind, MAX_WALLPAPERS};
use super::store::{self, Picture};
use super::texts;
use crate::cloud;

/// Pictures that the desktop of the caller shows.
#[derive(Serialize, ToSchema)]
pub(super) struct Pictures {
    /// The address of the avatar of each member who has one, by user ID.
    avatars: BTreeMap<String, String>,
    /// The caller's own wallpapers, oldest first.
    wallpapers: Vec<OwnPicture>,
    /// The photo of the caller's class; null for none.
    #[schema(required)]
    class_photo: Option<OwnPicture>,
}

/// A picture as a wallpaper.
#[derive(Serialize, ToSchema)]
pub(super) struct OwnPicture {
    /// The SHA-256 of the file, lower-case hexadecimal digits.
    hash: String,
    /// The address of the picture, relative to the site; `?w=320` is a small one.
    url: String,
}

impl From<Picture> for OwnPicture {
    fn from(picture: Picture) -> Self {
        Self { url: picture.url(), hash: picture.hash }
    }
}

/// An upload that is to be a picture.
#[derive(Clone, Deserialize, ToSchema)]
pub(super) struct PictureChoice {
    /// The hash of a file that the caller has uploaded or may read.
    hash: String,
}

/// Returns the avatars of all members, the caller's own wallpapers and the photo of the caller's class.
#[utoipa::path(get, path = "/api/pictures", tag = "pictures",
    responses((status = 200, body = Envelope<Pictures>)))]
pub(super) async fn list_pictures(State(app): State<App>, caller: Caller) -> Result<Reply<Pictures>> {
    let user = caller.facts.user_id;
    let read = app.db.read(move |read| {
        let avatars = store::avatars(read)?.into_iter();
        let url = |(owner, hash, mime): (UserId, String, String)| {
            (owner.as_str().to_owned(), cloud::url(&hash, &mime))
        };
        Ok(Pictures {
            avatars: avatars.map(url).collect(),
            wallpapers: store::of_member(read, Kind::Wallpaper, user)?.into_iter().map(Into::into).collect(),
            class_photo: store::class_photo(read, user.class())?.map(Into::into),
        })
    });
    Ok(Reply::ok(read.await?))
}

/// Makes an upload the caller's avatar: JPEG, PNG or WebP, at most 30 kB and 512 × 512 pixels. All members
/// see the avatar.
#[utoipa::path(put, path = "/api/pictures/avatar", tag = "pictures", request_body = PictureChoice,
    responses((status = 200, body = Envelope<OwnPicture>)))]
pub(super) async fn set_avatar(
    State(app): State<App>,
    caller: Caller,
    Json(choice): Json<PictureChoice>,
) -> Result<Reply<OwnPicture>> {
    let (reader, user) = (app.file_reader(&caller.facts), caller.facts.user_id);
    let write = app.write(move |tx| {
        tx.lock_log()?;
        let before = store::of_member(tx, Kind::Avatar, user)?;
        let picture = add(tx, &reader, Kind::Avatar, "", &choice.hash)?;
        for old in before.iter().filter(|old| old.hash != picture.hash) {
            store::delete(tx, old)?;
        }
        let change = PictureEvent::AvatarSet { hash: picture.hash.clone(), mime: picture.mime.clone() };
        tx.emit(NewEvent::new(&change, Audience::All).by(user).about(user.as_str()))?;
        Ok(picture)
    });
    Ok(Reply::ok(write.await?.into()))
}

/// Adds a picture; a file that is not there, or not for this reader, is a mistake in the request.
fn add(tx: &mut AppTx, reader: &Reader, kind: Kind, class: &str, hash: &str) -> Result<Picture> {
    store::add(tx, reader, kind, class, hash).map_err(|error| {
        if error.status() == StatusCode::NOT_FOUND { texts::FILE_UNKNOWN.err() } else { error }
    })
}

/// Deletes the caller's avatar.
#[utoipa::path(delete, path = "/api/pictures/avatar", tag = "pictures",
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(super) async fn delete_avatar(State(app): State<App>, caller: Caller) -> Result<Reply<()>> {
    let user = caller.facts.user_id;
    app.write(move |tx| {
        tx.lock_log()?;
        remove_avatar(tx, user, user)
    })
    .await?;
    Ok(Reply::done())
}

/// To be called with the log's counter taken.
fn remove_avatar(tx: &mut AppTx, user: UserId, by: UserId) -> Result<()> {
    let before = store::of_member(tx, Kind::Avatar, user)?;
    if before.is_empty() {
        return Err(ApiError::not_found());
    }
    for old in &before {
        store::delete(tx, old)?;
    }
    let removed = NewEvent::new(&PictureEvent::AvatarRemoved, Audience::All).by(by).about(user.as_str());
    tx.emit(removed)?;
    Ok(())
}

/// Adds an upload to the caller's own wallpapers: JPEG, PNG or WebP, at most 5 MiB and 40 million pixels. Nobody
/// else sees the wallpaper. A member can have six.
#[utoipa::path(post, path = "/api/pictures/wallpapers", tag = "pictures", request_body = PictureChoice,
    responses((status = 200, body = Envelope<OwnPicture>)))]
pub(super) async fn add_own_wallpaper(
    State(app): State<App>,
    caller: Caller,
    Json(choice): Json<PictureChoice>,
) -> Result<Reply<OwnPicture>> {
    let (reader, user) = (app.file_reader(&caller.facts), caller.facts.user_id);
    let write = app.write(move |tx| {
        tell_owner(tx, user)?;
        let before = store::of_member(tx, Kind::Wallpaper, user)?;
        let is_new = before.iter().all(|known| known.hash != choice.hash);
        if is_new && before.len() >= MAX_WALLPAPERS {
            return Err(texts::TOO_MANY.with("max", MAX_WALLPAPERS));
        }
        add(tx, &reader, Kind::Wallpaper, "", &choice.hash)
    });
    Ok(Reply::ok(write.await?.into()))
}

/// Deletes one of the caller's own wallpapers.
#[utoipa::path(delete, path = "/api/pictures/wallpapers/{hash}", tag = "pictures",
    params(("hash" = String, Path, description = "The hash of the wallpaper")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(super) async fn delete_own_wallpaper(
    State(app): State<App>,
    caller: Caller,
    Path(hash): Path<String>,
) -> Result<Reply<()>> {
    let user = caller.facts.user_id;
    app.write(move |tx| {
        tell_owner(tx, user)?;
        let all = store::of_member(tx, Kind::Wallpaper, user)?;
        let picture = all.iter().find(|picture| picture.hash == hash).ok_or_else(ApiError::not_found)?;
        Ok(store::delete(tx, picture)?)
    })
    .await?;
    Ok(Reply::done())
}

fn tell_owner(tx: &mut AppTx, user: UserId) -> Result<()> {
    let change = NewEvent::new(&PictureEvent::WallpapersChanged, Audience::User(user));
    tx.emit(change.by(user).about(user.as_str()))?;
    Ok(())
}

/// Makes an upload the photo of the caller's class, with the bounds of a wallpaper. The members of the class
/// see the photo, and can choose it as their wallpaper.
#[utoipa::path(put, path = "/api/pictures/class-photo", tag = "pictures", request_body = PictureChoice,
    responses((status = 200, body = Envelope<OwnPicture>)))]
pub(super) async fn set_class_photo(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Json(choice): Json<PictureChoice>,
) -> Result<Reply<OwnPicture>> {
    let (reader, actor) = (app.file_reader(&caller.facts), Actor::from(&caller));
    let write = app.write(move |tx| {
        let class = tell_class(tx, &reader)?;
        let before = store::class_photo(tx, &class)?;
        let picture = add(tx, &reader, Kind::ClassPhoto, &class, &choice.hash)?;
        let is_other = |old: &&Picture| (old.owner_id, &old.hash) != (picture.owner_id, &picture.hash);
        if let Some(old) = before.as_ref().filter(is_other) {
            store::delete(tx, old)?;
        }
        tx.audit(&actor, &texts::SET_CLASS_PHOTO, &picture.hash, &json!({ "class": class }))?;
        Ok(picture)
    });
    Ok(Reply::ok(write.await?.into()))
}

/// Deletes the photo of the caller's class.
#[utoipa::path(delete, path = "/api/pictures/class-photo", tag = "pictures",
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(super) async fn delete_class_photo(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
) -> Result<Reply<()>> {
    let (reader, actor) = (app.file_reader(&caller.facts), Actor::from(&caller));
    app.write(move |tx| {
        let class = tell_class(tx, &reader)?;
        let photo = store::class_photo(tx, &class)?.ok_or_else(ApiError::not_found)?;
        store::delete(tx, &photo)?;
        Ok(tx.audit(&actor, &texts::DELETE_CLASS_PHOTO, &photo.hash, &json!({ "class": class }))?)
    })
    .await?;
    Ok(Reply::done())
}

/// Tells the class of the caller that its photo is another one, and answers which class that is.
fn tell_class(tx: &mut AppTx, reader: &Reader) -> Result<String> {
    let class = reader.user.class().to_owned();
    let change = NewEvent::new(&PictureEvent::ClassPhotoChanged, Audience::Class(class.clone()));
    tx.emit(change.by(reader.user).about(&class))?;
    Ok(class)
}

/// Who manages members deletes an avatar that has no place in a class.
pub(super) struct ManageAvatars;

impl Requires for ManageAvatars {
    fn permission() -> &'static Permission {
        &MANAGE_USERS
    }
}

/// Deletes the avatar of a member whom the caller may manage.
#[utoipa::path(delete, path = "/api/admin/users/{id}/avatar", tag = "pictures",
    params(("id" = String, Path, description = "The user ID or the row number of the member")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(super) async fn delete_member_avatar(
    State(app): State<App>,
    officer: Officer<ManageAvatars>,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let caller = officer.0;
    let actor = Actor::from(&caller);
    app.write(move |tx| {
        tx.lock_log()?;
        let member = directory::member(tx, &id)?.ok_or_else(ApiError::not_found)?;
        if !caller.facts.may_manage(&member.facts, &MANAGE_USERS) {
            return Err(kernel::texts::NO_PERMISSION.err());
        }
        let user = member.facts.user_id;
        remove_avatar(tx, user, caller.facts.user_id)?;
        Ok(tx.audit(&actor, &texts::DELETE_AVATAR, user.as_str(), &json!({}))?)
    })
    .await?;
    Ok(Reply::done())
}
