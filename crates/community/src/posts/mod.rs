//! What members and moderators do to posts, each as one transaction.

pub(crate) mod delete;
pub(crate) mod edit;
pub(crate) mod images;
pub(crate) mod marks;
pub(crate) mod reveal;
pub(crate) mod write;
