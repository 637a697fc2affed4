//! The web desktop's pages and files: the router's fallback, for whatever no feature answers.
//!
//! They come from the binary, or from PUBLIC_DIR when that holds an index.html. Every address
//! without a dot in its last part is the one page; the desktop itself knows what it shows there. Only the board of a
//! classroom screen is a page of its own, which a screen loads without the desktop.

mod folder;
mod policy;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use axum::response::IntoResponse;
use bytes::Bytes;
use kernel::App;
use kernel::config::PUBLIC_DIR;
use kernel::texts as words;
use realtime::WS_PORT;
use web_assets::{Accepted, Encoding, INDEX};

use crate::texts;
use folder::Folder;
use policy::policy;

/// Names under here carry a hash of their content.
const HASHED: &str = "assets/";

/// The address of the board of a classroom screen, and the file behind it.
const PANEL_PATH: &str = "/panel";
const PANEL_PAGE: &str = "panel.html";

/// Where pages come from.
#[derive(Clone)]
pub struct Pages {
    app: App,
    folder: Option<Arc<Folder>>,
    /// WS_PORT, where the page may connect to too.
    chat_port: u16,
}

/// A file, ready to send.
struct File {
    content_type: &'static str,
    encoding: Option<Encoding>,
    etag: HeaderValue,
    length: u64,
    body: Body,
}

impl Pages {
    /// PUBLIC_DIR when it holds an index.html, else the binary.
    #[must_use]
    pub fn new(app: &App) -> Self {
        let folder = PUBLIC_DIR.of(&app.config).as_deref().and_then(Folder::open).map(Arc::new);
        Self { app: app.clone(), folder, chat_port: *WS_PORT.of(&app.config) }
    }

    /// What the page may load.
    fn policy(&self, request: &HeaderMap) -> HeaderValue {
        policy(request, self.chat_port, &integrations::page_origins(&self.app))
    }

    /// Answers whatever no route did.
    pub async fn answer(&self, request: Request) -> Response<Body> {
        let path = request.uri().path();
        if path == "/api" || path.starts_with("/api/") {
            return words::UNKNOWN_PATH.err().into_response();
        }
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            let refusal = words::WRONG_METHOD.err();
            return ([(ALLOW, "GET, HEAD")], refusal).into_response();
        }
        let name = file_name(path);
        let accepted = request.headers().get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        match self.find(name, Accepted::parse(accepted.unwrap_or_default())).await {
            Some(file) => self.send(file, name, request.headers()),
            None if name == INDEX || name == PANEL_PAGE => self.not_built(request.headers()),
            None => missing(),
        }
    }

    async fn find(&self, name: &str, accepted: Accepted) -> Option<File> {
        match &self.folder {
            Some(folder) => folder.find(name, accepted).await,
            None => embedded(name, accepted),
        }
    }

    fn send(&self, file: File, name: &str, request: &HeaderMap) -> Response<Body> {
        let hashed = name.starts_with(HASHED);
        let fresh = is_fresh(request, &file.etag);
        let mut response = Response::new(if fresh { Body::empty() } else { file.body });
        let headers = response.headers_mut();
        headers.reserve(12);
        headers.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
        headers.insert(ETAG, file.etag);
        let caching = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
        if !hashed {
            headers.insert(CONTENT_SECURITY_POLICY, self.policy(request));
        }
        if fresh {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(file.content_type));
        headers.insert(CONTENT_LENGTH, file.length.into());
        if let Some(encoding) = file.encoding {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
        }
        response
    }

    fn not_built(&self, request: &HeaderMap) -> Response<Body> {
        let headers = [
            (CACHE_CONTROL, HeaderValue::from_static("no-store")),
            (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
            (CONTENT_SECURITY_POLICY, self.policy(request)),
        ];
        (StatusCode::SERVICE_UNAVAILABLE, headers, texts::NOT_BUILT).into_response()
    }
}

/// The file behind an address. Not decoded: no file of ours needs it, and `%2f` stays a name.
fn file_name(path: &str) -> &str {
    if path.trim_end_matches('/') == PANEL_PATH {
        return PANEL_PAGE;
    }
    let last = path.rsplit('/').next().unwrap_or_default();
    if last.contains('.') { path.trim_start_matches('/') } else { INDEX }
}

fn embedded(name: &str, accepted: Accepted) -> Option<File> {
    let asset = web_assets::find(name)?;
    let variant = asset.choose(accepted);
    Some(File {
        content_type: asset.content_type,
        encoding: variant.encoding,
        etag: HeaderValue::from_static(&variant.etag),
        length: variant.body().len() as u64,
        body: Body::from(Bytes::from_static(variant.body())),
    })
}

/// Whether the client has these very bytes already. Proxies may have weakened its validator.
fn is_fresh(request: &HeaderMap, etag: &HeaderValue) -> bool {
    let known = request.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    known.flat_map(|list| list.split(',')).map(str::trim).any(|tag| {
        let tag = tag.strip_prefix("W/").unwrap_or(tag);
        tag == "*" || tag.as_bytes() == etag.as_bytes()
    })
}

/// Never the page: a script that is gone must not be answered with HTML.
fn missing() -> Response<Body> {
    (StatusCode::NOT_FOUND, [(CACHE_CONTROL, "no-store")], texts::NO_SUCH_FILE).into_response()
}
