//! Models: what answers, where, with which key and at what price.

pub(super) mod admin;
pub(super) mod batch;
pub(super) mod connection;
pub(super) mod dto;
pub(super) mod key;
pub(super) mod model;
pub(super) mod provider;
pub(super) mod routes;
