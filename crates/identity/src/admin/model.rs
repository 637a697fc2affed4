//! What a ban, a choice of members and an office may be; pure.

use std::collections::HashSet;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use kernel::Result;
use kernel::user::{Ban, Permission, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::texts;

/// Members one request may name.
pub(super) const MAX_IDS: usize = 10_000;
/// Longest reason of a ban, in characters.
const MAX_REASON: usize = 200;
/// Longest gender, in characters, as on the class list.
const MAX_GENDER: usize = 10;
/// Longest title, in characters.
const MAX_TITLE: usize = 20;

/// Whether the account of a member is active or disabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    /// Yes.
    Active,
    /// No, with or without an end.
    Disabled,
}

/// The ban that a change asks for; `None` reactivates, whatever else it says.
///
/// # Errors
/// 400 naming what does not fit.
pub(super) fn parse_ban(
    status: Status,
    end: Option<&str>,
    reason: Option<&str>,
    zone: &TimeZone,
    now: Timestamp,
) -> Result<Option<Ban>> {
    if status == Status::Active {
        return Ok(None);
    }
    let expires_at = end.map(|end| parse_end(end, zone, now)).transpose()?;
    Ok(Some(Ban { expires_at, reason: reason.map(parse_reason).transpose()?.flatten() }))
}

/// A local time that occurs twice or never takes the later instant.
fn parse_end(raw: &str, zone: &TimeZone, now: Timestamp) -> Result<Timestamp> {
    const FORM: &str = "%Y-%m-%d %H:%M:%S";
    let invalid = || texts::BAN_END_INVALID.err();
    let local = DateTime::strptime(FORM, raw).ok();
    // Read back: neither a second 60 nor a missing zero gets through.
    let local = local.filter(|local| local.strftime(FORM).to_string() == raw).ok_or_else(invalid)?;
    let end = zone.to_ambiguous_timestamp(local).later().map_err(|_| invalid())?;
    if end > now { Ok(end) } else { Err(texts::BAN_END_PAST.err()) }
}

fn parse_reason(raw: &str) -> Result<Option<String>> {
    let reason = raw.trim();
    let forbidden = |c: char| c.is_control() && c != '\n' && c != '\t';
    if reason.chars().count() > MAX_REASON || reason.chars().any(forbidden) {
        return Err(texts::BAN_REASON_INVALID.with("max", MAX_REASON));
    }
    Ok((!reason.is_empty()).then(|| reason.to_owned()))
}

/// At most 10 characters; empty when unknown.
///
/// # Errors
/// 400.
pub(super) fn parse_gender(raw: &str) -> Result<String> {
    one_line(raw, MAX_GENDER).ok_or_else(|| texts::GENDER_INVALID.with("max", MAX_GENDER))
}

/// At most 20 characters; may be empty.
///
/// # Errors
/// 400.
pub(super) fn parse_title(raw: &str) -> Result<String> {
    one_line(raw, MAX_TITLE).ok_or_else(|| texts::TITLE_INVALID.with("max", MAX_TITLE))
}

fn one_line(raw: &str, max: usize) -> Option<String> {
    let text = raw.trim();
    (text.chars().count() <= max && !text.chars().any(char::is_control)).then(|| text.to_owned())
}

/// Each once, in the order of `known`, which has every permission of the portal.
///
/// # Errors
/// 400 naming the first that does not exist.
pub(super) fn parse_permissions(
    raw: &[String],
    known: &[&'static Permission],
) -> Result<Vec<&'static Permission>> {
    let is_unknown = |id: &&String| known.iter().all(|permission| permission.id != id.as_str());
    if let Some(id) = raw.iter().find(is_unknown) {
        return Err(texts::PERMISSION_UNKNOWN.with("permission", short(id)));
    }
    let is_named = |permission: &&&Permission| raw.iter().any(|id| id == permission.id);
    Ok(known.iter().filter(is_named).copied().collect())
}

/// The members a request names, each once.
///
/// # Errors
/// 400 naming the first that is no user ID, or when there are too many.
pub(super) fn parse_ids(raw: &[String]) -> Result<Vec<UserId>> {
    if raw.len() > MAX_IDS {
        return Err(texts::TOO_MANY_IDS.with("max", MAX_IDS));
    }
    let (mut ids, mut seen) = (Vec::with_capacity(raw.len()), HashSet::new());
    for raw in raw {
        let wrong = || texts::USER_ID_INVALID.with("id", short(raw));
        let id = UserId::parse(raw).ok_or_else(wrong)?;
        if seen.insert(id) {
            ids.push(id);
        }
    }
    Ok(ids)
}

/// A moment: an ISO 8601 time, or the midnight that begins a day, or for `ends` the one after it.
pub(super) fn parse_moment(raw: &str, zone: &TimeZone, ends: bool) -> Option<i64> {
    if let Ok(at) = raw.parse::<Timestamp>() {
        return Some(at.as_millisecond());
    }
    let date = (raw.len() == 10).then(|| raw.parse::<Date>().ok()).flatten()?;
    let date = if ends { date.tomorrow().ok()? } else { date };
    Some(date.to_zoned(zone.clone()).ok()?.timestamp().as_millisecond())
}

