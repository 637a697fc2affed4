//! The user room through the front door.

mod profile;
mod settings;
