//! Reads the quality of the air, from `/airquality/v1/current` and from `/v7/air/now` before it.

use serde_json::Value;

use super::read::{number, text};
use crate::model::{AirQuality, Pollutant};
use crate::problem::Failure;

/// The index that the provider makes for the whole world; that of the country comes before it.
const WORLDWIDE: &str = "qaqi";
/// The pollutants of the older path: their names there, and what they are called.
const OLDER: [(&str, &str); 6] =
    [("pm2p5", "PM2.5"), ("pm10", "PM10"), ("no2", "NO2"), ("so2", "SO2"), ("co", "CO"), ("o3", "O3")];

pub(super) fn air(answer: &Value) -> Result<AirQuality, Failure> {
    let read = if answer["now"].is_object() { older(&answer["now"]) } else { current(answer) };
    read.ok_or_else(|| Failure::unreadable("the air has no index"))
}

fn current(answer: &Value) -> Option<AirQuality> {
    let indexes = answer["indexes"].as_array()?;
    let of_country = indexes.iter().find(|index| index["code"] != WORLDWIDE);
    let index = of_country.or_else(|| indexes.first())?;
    let pollutant = |pollutant: &Value| {
        Some(Pollutant {
            code: text(&pollutant["code"])?,
            name: text(&pollutant["name"])?,
            value: number(&pollutant["concentration"]["value"])?,
            unit: text(&pollutant["concentration"]["unit"]).unwrap_or_default(),
        })
    };
    let pollutants = answer["pollutants"].as_array().map(Vec::as_slice).unwrap_or_default();
    Some(AirQuality {
        aqi: number(&index["aqi"])?,
        level: number(&index["level"]),
        category: text(&index["category"])?,
        primary: text(&index["primaryPollutant"]["name"]),
        advice: text(&index["health"]["advice"]["generalPopulation"]),
        pollutants: pollutants.iter().filter_map(pollutant).collect(),
    })
}

fn older(now: &Value) -> Option<AirQuality> {
    let pollutant = |(code, name): (&str, &str)| {
        let unit = if code == "co" { "mg/m3" } else { "μg/m3" };
        let value = number(&now[code])?;
        Some(Pollutant { code: code.into(), name: name.into(), value, unit: unit.into() })
    };
    Some(AirQuality {
        aqi: number(&now["aqi"])?,
        level: number(&now["level"]),
        category: text(&now["category"])?,
        // The provider's word for none.
        primary: text(&now["primary"]).filter(|primary| primary != "NA"),
        advice: None,
        pollutants: OLDER.into_iter().filter_map(pollutant).collect(),
    })
}
