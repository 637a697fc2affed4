//! The crate as its users see it: whole packages judged, packed and made.

mod commands;
mod whole;
