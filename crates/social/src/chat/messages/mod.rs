//! Messages: sending, editing, recalling and reports.

pub(super) mod edit;
pub(super) mod report;
pub(super) mod send;
