//! Providers: the requests that go to them, and what comes back, in the dialect of OpenAI that all of them speak.

mod address;
mod call;
mod chunk;
mod complete;
mod endpoint;
mod error;
mod key_filter;
mod stream;
mod think;

pub(crate) use address::{completions_url, has_key, models_url, origin, parse_api_url};
pub(crate) use call::{Call, TEST_TIMEOUT, get_json, post_json};
pub(crate) use chunk::Usage;
pub(crate) use complete::{Completions, complete};
pub(crate) use endpoint::Endpoint;
pub(crate) use error::ProviderError;
pub(crate) use key_filter::without_key;
pub(crate) use stream::{Cut, Ended, ToolCall, stream};
pub(crate) use think::AnswerDelta;
