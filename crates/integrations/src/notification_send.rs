//! The event `notification.send`, and the same over REST: an integration tells members something. It reaches those whom
//! its owner may manage, and the owner.

use std::collections::BTreeSet;

use axum::extract::State;
use identity::admin::MANAGE_USERS;
use identity::api_scopes::{self, scope};
use identity::notifications::{self, Content, Importance, Link, NewNotification, NotificationKind};
use identity::user::{facts_of, members};
use kernel::api_client::ApiClient;
use kernel::error::whole_seconds;
use kernel::http::{ClientOnly, Json, client_user};
use kernel::limits::Key;
use kernel::user::{UserFacts, UserId};
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use url::Url;
use utoipa::ToSchema;

use super::inbound::{Apply, InboundEvent};
use super::registry::Registry;
use super::{NOTIFICATIONS, texts};

/// Members whom one notification names.
const MAX_MEMBERS: usize = 200;
/// Longest title, in characters.
const MAX_TITLE: usize = 80;
/// Longest text, in characters.
const MAX_TEXT: usize = 500;
/// Longest address of a link, in bytes.
const MAX_LINK: usize = 500;

/// What integrations tell members.
pub(super) static INTEGRATION_MESSAGE: NotificationKind = NotificationKind {
    name: "integration_message",
    label: &texts::INTEGRATION_MESSAGE,
    app: "integrations",
    importance: Importance::Program,
    shown_by_app: false,
    describe: |_, _, about| {
        let Ok(stored) = serde_json::from_str::<Stored>(&about.content) else { return Ok(None) };
        let Stored { title, text, link, name } = stored;
        let link = Some(link).filter(|url| !url.is_empty()).map(|url| Link::Page { url });
        Ok(Some(Content { title, text, sender_name: name, link }))
    },
};

/// What an inbox keeps of it.
#[derive(Serialize, Deserialize)]
struct Stored {
    title: String,
    text: String,
    /// The address of a page, or nothing.
    link: String,
    /// The name of the integration, as it was then.
    name: String,
}

/// `notification.send`, with the fields of `POST /api/notifications`.
pub(super) static NOTIFICATION_SEND: InboundEvent = InboundEvent {
    name: "notification.send",
    scope: api_scopes::NOTIFICATION_WRITE,
    about: &texts::NOTIFICATION_SEND,
    prepare: |app, inbound| {
        Box::pin(async move {
            let new: IntegrationNotification = inbound.parse()?;
            let plan = Plan::new(&app, &inbound.client, &inbound.owner, &new).await?;
            let apply: Apply = Box::new(move |tx| plan.write(tx).map(drop));
            Ok(apply)
        })
    },
};

/// What an integration tells members. Either `user_ids` or `class` says whom.
#[derive(Deserialize, ToSchema)]
pub(super) struct IntegrationNotification {
    /// The user IDs of the members, 1–200.
    #[serde(default)]
    user_ids: Vec<String>,
    /// A class, two digits: all members of the class whom the owner may manage.
    class: Option<String>,
    /// What has happened, in one line of 1–80 characters.
    title: String,
    /// What it is about, at most 500 characters.
    #[serde(default)]
    text: String,
    /// The address of a page to look at, of one of the origins of the integration.
    #[serde(default)]
    link: String,
}

/// How many members were told.
#[derive(Serialize, ToSchema)]
pub(super) struct NotifiedMembers {
    /// The number of members who got the notification: those who want to hear nothing from integrations did not.
    recipients: usize,
}

/// Tells members something, in the name of the calling integration.
#[utoipa::path(post, path = "/api/notifications", tag = "integrations", request_body = IntegrationNotification,
    responses((status = 200, body = Envelope<NotifiedMembers>)),
    security(("integration" = ["notification:write"])))]
pub(super) async fn send_notification(
    State(app): State<App>,
    ClientOnly(client, ..): ClientOnly<scope::NotificationWrite>,
    Json(new): Json<IntegrationNotification>,
) -> Result<Reply<NotifiedMembers>> {
    let owner = client_user(&app, &client).await?;
    let plan = Plan::new(&app, &client, &owner, &new).await?;
    let recipients = app.write(move |tx| plan.write(tx)).await?;
    Ok(Reply::ok(NotifiedMembers { recipients }))
}

/// Everything that is checked before the transaction.
struct Plan {
    /// The number of the integration.
    integration: i64,
    content: String,
    members: BTreeSet<UserId>,
}

