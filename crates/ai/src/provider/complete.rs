//! An answer that comes at once: for titles and summaries, which nobody watches being written.

use std::time::Duration;

use kernel::App;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::call::{Call, post_json};
use super::chunk::{ProviderUsage, Usage};
use super::error::ProviderError;
use super::think::{AnswerDelta, ThinkSplitter};
use crate::models::fields::completions_url;
use crate::models::key::Endpoint;

/// It may take so long.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Tokens that it may have, thoughts included.
const MAX_TOKENS: u32 = 2000;
/// Requests of this kind at once.
const MAX_REQUESTS: usize = 16;
static REQUESTS: Semaphore = Semaphore::const_new(MAX_REQUESTS);

/// Asks a model, and answers its text without its thoughts.
///
/// # Errors
/// When the provider refuses, or says nothing; also while too many of these are asked.
pub(crate) async fn complete(
    app: &App,
    endpoint: &Endpoint,
    model: &str,
    messages: &[Value],
) -> Result<(String, Usage), ProviderError> {
    let call = Call { url: completions_url(&endpoint.api_url), endpoint };
    let _permit = REQUESTS.try_acquire().map_err(|_| ProviderError::RateLimited(None, String::new()))?;
    let body = json!({ "model": model, "messages": messages, "max_tokens": MAX_TOKENS, "stream": false });
    let mut answer = post_json(app, &call, &body, TIMEOUT).await?;
    let usage: Option<ProviderUsage> = serde_json::from_value(answer["usage"].take()).unwrap_or_default();
    let content = answer["choices"][0]["message"]["content"].as_str().ok_or(ProviderError::Broken)?;
    let (mut splitter, mut text) = (ThinkSplitter::default(), String::new());
    let mut add = |delta: AnswerDelta<'_>| {
        if let AnswerDelta::Content(delta) = delta {
            text.push_str(delta);
        }
    };
    splitter.push(content, &mut add);
    splitter.finish(&mut add);
    Ok((text.trim().to_owned(), usage.map(Usage::from).unwrap_or_default()))
}
