//! `cargo xtask accept`: takes the present behaviour as the wanted one; review the diff.

use anyhow::Result;

use crate::repo::Repo;
use crate::{process, web};

/// Rewrites the API contract, the web's types made from it, and the lists of variables.
pub fn main(repo: &Repo) -> Result<()> {
    let tests = ["api_contract", "documents", "frames::"];
    let contract = ["test", "--package", "server", "--test", "it", "--"];
    process::run(repo.cargo(&contract).args(tests).env("ACCEPT", "1"))?;
    web::install(repo)?;
    process::run(&mut repo.npm(&["run", "gen-api"]))?;
    println!("accepted; review it with `git diff` before you commit");
    Ok(())
}
