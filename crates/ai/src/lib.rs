//! AI chat: models of providers that answer members, within what the class allows.
//!
//! An admin adds models, which are OpenAI-compatible addresses with a key; policies say which of them a member may
//! use, and one function decides which of them answers ([`models::available`]). Keys are sealed at rest and go to the origin that
//! they were entered for alone.
//!
//! Owns the tables `ai_*` and the paths `/api/ai-chat/*`, which draw from one limit of their own. Every outbound call
//! goes through `kernel::egress`.
//!
//! Absent on purpose: protocols of providers other than that of OpenAI, which all of them speak beside their own. Where
//! they speak it differently (thoughts, usage, errors), each way is read.

mod access;
mod conversations;
mod environment;
mod events;
mod fields;
mod frames;
mod generations;
mod hourly;
mod log_target;
mod models;
mod policies;
mod presets;
mod prompts;
mod provider;
mod safety;
mod settings;
mod source;
mod store;
#[cfg(test)]
mod tests;
mod texts;
mod tokens;

mod usage;
mod web_search;

use kernel::apps::BuiltIn;
use kernel::{App, Feature, Result, Routes, routes};

pub use events::AiEvent;

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "ai",
    router,
    apps: &[BuiltIn { name: "ai", label: &texts::APP, protected: false, paths: &["/api/ai-chat"] }],
    variables: &[
        &environment::AI_API_URL,
        &environment::AI_API_KEY,
        &environment::AI_MODEL,
        &environment::AI_AVAILABLE_MODELS,
        &web_search::SEARCH_API_URL,
        &web_search::SEARCH_API_KEY,
    ],
    check_config: environment::check,
    limits: &[&access::REQUESTS],
    actions: texts::ACTIONS,
    log_words: texts::LOG_WORDS,
    frames: frames::FRAMES,
    render: Some(frames::render),
    name_log_target: Some(log_target::name),
    provides: &[&safety::SAFETY, &policies::apply::GIVEN],
    statements: store::STATEMENTS,
    state: |state, _| {
        state.insert(generations::Generations::default());
        state.insert(provider::Completions::default());
    },
    start: |app| Box::pin(start(app)),
    erase_user: store::erase,
    export_user: store::export,
    ..Feature::EMPTY
};

/// The features of this crate.
pub const FEATURES: &[Feature] = &[FEATURE];

async fn start(app: App) -> Result<()> {
    environment::start(app.clone()).await?;
    hourly::start(&app);
    generations::start(app).await
}

fn router() -> Routes {
    Routes::new()
        .routes(routes!(models::routes::list_ai_models))
        .routes(routes!(models::admin::list_managed_ai_models, models::admin::create_ai_model))
        .routes(routes!(models::admin::update_ai_model, models::admin::delete_ai_model))
        .routes(routes!(models::admin::toggle_ai_model))
        .routes(routes!(models::admin::set_default_ai_model))
        .routes(routes!(models::connection_test::test_ai_model))
        .routes(routes!(models::provider_models::list_provider_models))
        .routes(routes!(models::batch::create_ai_models))
        .routes(routes!(models::own::list_own_ai_models))
        .routes(routes!(models::own::update_own_ai_model, models::own::delete_own_ai_model))
        .routes(routes!(policies::routes::list_ai_policies, policies::routes::create_ai_policy))
        .routes(routes!(policies::routes::update_ai_policy, policies::routes::delete_ai_policy))
        .routes(routes!(policies::apply::apply_ai_policy))
        .routes(routes!(policies::apply::list_user_policies))
        .routes(routes!(usage::routes::ai_usage))
        .routes(routes!(safety::routes::ai_safety))
        .routes(routes!(presets::routes::list_ai_presets))
        .routes(routes!(presets::routes::list_managed_ai_presets, presets::routes::create_ai_preset))
        .routes(routes!(presets::routes::update_ai_preset, presets::routes::delete_ai_preset))
        .routes(routes!(
            conversations::routes::list_conversations,
            conversations::routes::create_conversation
        ))
        .routes(routes!(
            conversations::routes::get_conversation,
            conversations::routes::update_conversation,
            conversations::routes::delete_conversation
        ))
        .routes(routes!(conversations::routes::replace_messages))
        .routes(routes!(conversations::replaced::list_replaced_messages))
        .routes(routes!(conversations::replaced::restore_messages))
        .routes(routes!(conversations::title::name_conversation))
        .routes(routes!(generations::routes::chat))
        .routes(routes!(generations::routes::chat_stream))
        .routes(routes!(generations::routes::resume_stream))
        .routes(routes!(generations::routes::stop_generation))
        .routes(routes!(settings::get_ai_settings, settings::set_ai_settings))
}
