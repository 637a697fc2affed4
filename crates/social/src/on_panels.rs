//! How many panels have shown what staff sent.

use kernel::db::{DbResult, Read};
use panels::{PanelCount, SentItem, ShownKind};

use crate::target::{Target, TargetRole};

/// Something that staff sent.
pub(crate) struct Sent {
    /// The id of a broadcast, the number of an announcement.
    pub(crate) id: String,
    pub(crate) target: Target,
    /// Until when it could be shown, in milliseconds; `None` for no end.
    pub(crate) until: Option<i64>,
}

/// The counts of what was sent, in its order. A panel is read by a whole class, so what is for the staff alone is on none.
pub(crate) fn counts(read: &mut Read, kind: ShownKind, sent: &[Sent]) -> DbResult<Vec<PanelCount>> {
    let is_for_all = |sent: &&Sent| sent.target.role() == TargetRole::All;
    let asked = sent.iter().filter(is_for_all).map(|sent| SentItem {
        id: sent.id.clone(),
        classes: sent.target.named_classes().to_vec(),
        until: sent.until,
    });
    let asked: Vec<_> = asked.collect();
    let mut counted = panels::counts(read, kind, &asked)?.into_iter();
    let count = |sent: &Sent| {
        if is_for_all(&sent) { counted.next().unwrap_or_default() } else { PanelCount::default() }
    };
    Ok(sent.iter().map(count).collect())
}
