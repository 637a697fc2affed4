//! Small pictures, and large ones that pretend.

use axum::http::StatusCode;
use futures_util::future::join_all;
use image::{GenericImageView, Rgba, RgbaImage};

use super::*;

fn read(answer: &Answer) -> DynamicImage {
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    image::load_from_memory(&answer.bytes).unwrap()
}

fn thumbnails(portal: &TestPortal) -> usize {
    std::fs::read_dir(portal.folder().join("data/thumbnails")).map_or(0, Iterator::count)
}

#[tokio::test(flavor = "multi_thread")]
async fn each_format_has_a_thumbnail_of_the_next_width() {
    let portal = portal().await;
    let alice = portal.member().await;
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        let sent = send(&alice, written(&picture(800, 400), format)).await;
        let answer = alice.get(&format!("{}?w=200", url(&sent))).await;
        assert_eq!(answer.header("content-type"), "image/jpeg", "{format:?}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        let small = read(&answer);
        assert_eq!(small.dimensions(), (320, 160));
        let (left, right) = (small.get_pixel(40, 80).0, small.get_pixel(280, 80).0);
        assert!(left[0] > 200 && left[2] < 60 && right[0] < 60 && right[2] > 200, "{left:?} {right:?}");
        let etag = answer.header("etag");
        let again = alice.clone().with("if-none-match", &etag).get(&format!("{}?w=200", url(&sent))).await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED);
        assert_eq!(read(&alice.get(&format!("{}?w=4000", url(&sent))).await).width(), 800, "never larger");
    }
    let see_through = RgbaImage::from_pixel(800, 400, Rgba([0, 255, 0, 100])).into();
    let sent = send(&alice, written(&see_through, ImageFormat::Png)).await;
    let answer = alice.get(&format!("{}?w=160", url(&sent))).await;
    assert_eq!(
        (answer.header("content-type"), read(&answer).get_pixel(1, 1).0[3]),
        ("image/png".to_owned(), 100)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_photograph_taken_upright_has_an_upright_thumbnail_without_its_place() {
    let portal = portal().await;
    let alice = portal.member().await;
    let sent = send(&alice, photo(800, 400)).await;
    let answer = alice.get(&format!("{}?w=160", url(&sent))).await;
    let small = read(&answer);
    assert_eq!(small.dimensions(), (160, 320));
    // Turned clockwise: what was on the left is above.
    assert!(small.get_pixel(80, 40).0[0] > 200 && small.get_pixel(80, 280).0[2] > 200);
    assert!(!String::from_utf8_lossy(&answer.bytes).contains("Exif"));
}

#[tokio::test(flavor = "multi_thread")]
async fn bombs_damaged_pictures_and_other_files_have_none_and_cost_nothing() {
    let portal = portal().await;
    let alice = portal.member().await;
    let whole = written(&picture(800, 400), ImageFormat::Png);
    // The header alone says 60,000 × 60,000.
    let mut bomb = whole.clone();
    bomb[16..24].copy_from_slice(b"\0\0\xea\x60\0\0\xea\x60");
    // Within the pixels allowed, but not with 16 bits for each of four colours.
    let mut deep = whole.clone();
    deep[16..26].copy_from_slice(b"\0\0\x18\x00\0\0\x18\x00\x10\x06");
    let crc = |bytes: &mut [u8]| {
        let sum = bytes[12..29].iter().fold(u32::MAX, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ ((crc & 1) * 0xedb8_8320))
        });
        bytes[29..33].copy_from_slice(&(!sum).to_be_bytes());
    };
    crc(&mut bomb);
    crc(&mut deep);
    for bytes in [&bomb, &deep, &whole[..200].to_vec(), &b"plain text".to_vec()] {
        let sent = send(&alice, bytes).await;
        for _ in 0..3 {
            assert_eq!(alice.get(&format!("{}?w=160", url(&sent))).await.refusal(), "400 该文件没有缩略图");
        }
        assert_eq!(alice.get(&url(&sent)).await.status, StatusCode::OK);
    }
    assert_eq!(thumbnails(&portal), 0);
    let sent = send(&alice, whole).await;
    for wrong in ["0", "-1", "x", ""] {
        assert_eq!(alice.get(&format!("{}?w={wrong}", url(&sent))).await.status, StatusCode::BAD_REQUEST);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_at_once_and_a_restart_get_one_that_is_made_once() {
    let portal = portal().await;
    let alice = portal.member().await;
    let sent = send(&alice, written(&picture(1200, 900), ImageFormat::Jpeg)).await;
    let target = format!("{}?w=320", url(&sent));
    let answers = join_all((0..200).map(|_| alice.get(&target))).await;
    assert!(answers.iter().all(|answer| answer.status == StatusCode::OK && answer.bytes == answers[0].bytes));
    assert_eq!(thumbnails(&portal), 1);
    let place =
        std::fs::read_dir(portal.folder().join("data/thumbnails")).unwrap().next().unwrap().unwrap().path();
    let made = std::fs::metadata(&place).unwrap().modified().unwrap();
    let portal = portal.restart(&[]).await;
    let alice = portal.client_of(UserId::parse("240111").unwrap()).await;
    assert_eq!(alice.get(&target).await.bytes, answers[0].bytes);
    assert_eq!(std::fs::metadata(&place).unwrap().modified().unwrap(), made);
    // Whoever empties the folder loses nothing.
    std::fs::remove_file(&place).unwrap();
    assert_eq!(alice.get(&target).await.bytes, answers[0].bytes);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thumbnail_whose_callers_have_left_is_made_all_the_same_and_once() {
    let portal = TestPortal::with(&[FEATURE], &[("RATE_LIMIT_THUMBNAIL", "1/60")]).await;
    let alice = portal.member().await;
    let sent = send(&alice, written(&picture(1200, 900), ImageFormat::Jpeg)).await;
    let target = format!("{}?w=320", url(&sent));
    for _ in 0..50 {
        let mut asked = Box::pin(alice.get(&target));
        // Asked for in earnest, and gone before the answer.
        for _ in 0..3 {
            assert!(futures_util::poll!(&mut asked).is_pending() || thumbnails(&portal) == 1);
            tokio::task::yield_now().await;
            if thumbnails(&portal) == 1 {
                break;
            }
        }
    }
    // Making it a second time would be refused.
    assert_eq!(read(&alice.get(&target).await).width(), 320);
    assert_eq!(thumbnails(&portal), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_too_many_made_waits_and_what_is_made_costs_nothing() {
    let portal = TestPortal::with(&[FEATURE], &[("RATE_LIMIT_THUMBNAIL", "2/60")]).await;
    let alice = portal.member().await;
    let sent = send(&alice, written(&picture(1400, 700), ImageFormat::Jpeg)).await;
    let get = async |width: u32| alice.get(&format!("{}?w={width}", url(&sent))).await;
    assert_eq!((read(&get(160).await).width(), read(&get(320).await).width()), (160, 320));
    let refused = get(640).await;
    assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (429, "30".to_owned()));
    for width in [160, 320, 160, 320] {
        assert_eq!(read(&get(width).await).width(), width, "made before");
    }
    portal.advance(30);
    assert_eq!(read(&get(640).await).width(), 640);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thumbnail_goes_with_its_file() {
    let portal = portal().await;
    let alice = portal.member().await;
    let sent = send(&alice, written(&picture(800, 400), ImageFormat::Png)).await;
    alice.get(&format!("{}?w=160", url(&sent))).await;
    assert_eq!(thumbnails(&portal), 1);
    portal.advance(86_400);
    portal.app.files.sweep().await.unwrap();
    // The task counts its hour from when it first runs, which may be after the clock was moved.
    while thumbnails(&portal) > 0 {
        portal.advance(3_660);
        tokio::task::yield_now().await;
    }
}
