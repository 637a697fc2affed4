//! The server: the list of features, the document of the API, the pages, the start and the command
//! line. A library, so that the tests of the whole portal can put the same parts together.

pub mod cli;
mod dev;
pub mod env_file;
mod events;
mod features;
mod init;
mod logging;
mod market;
mod openapi;
mod pages;
mod search;
mod start;
mod stub;
mod texts;
mod users;

pub use features::{FEATURES, config};
pub use openapi::{document, router};
pub use pages::Pages;
