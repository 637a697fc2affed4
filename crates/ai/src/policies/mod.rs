//! Policies: which models members may use.

pub(super) mod apply;
pub(super) mod routes;
