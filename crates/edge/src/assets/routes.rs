//! The lists of `/api/assets`, and the files behind them under `/resources`.

use std::collections::{BTreeMap, BTreeSet};

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response};
use kernel::http::{Caller, Path};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::builtin::{self, WEATHER_ICONS};
use super::folder::Resources;
use super::model::{FileName, Media, Set};
use super::owners::Owners;
use super::response::{self, Content, Found};

/// The kind of a wallpaper.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum WallpaperType {
    Image,
    Video,
    /// A drawing; `css` shows the same colours without it.
    Gradient,
}

/// A wallpaper of the desktop.
#[derive(Serialize, ToSchema)]
pub(super) struct Wallpaper {
    /// The id of the wallpaper; for a built-in one its name, such as `ocean`.
    id: String,
    /// The name of the wallpaper.
    name: String,
    /// The address of the wallpaper, relative to the site.
    url: String,
    /// The kind of the wallpaper.
    #[serde(rename = "type")]
    kind: WallpaperType,
    /// The picture to show until a video plays; a site-relative address.
    #[serde(skip_serializing_if = "Option::is_none")]
    poster: Option<String>,
    /// The CSS `background` of a gradient.
    #[serde(skip_serializing_if = "Option::is_none")]
    css: Option<&'static str>,
    /// Whether the wallpaper comes with the portal and cannot be deleted.
    builtin: bool,
    /// Whether the caller may delete it.
    deletable: bool,
}

impl Wallpaper {
    pub(super) fn of(name: &FileName, poster: Option<&FileName>) -> Self {
        let video = name.format(Set::Wallpapers).is_some_and(|format| format.media == Media::Video);
        Self {
            id: name.id(),
            name: name.stem().to_owned(),
            url: name.url(Set::Wallpapers),
            kind: if video { WallpaperType::Video } else { WallpaperType::Image },
            poster: poster.map(|poster| poster.url(Set::Wallpapers)),
            css: None,
            builtin: false,
            deletable: false,
        }
    }

    pub(super) fn deletable(self, deletable: bool) -> Self {
        Self { deletable, ..self }
    }

    fn builtin(wallpaper: &builtin::Wallpaper) -> Self {
        Self {
            id: wallpaper.file.id.to_owned(),
            name: wallpaper.name.zh.to_owned(),
            url: wallpaper.file.url(),
            kind: WallpaperType::Gradient,
            poster: None,
            css: Some(wallpaper.css),
            builtin: true,
            deletable: false,
        }
    }
}

/// The files of a set, looked up off the async threads.
pub(super) async fn files(app: &App, set: Set) -> Result<Vec<FileName>> {
    let resources = app.state::<Resources>();
    tokio::task::spawn_blocking(move || resources.list(set)).await.map_err(ApiError::internal)
}

/// All wallpapers: the portal's own files, then the built-in ones. A picture that stands beside a
/// video of the same name is its poster.
#[utoipa::path(get, path = "/api/assets/wallpapers", tag = "assets",
    responses((status = 200, body = Envelope<Vec<Wallpaper>>)))]
pub(super) async fn list_wallpapers(State(app): State<App>, caller: Caller) -> Result<Reply<Vec<Wallpaper>>> {
    let names = files(&app, Set::Wallpapers).await?;
    let owners = app.db.read(|read| Ok(Owners::load(read)?)).await?;
    let own = |name: &FileName, poster: Option<&FileName>| {
        Wallpaper::of(name, poster).deletable(owners.may_delete(&caller.facts, &name.id()))
    };
    let is_video =
        |name: &FileName| name.format(Set::Wallpapers).is_some_and(|format| format.media == Media::Video);
    let (videos, images): (Vec<FileName>, Vec<FileName>) = names.into_iter().partition(is_video);
    let filmed: BTreeSet<&str> = videos.iter().map(FileName::stem).collect();
    let posters: BTreeMap<&str, &FileName> = images.iter().map(|image| (image.stem(), image)).collect();
    let plain = images.iter().filter(|image| !filmed.contains(image.stem()));
    let all = plain
        .map(|image| own(image, None))
        .chain(videos.iter().map(|video| own(video, posters.get(video.stem()).copied())))
        .chain(builtin::wallpapers().map(|wallpaper| Wallpaper::builtin(&wallpaper)));
    Ok(Reply::ok(all.collect()))
}

