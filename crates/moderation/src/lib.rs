//! Moderation: what members report, what moderators decide on it, what authors say against that, and members who may
//! write nothing for a time.
//!
//! Owns the tables `moderation_*` and the paths `/api/moderation/*`. A feature whose content can be reported provides a
//! [`ContentKind`] for each kind. Moderators decide in one queue of cases ([`cases`]) for
//! all kinds. Nobody decides on their own content, nobody learns who has reported but class admins and admins, and of
//! what is anonymous nobody learns the author here.
//!
//! Absent on purpose: points, ranks and automatic bans of members; a public list of decisions.

mod cases;
mod content;
mod events;
mod frames;
mod model;
mod notifications;
mod routes;
mod rules;
mod silence;
mod store;
mod texts;

use kernel::Feature;
use kernel::limits::Limit;

pub use cases::decide::{remove, restore};
pub use cases::held::{Holding, NewHeld, Verdict, Why, flag};
pub use cases::may_moderate;
pub use cases::retention::forget_settled;
pub use content::{
    Content, ContentKind, Held, Moderator, Place, Publication, Quote, Recent, Removed, Sample, SeenPlaces,
    Surroundings, rank,
};
pub use events::ModerationEvent;
pub use rules::first_posts::holds_first_post;
pub use rules::{Judgement, Reach, cannot_be_held, judge};
pub use silence::{refuse_writing, refuse_writing_program, silenced_until};

/// Reports and appeals of a member.
static REPORTS: Limit =
    Limit::new("moderation-reports", "RATE_LIMIT_REPORTS", "30/3600", "reports and appeals per user");

/// Dry runs of word rules, which read what was written in a month.
static DRY_RUNS: Limit =
    Limit::new("moderation-dry-runs", "RATE_LIMIT_DRY_RUNS", "60/3600", "dry runs of word rules per user");

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "moderation",
    router: routes::router,
    actions: texts::ACTIONS,
    log_words: texts::LOG_WORDS,
    limits: &[&REPORTS, &DRY_RUNS],
    statements: &store::STATEMENTS,
    state: |state, _| {
        state.insert(rules::Rules::default());
        state.insert(silence::Silences::default());
    },
    provides: &[
        &notifications::CASE,
        &notifications::DECISION,
        &notifications::REMOVAL,
        &notifications::APPEAL_DECISION,
        &notifications::PUBLICATION,
        &notifications::SILENCE,
    ],
    start: |app| {
        Box::pin(async move {
            cases::retention::start(&app);
            rules::load(&app).await?;
            silence::start(&app).await
        })
    },
    on_event: Some(|app, event| {
        silence::follow(app, event);
        rules::follow(app, event);
    }),
    frames: frames::FRAMES,
    render: Some(frames::render),
    erase_user: store::erasure::erase,
    export_user: store::erasure::export,
    ..Feature::EMPTY
};

/// The features of this crate.
pub const FEATURES: &[Feature] = &[FEATURE];
