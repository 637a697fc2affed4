//! What duty tells the event log: ids and classes, never names.

use kernel::events::{Audience, FeatureEvent, NewEvent};
use kernel::user::UserId;
use kernel::{AppTx, Result};
use serde::{Deserialize, Serialize};

/// What happens to duty. The subject is the class, or the id of a swap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum DutyEvent {
    /// A roster, a turn or a day that differs.
    Changed {
        /// The two digits of the class.
        class: String,
    },
    /// A swap was asked for or answered.
    SwapChanged {
        /// The two digits of the class.
        class: String,
    },
    /// Those on duty were told of a day.
    Told {
        /// The two digits of the class.
        class: String,
        /// The day, `YYYY-MM-DD`.
        date: String,
    },
}

impl FeatureEvent for DutyEvent {
    const FEATURE: &'static str = "duty";
}

/// Appends that the duty of a class changed.
///
/// # Errors
/// When a statement fails.
pub(crate) fn emit_changed(tx: &mut AppTx, class: &str, by: Option<UserId>) -> Result<()> {
    let event = DutyEvent::Changed { class: class.to_owned() };
    tx.emit(NewEvent::new(&event, Audience::Class(class.to_owned())).by(by).about(class))?;
    Ok(())
}
