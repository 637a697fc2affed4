//! `cargo xtask run`: from a fresh checkout to the set-up wizard in one command.

use std::os::unix::process::CommandExt;

use anyhow::{Context, Result};

use crate::demo;
use crate::process;
use crate::repo::Repo;
use crate::web;

/// What to pass on.
#[derive(clap::Args)]
pub struct Args {
    /// Serve a made-up class in the middle of a term, with data of its own in ./data/demo
    #[arg(long)]
    demo: bool,
    /// Arguments for `classportal serve`
    #[arg(last = true, value_name = "SERVE ARGS")]
    serve: Vec<String>,
}

/// Builds what changed, then becomes the server, so that signals reach it directly.
pub fn main(repo: &Repo, args: &Args) -> Result<()> {
    if let Err(missing) = web::require_node() {
        println!("note: {missing}");
        println!("note: {}", fallback(web::has_dist(repo)));
    } else {
        web::build(repo)?;
    }
    if args.demo {
        return demo::main(repo, &args.serve);
    }
    let mut server =
        repo.cargo(&["run", "--package", "server", "--bin", "classportal", "--", "serve", "--dev"]);
    server.args(&args.serve);
    println!("$ {}", process::shown(&server));
    Err(server.exec()).context("cargo does not start")
}

/// What a machine without Node.js gets.
fn fallback(has_dist: bool) -> &'static str {
    if has_dist {
        "serving the web desktop that was built before (web/dist)"
    } else {
        "serving the API only; pages say how to build the web desktop"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_node_the_api_is_served_all_the_same() {
        assert!(fallback(false).contains("API only"));
        assert!(fallback(true).contains("web/dist"));
    }
}
