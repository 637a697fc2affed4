//! The frames of the weather: warnings that come and go.

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::app::iso;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameType};
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::events::WeatherEvent;
use super::model::{AlertLevel, WeatherAlert};
use super::store;

/// All of them.
pub(super) const FRAMES: &[FrameType] = &[
    FrameType::of::<WeatherAlert>(),
    FrameType::of::<WeatherAlertEnded>(),
    FrameType::of::<WeatherAlertRenewed>(),
];

impl Frame for WeatherAlert {
    const NAME: &'static str = "weather_alert";

    fn example() -> Self {
        Self {
            id: "10101010020260901080000123456789".into(),
            title: "海淀区气象台发布大风蓝色预警".into(),
            level: AlertLevel::Blue,
            text: "预计今天下午有四、五级偏北风，阵风七级左右，请注意防范。".into(),
            sender: Some("海淀区气象台".into()),
            published_at: "2026-09-01T00:00:00.000Z".into(),
            expires_at: Some("2026-09-02T00:00:00.000Z".into()),
        }
    }
}

/// A weather warning was cancelled or is over: show it no more.
#[derive(Serialize, ToSchema)]
struct WeatherAlertEnded {
    /// The id of the warning.
    id: String,
    /// When the portal learnt that the warning is over, ISO 8601.
    created_at: String,
}

impl Frame for WeatherAlertEnded {
    const NAME: &'static str = "weather_alert_ended";

    fn example() -> Self {
        let id = "10101010020260901080000123456789".into();
        Self { id, created_at: "2026-09-01T08:00:00.000Z".into() }
    }
}

/// A weather warning is in force again or ends at another time: read `GET /api/weather/alerts`.
#[derive(Serialize, ToSchema)]
struct WeatherAlertRenewed {
    /// The id of the warning.
    id: String,
    /// When the portal learnt it, ISO 8601.
    created_at: String,
}

impl Frame for WeatherAlertRenewed {
    const NAME: &'static str = "weather_alert_renewed";

    fn example() -> Self {
        let id = "10101010020260901080000123456789".into();
        Self { id, created_at: "2026-09-01T08:10:00.000Z".into() }
    }
}

/// What clients are shown. The words of a warning are those of its row: one that is over is shown to nobody who comes
/// late.
pub(super) fn render(app: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    Box::pin(async move {
        let (Some(first), Some(last)) = (events.first(), events.last()) else { return Ok(Vec::new()) };
        let (first, last) = (first.seq, last.seq);
        let rows = app.db.read(move |read| Ok(store::alerts_between(read, first, last)?)).await?;
        let mut rows: HashMap<i64, _> = rows.into_iter().map(|row| (row.seq, row)).collect();
        let frame = |event: &Arc<Event>| match WeatherEvent::read(event)? {
            WeatherEvent::AlertPublished => {
                Some(ClientFrame::new(event.seq, &WeatherAlert::from(rows.remove(&event.seq)?)))
            }
            WeatherEvent::AlertEnded => {
                let frame = WeatherAlertEnded { id: event.subject_id.clone(), created_at: iso(event.ts) };
                Some(ClientFrame::new(event.seq, &frame).retracting())
            }
            WeatherEvent::AlertRenewed => {
                let frame = WeatherAlertRenewed { id: event.subject_id.clone(), created_at: iso(event.ts) };
                Some(ClientFrame::new(event.seq, &frame))
            }
        };
        Ok(events.iter().filter_map(frame).collect())
    })
}
