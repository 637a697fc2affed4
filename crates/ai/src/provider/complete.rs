//! An answer that comes at once: for titles and summaries, which nobody watches being written.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::App;
use kernel::user::UserId;
use serde_json::{Value, json};

use super::address::completions_url;
use super::call::{Call, post_json};
use super::chunk::{ProviderUsage, Usage};
use super::endpoint::Endpoint;
use super::error::ProviderError;
use super::key_filter::without_key;
use super::think::{AnswerDelta, ThinkSplitter};

/// It may take so long: less than a page waits for a title.
const TIMEOUT: Duration = Duration::from_secs(35);
/// Tokens that it may have, thoughts included.
const MAX_TOKENS: u32 = 2000;
/// Requests of this kind at once.
const MAX_REQUESTS: usize = 16;

/// The same of one member, who so takes not the places of all others.
const MAX_OF_USER: usize = 2;

/// The requests of this kind that run on this node: the member of each.
#[derive(Default)]
pub(crate) struct Completions(Mutex<Vec<UserId>>);

impl Completions {
    fn users(&self) -> MutexGuard<'_, Vec<UserId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts a request of a member among [`Completions`] until it is dropped.
struct Permit<'a>(&'a Completions, UserId);

impl<'a> Permit<'a> {
    /// # Errors
    /// When there are as many as there may be, in all or of the member.
    fn take(all: &'a Completions, user: UserId) -> Result<Self, ProviderError> {
        let mut users = all.users();
        let own = users.iter().filter(|other| **other == user).count();
        if users.len() >= MAX_REQUESTS || own >= MAX_OF_USER {
            return Err(ProviderError::PortalBusy);
        }
        users.push(user);
        Ok(Self(all, user))
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut users = self.0.users();
        if let Some(at) = users.iter().position(|user| *user == self.1) {
            users.swap_remove(at);
        }
    }
}

/// Asks a model for a member, and answers its text without its thoughts.
///
/// # Errors
/// When the provider refuses, or says nothing; also while too many of these are asked.
pub(crate) async fn complete(
    app: &App,
    user: UserId,
    endpoint: &Endpoint,
    model: &str,
    messages: &[Value],
) -> Result<(String, Usage), ProviderError> {
    let call = Call { url: completions_url(&endpoint.api_url), endpoint };
    let completions = app.state::<Completions>();
    let _permit = Permit::take(&completions, user)?;
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
    let text = without_key(text.trim(), endpoint.key.as_ref());
    Ok((text, usage.map(Usage::from).unwrap_or_default()))
}
