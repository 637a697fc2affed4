//! Frames that clients send: which there are, what they draw from, and the frames that answer them.
//!
//! A feature registers its own with [`Commands`] in [`kernel::Feature::provides`]; sockets and the polls of
//! the chat hand every frame to [`handle_frame`]. Whatever a frame says beside the fields of its command
//! (sender, time, id) is not read.

use futures_util::future::BoxFuture;
use kernel::config::VERBOSE_LOG;
use kernel::frames::{Frame, Schemas, Typed, schemas};
use kernel::http::{Caller, parse_json};
use kernel::limits::{Key, Limit, USER};
use kernel::texts::Language;
use kernel::{ApiError, App, Feature, Result, feature};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::frames::{Done, Pong, Refusal};
use super::{SIGNALS, texts};

/// Longest `request_id`.
const MAX_REQUEST_ID: usize = 64;

/// A frame that clients may send.
pub struct Command {
    /// Its `type`.
    pub name: &'static str,
    /// What its sender draws from, also when it is malformed.
    pub limit: &'static Limit,
    /// The built-in app that must be enabled for the sender; `None` for what works without any.
    pub app: Option<&'static str>,
    /// What it asks for and what answers it, for the document of frames.
    pub summary: &'static str,
    /// The schema of its fields, for the same.
    pub schema: fn() -> Schemas,
    /// An example of its fields, for the same.
    pub example: fn() -> Value,
}

impl Command {
    /// A frame with the fields of `T`, which works without any app.
    pub const fn of<T: DeserializeOwned + ToSchema>(
        name: &'static str,
        limit: &'static Limit,
        summary: &'static str,
        example: fn() -> Value,
    ) -> Self {
        Self { name, limit, app: None, summary, schema: schemas::<T>, example }
    }

    /// The same, refused where this app is disabled.
    #[must_use]
    pub const fn of_app(self, app: &'static str) -> Self {
        Self { app: Some(app), ..self }
    }
}

/// The fields of a frame that has none.
#[derive(Deserialize, ToSchema)]
pub struct NoFields {}

/// Does what a frame of a member says, and answers frames.
pub type Run = for<'a> fn(&'a App, &'a Caller, &'a Head, &'a str) -> BoxFuture<'a, Result<Vec<String>>>;

/// The frames that a feature handles.
pub struct Commands {
    /// All of them.
    pub list: &'static [Command],
    /// Refuses a frame of this name that is malformed.
    pub check: fn(name: &str, raw: &str) -> Result<()>,
    /// Handles one.
    pub run: Run,
}

/// What every frame has.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Head {
    /// The name of the command.
    #[serde(default)]
    pub r#type: String,
    /// Comes back with the answer.
    pub request_id: Option<String>,
    /// Comes back with a refusal.
    pub temp_id: Option<String>,
}

impl Head {
    /// What a frame says of itself, as far as it can be read.
    pub(crate) fn of(raw: &str) -> Self {
        let head: Self = serde_json::from_str(raw).unwrap_or_default();
        let is_short = |id: &String| id.len() <= MAX_REQUEST_ID;
        Self { request_id: head.request_id.filter(is_short), temp_id: head.temp_id.filter(is_short), ..head }
    }

    /// The `type`, cut where a client made it too long to be repeated.
    fn short_type(&self) -> String {
        self.r#type.chars().take(60).collect()
    }
}

/// The first frame of a socket without a token in its address.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Connect {
    /// The user ID of the caller; when given, it must be the one of the token.
    pub(crate) user_id: Option<String>,
    /// The token of the caller.
    pub(crate) token: String,
    /// The number of the event after which the client goes on.
    pub(crate) since_seq: Option<i64>,
}

/// The commands of the transport itself.
pub(crate) static OWN: Commands = Commands {
    list: &[
        Command::of::<Connect>(
            "connect",
            &USER,
            "Signs in where the address has no `token`; the first frame, within 10 seconds. Answered by `connected`.",
            || json!({ "user_id": "240111", "token": "eyJ…", "since_seq": 118 }),
        ),
        Command::of::<NoFields>("ping", &SIGNALS, "Answered by `pong`.", || json!({})),
    ],
    check: |name, raw| match name {
        "connect" => parse_json::<Connect>(raw.as_bytes()).map(drop),
        _ => Ok(()),
    },
    run: |app, _, head, raw| Box::pin(std::future::ready(run_own(app, head, raw))),
};

fn run_own(app: &App, head: &Head, raw: &str) -> Result<Vec<String>> {
    if head.r#type == "ping" {
        return Ok(vec![answer(head, &Pong { server_time: app.clock.now_ms() })]);
    }
    parse_json::<Connect>(raw.as_bytes())?;
    Err(texts::CONNECTED_ALREADY.err())
}

fn find(features: &[Feature], name: &str) -> Option<(&'static Commands, &'static Command)> {
    feature::provided::<Commands>(features)
        .find_map(|commands| Some((commands, commands.list.iter().find(|command| command.name == name)?)))
}

