//! Sending: the one way into a room, for HTTP and the socket alike.

use std::sync::Arc;

use identity::user::{Members, facts_of, members, mentioned};
use kernel::db::Tx;
use kernel::error::whole_seconds;
use kernel::events::NewEvent;
use kernel::files::Reader;
use kernel::limits::{Key, Limit};
use kernel::user::{UserFacts, UserId};
use kernel::{ApiError, App, AppTx, Result};
use moderation::{Verdict, refuse_writing};
use serde_json::json;

use crate::chat::access::no_such_user;
use crate::chat::attach::{Extra, attach};
use crate::chat::case_content::{self, MESSAGE};
use crate::chat::draft::Draft;
use crate::chat::dto::{self, ChatMessage};
use crate::chat::events::ChatEvent;
use crate::chat::messages::word_rules::{self, Ruled};
use crate::chat::model::{Kind, RoomId};
use crate::chat::notifications::notify_of_message;
use crate::chat::store::messages::MessageRow;
use crate::chat::store::{groups, messages};
use crate::chat::{MESSAGES, access, texts};

/// A message that is on disk.
#[derive(Clone, Debug)]
pub struct Sent {
    /// As everyone sees it.
    pub message: ChatMessage,
    /// It was there already: the same `temp_id` came again.
    pub is_repeated: bool,
}

/// Sends a message: counts the attempt, checks the room, and answers when it is on disk. The same
/// `temp_id` of the same sender gets the first result, on whichever device.
///
/// # Errors
/// 429 with the time to wait, 403 outside the room or while disabled, 404 for an unknown user.
pub async fn send(app: &App, sender: UserId, room: &RoomId, draft: &Draft) -> Result<Sent> {
    count_attempt(app, &MESSAGES, sender)?;
    deliver(app, sender, room, draft).await
}

/// Counts an attempt. HTTP counts by itself, so that its answers carry the headers.
pub(in crate::chat) fn count_attempt(app: &App, limit: &Limit, user: UserId) -> Result<()> {
    let wait = app.limits.count_attempt(limit, Key::user(user)).and_then(|attempt| attempt.wait);
    let Some(wait) = wait else { return Ok(()) };
    Err(ApiError::rate_limited(wait).field("retry_after", whole_seconds(wait)))
}

/// Where a message goes, as a client names it: a room, another member, or a group.
///
/// # Errors
/// 400 when nothing or oneself is named, 404 for what is no room or user.
pub(in crate::chat) fn target(
    sender: UserId,
    room: Option<&str>,
    user: Option<&str>,
    group: Option<&str>,
) -> Result<RoomId> {
    let filled = |raw: Option<&str>| raw.filter(|raw| !raw.is_empty()).map(ToOwned::to_owned);
    if let Some(room) = filled(room).or_else(|| filled(group)) {
        return access::room(&room);
    }
    let user = filled(user).ok_or_else(|| texts::TARGET_MISSING.err())?;
    RoomId::between(sender, UserId::parse(&user).ok_or_else(no_such_user)?)
}

/// The members of a room that a text calls.
pub(in crate::chat) async fn mentioned_users(
    app: &App,
    room: &RoomId,
    kind: Kind,
    content: &str,
) -> Result<String> {
    if kind != Kind::Text || !content.contains('@') {
        return Ok("[]".into());
    }
    let everyone = members(app).await?;
    let mut mentioned_users = mentioned(content, |name| everyone.named(name));
    mentioned_users.retain(|user| match room {
        RoomId::Group(group) => app.groups.has(group, user),
        other => other.has(*user) == Some(true),
    });
    Ok(json!(mentioned_users).to_string())
}

/// [`send`] without counting.
pub(in crate::chat) async fn deliver(
    app: &App,
    sender: UserId,
    room: &RoomId,
    draft: &Draft,
) -> Result<Sent> {
    let plan = Arc::new(plan(app, sender, room, draft).await?.written(app).await?);
    let write = plan.clone();
    let (row, is_repeated) = match app.write(move |tx| write.write(tx)).await {
        // Another node was quicker; what it wrote is committed.
        Err(error) if error.is(&texts::SENT_ALREADY) => {
            let again = app.db.read(move |read| Ok(plan.first(read)?)).await?;
            (again.ok_or(error)?, true)
        }
        other => other?,
    };
    Ok(Sent { message: dto::one(app, row, Vec::new()).await?, is_repeated })
}

/// Everything that can be checked and looked up before the transaction of a message.
///
/// # Errors
/// 403 while the sender is disabled, 404 for an unknown user, 400 for words that a rule refuses.
pub(in crate::chat) async fn plan(
    app: &App,
    sender: UserId,
    room: &RoomId,
    draft: &Draft,
) -> Result<Verdict<Plan>> {
    // Not what the caller knew of them: a socket is open for longer than a ban takes.
    let facts = facts_of(app, sender).await?.ok_or_else(no_such_user)?;
    if let Some(ban) = facts.ban.as_ref().filter(|ban| ban.holds(app.clock.now())) {
        return Err(app.disabled(ban));
    }
    if let Some(other) = room.other(sender) {
        facts_of(app, other).await?.ok_or_else(no_such_user)?;
    }
    Ok(match word_rules::check(app, &facts, room, draft).await? {
        Verdict::Publish(Ruled { draft, flagged }) => {
            Verdict::Publish(plan_ruled(app, facts, room, draft, flagged).await?)
        }
        Verdict::Hold(holding) => Verdict::Hold(holding),
    })
}

