//! The countdowns that the calendar shows.

use calendar::{DaySource, SourceDay};
use jiff::civil::Date;
use kernel::App;
use kernel::db::{DbResult, Read};
use kernel::user::UserFacts;

use super::access::Owner;
use super::store;

/// One's own countdowns and those of the class on each of their days, but for those that are not to be shown.
pub(super) static COUNTDOWN_DAYS: DaySource = DaySource { kind: "countdown", app: "countdown", days };

fn days(read: &mut Read, _: &App, facts: &UserFacts, from: Date, until: Date) -> DbResult<Vec<SourceDay>> {
    let mut found = Vec::new();
    for owner in Owner::all_of(facts) {
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
