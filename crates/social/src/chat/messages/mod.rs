//! Messages: sending, editing and recalling.

pub(super) mod edit;
pub(super) mod publish;
pub(super) mod send;
pub(super) mod word_rules;
