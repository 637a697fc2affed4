//! A portal of this run: the built server with fresh data, and one person of each tier.

use std::fs::File;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use super::http;
use super::ports::{free_port, wait_for_port};
use crate::guard::{Daemon, create_folder};
use crate::repo::Repo;

/// Has every variable of the portal.
const VARIABLES: &str = ".env.example";
/// Begins the names of those that set limits. A fuzzer would hit each limit within a second; `0`
/// switches one off.
const LIMIT: &str = "RATE_LIMIT_";

/// Signs the tokens of a portal that lives for a minute.
const THROWAWAY_SECRET: &str = "a-portal-of-one-minute-needs-no-better-one";

/// System admin by the server's configuration.
const ADMIN: &str = "250200";

/// Who there is: tier, user ID, real name, net name. Members first, for who appoints comes last.
const PEOPLE: &[(Tier, &str, &str, &str)] = &[
    (Tier::Member, "250101", "测试员", "tester"),
    (Tier::Officer, "250102", "测试班委", "officer"),
    (Tier::ClassAdmin, "250100", "测试班主任", "teacher"),
    (Tier::Admin, ADMIN, "测试管理员", "operator"),
];

/// Who someone is to the portal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    Unsigned,
    Member,
    Officer,
    ClassAdmin,
    Admin,
}

/// The variables that set limits: `# RATE_LIMIT_LOGIN=10/60`.
fn limits(variables: &str) -> impl Iterator<Item = &str> {
    let names = variables.lines().filter_map(|line| line.trim_start_matches("# ").split_once('='));
    names.map(|(name, _)| name).filter(|name| name.starts_with(LIMIT))
}

/// A running portal.
pub struct Portal {
    port: u16,
    chat_port: u16,
    server: Daemon,
}

impl Portal {
    /// Starts the server on free ports with a data folder of its own and these variables beside those of every
    /// portal of a run; `log` gets what it says.
    pub fn start(repo: &Repo, log: &Path, more: &[(&str, &str)]) -> Result<Self> {
        let folder = create_folder("portal")?;
        let (port, chat_port) = (free_port()?, free_port()?);
        let mut command = Command::new(repo.debug_binary()?);
        let output = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
        command.arg("serve").current_dir(&folder);
        command.stdout(output.try_clone()?).stderr(output);
        command.env("PORT", port.to_string());
        command.env("WS_PORT", chat_port.to_string());
        command.env("DB_PATH", folder.join("data").join("portal.db"));
        command.env("JWT_SECRET", THROWAWAY_SECRET);
        command.env("TIMEZONE", "Asia/Shanghai");
        command.env("ADMIN_USER_IDS", ADMIN);
        command.env_remove("DATABASE_URL");
        let variables = std::fs::read_to_string(repo.root().join(VARIABLES))
            .with_context(|| format!("cannot read {VARIABLES}"))?;
        for name in limits(&variables) {
            command.env(name, "0");
        }
        command.envs(more.iter().copied());
        let mut server = Daemon::start(&mut command, Some(&folder))
            .context("build the server first: cargo xtask test --only build")?;
        wait_for_port(&mut server, port, Duration::from_secs(60))
            .with_context(|| format!("the server does not come up; see {}", log.display()))?;
        Ok(Self { port, chat_port, server })
    }

    /// Sets the portal up with a person of each tier, registers them, and returns their tokens.
    pub fn register_people(&self) -> Result<Vec<(Tier, String)>> {
        let row = |(_, id, name, _): &(Tier, &str, &str, &str)| json!({ "real_name": name, "user_id": id, "gender": "male" });
        let (class, office): (Vec<_>, Vec<_>) = PEOPLE.iter().partition(|(tier, ..)| *tier != Tier::Admin);
        let list = json!({ "pre_records": {
            "class01": class.into_iter().map(row).collect::<Vec<_>>(),
            "class02": office.into_iter().map(row).collect::<Vec<_>>(),
        } });
        http::post(self.port, "/api/setup/save", "", &list)?;
        let mut people = Vec::new();
        for (tier, _, real_name, net_name) in PEOPLE {
            let password = "only-for-1-minute";
            let form = json!({
                "real_name": real_name, "net_name": net_name,
                "password": password, "confirm_password": password,
            });
            let answer = http::post(self.port, "/api/auth/register", "", &form)?;
            let token = answer["data"]["token"].as_str().context("the registration answered no token")?;
            people.push((*tier, token.to_owned()));
        }
        let (_, admin) = people.last().context("nobody has registered")?;
        let officer = PEOPLE.iter().find(|(tier, ..)| *tier == Tier::Officer).map(|(_, id, ..)| id);
        let registry = http::get(self.port, "/api/admin/registry", admin)?;
        let permissions = registry["data"]["permissions"].as_array().context("no list of permissions")?;
        let ids: Vec<_> = permissions.iter().map(|permission| &permission["id"]).collect();
        let appointment = json!({ "user_id": officer, "title": "班长", "permissions": ids });
        http::post(self.port, "/api/admin/officers", admin, &appointment)?;
        Ok(people)
    }

    /// What the portal says of its own API.
    pub fn document(&self) -> Result<Value> {
        http::get(self.port, "/api/openapi.json", "")
    }

    /// Fails unless the token still opens something.
    pub fn still_knows(&self, token: &str) -> Result<()> {
        http::get(self.port, "/api/auth/check-status", token).map(drop)
    }

    /// The address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Where chat sockets connect.
    pub fn chat_url(&self) -> String {
        format!("ws://127.0.0.1:{}", self.chat_port)
    }

    /// Fails when the server is no longer there.
    pub fn still_runs(&mut self) -> Result<()> {
        match self.server.ended()? {
            None => Ok(()),
            Some(status) => bail!("the server ended while it was tested ({status})"),
        }
    }
}
