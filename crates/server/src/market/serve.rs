//! `classportal market serve DIR`: installs a folder in a running portal, and anew after every change of a file, so that
//! an author sees it on the desktop a moment after saving. It says why a back end does not start, and shows what it
//! writes, from the installation on.

use std::collections::BTreeMap;
use std::io::{BufRead as _, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Error, Result, anyhow};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue, ORIGIN};
use axum::http::{Method, StatusCode};
use bytes::Bytes;
use kernel::clock::Clock;
use kernel::config::Config;
use kernel::egress::{Egress, Request, Rules};
use market_package::{Expected, commands, zip_package};
use serde_json::{Value, json};
use url::Url;

use crate::FEATURES;
use crate::cli::print;
use crate::market::Language;

/// How often the files are looked at.
const FILES_INTERVAL: Duration = Duration::from_millis(500);
/// How often the portal is asked for the log, and asked again after it was away: each is a request of the author, whose
/// desktop needs theirs too.
const PORTAL_INTERVAL: Duration = Duration::from_secs(5);
/// How long the portal may take for an installation.
const TIMEOUT: Duration = Duration::from_secs(60);

/// What to serve, and where.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder of the app or plugin
    dir: PathBuf,
    /// Address of the portal
    #[arg(long, default_value = "http://127.0.0.1:3000")]
    portal: Url,
    /// Name or user ID of a class admin; the password is asked for, or read from the standard input
    #[arg(long)]
    account: String,
    /// Install once and end
    #[arg(long)]
    once: bool,
    /// Language of the texts
    #[arg(long, value_enum, default_value_t)]
    lang: Language,
}

/// Installs the folder, and anew after every change, until the process is ended.
///
/// # Errors
/// When nobody can sign in; with `once`, when the folder is refused or its back end does not start.
pub(crate) async fn serve(args: Args, config: Config) -> Result<()> {
    let password = password(&args.account)?;
    let mut portal = Portal::new(&args, &config);
    portal.sign_in(&args.account, &password).await?;
    let clock = Clock::system();
    let mut known = None;
    let mut log = None;
    let mut asks_at = clock.monotonic();
    loop {
        let files = files(&args.dir);
        let may_ask = clock.monotonic() >= asks_at;
        if known.as_ref() != Some(&files) && (may_ask || known.is_some()) {
            match install(&portal, &args, &mut log).await {
                Ok(()) => known = Some(files),
                Err(failure) if args.once => return Err(failure.into_error()),
                Err(Failure::Package(error)) => {
                    known = Some(files);
                    print(&format!("{error:#}"))?;
                }
                // The portal was away or had enough of us: the same files are sent again.
                Err(Failure::Portal(error)) => {
                    known = None;
                    print(&format!("{error:#}"))?;
                }
            }
            if args.once {
                return Ok(());
            }
            asks_at = clock.monotonic() + PORTAL_INTERVAL;
        } else if let Some(log) = log.as_mut().filter(|_| may_ask) {
            portal.show_log(log, None).await?;
            asks_at = clock.monotonic() + PORTAL_INTERVAL;
        }
        clock.sleep(FILES_INTERVAL).await;
    }
}

/// Why nothing was installed, or what was installed does not run.
enum Failure {
    /// The package: another version of it may be better.
    Package(Error),
    /// The portal: another moment may be better.
    Portal(Error),
}

impl Failure {
    fn into_error(self) -> Error {
        match self {
            Self::Package(error) | Self::Portal(error) => error,
        }
    }
}

/// The log of a back end, as far as the author knows it.
struct Log {
    name: String,
    /// The newest moment of which lines are known, and how many of its lines are.
    known_until: (i64, usize),
}

impl Log {
    /// The lines that were not known; they are from now on.
    fn take_new<'a>(&mut self, lines: &'a [Value]) -> Vec<&'a Value> {
        let at = |line: &Value| line["at"].as_i64().unwrap_or_default();
        let (until, known) = self.known_until;
        let of_that_moment = lines.iter().filter(|line| at(line) == until).take(known).count();
        let new = lines.iter().filter(|line| at(line) >= until).skip(of_that_moment).collect();
        if let Some(newest) = lines.last().map(at) {
            self.known_until = (newest, lines.iter().filter(|line| at(line) == newest).count());
        }
        new
    }
}

/// Checks the folder and installs it; prints what the portal says of it, and what the back end has written since.
async fn install(portal: &Portal, args: &Args, log: &mut Option<Log>) -> Result<(), Failure> {
    let reserved = market::reserved_mounts(&FEATURES);
    let expected = Expected { reserved_mounts: &reserved, ..Expected::default() };
    let linted = commands::lint(&args.dir, &expected);
    let words = format!("{}{}", linted.report.text(args.lang.lang()), linted.summary().get(args.lang.lang()));
    let Some(manifest) = linted.manifest.filter(|_| !linted.report.has_errors()) else {
        return Err(Failure::Package(anyhow!("{words}")));
    };
    let zip =
        zip_package(&linted.package).context("the folder cannot be packed").map_err(Failure::Package)?;
    let about = manifest.about();
    if manifest.backend().is_none() {
        *log = None;
    } else if log.as_ref().is_none_or(|log| log.name != about.name) {
        *log = Some(portal.log_so_far(&about.name).await);
    }
    let kind = "application/octet-stream";
    let answer = portal.ask(Method::POST, "/api/market/install-zip", kind, zip.into()).await?;
    let installed = &answer["data"]["installed"];
    let outcome = installed["outcome"].as_str().unwrap_or_default();
    let mut told = format!("{words}\n{} {}: {outcome}", about.name, about.version);
    let is_missing =
        |key: &str| installed["configRequired"].as_array().is_some_and(|keys| keys.contains(&key.into()));
    for field in about.config.iter().filter(|field| is_missing(&field.key)) {
        told = format!("{told}\n{}", args.lang.setting_missing(&field.key, &field.label));
    }
    print(&told).map_err(Failure::Package)?;
    let error = installed["backend_error"].as_str();
    if let Some(log) = log {
        portal.show_log(log, error).await.map_err(Failure::Package)?;
    }
    match error {
        Some(error) => Err(Failure::Package(anyhow!("{}", args.lang.not_started(error)))),
        None => Ok(()),
    }
}

