//! What the command line does for authors.