impl Plan {
    /// # Errors
    /// 400 for what is no notification, 403 for members who are not the owner's to manage.
    async fn new(
        app: &App,
        client: &ApiClient,
        owner: &UserFacts,
        new: &IntegrationNotification,
    ) -> Result<Self> {
        let (title, text) = (new.title.trim(), new.text.trim());
        if !is_line(title, MAX_TITLE) || title.is_empty() {
            return Err(texts::NOTIFICATION_TITLE_INVALID.err());
        }
        if text.chars().count() > MAX_TEXT || text.chars().any(|c| c.is_control() && c != '\n') {
            return Err(texts::NOTIFICATION_TEXT_INVALID.err());
        }
        let link = link(app, client, &new.link)?;
        let members = recipients(app, owner, new).await?;
        let stored = Stored { title: title.into(), text: text.into(), link, name: client.name.clone() };
        Ok(Self { integration: client.id, content: json!(stored).to_string(), members })
    }

    /// Answers how many members got it. Draws from the limit: what was refused before has told nobody anything.
    ///
    /// # Errors
    /// 429.
    fn write(&self, tx: &mut AppTx) -> Result<usize> {
        let key = Key::number(self.integration.unsigned_abs());
        let attempt = tx.app().limits.count_attempt(&NOTIFICATIONS, key);
        if let Some(wait) = attempt.and_then(|attempt| attempt.wait) {
            return Err(ApiError::rate_limited(wait).field("retry_after", whole_seconds(wait)));
        }
        let new = NewNotification {
            kind: &INTEGRATION_MESSAGE,
            topic: &self.integration.to_string(),
            subject: "",
            event_seq: 0,
            sender: None,
            content: &self.content,
        };
        Ok(notifications::notify(tx, &new, self.members.iter().copied())?.len())
    }
}

fn is_line(text: &str, longest: usize) -> bool {
    text.chars().count() <= longest && !text.chars().any(char::is_control)
}

/// The address of a link; empty for none. It leads to an origin that whoever approved the integration has seen: a
/// notification that leads anywhere would be a tool for phishing.
fn link(app: &App, client: &ApiClient, raw: &str) -> Result<String> {
    let raw = raw.trim();
    if raw.is_empty() {
        return Ok(String::new());
    }
    let integration = app.state::<Registry>().by_id(client.id);
    let origins = integration.as_ref().map(|known| known.origins.as_slice()).unwrap_or_default();
    let url = Url::parse(raw).ok().filter(|url| url.as_str().len() <= MAX_LINK);
    // An address like `blob:https://…` has the origin of the one within.
    let url = url.filter(|url| matches!(url.scheme(), "http" | "https"));
    let url = url.filter(|url| url.username().is_empty() && url.password().is_none());
    let url = url.filter(|url| origins.contains(&url.origin().ascii_serialization()));
    url.map(String::from).ok_or_else(|| texts::NOTIFICATION_LINK_INVALID.err())
}

async fn recipients(app: &App, owner: &UserFacts, new: &IntegrationNotification) -> Result<BTreeSet<UserId>> {
    let is_theirs =
        |facts: &UserFacts| facts.user_id == owner.user_id || owner.may_manage(facts, &MANAGE_USERS);
    let mut found = BTreeSet::new();
    match (&new.class, new.user_ids.len()) {
        (Some(class), 0) => {
            let everyone = members(app).await?;
            let of_class = everyone.all().iter().filter(|facts| facts.user_id.class() == class);
            found.extend(of_class.filter(|facts| is_theirs(facts)).map(|facts| facts.user_id));
        }
        (None, 1..=MAX_MEMBERS) => {
            for raw in &new.user_ids {
                let user = UserId::parse(raw).filter(|user| !user.is_developer());
                let facts = match user {
                    Some(user) => facts_of(app, user).await?,
                    None => None,
                };
                // The same for a member who is not there: who is a member is not for every integration to find out.
                let facts = facts.filter(|facts| is_theirs(facts));
                found.insert(facts.ok_or_else(|| texts::NOT_MANAGED.with("user_id", shown(raw)))?.user_id);
            }
        }
        _ => return Err(texts::NOTIFICATION_RECIPIENTS_INVALID.with("max", MAX_MEMBERS)),
    }
    if found.is_empty() { Err(kernel::texts::NO_PERMISSION.err()) } else { Ok(found) }
}

/// As much of what was sent as an answer repeats.
fn shown(raw: &str) -> String {
    raw.chars().filter(|c| !c.is_control()).take(20).collect()
}