/// A weather icon.
#[derive(Serialize, ToSchema)]
pub(super) struct WeatherIcon {
    /// The kind of weather, such as `sunny` or `heavy-rain`.
    name: String,
    /// The address of the icon, relative to the site.
    url: String,
}

/// The weather icons: the built-in ones, those of the same name in RESOURCES_DIR in their
/// place, and its others.
#[utoipa::path(get, path = "/api/assets/weather-icons", tag = "assets",
    responses((status = 200, body = Envelope<Vec<WeatherIcon>>)))]
pub(super) async fn list_weather_icons(State(app): State<App>, _: Caller) -> Result<Reply<Vec<WeatherIcon>>> {
    let names = files(&app, Set::WeatherIcons).await?;
    // By name, so that of two with one stem the drawing wins.
    let mut own: BTreeMap<&str, String> =
        names.iter().map(|name| (name.stem(), name.url(Set::WeatherIcons))).collect();
    let mut all: Vec<WeatherIcon> = Vec::new();
    for file in WEATHER_ICONS {
        let url = own.remove(file.id).unwrap_or_else(|| file.url());
        all.push(WeatherIcon { name: file.id.to_owned(), url });
    }
    all.extend(own.into_iter().map(|(name, url)| WeatherIcon { name: name.to_owned(), url }));
    Ok(Reply::ok(all))
}

/// A wallpaper's file. Part of it with `Range`.
#[utoipa::path(get, path = "/resources/wallpapers/{name}", tag = "assets",
    params(("name" = String, Path, description = "The name of the file")),
    responses((status = 200, description = "The bytes of the picture", content_type = "image/*", body = [u8])), security(()))]
pub(super) async fn wallpaper_file(
    State(app): State<App>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response<Body>> {
    send_file(&app, Set::Wallpapers, &name, &headers).await
}

/// A weather icon's file.
#[utoipa::path(get, path = "/resources/weather-icons/{name}", tag = "assets",
    params(("name" = String, Path, description = "The name of the file")),
    responses((status = 200, description = "The bytes of the picture", content_type = "image/*", body = [u8])), security(()))]
pub(super) async fn weather_icon_file(
    State(app): State<App>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response<Body>> {
    send_file(&app, Set::WeatherIcons, &name, &headers).await
}

async fn send_file(app: &App, set: Set, name: &str, headers: &HeaderMap) -> Result<Response<Body>> {
    let name = FileName::parse(set, name).ok_or_else(ApiError::not_found)?;
    let format = name.format(set).ok_or_else(ApiError::not_found)?;
    let resources = app.state::<Resources>();
    let opened =
        tokio::task::spawn_blocking(move || resources.open(set, &name)).await.map_err(ApiError::internal)?;
    let opened = opened.ok_or_else(ApiError::not_found)?;
    let found = Found {
        content_type: format.content_type,
        version: opened.version,
        length: opened.length,
        content: Content::File(opened.file),
    };
    response::send(found, headers).await
}

/// A drawing that comes with the portal: `wallpapers/ocean.svg`, `weather-icons/sunny.svg`,
/// `levels/lv0.svg` to `lv6.svg`.
#[utoipa::path(get, path = "/resources/builtin/{set}/{name}", tag = "assets",
    params(
        ("set" = String, Path, description = "The kind of the files: `wallpapers`, `weather-icons` or `levels`"),
        ("name" = String, Path, description = "The name of the file"),
    ),
    responses((status = 200, description = "The text of the picture", content_type = "image/svg+xml", body = String)),
    security(()))]
pub(super) async fn builtin_file(
    Path((set, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response<Body>> {
    let file = builtin::find(&set, &name).ok_or_else(ApiError::not_found)?;
    let found = Found {
        content_type: "image/svg+xml",
        version: hex::encode(&Sha256::digest(file.svg)[..12]),
        length: file.svg.len() as u64,
        content: Content::Binary(file.svg.as_bytes()),
    };
    response::send(found, &headers).await
}
