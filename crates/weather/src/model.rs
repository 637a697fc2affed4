//! The nouns of the weather, as the API has them and the cache keeps them.

use kernel::app::iso;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::AlertRow;

/// A kind of what is kept of the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    Now,
    Hourly,
    Daily,
    Air,
    Indices,
    Warnings,
    Minutely,
    /// Where the place is and what it is called.
    Place,
    /// What keeps the provider as a whole from being asked.
    Provider,
}

const MINUTE_MS: i64 = 60_000;

impl Kind {
    /// The parts of the weather, in the order of the answer.
    pub(crate) const PARTS: [Self; 7] =
        [Self::Now, Self::Hourly, Self::Daily, Self::Air, Self::Indices, Self::Warnings, Self::Minutely];

    /// How long it is as good as new, in milliseconds.
    pub(crate) const fn lifetime_ms(self) -> i64 {
        MINUTE_MS
            * match self {
                Self::Now => 15,
                Self::Hourly | Self::Air => 30,
                Self::Daily => 60,
                Self::Indices => 6 * 60,
                Self::Warnings => 10,
                Self::Minutely => 5,
                Self::Place => 7 * 24 * 60,
                Self::Provider => 0,
            }
    }

    /// Whether the provider takes its own location ID for it; the others need coordinates.
    pub(crate) const fn takes_location_id(self) -> bool {
        matches!(self, Self::Now | Self::Hourly | Self::Daily | Self::Indices)
    }
}

/// A point of the earth, in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Coordinates {
    pub(crate) longitude: f64,
    pub(crate) latitude: f64,
}

impl Coordinates {
    pub(crate) fn are_on_earth(self) -> bool {
        self.longitude.abs() <= 180.0 && self.latitude.abs() <= 90.0
    }
}

/// Where the place is and what it is called, as the look-up of the provider says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Place {
    /// The location ID of the provider.
    pub(crate) id: String,
    pub(crate) name: String,
    /// The city or province that it lies in; empty when that is its own name.
    pub(crate) region: String,
    pub(crate) coordinates: Coordinates,
}

/// What the sky does; also the name of its icon in `GET /api/assets/weather-icons`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = WeatherCondition)]
pub(crate) enum Condition {
    Sunny,
    NightClear,
    PartlyCloudy,
    PartlyCloudyNight,
    Cloudy,
    Overcast,
    Shower,
    Thunder,
    LightRain,
    Rain,
    HeavyRain,
    Sleet,
    LightSnow,
    Snow,
    HeavySnow,
    Fog,
    Haze,
    Dust,
    Hot,
    Cold,
    Unknown,
}

impl Condition {
    /// What a code of the provider's icons stands for (dev.qweather.com, “icons”).
    pub(crate) fn of_code(code: &str) -> Self {
        match code.parse::<u16>().unwrap_or_default() {
            100 => Self::Sunny,
            150 => Self::NightClear,
            101 | 151 => Self::Cloudy,
            102 | 103 => Self::PartlyCloudy,
            152 | 153 => Self::PartlyCloudyNight,
            104 | 154 => Self::Overcast,
            300 | 301 | 350 | 351 => Self::Shower,
            302..=304 => Self::Thunder,
            305 | 309 => Self::LightRain,
            306 | 314 | 399 => Self::Rain,
            307 | 308 | 310..=312 | 315..=318 => Self::HeavyRain,
            313 | 404..=406 | 456 => Self::Sleet,
            400 | 407 | 457 => Self::LightSnow,
            401 | 408 | 499 => Self::Snow,
            402 | 403 | 409 | 410 => Self::HeavySnow,
            500 | 501 | 509 | 510 | 514 | 515 => Self::Fog,
            502 | 511..=513 => Self::Haze,
            503..=508 => Self::Dust,
            900 => Self::Hot,
            901 => Self::Cold,
            _ => Self::Unknown,
        }
    }
}

