//! Behind nginx with the configuration of docs/operate.md.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use identity::testing::TestPortal;
use kernel::http::Listener;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::durability::{program, skip};

const MANUAL: &str = include_str!("../../../../docs/operate.md");

#[tokio::test(flavor = "multi_thread")]
async fn a_change_sent_after_any_pause_arrives_through_kept_connections() {
    let test = "a_change_sent_after_any_pause_arrives_through_kept_connections";
    let portal = TestPortal::with(&[], &[("TRUSTED_PROXIES", "127.0.0.1/32")]).await;
    let listener = Listener::bind(([127, 0, 0, 1], 0).into()).await.unwrap();
    let upstream = listener.address().unwrap();
    let (http, stopping) = (portal.http.clone(), portal.app.tasks.stopping());
    portal.app.tasks.spawn("listener", |_| listener.serve(http, stopping));
    let folder = tempfile::tempdir().unwrap();
    let Some(proxy) = Nginx::start(folder.path(), upstream).await else {
        return skip(test, "no nginx (Debian: nginx-light)");
    };
    assert_eq!(post(proxy.address).await, 200);
    assert_eq!(portal.app.admission.open(), 1, "the proxy keeps its connection");

    // Around the time that a head has, and up to the time that an idle connection has.
    for pause in [1, 8, 9, 10, 11, 12, 20, 59, 60, 61, 74] {
        portal.advance(pause);
        assert_eq!(post(proxy.address).await, 200, "after {pause} s");
        assert_eq!(portal.app.admission.open(), 1, "after {pause} s");
    }
    // At the very moment as well.
    for pause in [9, 10, 11, 12].into_iter().cycle().take(80) {
        let moving = async { portal.advance(pause) };
        let (status, ()) = tokio::join!(post(proxy.address), moving);
        assert_eq!(status, 200);
    }
    // After the idle time the portal ends it, and the next change takes a new one.
    portal.advance(80);
    while portal.app.admission.open() > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(post(proxy.address).await, 200);
}

/// A change that needs no account and draws from no limit; the status of its answer.
async fn post(address: SocketAddr) -> u16 {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = "POST /api/auth/logout HTTP/1.1\r\nHost: class.example.org\r\nContent-Length: 0\r\n\
                   Connection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default()
}

/// A running nginx; ended when dropped.
struct Nginx {
    child: Child,
    address: SocketAddr,
}

impl Nginx {
    /// `None` where it is not installed.
    async fn start(folder: &Path, upstream: SocketAddr) -> Option<Self> {
        let program = program("nginx")
            .or_else(|| Some("/usr/sbin/nginx".into()).filter(|path: &std::path::PathBuf| path.is_file()))?;
        let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let file = folder.join("nginx.conf");
        std::fs::write(&file, configuration(folder, upstream, address)).unwrap();
        let mut command = Command::new(program);
        command.arg("-p").arg(folder).arg("-c").arg(&file).args(["-e", "stderr", "-g", "daemon off;"]);
        let child = command.stdout(Stdio::null()).spawn().unwrap();
        let mut nginx = Self { child, address };
        while TcpStream::connect(address).await.is_err() {
            assert!(nginx.child.try_wait().unwrap().is_none(), "nginx does not start");
            tokio::task::yield_now().await;
        }
        Some(nginx)
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // It may have ended already. The master ends its workers only when it is asked to.
        let master = rustix::process::Pid::from_child(&self.child);
        let _ = rustix::process::kill_process(master, rustix::process::Signal::TERM);
        let _ = self.child.wait();
    }
}

/// What the manual says, in clear and on these ports.
fn configuration(folder: &Path, upstream: SocketAddr, address: SocketAddr) -> String {
    let (_, rest) = MANUAL.split_once("nginx:\n\n```\n").expect("the manual has a configuration");
    let (sample, _) = rest.split_once("```").expect("it ends");
    let in_clear = |line: &&str| !line.trim_start().starts_with("ssl_");
    let server: Vec<&str> = sample.lines().filter(in_clear).collect();
    let server = server.join("\n").replace("listen 443 ssl", &format!("listen {address}"));
    let server = server.replace("127.0.0.1:9001", &upstream.to_string());
    assert!(server.contains(&address.to_string()) && server.contains(&upstream.to_string()), "{server}");
    let folder = folder.display();
    let paths: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|name| format!("{name}_temp_path {folder}/{name};\n"))
        .concat();
    format!(
        "pid {folder}/nginx.pid;\nworker_processes 1;\nevents {{}}\nhttp {{\naccess_log off;\n{paths}{server}\n}}\n"
    )
}
