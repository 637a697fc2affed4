//! The cloud feature through `HttpApp`.

mod owning;
mod reading;
mod thumbnails;
mod uploads;

use std::io::Cursor;

use axum::http::Method;
use identity::testing::TestPortal;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use kernel::files::Reference;
use kernel::testing::{Answer, Client};
use kernel::user::UserId;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::FEATURE;

const FILES: &str = "/api/cloud/files";

async fn portal() -> TestPortal {
    TestPortal::new(&[FEATURE]).await
}

/// Two members of class 01.
async fn two(portal: &TestPortal) -> (Client, Client) {
    (portal.register("240101").await, portal.register("240102").await)
}

async fn try_send(client: &Client, bytes: impl AsRef<[u8]>) -> Answer {
    let body = (bytes.as_ref().to_vec(), "application/octet-stream");
    client.send_raw(Method::POST, FILES, Some(body)).await
}

async fn send(client: &Client, bytes: impl AsRef<[u8]>) -> Value {
    try_send(client, bytes).await.data()
}

fn url(file: &Value) -> String {
    file["url"].as_str().unwrap().to_owned()
}

fn digest(bytes: impl AsRef<[u8]>) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// A form of parts: what stands in `Content-Disposition` behind `form-data; `, and the content.
async fn send_form(client: &Client, parts: &[(&str, &[u8])]) -> Answer {
    let mut body = Vec::new();
    for (disposition, content) in parts {
        body.extend(format!("--XX\r\nContent-Disposition: form-data; {disposition}\r\n\r\n").bytes());
        body.extend(*content);
        body.extend(b"\r\n");
    }
    body.extend(b"--XX--\r\n");
    client.send_raw(Method::POST, FILES, Some((body, "multipart/form-data; boundary=XX"))).await
}

/// Refers to a file as a note of its owner's would, for an audience.
async fn refer(portal: &TestPortal, owner: &str, file: &Value, audience: &'static str) {
    let (app, hash) = (portal.app.clone(), file["hash"].as_str().unwrap().to_owned());
    let owner = UserId::parse(owner).unwrap();
    let facts = app.accounts().load(owner).await.unwrap().unwrap();
    let reader = app.file_reader(&facts);
    let write = move |tx: &mut kernel::AppTx| {
        let reference =
            Reference { feature: "note", ref_id: "n1", owner: Some(owner), audience, name: "笔记.txt" };
        app.files.add_ref(tx, &reader, &hash, &reference)
    };
    portal.app.write(write).await.unwrap();
}

fn partial_files(portal: &TestPortal) -> usize {
    std::fs::read_dir(portal.folder().join("data/files/tmp")).map_or(0, Iterator::count)
}

/// A picture, its left half red and its right half blue.
fn picture(width: u32, height: u32) -> DynamicImage {
    RgbImage::from_fn(width, height, |x, _| Rgb(if x < width / 2 { [255, 0, 0] } else { [0, 0, 255] })).into()
}

fn written(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// A photograph taken upright, in which its place stands.
fn photo(width: u32, height: u32) -> Vec<u8> {
    let plain = written(&picture(width, height), ImageFormat::Jpeg);
    let exif = b"\xff\xe1\0\x38Exif\0\0II*\0\x08\0\0\0\x02\0\
        \x12\x01\x03\0\x01\0\0\0\x06\0\0\0\x25\x88\x04\0\x01\0\0\0\x26\0\0\0\0\0\0\0SECRETGPS!";
    [&plain[..2], exif, &plain[2..]].concat()
}
