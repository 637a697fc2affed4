//! The user room through the front door.

mod bans;
mod layouts;
mod profile;
mod settings;
