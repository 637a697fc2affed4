//! Static files beside nginx, which sends the same bytes from a file.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use super::{CELL, Measure, Session};
use crate::client::{self, Caller};
use crate::load;
use crate::portal::Portal;
use crate::process::{Process, installed};
use crate::report::{Row, Target, per_second};
use crate::stats::{ROUNDS, median, ratio};

/// Bytes of the file in PUBLIC_DIR.
const SIZE: usize = 27_000;
/// What a browser says; the server then sends what was compressed when the desktop was built.
const BROWSER: (&str, &str) = ("Accept-Encoding", "gzip, deflate, br");

/// A file as the product sends it, and its copy for nginx.
struct Subject<'a> {
    what: &'static str,
    portal: &'a Portal,
    request: Vec<u8>,
    copy: &'static str,
    bytes: usize,
}

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let Some(nginx) = installed("nginx") else {
        let why = "nginx is not installed (Debian: nginx-light), so there is nothing to compare with";
        return Ok(vec![Row::new(Measure::Assets, "skipped", why.to_owned())]);
    };
    let public = session.subfolder("public")?;
    std::fs::write(public.join("index.html"), "<!doctype html><title>x</title>")?;
    let text: String = (0..)
        .flat_map(|n: u32| format!("line {n}: {:08x}\n", n.wrapping_mul(2_654_435_761)).into_bytes())
        .take(SIZE)
        .map(char::from)
        .collect();
    std::fs::write(public.join("asset.js"), text)?;
    let on_disk = Portal::start(&session.binary, &session.subfolder("on-disk")?, &[("PUBLIC_DIR", &public)])?;
    let root = session.subfolder("nginx")?;
    let (embedded, _) = session.portal()?;

    let mut subjects = vec![subject("a file in PUBLIC_DIR", &on_disk, "/asset.js", &[], "disk.js", &root)?];
    let vendor = vendor(embedded)?;
    if let Some(path) = &vendor {
        let what = "the embedded vendor chunk";
        subjects.push(subject(what, embedded, path, &[BROWSER], "vendor.js", &root)?);
    }
    let server = start_nginx(&nginx, &root)?;
    let mut rows = subjects.iter().map(|subject| compare(subject, &server)).collect::<Result<Vec<_>>>()?;
    if vendor.is_none() {
        let why = "the binary was built without the web desktop; `cargo xtask run` builds it";
        rows.push(Row::new(Measure::Assets, "skipped: the embedded vendor chunk", why.to_owned()));
    }
    Ok(rows)
}

/// Fetches a file once and puts the very same bytes where nginx finds them.
fn subject<'a>(
    what: &'static str,
    portal: &'a Portal,
    path: &str,
    headers: &[(&str, &str)],
    copy: &'static str,
    root: &Path,
) -> Result<Subject<'a>> {
    let request = client::get(portal.address, path, headers);
    let answer = Caller::open(portal.address)?.call(&request)?;
    ensure!(answer.status == 200, "{path} answers {}", answer.status);
    std::fs::write(root.join(copy), &answer.body)?;
    Ok(Subject { what, portal, request, copy, bytes: answer.body.len() })
}

fn compare(subject: &Subject, nginx: &Nginx) -> Result<Row> {
    let copy = client::get(nginx.address, &format!("/{}", subject.copy), &[]);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let request = load::readers(&subject.request);
        ours.push(load::rate(subject.portal.address, request, CELL, subject.portal.cpu())?);
        theirs.push(load::rate(nginx.address, load::readers(&copy), CELL, || nginx.process.cpu_seconds())?);
    }
    let cpu = |cells: &[load::Cell]| median(&cells.iter().map(|cell| cell.cpu_us).collect::<Vec<_>>());
    let rate = |cells: &[load::Cell]| median(&cells.iter().map(|cell| cell.rate).collect::<Vec<_>>());
    let figure =
        format!("{}; nginx {} at {:.1} µs", per_second(rate(&ours)), per_second(rate(&theirs)), cpu(&theirs));
    let what = format!("{}, {:.1} kB", subject.what, subject.bytes as f64 / 1e3);
    let judged = ratio(cpu(&ours), cpu(&theirs));
    Ok(Row::new(Measure::Assets, &what, figure).cpu(cpu(&ours)).judge(judged, "× CPU", Target::AtMost(2.0)))
}

/// The address of the vendor chunk, as the page names it.
fn vendor(portal: &Portal) -> Result<Option<String>> {
    let page = Caller::open(portal.address)?.get("/")?;
    let page = String::from_utf8_lossy(&page.body).into_owned();
    let addresses = page.split('"').filter(|word| word.starts_with("/assets/") && word.ends_with(".js"));
    Ok(addresses.into_iter().find(|word| word.contains("vendor")).map(str::to_owned))
}

/// A running nginx.
struct Nginx {
    address: std::net::SocketAddr,
    process: Process,
}

fn start_nginx(program: &Path, root: &Path) -> Result<Nginx> {
    let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    let folder = root.display();
    // Only root may name a user, and only root must: its workers could not read the folder.
    let user = if rustix::process::geteuid().is_root() { "user root;" } else { "" };
    let text = format!(
        "{user} daemon off; worker_processes auto; pid {folder}/pid; error_log {folder}/error.log;
         events {{ worker_connections 1024; }}
         http {{
             access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
             types {{ text/javascript js; }}
             open_file_cache max=100 inactive=60s; open_file_cache_valid 60s;
             client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
             uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
             server {{ listen {address}; root {folder}; }}
         }}"
    );
    let config = root.join("nginx.conf");
    std::fs::write(&config, text)?;
    let log = std::fs::File::create(root.join("start.log"))?;
    let mut command = Command::new(program);
    command.arg("-p").arg(root).arg("-e").arg(root.join("error.log")).arg("-c").arg(&config);
    let process = Process::start(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log))?;
    let begun = Instant::now();
    while Caller::open(address).is_err() {
        ensure!(begun.elapsed() < Duration::from_secs(10), "nginx does not come up");
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(Nginx { address, process })
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // The master is asked first: killed, it would leave its workers behind.
        let pid = i32::try_from(self.process.id()).ok().and_then(rustix::process::Pid::from_raw);
        let asked = pid
            .context("a process")
            .and_then(|pid| Ok(rustix::process::kill_process(pid, rustix::process::Signal::QUIT)?));
        let begun = Instant::now();
        while asked.is_ok()
            && begun.elapsed() < Duration::from_secs(5)
            && matches!(self.process.child().try_wait(), Ok(None))
        {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
