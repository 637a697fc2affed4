//! Rooms: classes, groups, their settings and history, and what a member is told of them first.

pub(super) mod class_rooms;
pub(super) mod greeting;
pub(super) mod group;
pub(super) mod hidden_history;
pub(super) mod history;
pub(super) mod settings;
