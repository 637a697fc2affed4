//! Pages and files, through `HttpApp`, from a folder on the disk and from the binary.

use std::path::Path;

use axum::body::Body;
use axum::http::{Method, Request};
use identity::testing::TestPortal;
use kernel::http::HttpApp;
use serde_json::json;
use server::Pages;

/// What came back: status, headers, body.
struct Answer {
    status: u16,
    headers: axum::http::HeaderMap,
    body: String,
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

/// A front end of four files, and around it what must never be served.
fn site(root: &Path) {
    let public = root.join("site");
    std::fs::create_dir_all(public.join("assets")).unwrap();
    let files = [
        ("site/index.html", "the page"),
        ("site/sw.js", "the worker"),
        ("site/assets/app-1a2b.js", "the script, plain"),
        ("site/assets/app-1a2b.js.br", "the script, brotli"),
        ("site/assets/app-1a2b.js.gz", "the script, gzip"),
        ("site/.env", "hidden"),
        ("outside.txt", "outside"),
    ];
    for (name, content) in files {
        std::fs::write(root.join(name), content).unwrap();
    }
    std::os::unix::fs::symlink(root.join("outside.txt"), public.join("link.txt")).unwrap();
}

struct Site {
    http: HttpApp,
    portal: TestPortal,
    _root: tempfile::TempDir,
}

impl Site {
    async fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        site(root.path());
        Self::at(root, "site").await
    }

    /// With this folder of `root` as PUBLIC_DIR.
    async fn at(root: tempfile::TempDir, folder: &str) -> Self {
        let public = root.path().join(folder);
        let portal = TestPortal::with(
            &[realtime::FEATURES, integrations::FEATURES, social::FEATURES].concat(),
            &[("PUBLIC_DIR", public.to_str().unwrap())],
        )
        .await;
        let pages = Pages::new(&portal.app);
        let router =
            server::router(&portal.app.features).fallback(async move |request| pages.answer(request).await);
        Self { http: HttpApp::new(portal.app.clone(), router), portal, _root: root }
    }

    async fn ask(&self, method: Method, target: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::builder().method(method).uri(target);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = self.http.handle(request.body(Body::empty()).unwrap(), [192, 0, 2, 1].into()).await;
        let (parts, body) = answer.into_parts();
        let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        let body = String::from_utf8_lossy(&bytes).into_owned();
        Answer { status: parts.status.as_u16(), headers: parts.headers, body }
    }

    async fn get(&self, target: &str) -> Answer {
        self.ask(Method::GET, target, &[]).await
    }
}

#[tokio::test]
async fn every_address_without_a_dot_is_the_page() {
    let site = Site::new().await;

    for target in ["/", "/app/chat", "/app/chat/", "/setup?step=2"] {
        let page = site.get(target).await;
        assert_eq!((page.status, page.body.as_str()), (200, "the page"), "{target}");
        assert_eq!(page.header("cache-control"), "no-cache");
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
        assert!(
            page.header("content-security-policy").starts_with("default-src 'self'; script-src 'self'; ")
        );
        assert_eq!(page.header("x-content-type-options"), "nosniff");
        assert!(page.header("etag").starts_with('"'));
    }
}

/// What the content policy of a page says under a name.
fn directive(page: &Answer, name: &str) -> String {
    let policy = page.header("content-security-policy").to_owned();
    let found = policy.split(';').map(str::trim).find_map(|one| one.strip_prefix(name).map(str::to_owned));
    found.unwrap().trim().to_owned()
}

#[tokio::test]
async fn a_page_connects_to_its_own_host_alone_and_shows_no_frames_of_others() {
    let site = Site::new().await;
    // The features' own tests have WS_PORT as it is by default.
    let page = site.ask(Method::GET, "/", &[("host", "192.168.1.5:9001")]).await;
    assert_eq!(
        directive(&page, "connect-src"),
        "'self' ws://192.168.1.5:9001 wss://192.168.1.5:9001 ws://192.168.1.5:10001 wss://192.168.1.5:10001"
    );
    assert_eq!(directive(&page, "frame-src"), "'self'");
    for host in ["evil; script-src *", "a b", "*", "[::1]:3000"] {
        let page = site.ask(Method::GET, "/", &[("host", host)]).await;
        assert_eq!((page.status, directive(&page, "connect-src").as_str()), (200, "'self'"), "{host}");
        assert_eq!(directive(&page, "script-src"), "'self'");
    }
}

#[tokio::test]
async fn a_page_frames_the_pages_of_integrations_from_their_issue_to_their_end() {
    let site = Site::new().await;
    let head = site.portal.class_admin().await;
    let framed = async || directive(&site.get("/app/chat").await, "frame-src");
    let with_page = "'self' https://tracker.example:8443";
    let wanted = json!({ "name": "a", "scopes": ["data:read"], "origins": ["https://tracker.example:8443"],
                         "pageUrl": "https://tracker.example:8443/portal" });
    let issued = head.post("/api/integrations/tokens", &wanted).await.data();
    assert_eq!(framed().await, with_page);
    let tag = site.get("/").await.header("etag").to_owned();
    let unchanged = site.ask(Method::GET, "/", &[("if-none-match", &tag)]).await;
    assert_eq!((unchanged.status, directive(&unchanged, "frame-src").as_str()), (304, with_page));
    assert!(directive(&unchanged, "connect-src").starts_with(with_page), "to ask whether its server answers");
    for other in ["default-src", "script-src", "frame-ancestors"] {
        assert!(directive(&unchanged, other).starts_with("'self'"), "{other}");
        assert!(!directive(&unchanged, other).contains("tracker"), "{other}");
    }

    let path = format!("/api/integrations/tokens/{}", issued["id"]);
    head.put(&path, &json!({ "active": false })).await.data();
    assert_eq!(framed().await, "'self'");
    head.put(&path, &json!({ "active": true })).await.data();
    assert_eq!(framed().await, with_page);
    head.delete(&path).await.data();
    assert_eq!(framed().await, "'self'");
}

