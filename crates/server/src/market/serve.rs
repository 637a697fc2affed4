//! `classportal market serve DIR`: installs a folder in a running portal, and anew after every change of a file, so that
//! an author sees it on the desktop a moment after saving. Between changes it shows what the back end writes.

use std::collections::BTreeMap;
use std::io::{BufRead as _, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result, bail};
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

/// How often the files and the log are looked at.
const INTERVAL: Duration = Duration::from_millis(500);
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
/// When nobody can sign in; with `once`, when the folder is refused.
pub(crate) async fn serve(args: Args, config: Config) -> Result<()> {
    let password = password(&args.account)?;
    let mut portal = Portal::new(&args, &config);
    portal.sign_in(&args.account, &password).await?;
    let clock = Clock::system();
    let mut known = None;
    let mut name = None;
    let mut shown_until = clock.now_ms();
    loop {
        let files = files(&args.dir);
        if known.as_ref() != Some(&files) {
            let installed = install(&portal, &args).await;
            if args.once {
                return installed.map(drop);
            }
            match installed {
                Ok(installed) => name = Some(installed),
                Err(error) => print(&format!("{error:#}"))?,
            }
            known = Some(files);
        }
        if let Some(name) = &name {
            shown_until = portal.show_log(name, shown_until).await?;
        }
        clock.sleep(INTERVAL).await;
    }
}

/// Checks the folder and installs it; answers the name.
async fn install(portal: &Portal, args: &Args) -> Result<String> {
    let reserved = market::reserved_mounts(&FEATURES);
    let expected = Expected { reserved_mounts: &reserved, ..Expected::default() };
    let linted = commands::lint(&args.dir, &expected);
    let words = format!("{}{}", linted.report.text(args.lang.lang()), linted.summary().get(args.lang.lang()));
    let Some(manifest) = linted.manifest.filter(|_| !linted.report.has_errors()) else { bail!("{words}") };
    print(&words)?;
    let zip = zip_package(&linted.package).context("the folder cannot be packed")?;
    let kind = "application/octet-stream";
    let answer = portal.ask(Method::POST, "/api/market/install-zip", kind, zip.into()).await?;
    let about = manifest.about();
    print(&format!("{} {} → {}", about.name, about.version, answer["message"].as_str().unwrap_or_default()))?;
    Ok(about.name.clone())
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
        let answer = self.ask(Method::POST, "/api/auth/login", "application/json", form.into()).await?;
        let token = answer["data"]["token"].as_str().context("the portal gave no session")?;
        let mut value = HeaderValue::from_str(&format!("Bearer {token}"))?;
        value.set_sensitive(true);
        self.headers.insert(AUTHORIZATION, value);
        Ok(())
    }

    /// Prints the lines of a back end's log that are newer than a time, and answers the time of the newest. A back end
    /// that is not there has none.
    async fn show_log(&self, name: &str, after: i64) -> Result<i64> {
        let path = format!("/api/market/backends/{name}/logs");
        let Ok(answer) = self.ask(Method::GET, &path, "application/json", Bytes::new()).await else {
            return Ok(after);
        };
        let mut newest = after;
        for line in answer["data"].as_array().into_iter().flatten() {
            let at = line["at"].as_i64().unwrap_or_default();
            if at > after {
                let text = |field: &str| line[field].as_str().unwrap_or_default();
                print(&format!("{name} [{}] {}", text("level"), text("text")))?;
            }
            newest = newest.max(at);
        }
        Ok(newest)
    }

    /// Asks the portal; answers the envelope of a success.
    async fn ask(&self, method: Method, path: &str, kind: &'static str, body: Bytes) -> Result<Value> {
        let url = self.url.join(path)?;
        let mut headers = self.headers.clone();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
        let rules = Rules { timeout: TIMEOUT, ..Rules::for_operator_url(&self.url) };
        let request = Request { method, url: url.to_string(), headers, body };
        let answer = self.egress.fetch(request, &rules).await.with_context(|| format!("{}", self.url))?;
        let status = answer.status;
        let envelope: Value = serde_json::from_slice(&answer.bytes().await?)
            .with_context(|| format!("{} is no class portal", self.url))?;
        match status {
            StatusCode::OK => Ok(envelope),
            _ => bail!("{}", envelope["message"].as_str().unwrap_or("the portal refused")),
        }
    }
}