/// All frames that clients may send.
pub fn client_frames(features: &[Feature]) -> impl Iterator<Item = &'static Command> {
    feature::provided::<Commands>(features).flat_map(|commands| commands.list)
}

/// Whether a client may send this, as far as the frame alone tells.
///
/// # Errors
/// 400 naming what is wrong.
pub fn check_frame(features: &[Feature], raw: &str) -> Result<()> {
    let head = Head::of(raw);
    match find(features, &head.r#type) {
        Some((commands, _)) => (commands.check)(&head.r#type, raw),
        None => Err(unknown(&head.r#type, raw)),
    }
}

/// No JSON at all, no `type`, or one that nobody knows.
fn unknown(name: &str, raw: &str) -> ApiError {
    if let Err(error) = parse_json::<Value>(raw.as_bytes()) {
        return error;
    }
    match parse_json::<Head>(raw.as_bytes()) {
        Err(error) => error,
        Ok(_) if name.is_empty() => kernel::texts::FIELD_MISSING.with("field", "type"),
        Ok(_) => {
            let name: String = name.chars().filter(|c| !c.is_control()).take(60).collect();
            texts::FRAME_UNKNOWN.with("type", name)
        }
    }
}

/// A frame that was refused.
pub struct Refused {
    /// Why.
    pub error: ApiError,
    /// What the frame said of itself.
    pub head: Head,
    /// The client is at fault, and not only in haste: it sent what cannot be read, or named what is not
    /// its own. What asks for an app that is switched off is not wrong.
    pub is_wrong: bool,
}

/// Does what a frame of a signed-in member says, and answers the frames that a socket sends back.
///
/// # Errors
/// A refusal, which is an `error` frame (see [`refusal`]).
pub async fn handle_frame(
    app: &App,
    caller: &Caller,
    raw: &str,
) -> std::result::Result<Vec<String>, Box<Refused>> {
    let head = Head::of(raw);
    if *VERBOSE_LOG.of(&app.config) {
        tracing::info!(user = %caller.facts.user_id, frame = head.short_type(), "socket frame received");
    }
    let found = find(&app.features, &head.r#type);
    let (error, is_wrong) = match admit(app, caller, found.map(|(_, command)| command)) {
        // What is refused for its haste or its app may be unreadable all the same.
        Err(error) => (error, check_frame(&app.features, raw).is_err()),
        Ok(()) => {
            let handled = match found {
                Some((commands, _)) => (commands.run)(app, caller, &head, raw).await,
                None => Err(unknown(&head.r#type, raw)),
            };
            match handled {
                Ok(answers) => return Ok(answers),
                Err(error) => {
                    let is_wrong = matches!(error.status().as_u16(), 400 | 403 | 404);
                    (error, is_wrong)
                }
            }
        }
    };
    Err(Box::new(Refused { error, head, is_wrong }))
}

/// Counts the attempt, malformed ones too, and asks whether the app of the command is enabled. A socket stays
/// open where the app is not: it serves other features too.
fn admit(app: &App, caller: &Caller, command: Option<&Command>) -> Result<()> {
    let user = caller.facts.user_id;
    app.limits.check(command.map_or(&USER, |command| command.limit), Key::user(user))?;
    match command.and_then(|command| command.app) {
        Some(name) => app.apps.admit_to(name, user.class()),
        None => Ok(()),
    }
}

/// A frame that answers, with the client's `request_id`; one that is no answer does not compile.
///
/// # Panics
/// When the frame has a field that cannot be JSON, which is a mistake of ours.
#[must_use]
#[expect(clippy::expect_used, reason = "the type decides it, not what it holds")]
pub fn answer<F: Frame>(head: &Head, frame: &F) -> String {
    const { assert!(F::SOURCE.is_answer()) };
    let answer = Answer { frame: Typed::of(frame), request_id: head.request_id.as_deref() };
    serde_json::to_string(&answer).expect("frames are JSON objects")
}

#[derive(Serialize)]
struct Answer<'a, F: Frame> {
    #[serde(flatten)]
    frame: Typed<'a, F>,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<&'a str>,
}

/// The `done` frame: what was asked for is done.
#[must_use]
pub fn done(head: &Head) -> Vec<String> {
    vec![answer(head, &Done { frame: head.r#type.clone() })]
}

/// The `error` frame of a refusal, with the number of strikes that the client has.
#[must_use]
pub fn refusal(error: &ApiError, head: &Head, strikes: u32) -> String {
    if let Some(cause) = error.cause().filter(|_| error.status().is_server_error()) {
        tracing::error!(frame = head.r#type, cause, "socket frame failed");
    }
    let frame = Refusal {
        message: error.localized(Language::Chinese),
        code: error.status().as_u16(),
        slug: error.slug().to_owned(),
        frame: Some(head.short_type()).filter(|name| !name.is_empty()),
        retry_after: error.retry_after_seconds(),
        temp_id: head.temp_id.clone(),
        strikes: Some(strikes).filter(|strikes| *strikes > 0),
    };
    answer(head, &frame)
}
