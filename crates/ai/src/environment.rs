//! AI_*: the provider that the operator names. Its models are rows like all others, but for their address and key,
//! which stay in the environment.

use kernel::App;
use kernel::Result;
use kernel::config::{AnyVariable as _, Config, ConfigError, HttpUrl, Secret, Variable};
use url::Url;

use super::models::fields::{self, free_id};
use super::provider::has_key;
use super::store::models::{self as store, ModelRow};
use super::store::policies;
use super::web_search::SEARCH_API_KEY;

/// Where the provider of the environment answers.
pub(super) static AI_API_URL: Variable<Option<HttpUrl>> = Variable::new(
    "AI_API_URL",
    "",
    "provider of the AI chat, OpenAI-compatible, like https://host/v1; may be a private address",
);
/// Its key.
pub(super) static AI_API_KEY: Variable<Option<Secret<String>>> =
    Variable::new("AI_API_KEY", "", "key of that provider");
/// Its first model.
pub(super) static AI_MODEL: Variable<String> =
    Variable::new("AI_MODEL", "", "model of that provider; the default until an admin chooses another");
/// Its further models.
pub(super) static AI_AVAILABLE_MODELS: Variable<String> =
    Variable::new("AI_AVAILABLE_MODELS", "", "further models of that provider, comma-separated");

/// Refuses a key that cannot stand in a header or stands in the address, and warns about an address without models, and models without an
/// address.
///
/// # Errors
/// The key that does not fit.
pub(super) fn check(config: &Config, warnings: &mut Vec<String>) -> std::result::Result<(), ConfigError> {
    for key in [&AI_API_KEY, &SEARCH_API_KEY] {
        if key.of(config).as_ref().is_some_and(|key| fields::parse_key(key.expose()).is_err()) {
            let fix = "has characters that no key has; write it without blanks and quotes".to_owned();
            return Err(ConfigError { variable: key.name().into(), fix });
        }
    }
    if api_url(config).is_some_and(has_key) {
        let fix = "has a key in its address, which admins see; write it into AI_API_KEY".to_owned();
        return Err(ConfigError { variable: AI_API_URL.name().into(), fix });
    }
    let has_models = !models(config).is_empty();
    if api_url(config).is_none() && (has_models || AI_API_KEY.of(config).is_some()) {
        warnings.push("AI_MODEL, AI_AVAILABLE_MODELS and AI_API_KEY say nothing without AI_API_URL".into());
    }
    if api_url(config).is_some() && !has_models {
        warnings.push("AI_API_URL is set, but neither AI_MODEL nor AI_AVAILABLE_MODELS names a model".into());
    }
    Ok(())
}

/// The address, if there is one.
pub(super) fn api_url(config: &Config) -> Option<&Url> {
    AI_API_URL.of(config).as_ref().map(|url| &url.0)
}

/// Its models, each once, the one of AI_MODEL first.
fn models(config: &Config) -> Vec<String> {
    let mut models: Vec<String> = Vec::new();
    let further = AI_AVAILABLE_MODELS.of(config).split(',');
    for name in std::iter::once(AI_MODEL.of(config).as_str()).chain(further).map(str::trim) {
        if !name.is_empty() && !models.iter().any(|known| known == name) {
            models.push(name.to_owned());
        }
    }
    models
}

/// Makes the rows of the environment's models: those that are named now, and no others. What an admin has set for
/// one stays.
pub(super) async fn start(app: App) -> Result<()> {
    let named = if api_url(&app.config).is_some() { models(&app.config) } else { Vec::new() };
    app.clone()
        .write(move |tx| {
            tx.lock_log()?;
            let now = tx.now();
            let admitted = policies::admitted_models(tx)?;
            let mut rows = store::list(tx)?;
            let before = rows.clone();
            for gone in rows.extract_if(.., |row| row.builtin && !named.contains(&row.model)) {
                store::delete(tx, &gone.id)?;
            }
            for (index, name) in (0..).zip(&named) {
                if !rows.iter().any(|row| row.builtin && row.model == *name) {
                    // A policy may name one that is gone: no other model becomes what it admits.
                    let is_taken = |id: &str| {
                        rows.iter().any(|row| row.id == id) || admitted.iter().any(|admitted| admitted == id)
                    };
                    let id = free_id(&fields::slug(name, "model"), is_taken);
                    // In the order of the variables: the first one becomes the default.
                    let row = ModelRow::of_environment(id, name, now + index);
                    store::insert(tx, &row)?;
                    rows.push(row);
                }
            }
            if rows != before {
                store::reassign_default(tx)?;
            }
            Ok(())
        })
        .await
}
