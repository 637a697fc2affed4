//! Egress against real servers on this machine, which EGRESS_ALLOW opens or leaves closed.
#![expect(clippy::disallowed_methods, reason = "the servers of these tests are no part of the app")]

use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::{HeaderValue, Method, StatusCode, header};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::Notify;

use super::gate::{self, Gate};
use super::{Egress, EgressError, HostPattern, Request, Rules, is_global};
use crate::clock::Clock;

/// A server that answers each request with the text its handler makes; `None` keeps it waiting.
struct Server {
    port: u16,
    seen: Arc<Mutex<Vec<String>>>,
    asked: Arc<Notify>,
}

impl Server {
    async fn answering(handler: impl Fn(&str) -> String + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (seen, asked) = (Arc::<Mutex<Vec<String>>>::default(), Arc::new(Notify::new()));
        let server = Self { port, seen: seen.clone(), asked: asked.clone() };
        tokio::spawn(async move {
            // Kept, so that an answer that promises more than it sends leaves its reader waiting.
            let mut open = Vec::new();
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut buffer = vec![0; 8192];
                let length = stream.read(&mut buffer).await.unwrap_or_default();
                let request = String::from_utf8_lossy(&buffer[..length]).into_owned();
                let answer = handler(&request);
                seen.lock().unwrap().push(request);
                let _ = stream.write_all(answer.as_bytes()).await;
                asked.notify_one();
                open.push(stream);
            }
        });
        server
    }

    async fn answering_with(answer: &'static str) -> Self {
        Self::answering(|_| answer.to_owned()).await
    }

    fn url(&self, host: &str, path: &str) -> String {
        format!("http://{host}:{}{path}", self.port)
    }

    fn rules(&self) -> Rules {
        Rules { http: true, ports: vec![self.port], ..Rules::default() }
    }

    fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }
}

const HELLO: &str = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\nx-kind: test\r\nconnection: close\r\n\r\nhello";

fn egress(allow: &[&str]) -> Egress {
    resolving(allow, gate::look_up)
}

fn resolving(allow: &[&str], look_up: gate::LookUp) -> Egress {
    let allow = allow.iter().map(|network| network.parse().unwrap()).collect();
    Egress::behind(Gate::new(allow, look_up), &Clock::manual("2026-09-01T00:00:00Z".parse().unwrap()))
}

fn redirect(status: &str, location: &str) -> String {
    format!("HTTP/1.1 {status}\r\nlocation: {location}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
}

async fn refusal(egress: &Egress, url: &str, rules: &Rules) -> &'static str {
    match egress.fetch(Request::get(url), rules).await {
        Err(EgressError::Refused(reason)) => reason,
        Err(other) => panic!("{url}: {other}"),
        Ok(answer) => panic!("{url}: {}", answer.status),
    }
}

#[tokio::test]
async fn an_allowed_server_is_asked_as_the_caller_says() {
    let server = Server::answering_with(HELLO).await;
    let mut request = Request::get(server.url("127.0.0.1", "/a?b=c"));
    request.method = Method::POST;
    request.body = Bytes::from_static(b"body");
    request.headers.insert("x-mine", HeaderValue::from_static("yes"));
    request.headers.insert(header::HOST, HeaderValue::from_static("other.example"));
    let answer = egress(&["127.0.0.1/32"]).fetch(request, &server.rules()).await.unwrap();
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.headers["x-kind"], "test");
    assert_eq!(answer.bytes().await.unwrap(), "hello");
    let seen = server.seen().concat().to_lowercase();
    assert!(seen.starts_with("post /a?b=c http/1.1") && seen.contains("x-mine: yes"), "{seen}");
    assert!(seen.contains("host: 127.0.0.1") && !seen.contains("other.example"), "{seen}");
}

#[tokio::test]
async fn every_spelling_of_loopback_is_refused_without_a_connection() {
    let server = Server::answering_with(HELLO).await;
    let egress = egress(&[]);
    let spellings = "127.0.0.1 127.1 127.0.0.1. 2130706433 0x7f000001 0x7f.1 017700000001 0177.0.0.01
        0 0.0.0.0 ①②⑦.0.0.1 127。0。0。1 %31%32%37.0.0.1 localhost LOCALHOST
        [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:7f00:0001] [::127.0.0.1]
        [64:ff9b::7f00:1] [2002:7f00:1::]";
    for host in spellings.split_whitespace() {
        let reason = refusal(&egress, &server.url(host, "/"), &server.rules()).await;
        assert_eq!(reason, "the address is not a public one", "{host}");
    }
    assert!(server.seen().is_empty());
}

