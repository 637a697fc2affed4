//! The made-up weather, in the shapes of QWeather. It follows from the time alone: the same hour has the same weather.

use std::collections::HashMap;
use std::f64::consts::TAU;

use jiff::tz::{Offset, TimeZone};
use jiff::{Timestamp, ToSpan, Zoned};
use serde_json::{Value, json};

/// The offset of the place from UTC, in hours.
const OFFSET: i8 = 8;

/// Skies of the days in turn: the code and its words, by day and by night.
const SKIES: [(&str, &str, &str, &str, &str, &str); 7] = [
    ("100", "晴", "Sunny", "150", "晴", "Clear"),
    ("101", "多云", "Cloudy", "153", "晴间多云", "Partly cloudy"),
    ("104", "阴", "Overcast", "305", "小雨", "Light rain"),
    ("306", "中雨", "Moderate rain", "306", "中雨", "Moderate rain"),
    ("103", "晴间多云", "Partly cloudy", "150", "晴", "Clear"),
    ("309", "毛毛雨", "Drizzle", "104", "阴", "Overcast"),
    ("502", "霾", "Haze", "501", "雾", "Fog"),
];

/// Indices of the day: number, name, level and sentence in both languages. They suit each of the skies.
const INDICES: [(&str, [&str; 3], [&str; 3]); 6] = [
    (
        "1",
        ["运动指数", "较适宜", "适合课间活动，下雨就在室内动一动。"],
        ["Sports", "Good", "Fine for sports; in the rain, indoors."],
    ),
    (
        "3",
        ["穿衣指数", "看温差", "早晚比中午凉，多带一件外套。"],
        ["Dressing", "In layers", "Mornings are cooler than noon; take a jacket."],
    ),
    (
        "5",
        ["紫外线指数", "弱", "紫外线弱，不需要特别防护。"],
        ["Ultraviolet", "Weak", "No protection is needed."],
    ),
    (
        "9",
        ["感冒指数", "少发", "注意添衣，教室常通风。"],
        ["Cold risk", "Low", "Dress for the morning and air the classroom."],
    ),
    (
        "2",
        ["洗车指数", "较不宜", "可能有小雨，不适合洗车。"],
        ["Car wash", "Poor", "There may be some rain."],
    ),
    (
        "8",
        ["舒适度指数", "较舒适", "早晚偏凉，中午舒适。"],
        ["Comfort", "Fair", "Cool mornings, a pleasant noon."],
    ),
];

/// The body for a path; `None` for one that the provider does not have.
pub(crate) fn answer(
    path: &str,
    query: &HashMap<String, String>,
    now: Timestamp,
    warnings: &[Value],
) -> Option<Value> {
    let zone = TimeZone::fixed(Offset::constant(OFFSET));
    let now = now.to_zoned(zone);
    let words = Words { english: query.get("lang").is_some_and(|lang| lang == "en") };
    Some(match path {
        "/geo/v2/city/lookup" => place(query.get("location").map(String::as_str).unwrap_or_default()),
        "/v7/weather/now" => weather_now(&now, words),
        "/v7/weather/24h" => hourly(&now, words),
        "/v7/weather/7d" => daily(&now, words),
        "/v7/indices/1d" => indices(&now, words),
        "/v7/minutely/5m" => minutely(&now, words),
        "/v7/air/now" => older_air(&now),
        "/v7/warning/now" => older_warnings(&now, warnings),
        _ if path.starts_with("/airquality/v1/current/") => air(words),
        _ if path.starts_with("/weatheralert/v1/current/") => {
            json!({ "metadata": { "tag": "made-up", "zeroResult": warnings.is_empty() }, "alerts": warnings })
        }
        _ => return None,
    })
}

/// A warning of a gale, published at a moment and in force for a day.
pub(crate) fn warning(id: &str, color: &str, now: Timestamp) -> Value {
    let published = now.to_zoned(TimeZone::fixed(Offset::constant(OFFSET)));
    let end = published.checked_add(24.hours()).unwrap_or_else(|_| published.clone());
    let name = match color {
        "yellow" => "黄色",
        "orange" => "橙色",
        "red" => "红色",
        _ => "蓝色",
    };
    json!({
        "id": id,
        "senderName": "海淀区气象台",
        "issuedTime": spelt(&published),
        "messageType": { "code": "alert" },
        "eventType": { "name": "大风", "code": "1006" },
        "severity": "minor",
        "color": { "code": color },
        "effectiveTime": spelt(&published),
        "expireTime": spelt(&end),
        "headline": format!("海淀区气象台发布大风{name}预警"),
        "description": format!("海淀区气象台发布大风{name}预警：预计未来 24 小时有偏北风，阵风可达七级，请关好门窗，注意防范。"),
    })
}