/// The weather at this moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct WeatherNow {
    /// When the weather was observed, ISO 8601.
    pub(crate) observed_at: String,
    /// The temperature in °C.
    pub(crate) temperature: f64,
    /// The apparent temperature in °C.
    #[schema(required)]
    pub(crate) feels_like: Option<f64>,
    /// The provider's words for the sky, such as `多云`.
    pub(crate) text: String,
    /// What the sky does.
    pub(crate) condition: Condition,
    /// The relative humidity in percent.
    #[schema(required)]
    pub(crate) humidity: Option<f64>,
    /// The direction of the wind in words.
    #[schema(required)]
    pub(crate) wind_direction: Option<String>,
    /// The force of the wind on the Beaufort scale; a range, such as `1-3`, is possible.
    #[schema(required)]
    pub(crate) wind_scale: Option<String>,
    /// The speed of the wind in km/h.
    #[schema(required)]
    pub(crate) wind_speed: Option<f64>,
    /// The precipitation of the last hour in mm.
    #[schema(required)]
    pub(crate) precipitation: Option<f64>,
    /// The air pressure in hPa.
    #[schema(required)]
    pub(crate) pressure: Option<f64>,
    /// The visibility in km.
    #[schema(required)]
    pub(crate) visibility: Option<f64>,
}

/// The forecast of an hour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct WeatherHour {
    /// The beginning of the hour, ISO 8601.
    pub(crate) at: String,
    /// The temperature in °C.
    pub(crate) temperature: f64,
    /// The provider's words for the sky.
    pub(crate) text: String,
    /// What the sky does.
    pub(crate) condition: Condition,
    /// The probability of precipitation in percent.
    #[schema(required)]
    pub(crate) rain_probability: Option<f64>,
    /// The precipitation in mm.
    #[schema(required)]
    pub(crate) precipitation: Option<f64>,
    /// The direction of the wind in words.
    #[schema(required)]
    pub(crate) wind_direction: Option<String>,
    /// The force of the wind on the Beaufort scale.
    #[schema(required)]
    pub(crate) wind_scale: Option<String>,
}

/// The forecast of a day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct WeatherDay {
    /// The day, `YYYY-MM-DD` at the place.
    pub(crate) date: String,
    /// The highest temperature in °C.
    pub(crate) temperature_max: f64,
    /// The lowest temperature in °C.
    pub(crate) temperature_min: f64,
    /// The provider's words for the sky by day.
    pub(crate) text_day: String,
    /// What the sky does by day.
    pub(crate) condition_day: Condition,
    /// The provider's words for the sky by night.
    pub(crate) text_night: String,
    /// What the sky does by night.
    pub(crate) condition_night: Condition,
    /// The sunrise at the place, `HH:MM`.
    #[schema(required)]
    pub(crate) sunrise: Option<String>,
    /// The sunset at the place, `HH:MM`.
    #[schema(required)]
    pub(crate) sunset: Option<String>,
    /// The relative humidity in percent.
    #[schema(required)]
    pub(crate) humidity: Option<f64>,
    /// The precipitation of the day in mm.
    #[schema(required)]
    pub(crate) precipitation: Option<f64>,
    /// The ultraviolet index.
    #[schema(required)]
    pub(crate) uv_index: Option<f64>,
    /// The direction of the wind in words.
    #[schema(required)]
    pub(crate) wind_direction: Option<String>,
    /// The force of the wind on the Beaufort scale.
    #[schema(required)]
    pub(crate) wind_scale: Option<String>,
}

/// The quality of the air at this moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct AirQuality {
    /// The air quality index by the standard of the country.
    pub(crate) aqi: f64,
    /// The level of the index from 1, which is best, to 6.
    #[schema(required)]
    pub(crate) level: Option<f64>,
    /// The level in words, such as `优`.
    pub(crate) category: String,
    /// The pollutant that decides the index, such as `PM2.5`.
    #[schema(required)]
    pub(crate) primary: Option<String>,
    /// What the provider advises.
    #[schema(required)]
    pub(crate) advice: Option<String>,
    /// The pollutants that were measured.
    pub(crate) pollutants: Vec<Pollutant>,
}

