//! Providers: the requests that go to them, and what comes back, in the dialect of OpenAI that all of them speak.

mod call;
mod chunk;
mod complete;
mod error;
mod stream;
mod think;

pub(crate) use call::{Call, TEST_TIMEOUT, get_json, post_json};
pub(crate) use chunk::Usage;
pub(crate) use complete::complete;
pub(crate) use error::ProviderError;
pub(crate) use stream::{Ended, ToolCall, stream};
pub(crate) use think::AnswerDelta;
