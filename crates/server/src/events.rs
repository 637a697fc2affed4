//! `classportal events …`: what the operator does about events that a consumer could not handle, also beside
//! a running server.

use anyhow::{Result, bail};
use clap::Subcommand;
use kernel::app::iso;
use kernel::config::Config;
use kernel::events::{Failure, Retried, discard_failures, failures, retry_failures};
use kernel::{ApiError, App};

use crate::start::{build, plain};

/// What to do.
#[derive(Subcommand)]
pub(crate) enum Action {
    /// Show what was set aside: consumer, number and name of the event, when it last failed, and why
    Failures,
    /// Handle again what was set aside, oldest first
    Retry {
        /// Of this consumer alone
        #[arg(long, value_name = "NAME")]
        consumer: Option<String>,
    },
    /// Forget what a consumer has set aside: it is never handled then
    Discard {
        /// The consumer
        #[arg(long, value_name = "NAME")]
        consumer: String,
        /// The number of the one event to forget, instead of all
        #[arg(long, value_name = "NUMBER")]
        event: Option<i64>,
    },
}

/// Does it and answers what to print.
pub(crate) async fn run(config: Config, action: Action) -> Result<String> {
    let app = build(config).await?;
    let words = act(&app, action).await;
    app.stop().await;
    words
}

async fn act(app: &App, action: Action) -> Result<String> {
    let refused = |refusal: ApiError| plain(&refusal);
    match action {
        Action::Failures => {
            let failures = failures(app).await.map_err(refused)?;
            let lines: Vec<String> = failures.iter().map(line).collect();
            Ok(if lines.is_empty() { "nothing was set aside".to_owned() } else { lines.join("\n") })
        }
        Action::Retry { consumer } => {
            let Retried { handled, failed } =
                retry_failures(app, consumer.as_deref()).await.map_err(refused)?;
            if failed > 0 {
                bail!("{handled} handled, {failed} failed again; `classportal events failures` says why");
            }
            Ok(format!("{handled} handled"))
        }
        Action::Discard { consumer, event } => {
            let discarded = discard_failures(app, &consumer, event).await.map_err(refused)?;
            if discarded == 0 {
                bail!("{consumer} has set aside no such event; see `classportal events failures`");
            }
            Ok(format!("{discarded} discarded"))
        }
    }
}

fn line(failure: &Failure) -> String {
    let Failure { consumer, seq, feature, kind, failed_at, error } = failure;
    format!("{consumer}  {seq}  {feature}.{kind}  {}  {error}", iso(*failed_at))
}
