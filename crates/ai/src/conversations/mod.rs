//! Conversations: what a member and models have said. They belong to the member alone.

pub(super) mod attachments;
pub(super) mod context;
pub(super) mod conversation;
pub(super) mod dto;
pub(super) mod fields;
pub(super) mod replaced;
pub(super) mod retention;
pub(super) mod routes;
pub(super) mod summary;
pub(super) mod title;