#[tokio::test]
async fn a_hashed_file_is_kept_for_good_in_the_smallest_encoding() {
    let site = Site::new().await;
    let cases = [
        ("gzip, br", "br", "the script, brotli"),
        ("gzip", "gzip", "the script, gzip"),
        ("", "", "the script, plain"),
    ];
    let mut validators = Vec::new();

    for (accepted, encoding, body) in cases {
        let file = site.ask(Method::GET, "/assets/app-1a2b.js", &[("accept-encoding", accepted)]).await;
        assert_eq!((file.status, file.body.as_str(), file.header("content-encoding")), (200, body, encoding));
        assert_eq!(file.header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(file.header("vary"), "Accept-Encoding");
        assert_eq!(file.header("content-type"), "text/javascript; charset=utf-8");
        assert_eq!(file.header("content-length"), body.len().to_string());
        validators.push(file.header("etag").to_owned());
    }

    validators.dedup();
    assert_eq!(validators.len(), 3, "each encoding has a validator of its own: {validators:?}");
}

#[tokio::test]
async fn what_the_client_has_is_not_sent_again() {
    let site = Site::new().await;
    let tag = site.get("/sw.js").await.header("etag").to_owned();

    for known in [tag.clone(), format!("W/{tag}"), format!("\"other\", {tag}"), "*".to_owned()] {
        let answer = site.ask(Method::GET, "/sw.js", &[("if-none-match", &known)]).await;
        assert_eq!(
            (answer.status, answer.body.as_str(), answer.header("etag")),
            (304, "", tag.as_str()),
            "{known}"
        );
    }
    assert_eq!(site.ask(Method::GET, "/sw.js", &[("if-none-match", "\"other\"")]).await.status, 200);
}

#[tokio::test]
async fn a_file_that_is_not_there_is_never_the_page() {
    let site = Site::new().await;

    for target in ["/assets/gone.js", "/gone.png", "/assets/app-1a2b.js.br", "/assets/app-1a2b.js.gz"] {
        let answer = site.get(target).await;
        assert_eq!((answer.status, answer.header("cache-control")), (404, "no-store"), "{target}");
        assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8");
    }
}

#[tokio::test]
async fn no_path_leads_out_of_the_folder() {
    let site = Site::new().await;

    let out = [
        "/../outside.txt",
        "/assets/../../outside.txt",
        "/%2e%2e/outside.txt",
        "/..%2foutside.txt",
        "//outside.txt",
    ];
    for target in out.into_iter().chain(["/link.txt", "/.env", "/assets/.%00.js", "/a\\..\\outside.txt"]) {
        // What is no address at all cannot be asked for.
        if target.parse::<axum::http::Uri>().is_ok() {
            let answer = site.get(target).await;
            assert!(matches!(answer.status, 400 | 404), "{target}: {} {}", answer.status, answer.body);
        }
    }
}

#[tokio::test]
async fn an_unknown_path_of_the_api_is_json() {
    let site = Site::new().await;

    for target in ["/api", "/api/", "/api/nothing", "/api/nothing.json"] {
        let answer = site.get(target).await;
        assert_eq!(answer.status, 404, "{target}");
        assert_eq!(answer.body, r#"{"code":404,"message":"接口不存在","data":null,"slug":"unknown_path"}"#);
        assert_eq!(answer.header("cache-control"), "no-store");
    }
}

#[tokio::test]
async fn pages_are_only_read() {
    let site = Site::new().await;

    let posted = site.ask(Method::POST, "/", &[]).await;
    assert_eq!((posted.status, posted.header("allow")), (405, "GET, HEAD"));
    let head = site.ask(Method::HEAD, "/sw.js", &[]).await;
    assert_eq!((head.status, head.header("content-length")), (200, "10"));
}

#[tokio::test]
async fn a_folder_without_a_page_replaces_nothing() {
    let root = tempfile::tempdir().unwrap();
    std::fs::create_dir(root.path().join("empty")).unwrap();
    std::fs::write(root.path().join("empty/notes.txt"), "not for everyone").unwrap();
    let site = Site::at(root, "empty").await;

    assert_eq!(site.get("/notes.txt").await.status, 404);
    let page = site.get("/").await;
    if web_assets::is_built() {
        assert_eq!(page.status, 200);
    } else {
        assert_eq!(page.status, 503);
        assert!(page.body.contains("cargo xtask run"));
    }
}

#[tokio::test]
async fn the_document_and_the_page_that_shows_it_need_no_internet() {
    let site = Site::new().await;

    let document = site.get("/api/openapi.json").await;
    assert_eq!((document.status, document.header("content-type")), (200, "application/json"));
    let page = site.get("/docs/").await;
    assert_eq!(page.status, 200);
    assert!(page.header("content-security-policy").starts_with("default-src 'self';"));
    assert!(!page.body.contains("http://") && !page.body.contains("https://"), "{}", page.body);
    assert!(site.get("/docs/swagger-initializer.js").await.body.contains("/api/openapi.json"));
}
