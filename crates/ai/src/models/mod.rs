//! Models: what answers, where, with which key and at what price.

pub(super) mod admin;
pub(super) mod available;
pub(super) mod batch;
pub(super) mod connection_test;
pub(super) mod dto;
pub(super) mod fields;
pub(super) mod key;
pub(super) mod own;
pub(super) mod price;
pub(super) mod provider_models;
pub(super) mod routes;
pub(super) mod user_models;
mod write;
