//! What happens to homework beside what happens to its announcement, as the log has it: ids.

use kernel::AppTx;
use kernel::db::DbResult;
use kernel::events::{Audience, FeatureEvent, NewEvent};
use kernel::user::UserId;
use serde::{Deserialize, Serialize};

use crate::announcements::cards::Row;

/// What happens to homework. The subject is the number of the card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum HomeworkEvent {
    /// A member has ticked it, handed it in, or took that back.
    Changed {
        /// The number of the card.
        id: i64,
    },
}

impl FeatureEvent for HomeworkEvent {
    const FEATURE: &'static str = "homework";

    fn is_polled(&self) -> bool {
        true
    }
}

/// Tells the devices of a member, and the author of the card, that the member has done something.
pub(super) fn append(tx: &mut AppTx, row: &Row, member: UserId) -> DbResult<()> {
    let author = UserId::parse(&row.author_id).filter(|author| *author != member);
    let mut audience: Vec<Audience> = std::iter::once(member).chain(author).map(Audience::User).collect();
    let audience = if audience.len() == 1 { audience.remove(0) } else { Audience::Any(audience) };
    let (id, event) = (row.id.to_string(), HomeworkEvent::Changed { id: row.id });
    tx.emit(NewEvent::new(&event, audience).by(Some(member)).about(&id)).map(drop)
}
