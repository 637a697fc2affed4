//! The kind of what happens to one's account: that it is enabled again.

use kernel::AppTx;
use kernel::db::DbResult;
use kernel::user::UserId;

use super::{Content, Importance, NewNotification, NotificationKind, notify, texts};

/// The member was let in again after a ban.
pub(super) static ACCOUNT: NotificationKind = NotificationKind {
    name: "account",
    label: &texts::ACCOUNT,
    app: "",
    importance: Importance::General,
    shown_by_app: false,
    describe: |_, reader, _| {
        let (title, text) = (reader.say(&texts::LET_IN), reader.say(&texts::LET_IN_TEXT));
        Ok(Some(Content { title, text, ..Content::default() }))
    },
};

/// Tells members that they were let in again; whoever did that is not named.
///
/// # Errors
/// When a statement fails.
pub(crate) fn notify_let_in(tx: &mut AppTx, users: &[UserId]) -> DbResult<()> {
    let new = NewNotification {
        kind: &ACCOUNT,
        topic: "",
        subject: "let_in",
        event_seq: 0,
        sender: None,
        content: "",
    };
    notify(tx, &new, users.iter().copied()).map(drop)
}
