//! The files under `/resources`.

use std::os::unix::fs::symlink;

use axum::http::Method;

use super::{AssetFolder, MP4, PNG, write};

#[tokio::test]
async fn a_file_is_validated_before_it_is_sent_again() {
    let place = AssetFolder::with(&[("wallpapers/sea.png", PNG)]).await;
    let anyone = place.portal.anonymous();

    let first = anyone.get("/resources/wallpapers/sea.png").await;
    assert_eq!((first.status.as_u16(), first.bytes.as_slice()), (200, PNG));
    for (name, value) in [
        ("content-type", "image/png"),
        ("content-length", "29"),
        ("cache-control", "no-cache"),
        ("accept-ranges", "bytes"),
        ("x-content-type-options", "nosniff"),
    ] {
        assert_eq!(first.header(name), value, "{name}");
    }
    let etag = first.header("etag");
    let again = anyone
        .clone()
        .with("if-none-match", &format!("\"x\", W/{etag}"))
        .get("/resources/wallpapers/sea.png")
        .await;
    assert_eq!((again.status.as_u16(), again.bytes.len(), again.header("etag")), (304, 0, etag.clone()));

    write(&place.path("wallpapers/sea.png"), MP4);
    let changed = anyone.clone().with("if-none-match", &etag).get("/resources/wallpapers/sea.png").await;
    assert_eq!((changed.status.as_u16(), changed.bytes.as_slice()), (200, MP4));
}

#[tokio::test]
async fn a_video_is_sent_in_the_parts_asked_for() {
    let bytes: Vec<u8> = (0..=255).cycle().take(200_000).collect();
    let place = AssetFolder::with(&[("wallpapers/waves.mp4", &bytes)]).await;
    let anyone = place.portal.anonymous();
    let path = "/resources/wallpapers/waves.mp4";

    let part = anyone.clone().with("range", "bytes=100-150000").get(path).await;
    assert_eq!((part.status.as_u16(), part.bytes.as_slice()), (206, &bytes[100..=150_000]));
    assert_eq!(part.header("content-range"), "bytes 100-150000/200000");
    assert_eq!(
        (part.header("content-type"), part.header("content-length")),
        ("video/mp4".into(), "149901".into())
    );
    let tail = anyone.clone().with("range", "bytes=-10").get(path).await;
    assert_eq!((tail.status.as_u16(), tail.bytes.as_slice()), (206, &bytes[199_990..]));

    let beyond = anyone.clone().with("range", "bytes=200000-").get(path).await;
    assert_eq!(beyond.refusal(), "416 请求的范围超出文件大小");
    assert_eq!(beyond.header("content-range"), "bytes */200000");
    let other = anyone.clone().with("range", "bytes=0-1").with("if-range", "\"other\"").get(path).await;
    assert_eq!((other.status.as_u16(), other.bytes.len()), (200, 200_000));
    let same =
        anyone.clone().with("range", "bytes=0-1").with("if-range", &other.header("etag")).get(path).await;
    assert_eq!(same.status.as_u16(), 206);

    let head = anyone.send(Method::HEAD, path, None).await;
    assert_eq!(
        (head.status.as_u16(), head.bytes.len(), head.header("content-length")),
        (200, 0, "200000".into())
    );
}

#[tokio::test]
async fn a_drawing_runs_nothing() {
    let place =
        AssetFolder::with(&[("weather-icons/rain.svg", b"<svg><script>alert(1)</script></svg>")]).await;
    for path in ["/resources/weather-icons/rain.svg", "/resources/builtin/levels/lv6.svg"] {
        let answer = place.portal.anonymous().get(path).await;
        assert_eq!(answer.header("content-type"), "image/svg+xml");
        assert_eq!(
            answer.header("content-security-policy"),
            "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        );
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert!(answer.header("etag").starts_with('"'));
    }
}

#[tokio::test]
async fn no_address_and_no_link_leads_out_of_the_folder() {
    let place = AssetFolder::with(&[
        ("secret.png", PNG),
        ("wallpapers/sea.png", PNG),
        ("weather-icons/rain.png", PNG),
    ])
    .await;
    symlink(place.path("secret.png"), place.path("wallpapers/link.png")).unwrap();
    symlink("../secret.png", place.path("wallpapers/relative.png")).unwrap();
    symlink("sea.png", place.path("wallpapers/inside.png")).unwrap();
    symlink("/dev/zero", place.path("wallpapers/endless.png")).unwrap();
    let anyone = place.portal.anonymous();

    for name in [
        "link.png",
        "relative.png",
        "endless.png",
        "missing.png",
        "..%2fsecret.png",
        "%2e%2e%2fsecret.png",
        "..%5csecret.png",
        "%2fetc%2fpasswd",
        "..",
        ".",
        "sea.png%2f",
        "sea",
        "wallpapers%2fsea.png",
        "..%252fsecret.png",
    ] {
        let answer = anyone.get(&format!("/resources/wallpapers/{name}")).await;
        assert_eq!(answer.status.as_u16(), 404, "{name}");
    }
    assert_eq!(anyone.get("/resources/wallpapers/a%00.png").await.status.as_u16(), 400);
    assert_eq!(anyone.get("/resources/wallpapers/inside.png").await.bytes, PNG);
    for path in [
        "/resources/secret.png",
        "/resources/wallpapers/../secret.png",
        "/resources/builtin/../wallpapers/sea.png",
        "/resources/builtin/levels/lv7.svg",
    ] {
        assert_eq!(anyone.get(path).await.status.as_u16(), 404, "{path}");
    }
    let listed = super::own(&place.portal.member().await).await;
    let names: Vec<_> = listed.iter().map(|wallpaper| wallpaper["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["inside", "sea"]);
}