/// What someone wrote, cut to a length that fits a message.
fn short(raw: &str) -> String {
    raw.chars().filter(|c| !c.is_control()).take(60).collect()
}

/// Whom a change of many means: everyone in reach, or these; but for those who are left out.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// `None` is everyone.
    pub users: Option<Vec<UserId>>,
    /// Never these.
    pub exclude: HashSet<UserId>,
}

impl Choice {
    pub(super) fn includes(&self, user: UserId, named: &HashSet<UserId>) -> bool {
        (self.users.is_none() || named.contains(&user)) && !self.exclude.contains(&user)
    }

    /// Those named, as a set.
    pub(super) fn named(&self) -> HashSet<UserId> {
        self.users.iter().flatten().copied().collect()
    }
}

/// The working mode of the server: alone or in a network of servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Alone.
    Single,
    /// The server works with the other class servers that the operator has named.
    Multi,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn end(raw: &str, zone: &str) -> Result<String> {
        let zone = TimeZone::get(zone).unwrap();
        let ban =
            parse_ban(Status::Disabled, Some(raw), None, &zone, "2026-01-01T00:00:00Z".parse().unwrap());
        ban.map(|ban| ban.unwrap().expires_at.unwrap().to_string())
    }

    #[test]
    fn the_end_of_a_ban_is_a_time_on_the_portals_clock() {
        assert_eq!(end("2026-09-02 08:00:00", "Asia/Shanghai").unwrap(), "2026-09-02T00:00:00Z");
    }

    #[test]
    fn a_local_time_that_occurs_twice_or_never_takes_the_later_instant() {
        assert_eq!(
            end("2026-03-29 02:30:00", "Europe/Berlin").unwrap(),
            "2026-03-29T01:30:00Z",
            "never: 03:30 CEST"
        );
        assert_eq!(
            end("2026-10-25 02:30:00", "Europe/Berlin").unwrap(),
            "2026-10-25T01:30:00Z",
            "twice: the CET one"
        );
    }

    #[test]
    fn what_is_malformed_or_past_is_refused() {
        for raw in [
            "",
            "2027-01-01",
            "2027-01-01T00:00:00",
            "2027-01-01 00:00",
            "2027-1-1 00:00:00",
            "2027-02-30 00:00:00",
            "2027-01-01 24:00:00",
            "2027-01-01 23:59:60",
            " 2027-01-01 00:00:00",
            "2027-01-01 00:00:00Z",
            "٢٠٢٧-01-01 00:00:00",
            "99999-01-01 00:00:00",
            "tomorrow",
        ] {
            assert_eq!(end(raw, "Asia/Shanghai").unwrap_err().slug(), "ban_end_invalid", "{raw:?}");
        }
        for raw in ["2025-12-31 23:59:59", "2026-01-01 08:00:00", "0001-01-01 00:00:00"] {
            assert_eq!(end(raw, "Asia/Shanghai").unwrap_err().slug(), "ban_end_past", "{raw:?}");
        }
    }

    #[test]
    fn permissions_are_each_once_and_in_order() {
        let names = ["manage_officers", "manage_users", "manage_officers"].map(str::to_owned);
        let parse = |names: &[String]| {
            let permissions = parse_permissions(names, crate::admin::FEATURE.permissions);
            permissions.map(|found| found.iter().map(|permission| permission.id).collect::<Vec<_>>())
        };
        assert_eq!(parse(&names).unwrap(), ["manage_users", "manage_officers"]);
        assert_eq!(parse(&["is_admin".to_owned()]).unwrap_err().slug(), "admin_permission_unknown");
    }

    #[test]
    fn a_day_of_the_log_begins_and_ends_at_the_portals_midnight() {
        let zone = TimeZone::get("Asia/Shanghai").unwrap();
        let at = |raw, ends| parse_moment(raw, &zone, ends).map(kernel::app::iso);
        assert_eq!(at("2026-09-01", false).as_deref(), Some("2026-08-31T16:00:00.000Z"));
        assert_eq!(at("2026-09-01", true).as_deref(), Some("2026-09-01T16:00:00.000Z"));
        assert_eq!(at("2026-09-01T00:00:00Z", true).as_deref(), Some("2026-09-01T00:00:00.000Z"));
        for raw in ["", "yesterday", "2026-02-30", "2026-9-1", "9999-12-31"] {
            assert_eq!(at(raw, true), None, "{raw}");
        }
    }

    proptest! {
        #[test]
        fn reading_what_people_write_never_panics(raw in ".{0,40}") {
            let zone = TimeZone::get("Asia/Shanghai").unwrap();
            let now = Timestamp::UNIX_EPOCH;
            let _ = parse_ban(Status::Disabled, Some(&raw), Some(&raw), &zone, now);
            let _ = (parse_gender(&raw), parse_title(&raw), parse_moment(&raw, &zone, true));
            let _ = (parse_permissions(std::slice::from_ref(&raw), crate::admin::FEATURE.permissions), parse_ids(std::slice::from_ref(&raw)));
        }
    }
}