#[tokio::test]
async fn what_the_caller_did_not_ask_for_is_refused() {
    let egress = egress(&["127.0.0.1/32"]);
    let lists =
        Rules { hosts: Some(vec![HostPattern::WithSubdomains("cdn.example".into())]), ..Rules::default() };
    let plain = Rules::default();
    for (url, rules, reason) in [
        ("http://127.0.0.1/", &plain, "the scheme is not allowed"),
        ("ftp://127.0.0.1/", &plain, "the scheme is not allowed"),
        ("file:///etc/passwd", &plain, "the scheme is not allowed"),
        ("https://127.0.0.1:8443/", &plain, "the port is not allowed"),
        ("https://127.0.0.1:80/", &plain, "the port is not allowed"),
        ("https://me@127.0.0.1/", &plain, "the address names a user"),
        ("https://cdn.example:secret@127.0.0.1/", &lists, "the address names a user"),
        ("https://127.0.0.1/", &lists, "the host is not listed"),
        ("https://notcdn.example/", &lists, "the host is not listed"),
        ("https://cdn.example.evil.test/", &lists, "the host is not listed"),
        ("https://127.0.0.1\\@cdn.example/", &lists, "the host is not listed"),
        ("/relative", &plain, "no valid address"),
        ("https://[::1", &plain, "no valid address"),
    ] {
        assert_eq!(refusal(&egress, url, rules).await, reason, "{url}");
    }
}

#[tokio::test]
async fn a_name_is_resolved_once_and_the_connection_goes_where_it_was_judged() {
    static ASKED: AtomicUsize = AtomicUsize::new(0);
    fn answer(host: String) -> BoxFuture<'static, std::io::Result<Vec<IpAddr>>> {
        ASKED.fetch_add(1, Ordering::SeqCst);
        Box::pin(async move {
            let addresses: &[&str] = match host.as_str() {
                "home.test" => &["127.0.0.1"],
                "mixed.test" => &["192.0.43.7", "127.0.0.1"],
                "mapped.test" => &["::ffff:127.0.0.1"],
                _ => &[],
            };
            Ok(addresses.iter().map(|address| address.parse().unwrap()).collect())
        })
    }
    let server = Server::answering_with(HELLO).await;
    let closed = resolving(&[], answer);
    for host in ["home.test", "mixed.test", "mapped.test"] {
        refusal(&closed, &server.url(host, "/"), &server.rules()).await;
    }
    assert!(server.seen().is_empty());
    let nowhere = closed.fetch(Request::get(server.url("none.test", "/")), &server.rules()).await.err();
    assert_eq!(nowhere, Some(EgressError::Unresolved("the host has no address".into())));

    ASKED.store(0, Ordering::SeqCst);
    let open = resolving(&["127.0.0.1/32"], answer);
    let mut rules = server.rules();
    rules.hosts = Some(vec![HostPattern::Below("test".into())]);
    let answer = open.fetch(Request::get(server.url("home.test", "/")), &rules).await.unwrap();
    assert_eq!(answer.bytes().await.unwrap(), "hello");
    assert_eq!(ASKED.load(Ordering::SeqCst), 1);
    assert!(server.seen()[0].contains("host: home.test"));
}

#[tokio::test]
async fn each_redirect_is_judged_like_the_first_address() {
    let inner = Server::answering_with(HELLO).await;
    let inside = inner.url("[::1]", "/secret");
    let port = inner.port;
    let outer = Server::answering(move |request| match request.split(' ').nth(1) {
        Some("/inside") => redirect("302 Found", &inside),
        Some("/decimal") => redirect("307 Temporary Redirect", &format!("http://0x7f.2:{port}/")),
        Some("/scheme") => redirect("301 Moved Permanently", "file:///etc/passwd"),
        Some("/port") => redirect("301 Moved Permanently", "//127.0.0.1:22/"),
        Some("/broken") => redirect("301 Moved Permanently", "http://[/"),
        Some("/loop") => redirect("302 Found", "/loop"),
        Some("/once") => redirect("302 Found", "loop-end?x=1"),
        _ => HELLO.to_owned(),
    })
    .await;
    let egress = egress(&["127.0.0.1/32"]);
    let rules = Rules { ports: vec![inner.port, outer.port], ..outer.rules() };
    for path in ["/inside", "/decimal"] {
        assert_eq!(
            refusal(&egress, &outer.url("127.0.0.1", path), &rules).await,
            "the address is not a public one"
        );
    }
    assert_eq!(
        refusal(&egress, &outer.url("127.0.0.1", "/scheme"), &rules).await,
        "the scheme is not allowed"
    );
    assert_eq!(refusal(&egress, &outer.url("127.0.0.1", "/port"), &rules).await, "the port is not allowed");
    let broken = egress.fetch(Request::get(outer.url("127.0.0.1", "/broken")), &rules).await.err();
    assert!(matches!(broken, Some(EgressError::Upstream(_))));
    assert!(inner.seen().is_empty());

    let once = egress.fetch(Request::get(outer.url("127.0.0.1", "/once")), &rules).await.unwrap();
    assert_eq!((once.status, once.url.path(), once.url.query()), (StatusCode::OK, "/loop-end", Some("x=1")));
    let before = outer.seen().len();
    let endless = egress.fetch(Request::get(outer.url("127.0.0.1", "/loop")), &rules).await.unwrap();
    assert_eq!((endless.status, outer.seen().len() - before), (StatusCode::FOUND, 4));
}

