//! The countdowns that the calendar shows.

use calendar::{CalendarView, DaySource, SourceDay};
use jiff::civil::Date;
use kernel::App;
use kernel::db::{DbResult, Read};

use super::access::Owner;
use super::store;

/// One's own countdowns and those of a class on each of their days, but for those that are not to be shown.
pub(super) static COUNTDOWN_DAYS: DaySource = DaySource { kind: "countdown", app: "countdown", days };

fn days(
    read: &mut Read,
    _: &App,
    view: &CalendarView<'_>,
    from: Date,
    until: Date,
) -> DbResult<Vec<SourceDay>> {
    let mut found = Vec::new();
    let class = view.class.map(|class| Owner::Class(class.to_owned()));
    for owner in class.into_iter().chain([Owner::User(view.viewer.user_id)]) {
        for item in store::all_of(read, &owner)?.into_iter().filter(|item| item.show_in_calendar) {
            found.extend(item.repeat_type.days(item.target_date, from, until).map(|date| SourceDay {
                date,
                title: item.title.as_str().to_owned(),
                id: item.id.clone(),
                color: Some(item.color.as_str().to_owned()),
            }));
        }
    }
    Ok(found)
}
