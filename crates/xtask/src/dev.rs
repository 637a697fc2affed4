//! `cargo xtask dev`: the server and Vite side by side.

use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};

use crate::guard::Daemon;
use crate::process;
use crate::repo::Repo;
use crate::web;

/// What to pass on.
#[derive(clap::Args)]
pub struct Args {
    /// Arguments for `classportal serve`
    #[arg(last = true, value_name = "SERVE ARGS")]
    serve: Vec<String>,
}

/// Runs both until one ends or Ctrl-C ends this process; then the guards stop what is left.
pub fn main(repo: &Repo, args: &Args) -> Result<()> {
    web::install(repo)?;
    process::run(&mut repo.cargo(&["build", "--package", "server", "--bin", "classportal"]))?;
    let mut serve = std::process::Command::new(repo.debug_binary()?);
    serve.args(["serve", "--dev"]).args(&args.serve).current_dir(repo.root());
    let mut server = Daemon::start(&mut serve, None)?;
    let mut vite = Daemon::start(&mut repo.npm(&["run", "dev"]), None)?;
    loop {
        if let Some(status) = server.ended()? {
            bail!("the server ended ({status}); its last lines above say why");
        }
        if let Some(status) = vite.ended()? {
            bail!("Vite ended ({status}); its last lines above say why");
        }
        thread::sleep(Duration::from_millis(200));
    }
}
