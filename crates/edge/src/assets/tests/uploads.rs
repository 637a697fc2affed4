//! Uploads and deletions by class admins.

use axum::http::{Method, StatusCode};
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{AssetFolder, FEATURE, MP4, PNG, TestPortal, own, upload, write};

#[tokio::test]
async fn a_class_admin_adds_a_wallpaper_and_takes_it_away() {
    let place = AssetFolder::new().await;
    let admin = place.portal.class_admin().await;

    let made = upload(&admin, "?name=%E5%A4%8F%E5%A4%A9.jpeg", "image/png", PNG).await.data();
    assert_eq!(
        (&made["name"], &made["type"], &made["builtin"]),
        (&json!("夏天"), &json!("image"), &json!(false))
    );
    assert_eq!(made["url"], "/resources/wallpapers/%E5%A4%8F%E5%A4%A9.png");
    let mut seen = made.clone();
    assert_eq!(own(&admin).await, std::slice::from_ref(&made));
    seen["deletable"] = json!(false);
    assert_eq!(own(&place.portal.member().await).await, [seen]);
    assert_eq!(place.portal.anonymous().get(made["url"].as_str().unwrap()).await.bytes, PNG);
    assert_eq!(place.wallpapers(), ["夏天.png"], "nothing unfinished is left");

    let path = format!("/api/assets/wallpapers/{}", made["id"].as_str().unwrap());
    assert_eq!(admin.delete(&path).await.data(), Value::Null);
    assert_eq!(admin.delete(&path).await.refusal(), "404 请求的内容不存在");
    assert!(own(&admin).await.is_empty() && place.wallpapers().is_empty());
}

#[tokio::test]
async fn a_name_that_is_taken_gets_a_number_and_nothing_is_overwritten() {
    let place = AssetFolder::with(&[("wallpapers/sea.png", b"first")]).await;
    let admin = place.portal.class_admin().await;

    let answers = join_all((0..20).map(|_| upload(&admin, "?name=sea", "image/png", PNG))).await;

    let mut names: Vec<_> =
        answers.iter().map(|answer| answer.data()["name"].as_str().unwrap().to_owned()).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 20);
    assert_eq!(std::fs::read(place.path("wallpapers/sea.png")).unwrap(), b"first");
    assert_eq!(own(&admin).await.len(), 21);
}

#[tokio::test]
async fn a_video_takes_the_picture_of_its_name_as_its_poster() {
    let place = AssetFolder::new().await;
    let admin = place.portal.class_admin().await;
    upload(&admin, "?name=waves", "image/png", PNG).await.data();
    let video = upload(&admin, "?name=waves", "video/mp4", MP4).await.data();

    let listed = own(&admin).await;
    assert_eq!(listed.len(), 1);
    assert_eq!(
        (&listed[0]["id"], &listed[0]["poster"]),
        (&video["id"], &json!("/resources/wallpapers/waves.png"))
    );
    admin.delete(&format!("/api/assets/wallpapers/{}", video["id"].as_str().unwrap())).await.data();
    assert_eq!(own(&admin).await[0]["type"], "image", "the picture was someone's upload too");
}

#[tokio::test]
async fn what_is_no_wallpaper_is_refused_and_leaves_nothing() {
    let place = AssetFolder::new().await;
    let admin = place.portal.class_admin().await;
    let huge = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x40\x00\0\0\x40\x00\x08\x06\0\0\0";
    let wrong_type = "415 壁纸须为 PNG、JPEG、WebP、GIF 图片或 MP4、WebM 视频";
    for (content_type, bytes, refusal) in [
        ("image/svg+xml", &b"<svg/>"[..], wrong_type),
        ("text/html", b"<p>", wrong_type),
        ("application/json", b"{}", wrong_type),
        ("image/png", b"<html><script>1</script></html>", "400 文件内容与类型不符"),
        ("image/jpeg", PNG, "400 文件内容与类型不符"),
        ("video/mp4", PNG, "400 文件内容与类型不符"),
        ("image/png", b"", "400 缺少请求内容"),
        ("image/png", huge, "400 图片像素过大，最多 4000 万像素"),
    ] {
        assert_eq!(upload(&admin, "?name=x", content_type, bytes).await.refusal(), refusal);
    }
    assert_eq!(admin.post_empty("/api/assets/wallpapers").await.refusal(), wrong_type);
    assert!(place.wallpapers().is_empty());
}

#[tokio::test]
async fn a_picture_ends_at_15_mib_and_a_video_does_not() {
    let place = AssetFolder::new().await;
    let admin = place.portal.class_admin().await;
    let filled = |head: &[u8], size: usize| [head, &vec![0; size - head.len()]].concat();
    let limit = 15 << 20;

    assert_eq!(upload(&admin, "", "image/png", &filled(PNG, limit)).await.data()["name"], "wallpaper");
    assert_eq!(upload(&admin, "", "image/png", &filled(PNG, limit + 1)).await.refusal(), "413 请求内容过大");
    assert_eq!(upload(&admin, "", "video/mp4", &filled(MP4, limit + 1)).await.data()["type"], "video");
    let announced = admin.clone().with("content-length", "62914561");
    assert_eq!(upload(&announced, "", "video/mp4", MP4).await.refusal(), "413 请求内容过大");
    assert_eq!(place.wallpapers(), ["wallpaper.mp4", "wallpaper.png"]);
}

#[tokio::test]
async fn the_hundred_and_first_is_refused() {
    let names: Vec<String> = (0..98).map(|n| format!("wallpapers/{n}.png")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), PNG)).collect();
    let place = AssetFolder::with(&files).await;
    let admin = place.portal.class_admin().await;

    let answers = join_all((0..50).map(|_| upload(&admin, "?name=x", "image/png", PNG))).await;

    assert_eq!(answers.iter().filter(|answer| answer.status == StatusCode::OK).count(), 2);
    assert!(
        answers.iter().all(|a| a.status == StatusCode::OK || a.refusal() == "409 最多可以保存 100 个壁纸")
    );
    assert_eq!(place.wallpapers().len(), 100);
}