/// The files of a folder with what changes when they do. What cannot be read is as if it were not there.
fn files(dir: &Path) -> BTreeMap<PathBuf, (u64, Option<SystemTime>)> {
    let mut found = BTreeMap::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(metadata) if metadata.is_dir() => folders.push(entry.path()),
                Ok(metadata) => {
                    found.insert(entry.path(), (metadata.len(), metadata.modified().ok()));
                }
                Err(_) => {}
            }
        }
    }
    found
}

/// From the terminal without echo, else the first line of the standard input.
fn password(account: &str) -> Result<String> {
    if std::io::stdin().is_terminal() {
        return Ok(rpassword::prompt_password(format!("{account}: "))?);
    }
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).context("no password on the standard input")?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

/// The portal that the folder is installed in.
struct Portal {
    egress: Egress,
    url: Url,
    headers: HeaderMap,
}

impl Portal {
    fn new(args: &Args, config: &Config) -> Self {
        let mut headers = HeaderMap::new();
        let language = if args.lang == Language::En { "en" } else { "zh" };
        headers.insert("accept-language", HeaderValue::from_static(language));
        if let Ok(origin) = HeaderValue::from_str(&args.portal.origin().ascii_serialization()) {
            headers.insert(ORIGIN, origin);
        }
        Self { egress: Egress::new(config, &Clock::system()), url: args.portal.clone(), headers }
    }

    async fn sign_in(&mut self, account: &str, password: &str) -> Result<()> {
        let form = json!({ "account": account, "password": password }).to_string();
        let asked = self.ask(Method::POST, "/api/auth/login", "application/json", form.into()).await;
        let answer = asked.map_err(Failure::into_error)?;
        let token = answer["data"]["token"].as_str().context("the portal gave no session")?;
        let mut value = HeaderValue::from_str(&format!("Bearer {token}"))?;
        value.set_sensitive(true);
        self.headers.insert(AUTHORIZATION, value);
        Ok(())
    }

    /// The log of a back end before an installation, of which nothing is shown; empty when there is none yet.
    async fn log_so_far(&self, name: &str) -> Log {
        let mut log = Log { name: name.to_owned(), known_until: (0, 0) };
        // What cannot be read is not known, and shown later: too many lines say more than too few.
        if let Ok(lines) = self.log_lines(name).await {
            log.take_new(&lines);
        }
        log
    }

    /// Prints the lines of a back end's log that are not known yet, but for the one that says `error`.
    async fn show_log(&self, log: &mut Log, error: Option<&str>) -> Result<()> {
        let lines = match self.log_lines(&log.name).await {
            Ok(lines) => lines,
            Err(failure) => return print(&format!("{:#}", failure.into_error())),
        };
        for line in log.take_new(&lines) {
            let text = |field: &str| line[field].as_str().unwrap_or_default();
            if Some(text("text")) != error {
                print(&format!("{} [{}] {}", log.name, text("level"), text("text")))?;
            }
        }
        Ok(())
    }

    async fn log_lines(&self, name: &str) -> Result<Vec<Value>, Failure> {
        let path = format!("/api/market/backends/{name}/logs");
        let mut answer = self.ask(Method::GET, &path, "application/json", Bytes::new()).await?;
        Ok(answer["data"].as_array_mut().map(std::mem::take).unwrap_or_default())
    }

    /// Asks the portal; answers the envelope of a success.
    async fn ask(
        &self,
        method: Method,
        path: &str,
        kind: &'static str,
        body: Bytes,
    ) -> Result<Value, Failure> {
        let answered = self.send(method, path, kind, body).await.map_err(Failure::Portal)?;
        let (status, envelope) = answered;
        if status == StatusCode::OK {
            return Ok(envelope);
        }
        let error = anyhow!("{}", envelope["message"].as_str().unwrap_or("the portal refused"));
        // What the portal says of the package itself does not change with time.
        let is_package = matches!(status, StatusCode::BAD_REQUEST | StatusCode::CONFLICT);
        Err(if is_package { Failure::Package(error) } else { Failure::Portal(error) })
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        kind: &'static str,
        body: Bytes,
    ) -> Result<(StatusCode, Value)> {
        let url = self.url.join(path)?;
        let mut headers = self.headers.clone();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
        let rules = Rules { timeout: TIMEOUT, ..Rules::for_operator_url(&self.url) };
        let request = Request { method, url: url.to_string(), headers, body };
        let answer = self.egress.fetch(request, &rules).await.with_context(|| format!("{}", self.url))?;
        let status = answer.status;
        let envelope = serde_json::from_slice(&answer.bytes().await?);
        Ok((status, envelope.with_context(|| format!("{} is no class portal", self.url))?))
    }
}