#[derive(Clone, Copy)]
struct Words {
    english: bool,
}

impl Words {
    fn pick<'a>(self, chinese: &'a str, english: &'a str) -> &'a str {
        if self.english { english } else { chinese }
    }
}

/// As the provider spells times: without seconds.
fn spelt(time: &Zoned) -> String {
    time.strftime("%Y-%m-%dT%H:%M%:z").to_string()
}

/// The temperature of an hour: a cool morning, a warm afternoon, and a year.
fn temperature(time: &Zoned) -> f64 {
    let day = f64::from(time.day_of_year());
    let hour = f64::from(time.hour());
    let season = 18.0 - 14.0 * (TAU * (day - 15.0) / 365.0).cos();
    (season - 4.0 * (TAU * (hour - 3.0) / 24.0).cos()).round()
}

fn sky(time: &Zoned, words: Words) -> (&'static str, &'static str) {
    let (day, day_zh, day_en, night, night_zh, night_en) =
        SKIES[usize::from(time.day_of_year().unsigned_abs() % 7)];
    if (6..19).contains(&time.hour()) {
        (day, words.pick(day_zh, day_en))
    } else {
        (night, words.pick(night_zh, night_en))
    }
}

fn place(asked: &str) -> Value {
    let is_name =
        !asked.is_empty() && !asked.contains(',') && !asked.starts_with(|c: char| c.is_ascii_digit());
    if asked == "nowhere" {
        return json!({ "code": "404" });
    }
    let name = if is_name { asked } else { "海淀" };
    json!({ "code": "200", "location": [{ "name": name, "id": "101010200", "lat": "39.96", "lon": "116.30",
        "adm2": "北京", "adm1": "北京市", "country": "中国", "tz": "Asia/Shanghai", "type": "city" }] })
}

fn weather_now(now: &Zoned, words: Words) -> Value {
    let (icon, text) = sky(now, words);
    let degrees = temperature(now);
    json!({ "code": "200", "updateTime": spelt(now), "fxLink": "https://www.qweather.com", "now": {
        "obsTime": spelt(now), "temp": degrees.to_string(), "feelsLike": (degrees - 1.0).to_string(), "icon": icon,
        "text": text, "wind360": "45", "windDir": words.pick("东北风", "NE"), "windScale": "2", "windSpeed": "9",
        "humidity": "48", "precip": "0.0", "pressure": "1012", "vis": "16", "cloud": "20", "dew": "5" } })
}

fn hourly(now: &Zoned, words: Words) -> Value {
    let hour = |ahead: i64| {
        let at = now.checked_add(ahead.hours()).unwrap_or_else(|_| now.clone());
        let (icon, text) = sky(&at, words);
        let pop = if icon.starts_with('3') { "70" } else { "7" };
        json!({ "fxTime": at.strftime("%Y-%m-%dT%H:00%:z").to_string(), "temp": temperature(&at).to_string(),
            "icon": icon, "text": text, "windDir": words.pick("东北风", "NE"), "windScale": "1-3", "pop": pop,
            "precip": "0.0", "humidity": "50", "pressure": "1012" })
    };
    json!({ "code": "200", "updateTime": spelt(now), "hourly": (1..=24).map(hour).collect::<Vec<_>>() })
}

