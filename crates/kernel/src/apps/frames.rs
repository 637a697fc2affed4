//! The frame of app control (`interface 6.3`).

use serde::Serialize;
use utoipa::ToSchema;

use super::AppEvent;
use crate::app::iso;
use crate::events::{Event, FeatureEvent as _};
use crate::frames::{Frame, FrameType};

/// The frames of the kernel.
pub(crate) const FRAMES: &[FrameType] = &[FrameType::of::<AppControlChanged>()];

/// An admin has enabled or disabled an app; the desktop shows or hides it.
#[derive(Serialize, ToSchema)]
pub(super) struct AppControlChanged {
    /// The name of the app.
    #[serde(rename = "appName")]
    app_name: String,
    /// Whether the switch enables the app now.
    enabled: bool,
    /// The user ID of the admin.
    #[serde(rename = "updatedBy")]
    updated_by: String,
    /// The two digits of the class whose switch was turned, told to that class alone; absent for the switch of the
    /// whole portal. An app is enabled where both say so; `GET /api/system/app-control` tells which switch says what.
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    /// When the switch was turned, ISO 8601.
    created_at: String,
}

impl AppControlChanged {
    /// What an event says.
    pub(super) fn of(event: &Event) -> Option<Self> {
        let AppEvent::Switched { app_name, enabled, updated_by, class } = AppEvent::read(event)?;
        let (updated_by, created_at) = (updated_by.to_string(), iso(event.ts));
        Some(Self { app_name, enabled, updated_by, class, created_at })
    }
}

impl Frame for AppControlChanged {
    const NAME: &'static str = "market_app_control_changed";

    fn example() -> Self {
        Self {
            app_name: "gomoku".into(),
            enabled: false,
            updated_by: "240100".into(),
            class: Some("01".into()),
            created_at: "2026-09-01T08:00:00.000Z".into(),
        }
    }
}
