//! The search in messages: its index, its queries, and the part of the portal's search.

pub(super) mod global;
pub(super) mod index;
pub(super) mod query;
pub(super) mod tokenizer;
