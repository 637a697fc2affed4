//! Back ends as authors write them, run as the portal runs them.

mod database;
mod durability;
mod fixtures;
mod jail;
mod limits;
mod measure;
mod requests;
mod responses;
mod routing;
mod shim;
mod support;
