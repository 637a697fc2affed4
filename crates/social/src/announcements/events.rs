//! What happens to announcements, as the log has it: ids and codes.

use kernel::AppTx;
use kernel::db::DbResult;
use kernel::events::{Audience, FeatureEvent, NewEvent};
use kernel::user::UserId;
use serde::{Deserialize, Serialize};

use super::store::rows::Row;

/// What a change says of an announcement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnouncementFacts {
    /// Its number.
    pub id: i64,
    /// `notice` or `homework`.
    pub kind: String,
    /// Whether members confirm that they have read it.
    pub requires_ack: bool,
    /// How often its words were changed.
    pub revision: i64,
}

impl From<&Row> for AnnouncementFacts {
    fn from(row: &Row) -> Self {
        Self {
            id: row.id,
            kind: row.kind.into_str().to_owned(),
            requires_ack: row.requires_ack,
            revision: row.revision,
        }
    }
}

/// What happens to announcements. The subject is the announcement's number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum AnnouncementEvent {
    /// Members see it from now on.
    Published(AnnouncementFacts),
    /// It says something else, or stands elsewhere.
    Updated(AnnouncementFacts),
    /// Members see it no more.
    Removed(AnnouncementFacts),
    /// Its audience, who have not confirmed it, are reminded.
    Reminded {
        /// Its number.
        id: i64,
    },
}

impl FeatureEvent for AnnouncementEvent {
    const FEATURE: &'static str = "announcements";

    fn is_polled(&self) -> bool {
        true
    }
}

/// Appends what happened to an announcement, for everyone who sees it; answers the number of the event.
pub(super) fn append(
    tx: &mut AppTx,
    actor: Option<UserId>,
    row: &Row,
    event: fn(AnnouncementFacts) -> AnnouncementEvent,
) -> DbResult<i64> {
    let (id, event) = (row.id.to_string(), event(row.into()));
    tx.emit(NewEvent::new(&event, row.target().audience()).by(actor).about(&id))
}

/// Reminds exactly these; answers the number of the event.
pub(super) fn remind(tx: &mut AppTx, actor: UserId, row: &Row, missing: &[UserId]) -> DbResult<i64> {
    let audience = Audience::Any(missing.iter().copied().map(Audience::User).collect());
    let (id, event) = (row.id.to_string(), AnnouncementEvent::Reminded { id: row.id });
    tx.emit(NewEvent::new(&event, audience).by(actor).about(&id))
}
