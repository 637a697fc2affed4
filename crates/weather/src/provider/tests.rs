//! Answers of the provider as it documents them, and as they should not be.

use serde_json::{Value, json};

use super::read;
use super::read_air::air;
use super::read_alerts::warnings;
use crate::model::{AlertLevel, Condition, WarningAnswer};
use crate::problem::Problem;

const FETCHED: &str = "2026-09-01T00:10:00.000Z";

fn now() -> Value {
    json!({ "code": "200", "updateTime": "2020-06-30T22:00+08:00", "now": { "obsTime": "2020-06-30T21:40+08:00",
        "temp": "24", "feelsLike": "26", "icon": "101", "text": "多云", "wind360": "123", "windDir": "东南风",
        "windScale": "1", "windSpeed": "3", "humidity": "72", "precip": "0.0", "pressure": "1003", "vis": "16" } })
}

#[test]
fn numbers_may_be_texts_and_times_are_in_one_form() {
    let read = read::now(&now()).unwrap();
    assert_eq!((read.temperature, read.condition), (24.0, Condition::Cloudy));
    assert_eq!(read.observed_at, "2020-06-30T13:40:00.000Z");
    assert_eq!((read.wind_direction.as_deref(), read.humidity), (Some("东南风"), Some(72.0)));
}

#[test]
fn what_the_widget_shows_must_be_there_and_the_rest_may_be_missing() {
    let mut sparse = now();
    sparse["now"] = json!({ "obsTime": "2020-06-30T21:40+08:00", "temp": 24.5, "icon": "998", "vis": "far" });
    let read = read::now(&sparse).unwrap();
    assert_eq!((read.temperature, read.visibility, read.condition), (24.5, None, Condition::Unknown));
    for broken in [
        json!({ "code": "200" }),
        json!({ "code": "200", "now": {} }),
        json!({ "code": "200", "now": { "obsTime": "2020-06-30T21:40+08:00", "temp": "warm" } }),
        json!({ "code": "200", "now": { "obsTime": "today", "temp": "24" } }),
        json!({ "code": "200", "now": { "obsTime": "2020-06-30T21:40+08:00", "temp": "NaN" } }),
        json!([]),
        Value::Null,
    ] {
        assert_eq!(read::now(&broken).unwrap_err().problem, Problem::Unreadable, "{broken}");
    }
}

#[test]
fn rows_that_cannot_be_read_are_left_out_and_a_list_without_any_is_unreadable() {
    let days = json!({ "daily": [
        { "fxDate": "2021-11-15", "tempMax": "12", "tempMin": "-1", "iconDay": "100", "textDay": "晴",
          "iconNight": "150", "textNight": "晴", "sunrise": "06:58", "sunset": "16:59", "uvIndex": "3" },
        { "fxDate": "2021-11-16", "tempMax": "12" },
        { "fxDate": "soon", "tempMax": "12", "tempMin": "1" },
    ] });
    let read = read::daily(&days).unwrap();
    assert_eq!((read.len(), read[0].temperature_min), (1, -1.0));
    assert_eq!(read[0].condition_night, Condition::NightClear);
    assert!(read::daily(&json!({ "daily": [] })).is_err());
    assert!(read::hourly(&json!({ "hourly": "none" })).is_err());
    assert!(read::minutely(&json!({ "summary": "未来两小时无降水" })).is_err());
    assert!(read::indices(&json!({ "daily": [{ "type": "1" }] })).is_err());
}

#[test]
fn the_index_of_the_country_comes_before_that_of_the_world() {
    let index = |code: &str, aqi: Value| json!({ "code": code, "aqi": aqi, "level": "2", "category": "良" });
    let both = json!({ "indexes": [index("qaqi", json!(1.2)), index("cn-mee", json!(77))] });
    assert_eq!(air(&both).unwrap().aqi, 77.0);
    let world = json!({ "indexes": [index("qaqi", json!("1.2"))], "pollutants": [
        { "code": "o3", "name": "O3", "concentration": { "value": 76, "unit": "ppb" } }, { "code": "no2" } ] });
    let read = air(&world).unwrap();
    assert_eq!((read.aqi, read.pollutants.len(), read.pollutants[0].unit.as_str()), (1.2, 1, "ppb"));
    assert!(air(&json!({ "indexes": [] })).is_err());
}

