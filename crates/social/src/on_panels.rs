//! How many panels have shown what staff sent.

use kernel::db::{DbResult, Read};
use panels::{PanelCount, ShownKind};

use crate::target::{Target, TargetRole};

/// The counts of items with these ids and targets, in their order. A panel is read by a whole class, so what is for the
/// staff alone is on none.
pub(crate) fn counts(
    read: &mut Read,
    kind: ShownKind,
    items: &[(String, Target)],
) -> DbResult<Vec<PanelCount>> {
    let is_for_all = |target: &Target| target.role() == TargetRole::All;
    let asked: Vec<_> = items
        .iter()
        .filter(|(_, target)| is_for_all(target))
        .map(|(id, target)| (id.clone(), target.named_classes().to_vec()))
        .collect();
    let mut counted = panels::counts(read, kind, &asked)?.into_iter();
    let count = |(_, target): &(String, Target)| {
        if is_for_all(target) { counted.next().unwrap_or_default() } else { PanelCount::default() }
    };
    Ok(items.iter().map(count).collect())
}
