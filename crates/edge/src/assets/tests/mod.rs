//! The assets feature through `HttpApp`.

mod files;
mod lists;
mod uploads;

use std::path::{Path, PathBuf};

use axum::http::Method;
use identity::testing::TestPortal;
use kernel::testing::{Answer, Client};
use serde_json::Value;

use super::FEATURE;

/// A PNG's beginning, 640 × 480; nobody decodes the rest.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\x80\0\0\x01\xe0\x08\x06\0\0\0";
const MP4: &[u8] = b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2";

/// A portal with a RESOURCES_DIR of its own.
struct AssetFolder {
    portal: TestPortal,
    folder: tempfile::TempDir,
}

impl AssetFolder {
    async fn new() -> Self {
        Self::with(&[]).await
    }

    /// With these files in RESOURCES_DIR.
    async fn with(files: &[(&str, &[u8])]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            write(&folder.path().join(name), bytes);
        }
        let root = folder.path().to_str().unwrap().to_owned();
        let portal = TestPortal::with(&[FEATURE], &[("RESOURCES_DIR", &root)]).await;
        Self { portal, folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Every name in the folder of wallpapers, hidden ones too.
    fn wallpapers(&self) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(self.path("wallpapers")) else { return Vec::new() };
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

fn write(path: &Path, bytes: &[u8]) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
}

async fn upload(client: &Client, query: &str, content_type: &str, bytes: &[u8]) -> Answer {
    let target = format!("/api/assets/wallpapers{query}");
    client.send_raw(Method::POST, &target, Some((bytes.to_vec(), content_type))).await
}

/// The wallpapers that are no built-in ones.
async fn own(client: &Client) -> Vec<Value> {
    let all = client.get("/api/assets/wallpapers").await.data();
    all.as_array().unwrap().iter().filter(|wallpaper| wallpaper["builtin"] == false).cloned().collect()
}
