//! The weather of the school's place, as QWeather (和风天气) knows it.
//!
//! One provider, named by WEATHER_KEY, WEATHER_LOCATION and WEATHER_API_HOST. A part of the weather is fetched when a
//! member asks for it and what is kept is too old; only the official warnings are asked for by a task. What the
//! provider last said is kept in the database and served, marked as stale, while the provider fails. A warning is told
//! to everybody once.
//!
//! Owns the tables `weather_*` and the paths `/api/weather*`. Every outbound call goes through `kernel::egress`, with
//! the key in a header. `provider` speaks with QWeather, `cache` decides when, `alerts` tells of warnings.
//!
//! Absent on purpose: weather that nobody has measured or forecast. Without a key, and until the provider has answered
//! once, there is none.

mod alerts;
mod board_part;
mod cache;
mod environment;
mod events;
mod frames;
mod model;
mod problem;
mod provider;
mod routes;
mod store;
#[cfg(test)]
mod tests;
mod texts;

use kernel::apps::BuiltIn;
use kernel::http::BatchRead;
use kernel::{App, Feature, Result, Routes, routes};

pub use events::WeatherEvent;

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "weather",
    router,
    apps: &[BuiltIn { name: "weather", label: &texts::APP, protected: false, paths: &["/api/weather"] }],
    variables: &[&environment::WEATHER_KEY, &environment::WEATHER_LOCATION, &environment::WEATHER_API_HOST],
    check_config: environment::check,
    frames: frames::FRAMES,
    render: Some(frames::render),
    statements: store::STATEMENTS,
    state: |state, _| state.insert(cache::PartLocks::default()),
    start: |app| Box::pin(start(app)),
    provides: &[&board_part::WEATHER, &BatchRead("/api/weather/now")],
    ..Feature::EMPTY
};

/// The features of this crate.
pub const FEATURES: &[Feature] = &[FEATURE];

async fn start(app: App) -> Result<()> {
    if let Some(source) = environment::source(&app.config) {
        alerts::leave_other_places(&app, &source).await?;
        alerts::start(&app, source);
    }
    Ok(())
}

fn router() -> Routes {
    Routes::new()
        .routes(routes!(routes::get_weather))
        .routes(routes!(routes::get_weather_now))
        .routes(routes!(routes::list_weather_alerts))
}
