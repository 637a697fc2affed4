//! The user feature through `HttpApp`.

mod bans;
mod layouts;
mod profile;
mod search;
mod settings;
