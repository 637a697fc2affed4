//! What the search finds of the chat: messages, files that were sent, and rooms by their names; and the search in
//! messages alone.

mod hits;
pub(super) mod in_chat;
pub(super) mod messages;
pub(super) mod rooms;
