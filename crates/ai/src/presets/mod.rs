//! Presets: prompts that class admins and admins write, and members choose for a conversation.

pub(super) mod choice;
pub(super) mod routes;
