//! `/api/weather`: what the portal knows of the weather.

use axum::extract::State;
use kernel::app::iso;
use kernel::http::Caller;
use kernel::texts::Language;
use kernel::{App, Envelope, Reply, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use super::alerts::{self, AlertsInForce};
use super::cache::{self, CachedPart, CachedWeather, lang_of};
use super::environment;
use super::model::{
    AirQuality, Kind, LifeIndex, Place, RainForecast, WarningAnswer, WeatherAlert, WeatherDay, WeatherHour,
    WeatherNow,
};
use super::problem::Problem;

/// Declares parts of the answers, a type each: a schema of a generic type would not say that its data may be null.
macro_rules! parts {
    ($($(#[$about:meta])* $name:ident: $data:ty;)*) => { $(
        $(#[$about])*
        #[derive(Serialize, ToSchema)]
        pub(super) struct $name {
            /// What the provider last said; null until it has answered once.
            #[schema(required)]
            data: Option<$data>,
            /// When the data was fetched, ISO 8601; null without data.
            #[schema(required)]
            fetched_at: Option<String>,
            /// Whether the data is older than it should be, because the provider fails or takes long.
            stale: bool,
            /// Why there is no newer data; null while all is well, and while the provider takes long.
            #[schema(required)]
            problem: Option<WeatherProblem>,
        }

        impl From<PartAnswer<$data>> for $name {
            fn from(PartAnswer { data, fetched_at, stale, problem }: PartAnswer<$data>) -> Self {
                Self { data, fetched_at, stale, problem }
            }
        }
    )* };
}

parts! {
    /// The weather at this moment.
    WeatherNowPart: WeatherNow;
    /// The next 24 hours.
    WeatherHourlyPart: Vec<WeatherHour>;
    /// Seven days from today on.
    WeatherDailyPart: Vec<WeatherDay>;
    /// The forecast of today.
    WeatherTodayPart: WeatherDay;
    /// The quality of the air.
    WeatherAirPart: AirQuality;
    /// What the weather of today means for what people do.
    WeatherIndicesPart: Vec<LifeIndex>;
    /// The official warnings in force.
    WeatherWarningsPart: Vec<WeatherAlert>;
    /// The rain and snow of the next two hours.
    WeatherRainPart: RainForecast;
}

/// A part of any type, on its way to the type of its schema.
struct PartAnswer<T> {
    data: Option<T>,
    fetched_at: Option<String>,
    stale: bool,
    problem: Option<WeatherProblem>,
}

/// Why the provider brings no weather.
#[derive(Serialize, ToSchema)]
pub(super) struct WeatherProblem {
    /// The stable name of the reason.
    code: Problem,
    /// The reason in words.
    message: String,
}

/// The place that the weather is of.
#[derive(Serialize, ToSchema)]
pub(super) struct WeatherPlace {
    /// The name of the place.
    name: String,
    /// The city or province that the place lies in; empty when that is its own name.
    region: String,
}

impl From<Place> for WeatherPlace {
    fn from(Place { name, region, .. }: Place) -> Self {
        Self { name, region }
    }
}

/// Everything that the portal knows of the weather.
#[derive(Serialize, ToSchema)]
pub(super) struct Weather {
    /// Whether the operator has named a provider and a place; without them no part has data.
    configured: bool,
    /// The variables that are missing, for admins; empty for everybody else.
    #[schema(value_type = Vec<String>)]
    missing: Vec<&'static str>,
    /// The place that the weather is of; null until the provider has said where it is.
    #[schema(required)]
    place: Option<WeatherPlace>,
    /// The weather at this moment.
    now: WeatherNowPart,
    /// The next 24 hours.
    hourly: WeatherHourlyPart,
    /// Seven days from today on.
    daily: WeatherDailyPart,
    /// The quality of the air.
    air: WeatherAirPart,
    /// What the weather of today means for what people do.
    indices: WeatherIndicesPart,
    /// The official warnings in force.
    warnings: WeatherWarningsPart,
    /// The rain and snow of the next two hours.
    minutely: WeatherRainPart,
}

/// The weather in short.
#[derive(Serialize, ToSchema)]
pub(super) struct WeatherSummary {
    /// Whether the operator has named a provider and a place.
    configured: bool,
    /// The variables that are missing, for admins; empty for everybody else.
    #[schema(value_type = Vec<String>)]
    missing: Vec<&'static str>,
    /// The place that the weather is of; null until the provider has said where it is.
    #[schema(required)]
    place: Option<WeatherPlace>,
    /// The weather at this moment.
    now: WeatherNowPart,
    /// The forecast of today.
    today: WeatherTodayPart,
    /// The rain and snow of the next two hours.
    minutely: WeatherRainPart,
}

/// Returns all parts of the weather. A part that is too old is fetched first; while the provider fails or takes longer
/// than two seconds, the last data is answered with `stale: true`. The words are those of the provider, in the language
/// of `Accept-Language`.
#[utoipa::path(get, path = "/api/weather", tag = "weather", responses((status = 200, body = Envelope<Weather>)))]
pub(super) async fn get_weather(
    State(app): State<App>,
    caller: Caller,
    language: Language,
) -> Result<Reply<Weather>> {
    let weather = ReaderWeather::of(&app, &Kind::PARTS, language).await?;
    Ok(Reply::ok(Weather {
        configured: weather.is_configured(),
        missing: missing(&app, &caller),
        place: weather.place(),
        now: weather.part(Kind::Now).into(),
        hourly: weather.part(Kind::Hourly).into(),
        daily: weather.part(Kind::Daily).into(),
        air: weather.part(Kind::Air).into(),
        indices: weather.part(Kind::Indices).into(),
        warnings: weather.warnings().into(),
        minutely: weather.part(Kind::Minutely).into(),
    }))
}

/// Returns the weather in short, for a widget: now, today and the rain of the next two hours.
#[utoipa::path(get, path = "/api/weather/now", tag = "weather",
    responses((status = 200, body = Envelope<WeatherSummary>)))]
pub(super) async fn get_weather_now(
    State(app): State<App>,
    caller: Caller,
    language: Language,
) -> Result<Reply<WeatherSummary>> {
    let weather = ReaderWeather::of(&app, &[Kind::Now, Kind::Daily, Kind::Minutely], language).await?;
    let today = app.today().to_string();
    Ok(Reply::ok(WeatherSummary {
        configured: weather.is_configured(),
        missing: missing(&app, &caller),
        place: weather.place(),
        now: weather.part(Kind::Now).into(),
        today: weather
            .with(Kind::Daily, |days: Vec<WeatherDay>| days.into_iter().find(|day| day.date == today))
            .into(),
        minutely: weather.part(Kind::Minutely).into(),
    }))
}

/// The official warnings in force.
#[derive(Serialize, ToSchema)]
pub(super) struct WeatherAlerts {
    /// The warnings in force that were told to everybody, the newest first.
    alerts: Vec<WeatherAlert>,
    /// When the provider last said which warnings there are, ISO 8601; null until it has.
    #[schema(required)]
    fetched_at: Option<String>,
    /// Whether the provider should have said it again since; one without an end is then listed for 48 hours at most.
    stale: bool,
}

/// Lists the official warnings in force that were told to everybody, the newest first. The provider is not asked;
/// without one the list is empty.
#[utoipa::path(get, path = "/api/weather/alerts", tag = "weather",
    responses((status = 200, body = Envelope<WeatherAlerts>)))]
