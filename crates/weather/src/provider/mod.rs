//! QWeather (和风天气), over HTTPS with a key in the header `X-QW-Api-Key`.
//!
//! Asked are `/geo/v2/city/lookup`, `/v7/weather/now`, `24h` and `7d`, `/v7/indices/1d`, `/v7/minutely/5m`,
//! `/airquality/v1/current` and `/weatheralert/v1/current`. The provider has ended `/v7/air/now` and
//! `/v7/warning/now`; they are asked only where a host does not know their successors.

mod call;
mod read;
mod read_air;
mod read_alerts;
#[cfg(test)]
mod tests;

use kernel::App;
use kernel::app::iso;
use serde::Serialize;
use serde_json::Value;

use super::environment::Source;
use super::model::{Coordinates, Kind, Place};
use super::problem::{Failure, Problem};
use call::Call;

/// A language of the provider: `zh` or `en`.
pub(crate) type Lang = &'static str;

/// Fetches a part, as JSON of its type in `model`.
///
/// # Errors
/// See [`Failure`].
pub(crate) async fn fetch(
    app: &App,
    source: &Source,
    (kind, lang): (Kind, Lang),
    place: Option<&Place>,
) -> Result<String, Failure> {
    let asking = Asking { app, source, lang, place };
    match kind {
        Kind::Place => json(&asking.place().await?),
        Kind::Now => json(&read::now(&asking.of_location("/v7/weather/now", &[]).await?)?),
        Kind::Hourly => json(&read::hourly(&asking.of_location("/v7/weather/24h", &[]).await?)?),
        Kind::Daily => json(&read::daily(&asking.of_location("/v7/weather/7d", &[]).await?)?),
        Kind::Indices => {
            json(&read::indices(&asking.of_location("/v7/indices/1d", &[("type", "0")]).await?)?)
        }
        Kind::Minutely => json(&read::minutely(&asking.minutely().await?)?),
        Kind::Air => json(&read_air::air(&asking.air().await?)?),
        Kind::Warnings => {
            let answer = asking.warnings().await?;
            json(&read_alerts::warnings(&answer, &iso(app.clock.now_ms()))?)
        }
        Kind::Provider => Err(Problem::NoData.into()),
    }
}

fn json(data: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(data).map_err(|error| Failure::unreadable(error.to_string()))
}

/// What is asked for, and where.
struct Asking<'a> {
    app: &'a App,
    source: &'a Source,
    lang: Lang,
    place: Option<&'a Place>,
}

impl Asking<'_> {
    async fn get(&self, path: &str, query: &[(&str, &str)]) -> Result<Value, Failure> {
        let query: Vec<_> = query.iter().copied().chain([("lang", self.lang)]).collect();
        Call { app: self.app, source: self.source, path, query: &query }.get().await
    }

    /// Asks about the place, which the provider takes as its ID or as coordinates.
    async fn of_location(&self, path: &str, more: &[(&str, &str)]) -> Result<Value, Failure> {
        let query = &self.source.place;
        let location = match (self.place, query.location_id()) {
            _ if query.coordinates().is_some() => query.0.clone(),
            (_, Some(id)) => id.to_owned(),
            (Some(place), None) => place.id.clone(),
            (None, None) => return Err(Problem::PlaceUnknown.into()),
        };
        let query: Vec<_> =
            [("location", location.as_str())].into_iter().chain(more.iter().copied()).collect();
        self.get(path, &query).await
    }

    fn coordinates(&self) -> Result<Coordinates, Failure> {
        let known = self.source.place.coordinates().or_else(|| self.place.map(|place| place.coordinates));
        known.ok_or_else(|| Problem::PlaceUnknown.into())
    }

    async fn place(&self) -> Result<Place, Failure> {
        let query = [("location", self.source.place.0.as_str()), ("number", "1")];
        match self.get("/geo/v2/city/lookup", &query).await {
            Ok(answer) => read::place(&answer),
            Err(failure) if failure.problem == Problem::NoData => Err(Problem::PlaceUnknown.into()),
            Err(failure) => Err(failure),
        }
    }

    async fn minutely(&self) -> Result<Value, Failure> {
        let Coordinates { longitude, latitude } = self.coordinates()?;
        self.get("/v7/minutely/5m", &[("location", &format!("{longitude:.2},{latitude:.2}"))]).await
    }

    async fn air(&self) -> Result<Value, Failure> {
        self.current_or("/airquality/v1/current", "/v7/air/now").await
    }

    async fn warnings(&self) -> Result<Value, Failure> {
        self.current_or("/weatheralert/v1/current", "/v7/warning/now").await
    }

    /// Asks a path that takes the latitude first, and the one that it has replaced where the host does not know it.
    async fn current_or(&self, path: &str, before: &str) -> Result<Value, Failure> {
        let Coordinates { longitude, latitude } = self.coordinates()?;
        match self.get(&format!("{path}/{latitude:.2}/{longitude:.2}"), &[]).await {
            Err(Failure { problem: Problem::NoData, .. }) => self.of_location(before, &[]).await,
            answered => answered,
        }
    }
}
