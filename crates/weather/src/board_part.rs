//! What the board of a class has of the weather.

use kernel::app::iso;
use kernel::board::{BoardPart, PartReading};
use kernel::texts::Language;
use kernel::{App, Result};
use serde_json::{Value, json};

use super::alerts;
use super::cache;
use super::environment;
use super::model::{AirQuality, Kind, WeatherDay, WeatherNow};

/// The weather at this moment and of today, with the official warnings in force, the newest first; null without a provider, and until it has answered once.
pub(super) static WEATHER: BoardPart = BoardPart { name: "weather", app: Some("weather"), read };

fn read(app: App, _: String, language: Language) -> PartReading {
    Box::pin(async move { weather(&app, language).await })
}

async fn weather(app: &App, language: Language) -> Result<Value> {
    let Some(source) = environment::source(&app.config) else { return Ok(Value::Null) };
    // The next reading of the board has what comes; nobody waits for the provider.
    let kept =
        cache::kept_and_refresh(app, &source, &[Kind::Now, Kind::Daily, Kind::Air], cache::lang_of(language))
            .await?;
    let now = kept.part::<WeatherNow>(Kind::Now);
    let (Some(data), Some(fetched_at)) = (now.data, now.fetched_at) else { return Ok(Value::Null) };
    let warnings: Vec<Value> = alerts::in_force(app, &source)
        .await?
        .alerts
        .into_iter()
        .map(|alert| json!({ "title": alert.title, "level": alert.level }))
        .collect();
    let today = app.today().to_string();
    let days = kept.part::<Vec<WeatherDay>>(Kind::Daily).data.unwrap_or_default();
    let today = days.iter().find(|day| day.date == today);
    let air = kept.part::<AirQuality>(Kind::Air).data;
    Ok(json!({
        "place": kept.place().map(|place| place.name),
        "temperature": data.temperature,
        "text": data.text,
        "icon": data.condition,
        "high": today.map(|day| day.temperature_max),
        "low": today.map(|day| day.temperature_min),
        "air": air.map(|air| air.category),
        "warnings": warnings,
        "stale": now.stale,
        "fetched_at": iso(fetched_at),
    }))
}
