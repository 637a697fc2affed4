//! What panels tell the event log.

use kernel::events::{Audience, FeatureEvent, NewEvent};
use kernel::{AppTx, Result};
use serde::{Deserialize, Serialize};

use super::store::PanelRow;

/// What happens to panels. The subject is the id of the panel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum PanelEvent {
    /// A panel was paired, changed or removed.
    Changed {
        /// The two digits of the class.
        class: String,
    },
    /// A panel shows something else than before.
    Reported {
        /// The two digits of the class.
        class: String,
    },
}

impl FeatureEvent for PanelEvent {
    const FEATURE: &'static str = "panels";
}

/// Tells the staff of the class, and the panel itself.
///
/// # Errors
/// When a statement fails.
pub(super) fn emit_changed(tx: &mut AppTx, panel: &PanelRow) -> Result<()> {
    emit(tx, panel, &PanelEvent::Changed { class: panel.class.clone() })
}

/// Tells the staff of the class.
///
/// # Errors
/// When a statement fails.
pub(super) fn emit_reported(tx: &mut AppTx, panel: &PanelRow) -> Result<()> {
    emit(tx, panel, &PanelEvent::Reported { class: panel.class.clone() })
}

fn emit(tx: &mut AppTx, panel: &PanelRow, event: &PanelEvent) -> Result<()> {
    tx.emit(NewEvent::new(event, Audience::OfficersOf(panel.class.clone())).about(&panel.id))?;
    Ok(())
}