/// A pollutant of the air.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = AirPollutant)]
pub(crate) struct Pollutant {
    /// The provider's code of the pollutant, such as `pm2p5`.
    pub(crate) code: String,
    /// The name of the pollutant.
    pub(crate) name: String,
    /// The concentration of the pollutant.
    pub(crate) value: f64,
    /// The unit of the concentration, such as `μg/m3`.
    pub(crate) unit: String,
}

/// What the weather of the day means for something that people do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct LifeIndex {
    /// The provider's number of the index: `1` sports, `3` dressing, `5` ultraviolet …
    pub(crate) id: String,
    /// The name of the index.
    pub(crate) name: String,
    /// What the index says, in a word.
    pub(crate) category: String,
    /// What the index says, in a sentence.
    pub(crate) text: String,
}

/// How serious a warning is; China's meteorological offices give it a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = WeatherAlertLevel)]
pub(crate) enum AlertLevel {
    Blue,
    Yellow,
    Orange,
    Red,
}

/// An official weather warning that is in force, in the words of the office that published it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct WeatherAlert {
    /// The id of the warning, as the provider has it.
    pub(crate) id: String,
    /// The title of the warning.
    pub(crate) title: String,
    /// How serious the warning is.
    pub(crate) level: AlertLevel,
    /// The text of the warning, plain text.
    pub(crate) text: String,
    /// The office that published the warning.
    #[schema(required)]
    pub(crate) sender: Option<String>,
    /// When the warning was published, ISO 8601.
    pub(crate) published_at: String,
    /// When the warning ends, ISO 8601; null when the office does not say it.
    #[schema(required)]
    pub(crate) expires_at: Option<String>,
}

impl WeatherAlert {
    /// When it ends, in milliseconds.
    pub(crate) fn ends_at(&self) -> Option<i64> {
        self.expires_at.as_deref().and_then(milliseconds)
    }

    /// Whether it has not ended at a moment, in milliseconds.
    pub(crate) fn is_in_force(&self, now: i64) -> bool {
        self.ends_at().is_none_or(|end| end > now)
    }
}

/// What the provider says of warnings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct WarningAnswer {
    /// Those that it lists.
    pub(crate) alerts: Vec<WeatherAlert>,
    /// The ids of those that it says were cancelled or replaced.
    pub(crate) cancelled: Vec<String>,
}

impl From<AlertRow> for WeatherAlert {
    fn from(row: AlertRow) -> Self {
        let AlertRow { id, title, level, text, sender, published_at, expires_at, .. } = row;
        Self {
            id,
            title,
            level,
            text,
            sender,
            published_at: iso(published_at),
            expires_at: expires_at.map(iso),
        }
    }
}

/// The rain and snow of the next two hours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct RainForecast {
    /// What is to be expected, in a sentence.
    pub(crate) summary: String,
    /// The precipitation of every five minutes.
    pub(crate) steps: Vec<RainStep>,
}

/// The precipitation of five minutes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct RainStep {
    /// The beginning of the five minutes, ISO 8601.
    pub(crate) at: String,
    /// The precipitation of the five minutes in mm.
    pub(crate) precipitation: f64,
    /// Whether it falls as snow.
    pub(crate) is_snow: bool,
}

/// An ISO 8601 time in milliseconds since the epoch.
pub(crate) fn milliseconds(text: &str) -> Option<i64> {
    text.parse::<jiff::Timestamp>().ok().map(jiff::Timestamp::as_millisecond)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_of_the_provider_has_a_condition() {
        let codes = "100 101 102 103 104 150 151 152 153 300 301 302 303 304 305 306 307 308 309 310 311 312 313 314
            315 316 317 318 350 351 399 400 401 402 403 404 405 406 407 408 409 410 456 457 499 500 501 502 503 504 507
            508 509 510 511 512 513 514 515 900 901";
        for code in codes.split_whitespace() {
            assert_ne!(Condition::of_code(code), Condition::Unknown, "{code}");
        }
        for code in ["999", "", "12345678", "rain"] {
            assert_eq!(Condition::of_code(code), Condition::Unknown);
        }
        assert_eq!(serde_json::to_value(Condition::of_code("153")).unwrap(), "partly-cloudy-night");
    }
}
