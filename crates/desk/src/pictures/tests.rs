//! The pictures feature through `HttpApp`.

use std::io::Cursor;

use axum::http::Method;
use futures_util::future::join_all;
use identity::testing::TestPortal;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use kernel::testing::Client;
use kernel::user::UserId;
use serde_json::{Value, json};

use super::FEATURE;
use crate::cloud;

const AVATAR: &str = "/api/pictures/avatar";
const WALLPAPERS: &str = "/api/pictures/wallpapers";
const CLASS_PHOTO: &str = "/api/pictures/class-photo";

async fn portal() -> TestPortal {
    TestPortal::new(&[cloud::FEATURE, FEATURE]).await
}

/// A picture in one colour.
fn png(side: u32, red: u8) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = DynamicImage::ImageRgb8(RgbImage::from_pixel(side, side, Rgb([red, 90, 160])));
    picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// Uploads a picture and answers the choice of it.
async fn upload(client: &Client, bytes: Vec<u8>) -> Value {
    let body = Some((bytes, "application/octet-stream"));
    let file = client.send_raw(Method::POST, "/api/cloud/files", body).await.data();
    json!({ "hash": file["hash"] })
}

async fn pictures(client: &Client) -> Value {
    client.get("/api/pictures").await.data()
}

fn url(picture: &Value) -> &str {
    picture["url"].as_str().unwrap()
}

#[tokio::test]
async fn an_avatar_is_seen_by_all_members_until_another_takes_its_place() {
    let portal = portal().await;
    let (alice, other) = (portal.register("240101").await, portal.register("240201").await);
    let first = upload(&alice, png(96, 1)).await;
    let shown = alice.put(AVATAR, &first).await.data();
    assert_eq!(pictures(&other).await["avatars"], json!({ "240101": shown["url"] }));
    assert_eq!(other.get(url(&shown)).await.status, 200);

    let second = alice.put(AVATAR, &upload(&alice, png(96, 2)).await).await.data();
    assert_eq!(pictures(&other).await["avatars"], json!({ "240101": second["url"] }));
    assert_eq!(other.get(url(&shown)).await.status, 404, "the old one is nobody else's any more");

    assert_eq!(alice.delete(AVATAR).await.status, 200);
    assert_eq!(pictures(&other).await["avatars"], json!({}));
    assert_eq!(alice.delete(AVATAR).await.refusal(), "404 请求的内容不存在");
}

#[tokio::test]
async fn what_is_no_small_still_picture_becomes_no_avatar() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let wide = upload(&alice, png(513, 1)).await;
    assert_eq!(alice.put(AVATAR, &wide).await.refusal(), "400 头像最大 512×512 像素");
    let text = upload(&alice, b"no picture".to_vec()).await;
    assert_eq!(alice.put(AVATAR, &text).await.refusal(), "400 图片须为 JPEG、PNG 或 WebP");
    let noise = RgbImage::from_fn(200, 200, |x, y| {
        Rgb([(x * 37 + y * 11) as u8, (x * y) as u8, (x * 7 + y * 91) as u8])
    });
    let mut heavy = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(noise).write_to(&mut heavy, ImageFormat::Png).unwrap();
    let heavy = upload(&alice, heavy.into_inner()).await;
    assert_eq!(alice.put(AVATAR, &heavy).await.refusal(), "400 头像最大 30 kB");
    let private = upload(&bob, png(96, 3)).await;
    assert_eq!(
        alice.put(AVATAR, &private).await.refusal(),
        "400 找不到这张图片，请重新上传",
        "knowing a hash grants nothing"
    );
    assert_eq!(alice.put(AVATAR, &json!({ "hash": "x" })).await.status, 400);
    assert_eq!(pictures(&alice).await["avatars"], json!({}));
    assert_eq!(portal.anonymous().get("/api/pictures").await.refusal(), "401 未登录");
}

#[tokio::test]
async fn own_wallpapers_are_seen_by_nobody_else_and_are_six_at_most() {
    let portal = portal().await;
    let (alice, admin) = (portal.register("240101").await, portal.admin().await);
    let choices: Vec<Value> = join_all((0..9).map(|red| upload(&alice, png(64, red)))).await;
    let answers = join_all(choices.iter().map(|choice| alice.post(WALLPAPERS, choice))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 6);
    let own = pictures(&alice).await["wallpapers"].clone();
    assert_eq!(own.as_array().unwrap().len(), 6);
    assert_eq!(pictures(&admin).await["wallpapers"], json!([]));
    assert_eq!(admin.get(url(&own[0])).await.status, 404);

    let again = json!({ "hash": own[0]["hash"] });
    assert_eq!(alice.post(WALLPAPERS, &again).await.status, 200, "the same one again is the same one");
    let path = format!("{WALLPAPERS}/{}", own[0]["hash"].as_str().unwrap());
    assert_eq!(admin.delete(&path).await.status, 404);
    assert_eq!(alice.delete(&path).await.status, 200);
    assert_eq!(pictures(&alice).await["wallpapers"].as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn the_class_photo_is_its_class_s_alone() {
    let portal = portal().await;
    let (alice, stranger) = (portal.register("240101").await, portal.register("240201").await);
    let teacher = portal.class_admin().await;
    let choice = upload(&teacher, png(200, 1)).await;
    assert_eq!(alice.put(CLASS_PHOTO, &choice).await.status, 403);
    let photo = teacher.put(CLASS_PHOTO, &choice).await.data();
    assert_eq!(pictures(&alice).await["class_photo"], photo);
    assert_eq!(alice.get(url(&photo)).await.status, 200);
    assert_eq!(pictures(&stranger).await["class_photo"], Value::Null);
    assert_eq!(stranger.get(url(&photo)).await.status, 404);

    let next = teacher.put(CLASS_PHOTO, &upload(&teacher, png(200, 2)).await).await.data();
    assert_eq!(pictures(&alice).await["class_photo"], next);
    assert_eq!(alice.get(url(&photo)).await.status, 404);
    assert_eq!(teacher.delete(CLASS_PHOTO).await.status, 200);
    assert_eq!(pictures(&alice).await["class_photo"], Value::Null);
}

#[tokio::test]
async fn who_manages_a_member_deletes_their_avatar() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let teacher = portal.class_admin().await;
    alice.put(AVATAR, &upload(&alice, png(96, 1)).await).await.data();
    let path = "/api/admin/users/240101/avatar";
    assert_eq!(bob.delete(path).await.status, 403);
    assert_eq!(teacher.delete(path).await.status, 200);
    assert_eq!(pictures(&bob).await["avatars"], json!({}));
    assert_eq!(teacher.delete(path).await.status, 404);
}

#[tokio::test]
async fn pictures_are_exported_and_go_with_their_member() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let avatar = alice.put(AVATAR, &upload(&alice, png(96, 1)).await).await.data();
    alice.post(WALLPAPERS, &upload(&alice, png(64, 2)).await).await.data();
    let id = UserId::parse("240101").unwrap();

    let exported = portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &id)?)).await.unwrap();
    let exported = exported.unwrap();
    assert_eq!((&exported[0]["kind"], &exported[0]["url"]), (&json!("avatar"), &avatar["url"]));
    assert_eq!(exported[1]["kind"], "wallpaper");
    portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &id)?)).await.unwrap();
    assert_eq!(pictures(&bob).await["avatars"], json!({}));
    assert_eq!(bob.get(url(&avatar)).await.status, 404);
}
