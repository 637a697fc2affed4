//! Addresses that lead elsewhere than they say. A canary on this machine counts who came.

use std::net::IpAddr;

use super::*;

/// Each must be refused; `{port}` is the canary's.
const TABLE: &[&str] = &[
    // Not listed.
    "https://example.com/a.css",
    "https://jsdelivr.net/a",
    "https://cdn.jsdelivr.net.evil.example/a",
    "https://evil-cdn.jsdelivr.net.evil.example/a",
    "https://xunpkg.com/a",
    "https://unpkg.com.evil.example/a",
    "https://unpkg.comevil.example/a",
    "https://com/a",
    // Trailing dots.
    "https://unpkg.com./a",
    "https://unpkg.com../a",
    "https://localhost./a",
    // Schemes.
    "http://unpkg.com/a",
    "ftp://unpkg.com/a",
    "file:///etc/passwd",
    "file://unpkg.com/etc/passwd",
    "gopher://127.0.0.1:{port}/_GET",
    "data:text/css,a{}",
    "javascript:alert(1)",
    "ws://unpkg.com/a",
    "//unpkg.com/a",
    "https:unpkg.com/a",
    "https:/unpkg.com/a",
    "https:///unpkg.com/a",
    "unpkg.com/a",
    // Ports.
    "https://unpkg.com:80/a",
    "https://unpkg.com:8443/a",
    "https://unpkg.com:{port}/a",
    "https://unpkg.com:0/a",
    "https://unpkg.com:65536/a",
    // This machine, in every spelling.
    "https://127.0.0.1:{port}/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.0.0.1/",
    "https://017700000001/",
    "https://0177.0.0.1/",
    "https://127.0.0.1.:{port}/",
    "https://0/",
    "https://[::1]:{port}/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]:{port}/",
    "https://[::ffff:7f00:1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://169.254.169.254/latest/meta-data/",
    "https://10.0.0.1/",
    "https://192.168.1.1/",
    "https://100.100.100.200/",
    "https://[fd00:ec2::254]/",
    "https://[fe80::1%25lo]/",
    // Credentials and what looks like them.
    "https://user@unpkg.com/a",
    "https://user:pass@unpkg.com/a",
    "https://unpkg.com@127.0.0.1:{port}/",
    "https://unpkg.com:443@127.0.0.1:{port}/",
    "https://127.0.0.1:{port}@unpkg.com/",
    "https://unpkg.com%40127.0.0.1:{port}/",
    "https://@unpkg.com/a",
    // Fragments, backslashes, and characters that programs repair.
    "https://127.0.0.1:{port}#@unpkg.com/",
    "https://unpkg.com#@127.0.0.1:{port}/",
    "https://unpkg.com\\@127.0.0.1:{port}/",
    "https://127.0.0.1:{port}\\@unpkg.com/",
    "https:\\\\unpkg.com\\a",
    "https://unpkg.com /a",
    " https://unpkg.com/a",
    "https://unp\tkg.com/a",
    "https://unpkg.com\r\nHost: evil/a",
    "https://%75npkg.com/a",
    "https://unpkg%2Ecom/a",
    "https://unpkg.com%00.evil.example/a",
    // Letters of other scripts.
    "https://unpkg。com/a",
    "https://ｕｎｐｋｇ.com/a",
    "https://unрkg.com/a",
    "https://xn--unkg-u6d.com/a",
    "https://①②⑦.⓪.⓪.①/",
    "https://unpkg.com\u{ad}/a",
    // Nothing at all.
    "",
    "https://",
    "https://?a",
];