/// The same of what rules have let through, or a moderator. With members it opens a case, in which these moderate.
pub(in crate::chat) async fn plan_ruled(
    app: &App,
    facts: Arc<UserFacts>,
    room: &RoomId,
    draft: Draft,
    flagged: Option<Arc<Members>>,
) -> Result<Plan> {
    Ok(Plan {
        mentions: mentioned_users(app, room, draft.kind, &draft.content).await?,
        flagged,
        reader: app.file_reader(&facts),
        id: app.random.id(&app.clock),
        now: app.clock.now_ms(),
        room: room.clone(),
        draft,
        facts,
    })
}

/// Everything a transaction needs to send.
pub(in crate::chat) struct Plan {
    facts: Arc<UserFacts>,
    room: RoomId,
    draft: Draft,
    id: String,
    now: i64,
    mentions: String,
    reader: Reader,
    /// Whoever may moderate it, where a rule wants them to look at it.
    flagged: Option<Arc<Members>>,
}

impl Plan {
    /// What was sent under this `temp_id` before.
    fn first(&self, read: &mut kernel::db::Read) -> kernel::db::DbResult<Option<MessageRow>> {
        let Some(temp_id) = &self.draft.temp_id else { return Ok(None) };
        messages::find_temp(read, self.facts.user_id, temp_id)
    }

    /// Sends it; true when it was there already.
    ///
    /// # Errors
    /// 403 outside the room, 400 or 404 for what it answers or names.
    pub(in crate::chat) fn write(&self, tx: &mut AppTx) -> Result<(MessageRow, bool)> {
        if let Some(first) = self.first(tx)? {
            return Ok((first, true));
        }
        self.insert(tx, self.draft.temp_id.as_ref()).map(|row| (row, false))
    }

    /// Sends it as another message than the one that was sent under its `temp_id`.
    ///
    /// # Errors
    /// Those of [`Plan::write`].
    pub(in crate::chat) fn write_anew(&self, tx: &mut AppTx) -> Result<MessageRow> {
        let is_taken = self.first(tx)?.is_some();
        self.insert(tx, self.draft.temp_id.as_ref().filter(|_| !is_taken))
    }

    fn insert(&self, tx: &mut AppTx, temp_id: Option<&String>) -> Result<MessageRow> {
        refuse_writing(tx.app(), &self.facts)?;
        let (room, sender) = (self.room.to_string(), self.facts.user_id);
        let created = ChatEvent::MessageCreated((&self.room).into());
        // The event first: who is in the room cannot change after that until the commit.
        let seq = tx.emit(NewEvent::new(&created, self.room.audience()).by(sender).about(&self.id))?;
        access::member_rights(tx, &self.room, &self.facts)?;
        self.open_pair(tx, &room)?;
        let answered = self.answered(tx, &room)?;
        let file = attach(tx, &self.reader, &self.room, &self.id, &self.draft)?;
        let extra = Extra { file, via: self.draft.via.clone(), removed_by: None };
        let row = MessageRow {
            seq,
            id: self.id.clone(),
            room_id: room,
            sender_id: sender.to_string(),
            kind: self.draft.kind.into_str().into(),
            content: self.draft.content.clone(),
            reply_to: self.draft.reply_to.clone(),
            temp_id: temp_id.cloned(),
            mentions: self.mentions.clone(),
            extra: extra.stored(),
            edited_at: None,
            recalled: false,
            created_at: self.now,
            reply_sender: answered.as_ref().map(|row| row.sender_id.clone()),
            reply_kind: answered.as_ref().map(|row| row.kind.clone()),
            reply_content: answered.as_ref().map(|row| row.content.chars().take(200).collect()),
            reply_recalled: answered.as_ref().map(|row| i64::from(row.recalled)),
            reply_extra: answered.filter(|row| row.recalled).and_then(|row| row.extra),
        };
        if !messages::insert(tx, &row)? {
            return Err(texts::SENT_ALREADY.err());
        }
        notify_of_message(tx, &row, &self.room, sender)?;
        if let Some(everyone) = &self.flagged {
            moderation::flag(tx, everyone, MESSAGE, &row.id, &case_content::of_message(&row))?;
        }
        Ok(row)
    }

    /// The first word between two makes their room.
    fn open_pair(&self, tx: &mut Tx, room: &str) -> Result<()> {
        let RoomId::Private(one, other) = &self.room else { return Ok(()) };
        if groups::find(tx, room)?.is_none() {
            groups::insert(tx, room, self.room.kind(), None, self.now)?;
            for user in [*one, *other] {
                groups::join(tx, room, user, None, self.now)?;
            }
        }
        Ok(())
    }

    /// The message that this one answers.
    fn answered(&self, tx: &mut Tx, room: &str) -> Result<Option<MessageRow>> {
        let Some(id) = &self.draft.reply_to else { return Ok(None) };
        let found = messages::find(tx, id)?.filter(|answered| answered.room_id == room);
        found.map(Some).ok_or_else(|| texts::REPLY_INVALID.err())
    }
}