fn daily(now: &Zoned, words: Words) -> Value {
    let day = |ahead: i64| {
        let date = now.checked_add(ahead.days()).unwrap_or_else(|_| now.clone());
        let (code, zh, en, night, night_zh, night_en) =
            SKIES[usize::from(date.day_of_year().unsigned_abs() % 7)];
        let at = |hour: i8| date.with().hour(hour).minute(0).build().map_or(0.0, |time| temperature(&time));
        json!({ "fxDate": date.date().to_string(), "sunrise": "06:41", "sunset": "17:23",
            "tempMax": at(15).to_string(), "tempMin": at(3).to_string(), "iconDay": code,
            "textDay": words.pick(zh, en), "iconNight": night, "textNight": words.pick(night_zh, night_en),
            "windDirDay": words.pick("东北风", "NE"), "windScaleDay": "1-3", "humidity": "46", "precip": "0.0",
            "uvIndex": "3" })
    };
    json!({ "code": "200", "updateTime": spelt(now), "daily": (0..7).map(day).collect::<Vec<_>>() })
}

fn indices(now: &Zoned, words: Words) -> Value {
    let index = |(number, zh, en): &(&str, [&str; 3], [&str; 3])| {
        let [name, category, text] = if words.english { en } else { zh };
        json!({ "date": now.date().to_string(), "type": number, "name": name, "level": "2", "category": category,
            "text": text })
    };
    json!({ "code": "200", "updateTime": spelt(now), "daily": INDICES.iter().map(index).collect::<Vec<_>>() })
}

fn minutely(now: &Zoned, words: Words) -> Value {
    let step = |index: i64| {
        let at = now.checked_add((index * 5).minutes()).unwrap_or_else(|_| now.clone());
        // Dry for half an hour, then a shower that goes by.
        let amount = if (6..18).contains(&index) {
            0.02 * f64::from(6 - (i32::try_from(index).unwrap_or(12) - 12).abs()) + 0.02
        } else {
            0.0
        };
        json!({ "fxTime": spelt(&at), "precip": format!("{amount:.2}"), "type": "rain" })
    };
    let summary =
        words.pick("30 分钟后有小雨，持续一小时左右", "Light rain in 30 minutes, for about an hour");
    json!({ "code": "200", "updateTime": spelt(now), "summary": summary,
        "minutely": (0..24).map(step).collect::<Vec<_>>() })
}

fn air(words: Words) -> Value {
    let pollutant = |code: &str, name: &str, value: f64, unit: &str| json!({ "code": code, "name": name, "fullName": name, "concentration": { "value": value, "unit": unit } });
    json!({ "metadata": { "tag": "made-up" },
        "indexes": [
            { "code": "qaqi", "name": "QAQI", "aqi": 1.4, "aqiDisplay": "1.4", "level": "1", "category": "Good" },
            { "code": "cn-mee", "name": "AQI (CN)", "aqi": 58, "aqiDisplay": "58", "level": "2",
              "category": words.pick("良", "Moderate"),
              "primaryPollutant": { "code": "pm2p5", "name": "PM 2.5", "fullName": words.pick("细颗粒物", "Fine particles") },
              "health": { "effect": "", "advice": { "generalPopulation":
                  words.pick("可以正常在户外活动。", "Outdoor activities are fine.") } } } ],
        "pollutants": [
            pollutant("pm2p5", "PM 2.5", 41.0, "μg/m3"), pollutant("pm10", "PM 10", 66.0, "μg/m3"),
            pollutant("no2", "NO2", 30.0, "μg/m3"), pollutant("o3", "O3", 52.0, "μg/m3"),
            pollutant("so2", "SO2", 4.0, "μg/m3"), pollutant("co", "CO", 0.6, "mg/m3") ] })
}

fn older_air(now: &Zoned) -> Value {
    json!({ "code": "200", "updateTime": spelt(now), "now": { "pubTime": spelt(now), "aqi": "28", "level": "1",
        "category": "优", "primary": "NA", "pm10": "28", "pm2p5": "5", "no2": "3", "so2": "2", "co": "0.2", "o3": "76" } })
}

fn older_warnings(now: &Zoned, warnings: &[Value]) -> Value {
    let older = |warning: &Value| {
        json!({ "id": warning["id"], "sender": warning["senderName"], "pubTime": warning["issuedTime"],
            "title": warning["headline"], "startTime": warning["effectiveTime"], "endTime": warning["expireTime"],
            "status": "active", "level": "", "severity": "Minor", "severityColor": warning["color"]["code"],
            "type": "1006", "typeName": "大风", "text": warning["description"], "related": "" })
    };
    json!({ "code": "200", "updateTime": spelt(now), "warning": warnings.iter().map(older).collect::<Vec<_>>() })
}
