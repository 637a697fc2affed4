//! Timetables as YAML: CSES 1 and 2, and the older form without a version.

mod decode;
mod fields;
mod node;
mod parts;
mod plain;
mod read;
mod write;

pub use read::read_yaml;
pub use write::{write_cses_1, write_cses_2};