#[tokio::test]
async fn a_redirect_takes_no_credentials_to_another_origin() {
    let other = Server::answering_with(HELLO).await;
    let there = other.url("127.0.0.1", "/");
    let status =
        |request: &str| if request.starts_with("PUT") { "307 Temporary Redirect" } else { "302 Found" };
    let first = Server::answering(move |request| redirect(status(request), &there)).await;
    let egress = egress(&["127.0.0.1/32"]);
    let rules = Rules { ports: vec![first.port, other.port], ..first.rules() };
    let mut request = Request::get(first.url("127.0.0.1", "/"));
    request.method = Method::POST;
    request.body = Bytes::from_static(b"secret body");
    request.headers.insert("x-api-key", HeaderValue::from_static("secret"));
    request.headers.insert(header::ACCEPT, HeaderValue::from_static("text/plain"));
    egress.fetch(request.clone(), &rules).await.unwrap();
    let seen = other.seen().concat();
    assert!(seen.starts_with("GET / ") && seen.contains("text/plain") && !seen.contains("secret"), "{seen}");

    request.method = Method::PUT;
    let refused = egress.fetch(request, &rules).await.err();
    assert_eq!(refused, Some(EgressError::Refused("a redirect would take the body to another origin")));
    assert_eq!(other.seen().len(), 1);
}

#[tokio::test]
async fn a_body_over_the_cap_is_cut_off() {
    let egress = egress(&["127.0.0.1/32"]);
    let told = Server::answering_with(HELLO).await;
    let exact = Rules { max_body: 5, ..told.rules() };
    let answer = egress.fetch(Request::get(told.url("127.0.0.1", "/")), &exact).await.unwrap();
    assert_eq!(answer.bytes().await.unwrap().len(), 5);
    let small = Rules { max_body: 4, ..told.rules() };
    let over = egress.fetch(Request::get(told.url("127.0.0.1", "/")), &small).await.err();
    assert_eq!(over, Some(EgressError::TooLarge));

    let untold = Server::answering_with(
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n5\r\nthere\r\n",
    )
    .await;
    let small = Rules { max_body: 9, ..untold.rules() };
    let answer = egress.fetch(Request::get(untold.url("127.0.0.1", "/")), &small).await.unwrap();
    assert_eq!(answer.bytes().await.err(), Some(EgressError::TooLarge));
}

#[tokio::test]
async fn a_slow_server_is_given_up_on() {
    let egress = egress(&["127.0.0.1/32"]);
    let silent = Server::answering_with("").await;
    let rules = Rules { timeout: Duration::from_secs(10), ..silent.rules() };
    let waiting = egress.fetch(Request::get(silent.url("127.0.0.1", "/")), &rules);
    let (answer, ()) = tokio::join!(waiting, async {
        silent.asked.notified().await;
        egress.clock.advance(Duration::from_secs(10));
    });
    assert_eq!(answer.err(), Some(EgressError::Timeout));

    // One that trickles is measured from the start, not from its last byte.
    let trickling = Server::answering_with("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhello").await;
    let rules = trickling.rules();
    let mut answer = egress.fetch(Request::get(trickling.url("127.0.0.1", "/")), &rules).await.unwrap();
    egress.clock.advance(Duration::from_secs(9));
    assert_eq!(answer.chunk().await.unwrap().unwrap(), "hello");
    let (rest, ()) = tokio::join!(answer.chunk(), async { egress.clock.advance(Duration::from_secs(1)) });
    assert_eq!(rest, Err(EgressError::Timeout));
}

#[tokio::test]
async fn a_server_that_is_away_or_talks_nonsense_is_upstream() {
    let egress = egress(&["127.0.0.1/32"]);
    let nonsense = Server::answering_with("220 smtp.example ready\r\n").await;
    let answer =
        egress.fetch(Request::get(nonsense.url("127.0.0.1", "/?key=secret")), &nonsense.rules()).await;
    let Some(EgressError::Upstream(cause)) = answer.err() else { panic!("no upstream error") };
    assert!(!cause.contains("secret"), "{cause}");
    let gone = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let rules = Rules { http: true, ports: vec![gone], ..Rules::default() };
    let answer = egress.fetch(Request::get(format!("http://127.0.0.1:{gone}/")), &rules).await;
    assert!(matches!(answer.err(), Some(EgressError::Upstream(_))));
}

