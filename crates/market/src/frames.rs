//! The frames of the market.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::app::iso;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameSource, FrameType};
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use crate::events::{MarketEvent, Package};
use crate::installed::Installed;

/// All of them.
pub(crate) const FRAMES: &[FrameType] = &[
    FrameType::of::<MarketAppChanged>(),
    FrameType::of::<MarketConfigChanged>(),
    FrameType::of::<InstallProgress>(),
];

/// An app or a plugin was installed, updated, rolled back or uninstalled: whoever shows apps fetches
/// `/api/market/installed` anew, and closes the windows of what is gone.
#[derive(Serialize, ToSchema)]
struct MarketAppChanged {
    /// `installed`, `updated`, `rolled-back` or `uninstalled`; of a plugin with `plugin-` before it.
    action: String,
    /// The name of the app or plugin.
    #[serde(rename = "appName")]
    app_name: String,
    /// The version that is in use from now on; of what is uninstalled, the last one.
    version: String,
    /// When that was, ISO 8601.
    created_at: String,
}

impl Frame for MarketAppChanged {
    const NAME: &'static str = "market_app_changed";

    fn example() -> Self {
        Self {
            action: "installed".into(),
            app_name: "gobang".into(),
            version: "1.0.0".into(),
            created_at: "2026-09-01T08:00:00.000Z".into(),
        }
    }
}

/// Values of the settings of an app were set: whoever shows the app fetches `/api/market/installed` anew.
#[derive(Serialize, ToSchema)]
struct MarketConfigChanged {
    /// The name of the app or plugin.
    #[serde(rename = "appName")]
    app_name: String,
}

impl Frame for MarketConfigChanged {
    const NAME: &'static str = "market_config_changed";

    fn example() -> Self {
        Self { app_name: "gobang".into() }
    }
}

/// How far an installation has come; told to whoever installs, and never stored.
#[derive(Serialize, ToSchema)]
pub(crate) struct InstallProgress {
    /// The name of the app or plugin.
    pub(crate) name: String,
    /// What is being done.
    pub(crate) step: Step,
    /// How many files have come; 0 in other steps.
    pub(crate) done: usize,
    /// How many files there are; 0 in other steps.
    pub(crate) total: usize,
}

/// A step of an installation.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Step {
    /// A catalog is asked.
    Catalog,
    /// Files are coming.
    Download,
    /// The package is checked.
    Check,
    /// The package is being stored.
    Store,
}

impl Frame for InstallProgress {
    const NAME: &'static str = "market_install_progress";
    const SOURCE: FrameSource = FrameSource::Server;

    fn example() -> Self {
        Self { name: "gobang".into(), step: Step::Download, done: 3, total: 12 }
    }
}

/// What desktops are shown. What they ask for then, this node knows by then: its memory is read anew before the frames
/// are there.
pub(crate) fn render(app: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    Box::pin(async move {
        app.state::<Installed>().reload(&app).await?;
        Ok(events.into_iter().filter_map(|event| frame(&event)).collect())
    })
}

fn frame(event: &Event) -> Option<ClientFrame> {
    let app_name = event.subject_id.clone();
    let (action, package) = match MarketEvent::read(event)? {
        MarketEvent::Installed(package) => ("installed", package),
        MarketEvent::Updated(package) => ("updated", package),
        MarketEvent::RolledBack(package) => ("rolled-back", package),
        MarketEvent::Uninstalled(package) => ("uninstalled", package),
        MarketEvent::ConfigChanged => {
            return Some(ClientFrame::new(event.seq, &MarketConfigChanged { app_name }));
        }
    };
    let Package { version, is_plugin } = package;
    let action = if is_plugin { format!("plugin-{action}") } else { action.to_owned() };
    let frame = MarketAppChanged { action, app_name, version, created_at: iso(event.ts) };
    Some(ClientFrame::new(event.seq, &frame))
}
