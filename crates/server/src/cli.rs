//! The command line.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};
use kernel::audit;
use kernel::clock::Clock;
use kernel::config::{Config, Secret};
use kernel::db::{Db, SCHEMA_VERSION};
use kernel::random::Random;

use crate::{FEATURES, dev, events, init, market, openapi, search, start, stub, users};

const EXAMPLES: &str = "Examples:
  classportal serve --dev                      try it out: data in ./data, a generated secret
  classportal init                             begin: writes .env with a secret, once
  classportal serve                            run it, with .env of the working directory
  classportal config                           what the variables and .env come to
  classportal user reset-password 250107       a one-time code for a member who forgot theirs
  classportal user set-status 250107 disabled  keep a member out
  classportal audit verify                     whether the operation log is as it was written
  classportal events failures                  what was set aside because it could not be handled
  classportal search rebuild                   build the index of the search anew
  classportal market new hello-class           begin an app for the market
  classportal market lint hello-class          what is wrong with it, and what can be better
  classportal market pack hello-class          the zip that the market installs
  classportal market serve hello-class --account 240100
                                               install it in a running portal after every change
  classportal openapi > openapi.json           the document of the API
  classportal ai-stub                          a provider for the AI chat that costs nothing
  classportal weather-stub                     a provider of made-up weather

Every variable: docs/operate.md";

/// The class portal: API, chat and web desktop in one binary
#[derive(Parser)]
#[command(name = "classportal", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write a commented .env with a secret of its own, unless there is one
    Init {
        /// Folder that the portal will run in
        #[arg(default_value = ".")]
        dir: PathBuf,
    },
    /// Serve the portal until it is told to stop
    Serve {
        /// For trying out: keep a generated JWT_SECRET in the data folder when none is set
        #[arg(long)]
        dev: bool,
        /// For trying out: bring the scripted provider of `ai-stub` along, in place of AI_API_URL
        #[arg(long)]
        ai_stub: bool,
        /// For trying out: bring the made-up weather of `weather-stub` along, in place of WEATHER_API_HOST
        #[arg(long)]
        weather_stub: bool,
    },
    /// Show the effective configuration, secrets masked
    Config,
    /// Bring the database to this version's schema, after a backup, and end
    Migrate,
    /// Look after members from the command line, also while the portal runs
    User {
        #[command(subcommand)]
        action: users::Action,
    },
    /// Look after the operation log
    Audit {
        #[command(subcommand)]
        action: AuditAction,
    },
    /// Look after events that could not be handled, also while the portal runs
    Events {
        #[command(subcommand)]
        action: events::Action,
    },
    /// Look after the index of the search, also while the portal runs
    Search {
        #[command(subcommand)]
        action: search::Action,
    },
    /// Write, check and pack apps for the market
    Market {
        #[command(subcommand)]
        action: market::Action,
    },
    /// Print the API's OpenAPI document
    Openapi,
    /// Serve a scripted provider for the AI chat, for tests and for trying the chat out
    AiStub {
        /// Address to serve on; port 0 picks a free one
        #[arg(long, default_value = "127.0.0.1:8089")]
        listen: std::net::SocketAddr,
    },
    /// Serve a provider of made-up weather, for tests and for trying the weather out
    WeatherStub {
        /// Address to serve on; port 0 picks a free one
        #[arg(long, default_value = "127.0.0.1:8090")]
        listen: std::net::SocketAddr,
    },
    /// Run the back end of an app; the portal starts this for itself, before it reads any argument
    #[command(hide = true)]
    PluginHost,
    /// Make a thumbnail of the picture on standard input; the portal starts this for itself
    #[command(hide = true)]
    DecodeThumbnail {
        /// Media type of the picture
        mime: String,
        /// In pixels
        width: u32,
    },
}

#[derive(Subcommand)]
enum AuditAction {
    /// Walk the chain of the operation log; fails and names the first row that was changed,
    /// removed or moved
    Verify,
}

/// Where JWT_SECRET comes from when it is not set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WithoutSecret {
    /// Refuse: tokens would be worthless.
    Refuse,
    /// The one kept in the data folder.
    Kept,
    /// Any: this command signs nothing.
    Unneeded,
}

