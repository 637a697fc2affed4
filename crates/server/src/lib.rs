//! The server: the list of rooms, the document of the API, the pages, the start and the command
//! line. A library, so that the tests of the whole house can put the same parts together.

pub mod cli;
mod dev;
mod openapi;
mod pages;
mod rooms;
mod start;
mod texts;
mod users;

pub use openapi::{document, router};
pub use pages::Pages;
pub use rooms::ROOMS;
