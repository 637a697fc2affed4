//! `classportal search …`: what the operator does about the index of the search, also beside a running server.

use anyhow::Result;
use clap::Subcommand;
use kernel::config::Config;

use crate::start::{build, plain};

/// Contents between two lines that say how far it is.
const STEP: u64 = 10_000;

/// What to do.
#[derive(Subcommand)]
pub(crate) enum Action {
    /// Empty the index and build it anew; what is not in it yet is not found meanwhile
    Rebuild,
}

/// Does it and answers what to print.
pub(crate) async fn run(config: Config, action: Action) -> Result<String> {
    let app = build(config).await?;
    let Action::Rebuild = action;
    let (mut done, mut said) = (0, 0);
    let built = search::rebuild(&app, |added| {
        done += added;
        if done >= said + STEP {
            said = done;
            eprintln!("{done} looked at");
        }
    });
    let built = built.await;
    app.stop().await;
    let looked_at = built.map_err(|refusal| plain(&refusal))?;
    Ok(format!("{looked_at} looked at; the index is built"))
}
