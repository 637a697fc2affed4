//! Messages: sending, editing, recalling, mentions and reports.

pub(super) mod edit;
pub(super) mod mentions;
pub(super) mod report;
pub(super) mod send;