/// Does what the arguments say.
///
/// # Errors
/// One line for the operator, naming the way out.
pub fn main() -> Result<()> {
    match Cli::parse().command {
        Command::Serve { dev, ai_stub, weather_stub } => {
            let stubs = stub::Stubs::open(ai_stub, weather_stub)?;
            let without_secret = if dev { WithoutSecret::Kept } else { WithoutSecret::Refuse };
            let mut config = load_with(without_secret, stubs.variables())?;
            // Not its path: after an update there may be another version, or none.
            config.executable = Some("/proc/self/exe".into());
            run(stubs.serve_with_portal(config))
        }
        Command::Init { dir } => print(&init::init(&dir)?),
        Command::Config => {
            let config = load(WithoutSecret::Refuse)?;
            print(&config.masked().join("\n"))
        }
        Command::Migrate => run(migrate(load(WithoutSecret::Unneeded)?)),
        Command::User { action } => print(&run(users::run(load(WithoutSecret::Unneeded)?, action))?),
        Command::Audit { action: AuditAction::Verify } => {
            print(&run(verify_audit(load(WithoutSecret::Unneeded)?))?)
        }
        Command::Events { action } => print(&run(events::run(load(WithoutSecret::Unneeded)?, action))?),
        Command::Search { action } => print(&run(search::run(load(WithoutSecret::Unneeded)?, action))?),
        Command::PluginHost => bail!("the portal starts this for itself"),
        Command::DecodeThumbnail { mime, width } => {
            desk::cloud::decode_thumbnail(&mime, width).context("cannot make a thumbnail")
        }
        Command::AiStub { listen } => run(stub::serve_ai(listen)),
        Command::WeatherStub { listen } => run(stub::serve_weather(listen)),
        Command::Market { action: market::Action::Local(action) } => print(&market::run(action)?),
        Command::Market { action: market::Action::Serve(args) } => {
            run(market::serve::serve(args, load(WithoutSecret::Unneeded)?))
        }
        Command::Openapi => print(&serde_json::to_string_pretty(&openapi::document(&FEATURES))?),
    }
}

fn load(without_secret: WithoutSecret) -> Result<Config> {
    load_with(without_secret, Vec::new())
}

/// The same with further variables, which come before all others.
fn load_with(without_secret: WithoutSecret, more: Vec<(&str, String)>) -> Result<Config> {
    let mut given = Config::given(Path::new("."), environment())?;
    given.extend(more.into_iter().map(|(name, value)| (name.to_owned(), value)));
    let unset = given.get("JWT_SECRET").is_none_or(|value| value.trim().is_empty());
    if unset && without_secret != WithoutSecret::Refuse {
        given.insert("JWT_SECRET".into(), Random::system().hex::<32>());
    }
    let mut config = crate::config(&given)?;
    for warning in &config.warnings {
        eprintln!("warning: {warning}");
    }
    if unset && without_secret == WithoutSecret::Kept {
        config.jwt_secret = Secret::new(dev::kept_secret(&config.data_dir)?);
        eprintln!("note: JWT_SECRET is not set; using the one kept in {}", config.data_dir.display());
    }
    Ok(config)
}

/// The variables whose names and values are text; no other can be ours.
#[expect(clippy::disallowed_methods, reason = "read once, here, and checked by Config")]
fn environment() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
}

/// Runs `work` on the threads of the runtime and not on this one, which has to be woken for each connection that it
/// accepts and has to wake another for its request.
fn run<T: Send + 'static>(work: impl Future<Output = Result<T>> + Send + 'static) -> Result<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(runtime.spawn(work))?
}

/// A reader that has seen enough, such as `head`, is no failure.
pub(crate) fn print(text: &str) -> Result<()> {
    match writeln!(std::io::stdout(), "{text}") {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error).context("cannot print"),
        _ => Ok(()),
    }
}

async fn migrate(config: Config) -> Result<()> {
    let db = Db::open(&config.database, &Clock::system()).await?;
    print(&format!("the {} database has schema version {SCHEMA_VERSION}", db.engine_name()))?;
    db.close();
    Ok(())
}

async fn verify_audit(config: Config) -> Result<String> {
    let app = start::build(config).await?;
    let reader = app.clone();
    let verdict = app.db.read(move |read| Ok(audit::verify(read, &reader.secrets)?)).await;
    app.stop().await;
    match verdict.map_err(|refusal| start::plain(&refusal))? {
        Ok(last) => Ok(format!("the operation log is whole up to row {last}")),
        Err(row) => bail!("the operation log is broken at row {row}: it was changed, removed or moved"),
    }
}
