//! The user room through the front door.

mod layouts;
mod profile;
mod settings;
