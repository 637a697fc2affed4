//! What a poll is registered with, and what it asks.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A new registration of a poll.
#[derive(Serialize, ToSchema)]
pub struct PollRegistration {
    /// The time of the server, in milliseconds since the epoch.
    pub(crate) server_time: i64,
    /// The transport of the events, which is `poll`.
    pub(crate) transport: &'static str,
    /// Events after this number are answered: the first `since_seq`.
    pub(crate) seq: i64,
    /// The id of this registration; each tab has its own.
    pub(crate) poll_id: String,
}

/// From where a poll asks.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PollQuery {
    /// Only events after this time, in milliseconds since the epoch: the `server_time` of the last answer.
    #[param(value_type = Option<i64>)]
    pub(crate) since: Option<String>,
    /// Only events after this number: the last `last_seq`, or `seq` of the registration. It wins over
    /// `since`.
    #[param(value_type = Option<i64>)]
    pub(crate) since_seq: Option<String>,
    /// The id of the registration; by default the newest one of this token.
    pub(crate) poll_id: Option<String>,
}
