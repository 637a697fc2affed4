//! Profiles: what members show of themselves, and to whom.

pub(crate) mod model;
