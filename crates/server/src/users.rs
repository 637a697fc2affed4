//! `classportal user …`: what the operator does with accounts, also beside a running server.

use anyhow::{Context, Result, bail};
use clap::{Subcommand, ValueEnum};
use identity::{auth, user};
use kernel::App;
use kernel::config::Config;
use kernel::user::UserId;

use crate::start::{build, plain};

/// What to do.
#[derive(Subcommand)]
pub(crate) enum Action {
    /// Show every member: user ID, role, status, names
    List,
    /// Sign a member out everywhere and make a one-time code with which they set a new password
    ResetPassword {
        /// The six digits
        id: String,
    },
    /// Let a member in, or keep them out until further notice
    SetStatus {
        /// The six digits
        id: String,
        status: Status,
    },
}

/// Whether a member may sign in.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Status {
    Active,
    Disabled,
}

/// Does it and answers what to print.
pub(crate) async fn run(config: Config, action: Action) -> Result<String> {
    let app = build(config).await?;
    let words = act(&app, action).await;
    app.stop().await;
    words
}

async fn act(app: &App, action: Action) -> Result<String> {
    match action {
        Action::List => list(app).await,
        Action::ResetPassword { id } => {
            let user = known(app, &id).await?;
            let code = auth::cli_reset_code(app, user).await.map_err(|refusal| plain(&refusal))?;
            Ok(format!(
                "{code}\nThe code is good for 15 minutes and for one new password. {user} is signed out \
                 everywhere, and the old password no longer works."
            ))
        }
        Action::SetStatus { id, status } => {
            let user = known(app, &id).await?;
            let disabled = status == Status::Disabled;
            user::cli_set_status(app, user, disabled).await.map_err(|refusal| plain(&refusal))?;
            Ok(format!("{user} is {}", if disabled { "disabled" } else { "active" }))
        }
    }
}

async fn list(app: &App) -> Result<String> {
    let users = user::cli_list(app).await.map_err(|refusal| plain(&refusal))?;
    let line = |user: &user::CliUser| {
        format!("{}  {:<8} {:<9} {}  {}", user.user_id, user.role, user.status, user.real_name, user.net_name)
    };
    Ok(users.iter().map(line).collect::<Vec<_>>().join("\n"))
}

async fn known(app: &App, id: &str) -> Result<UserId> {
    let user = UserId::parse(id).with_context(|| format!("{id} is not a user ID: write its six digits"))?;
    match app.accounts().load(user).await.map_err(|refusal| plain(&refusal))? {
        Some(_) => Ok(user),
        None => bail!("nobody with the user ID {user} has registered"),
    }
}
