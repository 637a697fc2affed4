//! What comes of a frame: the same verbs as over HTTP, and the frames that answer it.

use std::sync::Arc;
use std::time::Duration;

use kernel::audit::Actor;
use kernel::config::VERBOSE_LOG;
use kernel::http::Caller;
use kernel::limits::USER;
use kernel::user::UserFacts;
use kernel::{ApiError, App, Result};
use serde::Serialize;
use serde_json::json;

use super::command::{
    self, Command, GroupCommand, Head, MessageCommand, Page, Reaction, Read, Speech, To, Typing, Where,
};
use super::presence::{self, Status};
use super::reply::{Refused, answer, done, named};
use super::{Live, tasks};
use crate::chat::change::{self, By, Touch};
use crate::chat::history::{self, Piece};
use crate::chat::model::{Draft, RoomId, Wording, parse_emoji};
use crate::chat::people::facts_of;
use crate::chat::send::{deliver, draw, target};
use crate::chat::view::{ChatGroup, ChatMessage, ChatUser};
use crate::chat::{Chat, FEATURE, MESSAGES, SIGNALS, access, group, mark, texts};

/// Between two `typing` frames of one member to one room that say the same.
const TYPING_AGAIN: Duration = Duration::from_secs(1);
/// Between any two of one member.
const TYPING_PAUSE: Duration = Duration::from_millis(200);