pub(super) async fn list_weather_alerts(State(app): State<App>, _: Caller) -> Result<Reply<WeatherAlerts>> {
    let AlertsInForce { alerts, fetched_at, stale } = match environment::source(&app.config) {
        Some(source) => alerts::in_force(&app, &source).await?,
        None => AlertsInForce { alerts: Vec::new(), fetched_at: None, stale: false },
    };
    Ok(Reply::ok(WeatherAlerts { alerts, fetched_at: fetched_at.map(iso), stale }))
}

fn missing(app: &App, caller: &Caller) -> Vec<&'static str> {
    if caller.facts.is_admin { environment::missing(&app.config) } else { Vec::new() }
}

/// What is known for a reader.
struct ReaderWeather {
    /// `None` without a provider.
    cached: Option<CachedWeather>,
    language: Language,
    now: i64,
}

impl ReaderWeather {
    async fn of(app: &App, kinds: &[Kind], language: Language) -> Result<Self> {
        let cached = match environment::source(&app.config) {
            Some(source) => Some(cache::current(app, &source, kinds, lang_of(language)).await?),
            None => None,
        };
        Ok(Self { cached, language, now: app.clock.now_ms() })
    }

    fn is_configured(&self) -> bool {
        self.cached.is_some()
    }

    fn place(&self) -> Option<WeatherPlace> {
        self.cached.as_ref()?.place().map(WeatherPlace::from)
    }

    fn part<T: DeserializeOwned>(&self, kind: Kind) -> PartAnswer<T> {
        self.with(kind, Some)
    }

    /// The warnings that have not ended since they were fetched.
    fn warnings(&self) -> PartAnswer<Vec<WeatherAlert>> {
        self.with(Kind::Warnings, |WarningAnswer { mut alerts, .. }| {
            alerts.retain(|alert| alert.is_in_force(self.now));
            Some(alerts)
        })
    }

    /// A part of which something is taken.
    fn with<T: DeserializeOwned, U>(&self, kind: Kind, take: impl FnOnce(T) -> Option<U>) -> PartAnswer<U> {
        let Some(cached) = &self.cached else {
            return PartAnswer { data: None, fetched_at: None, stale: false, problem: None };
        };
        let CachedPart { data, fetched_at, stale, problem } = cached.part::<T>(kind);
        let problem = problem.map(|code| WeatherProblem { code, message: code.message(self.language) });
        PartAnswer { data: data.and_then(take), fetched_at: fetched_at.map(iso), stale, problem }
    }
}
