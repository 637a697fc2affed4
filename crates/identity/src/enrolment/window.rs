//! The window: a setting that holds when it ends.

use std::time::Duration;

use jiff::Timestamp;
use kernel::app::iso;
use kernel::db::{DbResult, Tx};
use kernel::{App, Result};

use super::texts;

/// The longest that a window may still be open, in hours: whoever forgets it has closed it after three days.
pub(crate) const MAX_HOURS: u8 = 72;

/// The end, ISO 8601; empty when the window was closed before it.
const OPEN_UNTIL: &str = "enrolment_open_until";

/// When the window ends; `None` while it is closed.
pub(super) fn open_until(app: &App) -> Option<Timestamp> {
    let end: Timestamp = app.settings.text(OPEN_UNTIL)?.parse().ok()?;
    (end > app.clock.now()).then_some(end)
}

/// Whether the window is open.
pub(crate) fn is_open(app: &App) -> bool {
    open_until(app).is_some()
}

/// The end of a window that opens now.
pub(crate) fn end_after_hours(app: &App, hours: u8) -> Timestamp {
    app.clock.now() + Duration::from_secs(u64::from(hours) * 3600)
}

/// Opens the window until `end`; `None` closes it.
pub(crate) fn store_end(tx: &mut Tx, app: &App, end: Option<Timestamp>) -> DbResult<()> {
    let end = end.map(|end| iso(end.as_millisecond()));
    app.settings.set(tx, OPEN_UNTIL, &end.unwrap_or_default())
}

/// The end that somebody asks for.
///
/// # Errors
/// 400 for what is no time, has passed or is further away than [`MAX_HOURS`].
pub(super) fn parse_end(app: &App, raw: &str) -> Result<Timestamp> {
    let end: Timestamp = raw.trim().parse().map_err(|_| texts::END_INVALID.err())?;
    if end <= app.clock.now() {
        return Err(texts::END_PAST.err());
    }
    // A minute more, for clocks that differ.
    if end > end_after_hours(app, MAX_HOURS) + Duration::from_secs(60) {
        return Err(texts::END_TOO_FAR.with("max", MAX_HOURS));
    }
    Ok(end)
}