#[tokio::test]
async fn members_and_officers_change_nothing() {
    let place = AssetFolder::with(&[("wallpapers/sea.png", PNG)]).await;
    let (member, officer) =
        (place.portal.member().await, place.portal.officer(&place.portal.permissions()).await);
    let id = own(&member).await[0]["id"].as_str().unwrap().to_owned();
    for client in [&member, &officer] {
        assert_eq!(upload(client, "", "image/png", PNG).await.refusal(), "403 无权限执行此操作");
        assert_eq!(
            client.delete(&format!("/api/assets/wallpapers/{id}")).await.refusal(),
            "403 无权限执行此操作"
        );
    }
    let anonymous = place.portal.anonymous();
    assert_eq!(upload(&anonymous, "", "image/png", PNG).await.refusal(), "401 未登录");
    assert_eq!(place.wallpapers(), ["sea.png"]);
}

#[tokio::test]
async fn a_class_admin_deletes_what_the_own_class_has_uploaded() {
    let place = AssetFolder::with(&[("wallpapers/sea.png", PNG)]).await;
    place.portal.list_classes(&["01", "02"]).await;
    let (one, two, admin) =
        (place.portal.class_admin().await, place.portal.register("240200").await, place.portal.admin().await);
    upload(&one, "?name=of-one", "image/png", PNG).await.data();
    upload(&admin, "?name=of-all", "image/png", PNG).await.data();
    let path = async |name: &str| {
        let known = own(&admin).await.into_iter().find(|wallpaper| wallpaper["name"] == name);
        format!("/api/assets/wallpapers/{}", known.unwrap()["id"].as_str().unwrap())
    };
    let deletable = async |client: &kernel::testing::Client| {
        let listed = own(client).await;
        listed.iter().filter(|w| w["deletable"] == true).map(|w| w["name"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(deletable(&one).await, ["of-one"]);
    assert_eq!(deletable(&admin).await, ["of-all", "of-one", "sea"]);
    for name in ["of-one", "of-all", "sea"] {
        assert_eq!(two.delete(&path(name).await).await.refusal(), "403 无权限执行此操作", "{name}");
    }
    one.delete(&path("of-one").await).await.data();
    assert_eq!(one.delete(&path("of-all").await).await.refusal(), "403 无权限执行此操作");
    admin.delete(&path("of-all").await).await.data();
    admin.delete(&path("sea").await).await.data();
    assert!(own(&admin).await.is_empty());
    // The name is free for another class, and the file is theirs then.
    upload(&two, "?name=of-one", "image/png", PNG).await.data();
    assert_eq!(one.delete(&path("of-one").await).await.refusal(), "403 无权限执行此操作");
}

#[tokio::test]
async fn a_built_in_wallpaper_stays() {
    let portal = TestPortal::new(&[FEATURE]).await;
    let admin = portal.class_admin().await;
    assert_eq!(admin.delete("/api/assets/wallpapers/ocean").await.refusal(), "409 内置壁纸不能删除");
    for id in ["0", "..%2focean", "ocean.svg"] {
        assert_eq!(admin.delete(&format!("/api/assets/wallpapers/{id}")).await.status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn each_change_is_audited_and_told_by_id_alone() {
    let place = AssetFolder::new().await;
    let admin = place.portal.class_admin().await;
    let made = upload(&admin, "?name=%E5%BC%A0%E4%B8%89", "image/png", PNG).await.data();
    let id = made["id"].as_str().unwrap();
    admin.delete(&format!("/api/assets/wallpapers/{id}")).await.data();

    let app = place.portal.app.clone();
    let reader = app.clone();
    let (events, verified) = app
        .db
        .read(move |read| {
            Ok((kernel::events::after(read, 0, 100)?, kernel::audit::verify(read, &reader.secrets)?))
        })
        .await
        .unwrap();
    let told: Vec<_> = events.iter().filter(|event| event.feature == "assets").collect();
    let kinds: Vec<_> = told.iter().map(|event| event.kind.as_str()).collect();
    assert_eq!(kinds, ["wallpaper_added", "wallpaper_removed"]);
    assert!(
        told.iter().all(|event| event.audience == "all" && event.subject_id == id && event.data == "null")
    );
    assert_eq!(verified, Ok(2));
    assert!(!id.contains('三') && id.len() == 16);
}

#[tokio::test]
async fn what_a_crash_left_behind_goes_at_the_next_start() {
    let place = AssetFolder::with(&[("wallpapers/sea.png", PNG), ("wallpapers/.asset-0123", PNG)]).await;
    assert_eq!(place.wallpapers(), ["sea.png"]);
    write(&place.path("wallpapers/.other"), PNG);
    let AssetFolder { portal, folder } = place;
    let portal = portal.restart(&[]).await;
    let place = AssetFolder { portal, folder };
    assert_eq!(place.wallpapers(), [".other", "sea.png"]);
}

#[tokio::test]
async fn without_resources_dir_uploads_go_to_the_data_folder() {
    let portal = TestPortal::new(&[FEATURE]).await;
    let admin = portal.class_admin().await;
    let made = upload(&admin, "?name=sea", "image/png", PNG).await.data();

    assert!(portal.folder().join("data/resources/wallpapers/sea.png").is_file());
    let answer = portal.anonymous().send(Method::GET, made["url"].as_str().unwrap(), None).await;
    assert_eq!(answer.bytes, PNG);
}