/// Does what a frame of a signed-in member says.
///
/// # Errors
/// A refusal, which is an `error` frame.
pub(super) async fn answer_frame(
    app: &App,
    caller: &Caller,
    raw: &str,
) -> std::result::Result<Vec<String>, Box<Refused>> {
    let head = command::head(raw);
    if *VERBOSE_LOG.of(&app.config) {
        tracing::info!(user = %caller.facts.user_id, frame = named(&head), "socket frame received");
    }
    let refused = match admit(app, caller, &head.r#type) {
        // What is refused for its haste or its app may be unreadable all the same.
        Err(error) => (error, command::parse(&head.r#type, raw).is_err()),
        Ok(()) => match act(app, caller, &head, raw).await {
            Ok(answers) => return Ok(answers),
            Err(error) => {
                let is_wrong = matches!(error.status().as_u16(), 400 | 403 | 404);
                (error, is_wrong)
            }
        },
    };
    let (error, is_wrong) = refused;
    Err(Box::new(Refused { error, head, is_wrong }))
}

/// Counts the attempt, malformed ones too: messages by their rule, what asks the database by the
/// user's, what is only passed on or answered at once by a generous one. Where the chat is switched off, the socket
/// stays, for other features are heard over it.
fn admit(app: &App, caller: &Caller, name: &str) -> Result<()> {
    let user = caller.facts.user_id;
    match name {
        "text" | "emoji" | "private_message" | "group_message" => draw(app, &MESSAGES, user)?,
        "ping" | "status_update" => return draw(app, &SIGNALS, user),
        "typing" => draw(app, &SIGNALS, user)?,
        _ => draw(app, &USER, user)?,
    }
    app.apps.admit_to(FEATURE.name, user.class())
}

async fn act(app: &App, caller: &Caller, head: &Head, raw: &str) -> Result<Vec<String>> {
    match command::parse(&head.r#type, raw)? {
        Command::Ping => Ok(vec![answer("pong", head, json!({ "server_time": app.clock.now_ms() }))]),
        Command::Typing(typing) => type_to(app, &caller.facts, &typing).map(|()| Vec::new()),
        Command::Status(update) => {
            let status =
                Status::parse(&update.status).ok_or_else(|| ApiError::from(&texts::STATUS_INVALID))?;
            presence::choose(app, caller.facts.user_id, status);
            Ok(Vec::new())
        }
        Command::Connect(_) => Err((&texts::CONNECTED_ALREADY).into()),
        Command::Message(command) => act_on_message(app, &now(app, caller).await?, head, command).await,
        Command::Group(command) => act_on_group(app, &now(app, caller).await?, head, command).await,
    }
}

/// Who acts, with the rights of this moment: rights change while a socket is open.
async fn now(app: &App, caller: &Caller) -> Result<By> {
    Ok(By { facts: caller.still(app).await?, actor: Actor::from(caller) })
}

async fn act_on_message(app: &App, by: &By, head: &Head, command: MessageCommand) -> Result<Vec<String>> {
    match command {
        MessageCommand::Say(to, speech) => return Ok(vec![say(app, by, head, to, &speech).await?]),
        MessageCommand::PrivateHistory(user, page) => {
            let room = target(by.user(), None, Some(&user), None)?;
            return page_of(app, by, head, (&room, Some(("target_user_id", user))), page).await;
        }
        MessageCommand::GroupHistory(group, page) => {
            let room = access::room(&group)?;
            return page_of(app, by, head, (&room, Some(("group_id", group))), page).await;
        }
        MessageCommand::PublicHistory(page) => {
            return page_of(app, by, head, (&RoomId::Public, None), page).await;
        }
        MessageCommand::Read(read) => mark_read(app, by, &read).await?,
        MessageCommand::Edit(edit) => {
            change::edit(app, by, &edit.message_id, &edit.content).await?;
        }
        MessageCommand::Recall(of) => change::recall(app, by, &of.message_id).await?,
        MessageCommand::AddReaction(reaction) => react(app, by, &reaction, Touch::Add).await?,
        MessageCommand::RemoveReaction(reaction) => react(app, by, &reaction, Touch::Remove).await?,
        MessageCommand::Pin(of) => change::pin(app, by, &of.message_id, Touch::Add).await?,
        MessageCommand::Unpin(of) => change::pin(app, by, &of.message_id, Touch::Remove).await?,
    }
    Ok(done(head))
}

async fn react(app: &App, by: &By, reaction: &Reaction, touch: Touch) -> Result<()> {
    let emoji = parse_emoji(&reaction.emoji).ok_or_else(|| ApiError::from(&texts::EMOJI_INVALID))?;
    change::react(app, by, &reaction.message_id, emoji, touch).await?;
    Ok(())
}

async fn act_on_group(app: &App, by: &By, head: &Head, command: GroupCommand) -> Result<Vec<String>> {
    let user = by.user();
    match command {
        GroupCommand::List => {
            let groups = history::groups_of(app, user).await?;
            return Ok(vec![answer("groups_list", head, json!({ "groups": groups }))]);
        }
        GroupCommand::Create(new) => {
            let room = group::create(app, user, &new.group_name, &new.member_ids).await?;
            let made = history::group(app, &by.facts, &room).await?;
            let fields = json!({ "group_id": room.to_string(), "group_name": made.group_name, "creator_id": user,
                                 "members": made.member_ids(), "success": true });
            return Ok(vec![answer("group_created", head, fields)]);
        }
        GroupCommand::Members(of) => return members_of(app, by, head, &of.group_id).await,
        GroupCommand::Join(of) => group::join(app, user, &access::room(&of.group_id)?).await?,
        GroupCommand::Leave(of) => group::leave(app, user, &access::room(&of.group_id)?).await?,
        GroupCommand::Dissolve(of) => group::dissolve(app, user, &access::room(&of.group_id)?).await?,
        GroupCommand::Invite(new) => {
            let invited: Vec<String> = new.invite_user_id.into_iter().chain(new.user_ids).collect();
            group::invite(app, user, &access::room(&new.group_id)?, &invited).await?;
        }
        GroupCommand::Kick(kick) => {
            group::kick(app, user, &access::room(&kick.group_id)?, &kick.target_user_id).await?;
        }
        GroupCommand::Transfer(to) => {
            group::transfer(app, user, &access::room(&to.group_id)?, &to.new_owner_id).await?;
        }
        GroupCommand::Rename(change) => {
            group::rename(app, user, &access::room(&change.group_id)?, &change.new_name).await?;
        }
        GroupCommand::Announce(new) => {
            let room = access::room(&new.group_id)?;
            if matches!(room, RoomId::Private(..)) {
                return Err(ApiError::forbidden(&kernel::texts::NO_PERMISSION));
            }
            group::announce(app, by, &room, &new.announcement).await?;
        }
    }
    Ok(done(head))
}

async fn members_of(app: &App, by: &By, head: &Head, group: &str) -> Result<Vec<String>> {
    let room = access::room(group)?;
    if !matches!(room, RoomId::Group(_) | RoomId::Class(_)) {
        return Err(ApiError::forbidden(&texts::ROOM_IS_FIXED));
    }
    let found = history::group(app, &by.facts, &room).await?;
    let mut users = Vec::new();
    for user in found.member_ids() {
        users.extend(facts_of(app, *user).await?.map(|facts| ChatUser::new(app, &facts)));
    }
    let fields = json!({ "group_id": group, "members": found.member_ids(), "users": users });
    Ok(vec![answer("group_members_list", head, fields)])
}

/// That a message is on disk.
#[derive(Serialize)]
struct Said<'a> {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    target_user_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group_id: Option<&'a str>,
    message_id: &'a str,
    temp_id: Option<&'a str>,
    success: bool,
    message: &'a ChatMessage,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    repeated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<&'a str>,
}

async fn say(app: &App, by: &By, head: &Head, to: To, speech: &Speech) -> Result<String> {
    let (room, user, group) =
        (speech.room.as_deref(), speech.target_user_id.as_deref(), speech.group_id.as_deref());
    let (name, room) = match to {
        To::Room => ("message_sent", access::room(room.filter(|room| !room.is_empty()).unwrap_or("public"))?),
        To::Member => ("private_message_sent", target(by.user(), None, user, None)?),
        To::Group => ("group_message_sent", target(by.user(), None, None, group)?),
    };
    let draft = Draft::parse(&Wording {
        content: speech.content.as_deref().unwrap_or_default(),
        file: speech.file.as_ref(),
        msg_type: speech.msg_type.as_deref(),
        reply_to: speech.reply_to.as_deref(),
        temp_id: speech.temp_id.as_deref(),
    })?;
    let sent = deliver(app, by.user(), &room, &draft).await?;
    let said = Said {
        r#type: name,
        target_user_id: user.filter(|_| to == To::Member),
        group_id: group.filter(|_| to == To::Group),
        message_id: &sent.message.id,
        temp_id: speech.temp_id.as_deref(),
        success: true,
        message: &sent.message,
        repeated: sent.is_repeated,
        request_id: head.request_id.as_deref(),
    };
    serde_json::to_string(&said).map_err(ApiError::internal)
}

async fn page_of(
    app: &App,
    by: &By,
    head: &Head,
    (room, named): (&RoomId, Option<(&'static str, String)>),
    page: Page,
) -> Result<Vec<String>> {
    let (name, usual) = match named {
        None => ("history_messages", 20),
        Some(("group_id", _)) => ("group_message_history", 50),
        Some(_) => ("private_message_history", 50),
    };
    let piece = Piece {
        before: page.before,
        offset: page.offset,
        limit: page.limit.unwrap_or(usual),
        ..Piece::default()
    };
    let (messages, has_more) = history::history(app, &by.facts, room, piece).await?;
    let mut fields = json!({ "room_id": room.to_string(), "messages": messages, "has_more": has_more });
    if let Some((field, value)) = named {
        fields[field] = value.into();
    }
    Ok(vec![answer(name, head, fields)])
}

/// Where a frame points.
fn place(facts: &UserFacts, place: &Where) -> Result<RoomId> {
    target(facts.user_id, place.room.as_deref(), place.target_user_id.as_deref(), place.group_id.as_deref())
}

async fn mark_read(app: &App, by: &By, read: &Read) -> Result<()> {
    let room = match read.chat_id.as_deref().filter(|id| !id.is_empty()) {
        Some(id) => access::room(id)?,
        None => place(&by.facts, &read.place)?,
    };
    let message = read.message_id.as_deref().or(read.message_ids.last().map(String::as_str));
    mark::read(app, &by.facts, &room, message).await
}

/// Passes on that someone writes, to the room alone; too often is not.
fn type_to(app: &App, facts: &Arc<UserFacts>, typing: &Typing) -> Result<()> {
    let (user, room) = (facts.user_id, place(facts, &typing.place)?);
    let is_in = match &room {
        RoomId::Group(group) => app.state::<Chat>().circles.has(group, user),
        other => other.has(user) == Some(true),
    };
    if !is_in {
        return Err(ApiError::forbidden(&texts::NOT_A_MEMBER));
    }
    let name = room.to_string();
    if !app.state::<Live>().may_type(user, &name, typing.is_typing, app.clock.monotonic()) {
        return Ok(());
    }
    // Ids alone: every node makes its own frame of them.
    let data = json!({ "user_id": user, "room_id": name, "is_typing": typing.is_typing });
    app.ephemeral.publish(tasks::TYPING, room.audience(), data).map_err(ApiError::internal)
}

impl Live {
    /// Whether a member may be heard writing again.
    fn may_type(&self, user: kernel::user::UserId, room: &str, is_typing: bool, now: Duration) -> bool {
        let mut writing = self.writing.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let last = writing.get(&user);
        let too_soon = last.is_some_and(|(before, was_typing, at)| {
            let since = now.saturating_sub(*at);
            since < TYPING_PAUSE || (before == room && *was_typing == is_typing && since < TYPING_AGAIN)
        });
        if !too_soon {
            writing.insert(user, (room.to_owned(), is_typing, now));
        }
        !too_soon
    }
}

/// What a member who signs in is told first.
#[derive(Serialize)]
pub(super) struct Welcome {
    user_id: kernel::user::UserId,
    user_info: ChatUser,
    pub(super) seq: i64,
    pub(super) resumed: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) reset: bool,
    server_time: i64,
    users: Vec<ChatUser>,
    online_count: usize,
    remote_users: [(); 0],
    history: Vec<ChatMessage>,
    groups: Vec<ChatGroup>,
}

/// Members named in a welcome.
const MAX_PRESENT: usize = 200;

/// Builds a welcome at a place in the log; one that goes on where it stood has its history.
///
/// # Errors
/// When the database is away.
pub(super) async fn welcome(app: &App, facts: &Arc<UserFacts>, seq: i64, resumed: bool) -> Result<Welcome> {
    let user = facts.user_id;
    let live = app.state::<Live>();
    let (others, others_count) = live.presence.beside(&user, MAX_PRESENT);
    let status = live.status_of_guest(&user);
    let mut own = ChatUser::new(app, facts);
    own.status = status.as_str();
    let mut users = vec![own.clone()];
    for other in others {
        users.extend(facts_of(app, other).await?.map(|facts| ChatUser::new(app, &facts)));
    }
    users.retain(|user| user.status != Status::Offline.as_str());
    let (history, groups) = if resumed || app.apps.admit_to(FEATURE.name, user.class()).is_err() {
        (Vec::new(), Vec::new())
    } else {
        let piece = Piece { limit: 50, ..Piece::default() };
        (history::history(app, facts, &RoomId::Public, piece).await?.0, history::groups_of(app, user).await?)
    };
    Ok(Welcome {
        user_id: user,
        user_info: own,
        seq,
        resumed,
        reset: false,
        server_time: app.clock.now_ms(),
        users,
        online_count: others_count + usize::from(status != Status::Offline),
        remote_users: [],
        history,
        groups,
    })
}
