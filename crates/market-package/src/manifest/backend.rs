//! Reads the server part: the path that it answers, hosts that it calls, how often it is called.

use super::fields::Fields;
use super::read::{Context, SMALL};
use super::{Backend, RateLimit};
use crate::finding::Level;
use crate::texts::manifest as texts;

/// Hosts of one back end.
const MOST_HOSTS: usize = 32;
/// Calls in a window, and the longest window: a day.
const MOST_CALLS: u64 = 100_000;
const LONGEST_WINDOW: u64 = 86_400_000;
/// Calls in any minute, whatever a manifest says (`interface 8.1`).
pub const MOST_CALLS_A_MINUTE: u32 = 600;
const MINUTE_MS: u64 = 60_000;

/// Whether one path lies in the other, on whole segments: `/api/chat` and `/api/chat/x` collide,
/// `/api/chat` and `/api/chat2` do not. Case does not matter.
pub fn mounts_collide(one: &str, other: &str) -> bool {
    let segments = |path: &str| {
        let parts = path.split('/').filter(|part| !part.is_empty());
        parts.map(str::to_ascii_lowercase).collect::<Vec<_>>()
    };
    segments(one).iter().zip(segments(other).iter()).all(|(one, other)| one == other)
}

pub(super) fn read(fields: &Fields<'_>, context: &Context<'_>) -> Option<Backend> {
    let mount_path = mount_path(fields, context);
    let entry = fields.path("entry", true).and_then(|path| context.file(fields, "entry", path, &["js"]));
    let hosts = hosts(fields);
    let rate_limit = fields.object("rateLimit").map(|limit| rate_limit(&limit, context));
    if context.is_author() {
        fields.warn_unknown();
    }
    Some(Backend { mount_path: mount_path.unwrap_or_default(), entry: entry?, hosts, rate_limit })
}

fn mount_path(fields: &Fields<'_>, context: &Context<'_>) -> Option<String> {
    let mount = fields.required("mountPath", SMALL)?;
    let valid = mount.strip_prefix("/api/").is_some_and(|rest| rest.split('/').all(is_segment));
    if !valid {
        fields.say(texts::MOUNT_FORM.error(fields.place("mountPath")));
        return None;
    }
    if let Some(taken) = context.expected.reserved_mounts.iter().find(|taken| mounts_collide(taken, &mount)) {
        let finding = texts::MOUNT_RESERVED.error(fields.place("mountPath")).with("mount", &mount);
        fields.say(finding.with("taken", taken));
    }
    Some(mount)
}

/// Kebab-case; a digit may come first (`/api/2048`).
fn is_segment(part: &str) -> bool {
    let kebab = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    !part.is_empty() && part.bytes().all(kebab) && !part.starts_with('-') && !part.ends_with('-')
}

fn hosts(fields: &Fields<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for value in fields.texts("hosts", MOST_HOSTS, Level::Error).unwrap_or_default() {
        let host = value.to_ascii_lowercase();
        // `*.com` would be half of the internet.
        let valid = match host.strip_prefix("*.") {
            Some(suffix) => is_host(suffix) && suffix.contains('.'),
            None => is_host(&host),
        };
        if valid {
            found.push(host);
        } else {
            fields.say(texts::HOST_FORM.error(fields.place("hosts")).with("value", value));
        }
    }
    found
}

fn is_host(text: &str) -> bool {
    let label = |part: &str| {
        (1..=63).contains(&part.len())
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
            && !part.starts_with('-')
            && !part.ends_with('-')
    };
    text.len() <= 253 && text.split('.').all(label)
}

fn rate_limit(fields: &Fields<'_>, context: &Context<'_>) -> RateLimit {
    let integer = |key: &'static str, default: u64, most: u64| match fields.get(key) {
        None => default,
        Some(value) => value.as_u64().filter(|number| (1..=most).contains(number)).unwrap_or_else(|| {
            let finding = texts::RATE_LIMIT_RANGE.error(fields.place(key)).with("field", fields.place(key));
            fields.say(finding.with("most", most));
            default
        }),
    };
    let limit = RateLimit {
        max: u32::try_from(integer("max", 120, MOST_CALLS)).unwrap_or(u32::MAX),
        window_ms: integer("windowMs", 60_000, LONGEST_WINDOW),
        message: fields.text("message", 200),
    };
    // In a window longer than a minute all calls may come at once.
    let window_ms = limit.window_ms.min(MINUTE_MS);
    if u64::from(limit.max) * MINUTE_MS > u64::from(MOST_CALLS_A_MINUTE) * window_ms {
        let finding =
            texts::RATE_LIMIT_MINUTE.warning(fields.place("max")).with("field", fields.place("max"));
        fields.say(finding.with("most", MOST_CALLS_A_MINUTE));
    }
    if context.is_author() {
        fields.warn_unknown();
    }
    limit
}