#[tokio::test]
async fn an_address_that_leads_elsewhere_is_refused_and_nobody_is_asked() {
    let canary = Upstream::answering_with(css("", "a{}")).await;
    let portal = TestPortal::with(&[FEATURE], &[("CDN_WHITELIST", "cdn.test")]).await;
    answer_names(&portal);
    let member = portal.member().await;
    assert!(TABLE.len() >= 60);
    for raw in TABLE {
        let url = raw.replace("{port}", &canary.port.to_string());
        let answer = ask(&member, &url).await;
        assert!(matches!(answer.status.as_u16(), 400 | 403), "{url}: {}", answer.text());
        assert!(answer.refusal().starts_with("40"), "in the envelope");
    }
    let long = format!("https://unpkg.com/{}", "a".repeat(2048));
    assert_eq!(ask(&member, &long).await.status, 400);
    assert_eq!(member.get("/api/cdn/proxy").await.refusal(), "400 地址格式不正确");
    assert_eq!(
        portal.anonymous().get("/api/cdn/proxy?url=https://unpkg.com/a").await.refusal(),
        "401 未登录"
    );
    assert_eq!(ask(&member, "https://example.com/").await.refusal(), "403 该域名不在白名单中");
    assert_eq!(canary.connections.load(Ordering::SeqCst), 0);
    assert!(files(&portal).is_empty());
}

#[tokio::test]
async fn a_listed_name_that_leads_to_a_private_address_is_refused_and_nobody_is_asked() {
    static TURN: AtomicUsize = AtomicUsize::new(0);
    let canary = Upstream::answering_with(css("", "a{}")).await;
    let portal = TestPortal::with(&[TEST_FEATURE], &[("CDN_WHITELIST", "cdn.test")]).await;
    // A name server that rebinds: another answer each time, good ones among the bad.
    portal.app.egress.answer_names(|_| {
        Box::pin(async {
            let good: IpAddr = [1, 1, 1, 1].into();
            let bad =
                ["127.0.0.1", "::1", "::ffff:127.0.0.1", "10.0.0.1", "169.254.169.254", "64:ff9b::7f00:1"];
            let turn = TURN.fetch_add(1, Ordering::SeqCst);
            let bad: IpAddr = bad[turn % bad.len()].parse().unwrap();
            Ok(match turn / 6 % 3 {
                0 => vec![bad],
                1 => vec![good, bad],
                _ => vec![bad, good],
            })
        })
    });
    let member = portal.member().await;
    for turn in 0..18 {
        let answer = ask(&member, &canary.url(&format!("/{turn}.css"))).await;
        assert_eq!(answer.refusal(), "403 不允许访问该地址", "{turn}");
    }
    assert_eq!(TURN.load(Ordering::SeqCst), 18, "asked once for each");
    assert_eq!(canary.connections.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_redirect_is_judged_like_the_first_address() {
    for location in [
        "http://127.0.0.1:{port}/secret",
        "http://localhost:{port}/secret",
        "https://169.254.169.254/latest/",
        "http://[::1]:{port}/secret",
        "http://cdn.test.evil.example:{port}/secret",
        "http://user@cdn.test:{port}/secret",
        "http://cdn.test:1/secret",
        "ftp://cdn.test/secret",
        "file:///etc/passwd",
        "//127.0.0.1:{port}/secret",
    ] {
        let upstream = Upstream::answering(move |request| {
            let location = location.replace("{port}", &port_of(request).to_string());
            vec![whole("302 Found", &format!("location: {location}"), b"")]
        })
        .await;
        let portal = upstream.portal(&[]).await;
        let answer = ask(&portal.member().await, &upstream.url("/a.css")).await;
        assert_eq!(answer.refusal(), "403 不允许访问该地址", "{location}");
        assert_eq!(upstream.asked(), 1, "{location}");
    }
    let circle = Upstream::answering(|request| {
        let location = format!("location: http://cdn.test:{}/a.css", port_of(request));
        vec![whole("301 Moved", &location, b"")]
    })
    .await;
    let portal = circle.portal(&[]).await;
    assert_eq!(ask(&portal.member().await, &circle.url("/a.css")).await.refusal(), "502 源站暂时无法访问");
    assert_eq!(circle.asked(), 4, "three redirects and no more");
}

/// The port in a request's `Host`.
fn port_of(request: &str) -> u16 {
    let request = request.to_lowercase();
    let host = request.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    host.rsplit(':').next().and_then(|port| port.trim().parse().ok()).unwrap_or_default()
}
