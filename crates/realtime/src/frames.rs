//! The frames of the connection itself: what begins and ends it, and what answers any frame of a client.

use kernel::app::iso;
use kernel::frames::{Frame, FrameSource, FrameType};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::store::PublicationRow;

/// All of them.
pub(crate) const FRAMES: &[FrameType] = &[
    FrameType::of::<Connected>(),
    FrameType::of::<Pong>(),
    FrameType::of::<Refusal>(),
    FrameType::of::<Done>(),
    FrameType::of::<Reset>(),
    FrameType::of::<ServerShuttingDown>(),
    FrameType::of::<AccountBanned>(),
    FrameType::of::<ExtensionEvent>(),
];

/// The client is signed in. After `since_seq` what was missed follows, and `history` and `groups` are empty; with
/// `reset` it can no longer be had: load everything anew.
#[derive(Serialize, ToSchema)]
pub(crate) struct Connected {
    /// The user ID of the caller.
    pub(crate) user_id: String,
    /// The number of the event after which the frames of events follow.
    pub(crate) seq: i64,
    /// Whether the frames go on after the client's `since_seq`.
    pub(crate) resumed: bool,
    /// Only `true`: some of what came after the client's `since_seq` is gone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub(crate) reset: bool,
    /// The server's time, in milliseconds since the epoch.
    pub(crate) server_time: i64,
}

impl Frame for Connected {
    const NAME: &'static str = "connected";
    const SOURCE: FrameSource = FrameSource::Server;

    fn example() -> Self {
        let (user_id, server_time) = ("240111".into(), 1_788_220_800_000);
        Self { user_id, seq: 119, resumed: false, reset: false, server_time }
    }
}

/// The answer to a `ping`.
#[derive(Serialize, ToSchema)]
pub(crate) struct Pong {
    /// The server's time, in milliseconds since the epoch.
    pub(crate) server_time: i64,
}

impl Frame for Pong {
    const NAME: &'static str = "pong";
    const SOURCE: FrameSource = FrameSource::Answer;

    fn example() -> Self {
        Self { server_time: 1_788_220_800_000 }
    }
}

/// What was wrong with a frame, or why the connection ends. Nothing was done.
#[derive(Serialize, ToSchema)]
pub(crate) struct Refusal {
    /// The reason, for people, in Chinese.
    pub(crate) message: String,
    /// The status that HTTP would answer the same refusal with.
    pub(crate) code: u16,
    /// The name of the reason, for programs.
    pub(crate) slug: String,
    /// The `type` of the frame that was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) frame: Option<String>,
    /// The number of seconds to wait, with code 429.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) retry_after: Option<u64>,
    /// The `temp_id` of the frame that was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) temp_id: Option<String>,
    /// The number of strikes of the socket, 1 to 3. After 20 wrong frames of a socket within a minute each further
    /// one is a strike; after the third the socket ends with 1008. Wrong is what is answered by code 400, 403 or 404,
    /// and what cannot be read however it is answered; not what is refused because the app is switched off.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 3)]
    pub(crate) strikes: Option<u32>,
}

impl Frame for Refusal {
    const NAME: &'static str = "error";
    const SOURCE: FrameSource = FrameSource::Answer;

    fn example() -> Self {
        Self {
            message: "请求过于频繁，请 2 秒后再试".into(),
            code: 429,
            slug: "rate_limited".into(),
            frame: Some("text".into()),
            retry_after: Some(2),
            temp_id: Some("t1".into()),
            strikes: None,
        }
    }
}

/// What the client asked for is done; what came of it is told by the frames that everyone gets.
#[derive(Serialize, ToSchema)]
pub(crate) struct Done {
    /// The `type` of the frame that is done.
    pub(crate) frame: String,
}

impl Frame for Done {
    const NAME: &'static str = "done";
    const SOURCE: FrameSource = FrameSource::Answer;

    fn example() -> Self {
        Self { frame: "recall_message".into() }
    }
}

/// What was missed can no longer be had: load everything anew. The frames of events after `seq` follow.
#[derive(Serialize, ToSchema)]
pub(crate) struct Reset {
    /// Always `true`.
    pub(crate) reset: bool,
    /// The number of the event after which the frames of events follow.
    pub(crate) seq: i64,
}

impl Frame for Reset {
    const NAME: &'static str = "reset";
    const SOURCE: FrameSource = FrameSource::Server;

    fn example() -> Self {
        Self { reset: true, seq: 4711 }
    }
}

/// The server stops; the socket closes with 1001. Come back after a random moment.
#[derive(Serialize, ToSchema)]
pub(crate) struct ServerShuttingDown {}

impl Frame for ServerShuttingDown {
    const NAME: &'static str = "server_shutting_down";
    const SOURCE: FrameSource = FrameSource::Server;

    fn example() -> Self {
        Self {}
    }
}

/// The caller's account was disabled; the socket closes with 4003.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountBanned {
    /// Always `disabled`.
    pub(crate) status: &'static str,
    /// The reason that was given; null for none.
    #[schema(required)]
    pub(crate) reason: Option<String>,
    /// When the account is enabled again, in the portal's time zone; null for no end.
    #[schema(required)]
    pub(crate) ban_expires_at: Option<String>,
}

impl Frame for AccountBanned {
    const NAME: &'static str = "account_banned";
    const SOURCE: FrameSource = FrameSource::Server;

    fn example() -> Self {
        let ends = Some("2026-09-02 08:00:00".into());
        Self { status: "disabled", reason: None, ban_expires_at: ends }
    }
}

/// What a member published for an app (`POST /api/realtime/publish`), or the back end of an installed app.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExtensionEvent {
    /// The name of the app; null for none.
    #[schema(required)]
    app_name: Option<String>,
    /// The name of the event.
    event: String,
    /// The payload, as it was published.
    #[schema(value_type = serde_json::Value)]
    payload: Box<RawValue>,
    /// The user ID of the member who published the event; absent for the back end of an app.
    #[serde(skip_serializing_if = "Option::is_none")]
    sender_id: Option<String>,
    /// The number of the integration that published the event; absent for a member.
    #[serde(skip_serializing_if = "Option::is_none")]
    integration_id: Option<i64>,
    /// When the event was published, ISO 8601.
    created_at: String,
}

impl From<PublicationRow> for ExtensionEvent {
    fn from(row: PublicationRow) -> Self {
        Self {
            app_name: row.app_name,
            event: row.event,
            payload: RawValue::from_string(row.payload).unwrap_or_default(),
            sender_id: Some(row.sender_id).filter(|sender| !sender.is_empty()),
            integration_id: row.integration_id,
            created_at: iso(row.created_at),
        }
    }
}

impl Frame for ExtensionEvent {
    const NAME: &'static str = "extension_event";

    fn example() -> Self {
        Self {
            app_name: Some("my-app".into()),
            event: "my-app.updated".into(),
            payload: RawValue::from_string("{\"n\":1}".into()).unwrap_or_default(),
            sender_id: Some("240111".into()),
            integration_id: None,
            created_at: "2026-09-01T00:00:00.000Z".into(),
        }
    }
}
