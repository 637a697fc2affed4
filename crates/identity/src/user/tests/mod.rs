//! The user feature through the front door.

mod bans;
mod layouts;
mod profile;
mod settings;