#[test]
fn only_the_public_internet_is_global() {
    let global = "1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 169.253.0.1 172.15.0.1 172.32.0.1
        192.0.1.1 192.167.0.1 198.17.0.1 198.20.0.1 223.255.255.255 168.63.129.15
        2606:4700::1111 2400:3200::1 2001:200::1 2620:4f:8000::1 ::ffff:1.1.1.1";
    let private = [
        ("this network", "0.0.0.0 0.1.2.3 ::"),
        ("loopback", "127.0.0.1 127.255.255.255 ::1"),
        ("private", "10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 fc00::1 fd12::1 fec0::1"),
        ("carrier-grade NAT", "100.64.0.1 100.127.255.255"),
        ("link-local", "169.254.0.1 fe80::1"),
        ("metadata", "169.254.169.254 100.100.100.200 168.63.129.16 fd00:ec2::254"),
        ("documentation", "192.0.2.1 198.51.100.1 203.0.113.1 2001:db8::1 3fff::1 3fff:fff::1"),
        ("protocols", "192.0.0.1 192.0.0.170 198.18.0.1 198.19.255.255 2001:2::1 2001:10::1 100::1 5f00::1"),
        ("multicast", "224.0.0.1 239.255.255.255 ff02::1"),
        ("reserved", "240.0.0.1 255.255.255.255 4000::1"),
        ("mapped", "::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::127.0.0.1"),
        ("NAT64", "64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::1"),
        ("6to4, Teredo", "192.88.99.1 2002:7f00:1::1 2002:808:808::1 2001::1 2001:0:808:808::1"),
    ];
    let judge = |address: &str| is_global(address.parse().unwrap());
    for address in global.split_whitespace() {
        assert!(judge(address), "{address}");
    }
    for (kind, addresses) in private {
        assert!(!addresses.split(' ').any(judge), "{kind}");
    }
}

#[tokio::test]
async fn what_the_operator_has_named_may_be_private_and_its_redirects_are_not_followed() {
    let hidden = Server::answering_with(HELLO).await;
    let location = hidden.url("127.0.0.1", "/secret");
    let named = Server::answering(move |_| redirect("302 Found", &location)).await;
    let rules = Rules { named_by_operator: true, ..named.rules() };
    let egress = resolving(&[], |_| Box::pin(async { Ok(vec![IpAddr::from([127, 0, 0, 1])]) }));
    for host in ["127.0.0.1", "provider.test"] {
        let answer = egress.fetch(Request::get(named.url(host, "/")), &rules).await.unwrap();
        assert_eq!(answer.status, StatusCode::FOUND, "handed over as it is");
    }
    assert!(hidden.seen().is_empty());
    let unnamed = egress.fetch(Request::get(named.url("provider.test", "/")), &named.rules()).await;
    assert!(matches!(unnamed, Err(EgressError::Refused(_))));
}

#[tokio::test]
async fn an_answer_that_falls_silent_ends_after_the_idle_time_and_a_slow_one_goes_on() {
    let beginning = "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhello";
    let server = Server::answering_with(beginning).await;
    let clock = Clock::manual("2026-09-01T00:00:00Z".parse().unwrap());
    let egress = Egress::behind(Gate::new(vec!["127.0.0.0/8".parse().unwrap()], gate::look_up), &clock);
    let (timeout, idle) = (Duration::from_secs(600), Some(Duration::from_secs(60)));
    let rules = Rules { timeout, idle, ..server.rules() };
    let mut answer = egress.fetch(Request::get(server.url("127.0.0.1", "/")), &rules).await.unwrap();
    clock.advance(Duration::from_secs(300));
    assert_eq!(answer.chunk().await.unwrap().unwrap(), Bytes::from("hello"), "the wait began with this read");
    let (silent, ()) = tokio::join!(answer.chunk(), async {
        tokio::task::yield_now().await;
        clock.advance(Duration::from_secs(60));
    });
    assert_eq!(silent, Err(EgressError::Timeout));
}

#[test]
fn a_host_is_listed_by_itself_or_with_the_names_below_it() {
    let rules = |host| Rules { hosts: Some(vec![host]), ..Rules::default() };
    let exact = rules(HostPattern::Exact("a.example".into()));
    let below = rules(HostPattern::Below("a.example".into()));
    let both = rules(HostPattern::WithSubdomains("a.example".into()));
    for (host, expected) in [
        ("a.example", [true, false, true]),
        ("b.a.example", [false, true, true]),
        (".a.example", [false, false, true]),
        ("ba.example", [false, false, false]),
        ("a.example.net", [false, false, false]),
        ("", [false, false, false]),
    ] {
        assert_eq!([&exact, &below, &both].map(|rules| rules.lists(host)), expected, "{host}");
    }
}
