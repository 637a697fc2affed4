//! Reads the answers of the provider's older paths, whose numbers are texts.

use serde_json::Value;

use crate::model::{
    Condition, Coordinates, LifeIndex, Place, RainForecast, RainStep, WeatherDay, WeatherHour, WeatherNow,
    milliseconds,
};
use crate::problem::{Failure, Problem};

/// Longest text that is taken over, in characters.
const MAX_TEXT: usize = 2000;

/// A text that says something, without control characters.
pub(super) fn text(value: &Value) -> Option<String> {
    let clean = |c: char| if c.is_control() && c != '\n' { ' ' } else { c };
    let text: String = value.as_str()?.trim().chars().take(MAX_TEXT).map(clean).collect();
    (!text.is_empty()).then_some(text)
}

/// A number, written as one or as text.
pub(super) fn number(value: &Value) -> Option<f64> {
    let number = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok())?;
    number.is_finite().then_some(number)
}

/// A time in the form of all others: ISO 8601, UTC, milliseconds.
pub(super) fn time(value: &Value) -> Option<String> {
    milliseconds(value.as_str()?).map(kernel::app::iso)
}

/// The items of a list, which must be there.
fn list<'a>(answer: &'a Value, name: &'static str) -> Result<&'a [Value], Failure> {
    answer[name].as_array().map(Vec::as_slice).ok_or_else(|| Failure::unreadable(format!("no {name}")))
}

/// Those items that could be read; an answer of which none could is unreadable.
fn readable<T>(
    answer: &Value,
    name: &'static str,
    read: impl Fn(&Value) -> Option<T>,
) -> Result<Vec<T>, Failure> {
    let items: Vec<T> = list(answer, name)?.iter().filter_map(read).collect();
    if items.is_empty() { Err(Failure::unreadable(format!("no {name} that can be read"))) } else { Ok(items) }
}

/// What the sky does, and the provider's words for it.
fn sky(item: &Value, code: &str, words: &str) -> (Condition, String) {
    let condition = Condition::of_code(item[code].as_str().unwrap_or_default());
    (condition, text(&item[words]).unwrap_or_default())
}

pub(super) fn place(answer: &Value) -> Result<Place, Failure> {
    let Some(first) = list(answer, "location")?.first() else { return Err(Problem::PlaceUnknown.into()) };
    let read = || {
        let coordinates = Coordinates { longitude: number(&first["lon"])?, latitude: number(&first["lat"])? };
        let name = text(&first["name"])?;
        let region = [&first["adm2"], &first["adm1"]].into_iter().filter_map(text).find(|adm| *adm != name);
        let place = Place { id: text(&first["id"])?, name, region: region.unwrap_or_default(), coordinates };
        coordinates.are_on_earth().then_some(place)
    };
    read().ok_or_else(|| Failure::unreadable("the location misses id, name or coordinates"))
}

pub(super) fn now(answer: &Value) -> Result<WeatherNow, Failure> {
    let now = &answer["now"];
    let (condition, words) = sky(now, "icon", "text");
    let read = || {
        Some(WeatherNow {
            observed_at: time(&now["obsTime"]).or_else(|| time(&answer["updateTime"]))?,
            temperature: number(&now["temp"])?,
            feels_like: number(&now["feelsLike"]),
            text: words.clone(),
            condition,
            humidity: number(&now["humidity"]),
            wind_direction: text(&now["windDir"]),
            wind_scale: text(&now["windScale"]),
            wind_speed: number(&now["windSpeed"]),
            precipitation: number(&now["precip"]),
            pressure: number(&now["pressure"]),
            visibility: number(&now["vis"]),
        })
    };
    read().ok_or_else(|| Failure::unreadable("now misses temp or obsTime"))
}

pub(super) fn hourly(answer: &Value) -> Result<Vec<WeatherHour>, Failure> {
    readable(answer, "hourly", |hour| {
        let (condition, words) = sky(hour, "icon", "text");
        Some(WeatherHour {
            at: time(&hour["fxTime"])?,
            temperature: number(&hour["temp"])?,
            text: words,
            condition,
            rain_probability: number(&hour["pop"]),
            precipitation: number(&hour["precip"]),
            wind_direction: text(&hour["windDir"]),
            wind_scale: text(&hour["windScale"]),
        })
    })
}

pub(super) fn daily(answer: &Value) -> Result<Vec<WeatherDay>, Failure> {
    readable(answer, "daily", |day| {
        let date = text(&day["fxDate"])?;
        date.parse::<jiff::civil::Date>().ok()?;
        let (condition_day, text_day) = sky(day, "iconDay", "textDay");
        let (condition_night, text_night) = sky(day, "iconNight", "textNight");
        Some(WeatherDay {
            date,
            temperature_max: number(&day["tempMax"])?,
            temperature_min: number(&day["tempMin"])?,
            text_day,
            condition_day,
            text_night,
            condition_night,
            sunrise: text(&day["sunrise"]),
            sunset: text(&day["sunset"]),
            humidity: number(&day["humidity"]),
            precipitation: number(&day["precip"]),
            uv_index: number(&day["uvIndex"]),
            wind_direction: text(&day["windDirDay"]),
            wind_scale: text(&day["windScaleDay"]),
        })
    })
}

pub(super) fn indices(answer: &Value) -> Result<Vec<LifeIndex>, Failure> {
    readable(answer, "daily", |index| {
        Some(LifeIndex {
            id: text(&index["type"])?,
            name: text(&index["name"])?,
            category: text(&index["category"])?,
            text: text(&index["text"]).unwrap_or_default(),
        })
    })
}

pub(super) fn minutely(answer: &Value) -> Result<RainForecast, Failure> {
    let steps = readable(answer, "minutely", |step| {
        Some(RainStep {
            at: time(&step["fxTime"])?,
            precipitation: number(&step["precip"])?,
            is_snow: step["type"] == "snow",
        })
    })?;
    Ok(RainForecast { summary: text(&answer["summary"]).unwrap_or_default(), steps })
}
