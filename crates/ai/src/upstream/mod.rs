//! Providers: the requests that go to them, and what comes back, in the dialect of OpenAI that all of them speak.

mod call;
mod error;

pub(crate) use call::{Call, TEST_TIMEOUT, get_json, post_json};
pub(crate) use error::UpstreamError;
