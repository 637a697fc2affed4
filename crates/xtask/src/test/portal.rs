//! A portal of this run: the built server with fresh data, one class and one member.

use std::fs::File;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::json;

use super::http;
use super::ports::{free_port, wait_for_port};
use crate::guard::{Daemon, create_folder};
use crate::repo::Repo;

/// The rules that a fuzzer would hit within a second; `0` switches a rule off.
const RATE_LIMITS: &[&str] = &[
    "LOGIN",
    "REGISTER",
    "RELAY_VERIFY",
    "WEBHOOK",
    "USER",
    "AI",
    "CHAT",
    "POLL",
    "SOCKET",
    "SIGNAL",
    "THUMBNAIL",
];

/// Signs the tokens of a portal that lives for a minute.
const THROWAWAY_SECRET: &str = "a-portal-of-one-minute-needs-no-better-one";

/// The one listed person.
const REAL_NAME: &str = "测试员";

/// A running portal.
pub struct Portal {
    port: u16,
    server: Daemon,
}

impl Portal {
    /// Starts the server on free ports with a data folder of its own; `log` gets what it says.
    pub fn start(repo: &Repo, log: &Path) -> Result<Self> {
        let folder = create_folder("portal")?;
        let port = free_port()?;
        let mut command = Command::new(repo.debug_binary()?);
        let output = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
        command.arg("serve").current_dir(&folder);
        command.stdout(output.try_clone()?).stderr(output);
        command.env("PORT", port.to_string());
        command.env("WS_PORT", free_port()?.to_string());
        command.env("RELAY_PORT", free_port()?.to_string());
        command.env("DB_PATH", folder.join("data").join("portal.db"));
        command.env("JWT_SECRET", THROWAWAY_SECRET);
        command.env("TIMEZONE", "Asia/Shanghai");
        command.env_remove("DATABASE_URL");
        for rule in RATE_LIMITS {
            command.env(format!("RATE_LIMIT_{rule}"), "0");
        }
        let mut server = Daemon::start(&mut command, Some(&folder))
            .context("build the server first: cargo xtask test --only build")?;
        wait_for_port(&mut server, port, Duration::from_secs(60))
            .with_context(|| format!("the server does not come up; see {}", log.display()))?;
        Ok(Self { port, server })
    }

    /// Sets the portal up with one person, registers that person, and returns the token.
    pub fn register_member(&self) -> Result<String> {
        let person = json!({"real_name": REAL_NAME, "user_id": "250101", "gender": "male"});
        let list = json!({"pre_records": {"class01": [person]}});
        http::post(self.port, "/api/setup/save", &list)?;
        let password = "only-for-1-minute";
        let answer = http::post(
            self.port,
            "/api/auth/register",
            &json!({
                "real_name": REAL_NAME, "net_name": "tester",
                "password": password, "confirm_password": password,
            }),
        )?;
        let token = answer["data"]["token"].as_str().map(str::to_owned);
        token.context("the registration answered no token")
    }

    /// The address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Fails when the server is no longer there.
    pub fn still_runs(&mut self) -> Result<()> {
        match self.server.ended()? {
            None => Ok(()),
            Some(status) => bail!("the server ended while it was tested ({status})"),
        }
    }
}
