//! Reads official warnings, from `/weatheralert/v1/current` and from `/v7/warning/now` before it. No warning at all is
//! a good answer. A warning is left out only when the provider says that it was cancelled or replaced: whatever else is
//! missing has a fallback, and without an id the whole answer is unreadable, since those that were told could not be
//! found in it.

use std::collections::HashSet;

use serde_json::Value;

use super::read::{text, time};
use crate::model::{AlertLevel, WarningAnswer, WeatherAlert};
use crate::problem::Failure;

/// Warnings that are taken over at most; a place has a handful.
const MAX_WARNINGS: usize = 50;

/// Reads a warning with this id, which was fetched at this time.
type Reader = fn(&Value, String, &str) -> WeatherAlert;

pub(super) fn warnings(answer: &Value, fetched_at: &str) -> Result<WarningAnswer, Failure> {
    match (answer["alerts"].as_array(), answer["warning"].as_array()) {
        (Some(alerts), _) => read_all(alerts, current_warning, fetched_at),
        (None, Some(warnings)) => read_all(warnings, older_warning, fetched_at),
        (None, None) if answer["metadata"]["zeroResult"] == true => Ok(WarningAnswer::default()),
        // Not the same as no warning: those that were told would be taken back.
        (None, None) => Err(Failure::unreadable("no list of warnings")),
    }
}

fn read_all(items: &[Value], read: Reader, fetched_at: &str) -> Result<WarningAnswer, Failure> {
    let (mut alerts, mut cancelled) = (Vec::new(), HashSet::new());
    for item in items {
        let id = text(&item["id"]);
        cancelled.extend(replaced_by(item).filter(|replaced| Some(replaced) != id.as_ref()));
        if item["messageType"]["code"] == "cancel" || item["status"] == "cancel" {
            cancelled.extend(id);
        } else {
            let id = id.ok_or_else(|| Failure::unreadable("a warning without an id"))?;
            alerts.push(read(item, id, fetched_at));
        }
    }
    let mut seen = HashSet::new();
    alerts.retain(|alert| !cancelled.contains(&alert.id) && seen.insert(alert.id.clone()));
    alerts.truncate(MAX_WARNINGS);
    Ok(WarningAnswer { alerts, cancelled: cancelled.into_iter().collect() })
}

/// The ids of earlier warnings that an update or a cancellation names; the older path names one.
fn replaced_by(item: &Value) -> impl Iterator<Item = String> {
    let superseded = item["messageType"]["supersedes"].as_array().map(Vec::as_slice).unwrap_or_default();
    superseded.iter().chain([&item["related"]]).filter_map(text)
}

fn current_warning(alert: &Value, id: String, fetched_at: &str) -> WeatherAlert {
    let description = text(&alert["description"]);
    let title = text(&alert["headline"]).or_else(|| text(&alert["eventType"]["name"]));
    let title = title.or_else(|| description.clone()).unwrap_or_else(|| id.clone());
    let published_at = time(&alert["issuedTime"]).or_else(|| time(&alert["effectiveTime"]));
    WeatherAlert {
        id,
        level: level(&alert["color"]["code"], &alert["severity"]),
        text: description.unwrap_or_else(|| title.clone()),
        title,
        sender: text(&alert["senderName"]),
        published_at: published_at.unwrap_or_else(|| fetched_at.to_owned()),
        expires_at: time(&alert["expireTime"]).or_else(|| time(&alert["expiredTime"])),
    }
}

fn older_warning(warning: &Value, id: String, fetched_at: &str) -> WeatherAlert {
    let description = text(&warning["text"]);
    let title = text(&warning["title"]).or_else(|| text(&warning["typeName"]));
    let title = title.or_else(|| description.clone()).unwrap_or_else(|| id.clone());
    WeatherAlert {
        id,
        level: level(&warning["severityColor"], &warning["severity"]),
        text: description.unwrap_or_else(|| title.clone()),
        title,
        sender: text(&warning["sender"]),
        published_at: time(&warning["pubTime"]).unwrap_or_else(|| fetched_at.to_owned()),
        expires_at: time(&warning["endTime"]),
    }
}

/// The colour of a warning; where there is none of the four, the severity of the CAP standard decides.
fn level(color: &Value, severity: &Value) -> AlertLevel {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_ascii_lowercase();
    match (word(color).as_str(), word(severity).as_str()) {
        ("blue", _) => AlertLevel::Blue,
        ("yellow", _) => AlertLevel::Yellow,
        ("orange", _) => AlertLevel::Orange,
        ("red" | "black", _) | (_, "extreme") => AlertLevel::Red,
        (_, "severe" | "major") => AlertLevel::Orange,
        (_, "moderate") => AlertLevel::Yellow,
        _ => AlertLevel::Blue,
    }
}