#[test]
fn warnings_have_the_colour_of_their_office_or_that_of_their_severity() {
    let alert = |id: &str, color: &str, severity: &str, message: &str| {
        json!({ "id": id, "headline": "大风", "issuedTime": "2026-09-01T08:00+08:00", "color": { "code": color },
            "severity": severity, "messageType": { "code": message }, "expireTime": "2026-09-02T08:00+08:00" })
    };
    let read = warnings(&json!({ "alerts": [
        alert("1", "orange", "minor", "alert"), alert("2", "", "extreme", "update"), alert("3", "white", "minor", "alert"),
    ] }), FETCHED)
    .unwrap()
    .alerts;
    let levels: Vec<_> = read.iter().map(|warning| (warning.id.as_str(), warning.level)).collect();
    assert_eq!(levels, [("1", AlertLevel::Orange), ("2", AlertLevel::Red), ("3", AlertLevel::Blue)]);
    assert_eq!(read[0].text, "大风", "the title stands for a text that is missing");
    let none = json!({ "metadata": { "zeroResult": true } });
    assert_eq!(warnings(&none, FETCHED).unwrap(), WarningAnswer::default());
    assert_eq!(warnings(&json!({ "code": "200" }), FETCHED).unwrap_err().problem, Problem::Unreadable);
}

#[test]
fn a_warning_of_which_something_is_missing_is_there_and_one_without_an_id_spoils_the_answer() {
    let current = json!({ "alerts": [{ "id": "1", "description": "大风，请关好门窗" }, { "id": "2" }] });
    let older = json!({ "warning": [{ "id": "1", "text": "大风，请关好门窗" }, { "id": "2" }] });
    for answer in [current, older] {
        let read = warnings(&answer, FETCHED).unwrap().alerts;
        let [described, bare] = read.as_slice() else { panic!("{read:?}") };
        assert_eq!(
            (described.title.as_str(), described.published_at.as_str()),
            ("大风，请关好门窗", FETCHED)
        );
        assert_eq!((bare.title.as_str(), bare.level, &bare.expires_at), ("2", AlertLevel::Blue, &None));
    }
    for nameless in [json!({ "headline": "大风" }), json!({ "id": 7, "headline": "大风" })] {
        let answer = json!({ "alerts": [{ "id": "1", "headline": "大风" }, nameless] });
        assert_eq!(warnings(&answer, FETCHED).unwrap_err().problem, Problem::Unreadable);
    }
}

#[test]
fn a_warning_that_is_listed_twice_is_one_and_cancelled_or_replaced_ones_are_none() {
    let answer = json!({ "alerts": [
        { "id": "1", "headline": "first" }, { "id": "1", "headline": "again" }, { "id": "2" }, { "id": "3" },
        { "id": "4", "messageType": { "code": "cancel", "supersedes": ["2"] } },
        { "id": "5", "messageType": { "code": "update", "supersedes": ["3", "5"] } },
    ] });
    let mut read = warnings(&answer, FETCHED).unwrap();
    let listed: Vec<_> = read.alerts.iter().map(|alert| (alert.id.as_str(), alert.title.as_str())).collect();
    assert_eq!(listed, [("1", "first"), ("5", "5")]);
    read.cancelled.sort();
    assert_eq!(read.cancelled, ["2", "3", "4"]);
    let older = json!({ "warning": [
        { "id": "1" }, { "id": "2", "status": "update", "related": "1" }, { "id": "3", "status": "cancel" } ] });
    let mut read = warnings(&older, FETCHED).unwrap();
    read.cancelled.sort();
    assert_eq!(
        (read.alerts.len(), read.cancelled.as_slice()),
        (1, ["1".to_owned(), "3".to_owned()].as_slice())
    );
}

#[test]
fn a_place_is_the_first_that_was_found() {
    let found = json!({ "code": "200", "location": [
        { "name": "海淀", "id": "101010200", "lat": "39.95", "lon": "116.29", "adm2": "北京", "adm1": "北京市" } ] });
    let place = read::place(&found).unwrap();
    assert_eq!(
        (place.name.as_str(), place.region.as_str(), place.id.as_str()),
        ("海淀", "北京", "101010200")
    );
    assert_eq!(read::place(&json!({ "location": [] })).unwrap_err().problem, Problem::PlaceUnknown);
    let broken = json!({ "location": [{ "name": "x", "id": "1", "lat": "139.95", "lon": "116.29" }] });
    assert_eq!(read::place(&broken).unwrap_err().problem, Problem::Unreadable);
}
