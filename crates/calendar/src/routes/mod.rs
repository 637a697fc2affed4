//! `/api/calendar`.

pub(crate) mod changes;
pub(crate) mod events;
pub(crate) mod feeds;
pub(crate) mod files;
pub(crate) mod permits;
pub(crate) mod range;

use kernel::{Routes, routes};

/// The routes of the calendar.
pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(range::list_calendar, events::create_calendar_event))
        .routes(routes!(files::read_calendar_file))
        .routes(routes!(files::import_calendar_file))
        .routes(routes!(files::export_calendar))
        .routes(routes!(feeds::list_calendar_feeds, feeds::create_calendar_feed))
        .routes(routes!(feeds::delete_calendar_feed))
        .routes(routes!(feeds::read_calendar_feed))
        .routes(routes!(changes::undo_calendar_change))
        .routes(routes!(
            events::get_calendar_event,
            events::update_calendar_event,
            events::delete_calendar_event
        ))
}
