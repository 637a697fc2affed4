//! An answer that comes at once: for titles and summaries, which nobody watches being written.

use std::time::Duration;

use kernel::App;
use serde_json::{Value, json};

use super::call::{Call, post_json};
use super::chunk::{ProviderUsage, Usage};
use super::error::UpstreamError;
use super::think::{Piece, ThinkSplitter};
use crate::models::key::Endpoint;
use crate::models::model::completions_url;

/// It may take so long.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Asks a model, and answers its text without its thoughts.
///
/// # Errors
/// When the provider refuses, or says nothing.
pub(crate) async fn complete(
    app: &App,
    endpoint: &Endpoint,
    model: &str,
    messages: &[Value],
) -> Result<(String, Usage), UpstreamError> {
    let call = Call { url: completions_url(&endpoint.api_url), endpoint };
    let body = json!({ "model": model, "messages": messages, "stream": false });
    let mut answer = post_json(app, &call, &body, TIMEOUT).await?;
    let usage: Option<ProviderUsage> = serde_json::from_value(answer["usage"].take()).unwrap_or_default();
    let content = answer["choices"][0]["message"]["content"].as_str().ok_or(UpstreamError::Broken)?;
    let (mut splitter, mut text) = (ThinkSplitter::default(), String::new());
    let mut add = |piece| {
        if let Piece::Content(piece) = piece {
            text.push_str(&piece);
        }
    };
    splitter.push(content, &mut add);
    splitter.finish(&mut add);
    Ok((text.trim().to_owned(), usage.map(Usage::from).unwrap_or_default()))
}
