//! Word rules: which messages are masked, held or refused before they are sent.

use std::sync::Arc;

use identity::user::{Members, facts_of, members};
use kernel::db::Read;
use kernel::user::{UserFacts, UserId};
use kernel::{App, Result};
use moderation::{Content, Holding, Judgement, NewHeld, Reach, Verdict, Why, refuse_writing};
use serde_json::Value;

use crate::chat::access::{self, no_such_user};
use crate::chat::attach::check_files;
use crate::chat::case_content::{MESSAGE, case_words_of};
use crate::chat::draft::Draft;
use crate::chat::held_message::HeldMessage;
use crate::chat::model::{RoomId, file_hashes, texts_within};
use crate::chat::store::messages;

/// What rules have let through.
pub(super) struct Ruled {
    pub(super) draft: Draft,
    /// Whoever may moderate it, where a rule wants them to look at it.
    pub(super) flagged: Option<Arc<Members>>,
}

fn reach(room: &RoomId) -> Reach {
    if matches!(room, RoomId::Private(..)) { Reach::Private } else { Reach::Shared }
}

/// Compares the words of a draft with the rules for its sender.
///
/// # Errors
/// 400 for words that are refused, and for those of a program that would be held: whoever runs it is not their author,
/// who could be told. What sending refuses is not held.
pub(super) async fn check(
    app: &App,
    facts: &Arc<UserFacts>,
    room: &RoomId,
    draft: &Draft,
) -> Result<Verdict<Ruled>> {
    // A program says the words of whoever runs it.
    let writer = match draft.operator {
        Some(operator) => facts_of(app, operator).await?.ok_or_else(no_such_user)?,
        None => facts.clone(),
    };
    let mut ruled = draft.clone();
    match judge_draft(app, &writer, room, &mut ruled) {
        Ok(Ruling { is_held: false, is_flagged }) => {
            let flagged = if is_flagged { Some(members(app).await?) } else { None };
            let draft = ruled;
            Ok(Verdict::Publish(Ruled { draft, flagged }))
        }
        // Sending it again gets the first message, whatever the rules say by now.
        _ if was_sent(app, facts.user_id, draft).await? => {
            Ok(Verdict::Publish(Ruled { draft: draft.clone(), flagged: None }))
        }
        Ok(_) if draft.via.is_some() => Err(moderation::cannot_be_held()),
        Ok(_) => hold(app, facts, room, ruled).await.map(Verdict::Hold),
        Err(refusal) => Err(refusal),
    }
}

/// What rules say of a draft, whose words are masked already.
struct Ruling {
    is_held: bool,
    is_flagged: bool,
}

/// Compares everything that people read of a draft with the rules: its words, the texts of what it forwards, or the name
/// of its file.
///
/// # Errors
/// 400 for words that are refused.
fn judge_draft(app: &App, writer: &UserFacts, room: &RoomId, draft: &mut Draft) -> Result<Ruling> {
    let mut forwarded = Value::Null;
    let written = if draft.kind.is_json() {
        forwarded = serde_json::from_str(&draft.content).unwrap_or_default();
        texts_within(&mut forwarded)
    } else if draft.kind.needs_file() {
        vec![&mut draft.file_name]
    } else {
        vec![&mut draft.content]
    };
    let texts: Vec<&str> = written.iter().map(|text| text.as_str()).collect();
    let Judgement { texts, is_held, is_flagged } = moderation::judge(app, writer, reach(room), &texts)?;
    let mut is_masked = false;
    for (text, judged) in written.into_iter().zip(texts) {
        is_masked |= *text != judged;
        *text = judged;
    }
    if is_masked && draft.kind.is_json() {
        draft.content = forwarded.to_string();
    }
    Ok(Ruling { is_held, is_flagged })
}

async fn was_sent(app: &App, sender: UserId, draft: &Draft) -> Result<bool> {
    let Some(temp_id) = draft.temp_id.clone() else { return Ok(false) };
    app.db.read(move |read| Ok(messages::find_temp(read, sender, &temp_id)?.is_some())).await
}

async fn hold(app: &App, facts: &Arc<UserFacts>, room: &RoomId, draft: Draft) -> Result<Box<Holding>> {
    refuse_writing(app, facts)?;
    let (wanted, sender, held, portal) = (room.clone(), facts.clone(), draft.clone(), app.clone());
    let check = move |read: &mut Read| {
        access::member_rights(read, &wanted, &sender)?;
        check_files(read, &portal, &portal.file_reader(&sender), &held)
    };
    app.db.read(check).await?;
    let held = NewHeld {
        content: Content {
            author: Some(facts.user_id),
            anonymous: false,
            class: facts.user_id.class().to_owned(),
            place: room.to_string(),
            content_type: draft.kind.into_str().to_owned(),
            words: case_words_of(
                draft.kind,
                &draft.content,
                draft.kind.words(&draft.content, &draft.file_name),
            ),
            files: file_hashes(&draft.content).into_iter().map(str::to_owned).collect(),
            // When it is sent counts.
            changed_at: 0,
        },
        client_key: draft.temp_id.clone(),
        payload: HeldMessage::store(room, draft)?,
        why: Why::Rule,
    };
    Holding::new(app, facts.user_id, MESSAGE, held).await
}

/// The same of other words for what stands, which cannot be held. Answers the words, and whether a case is opened for
/// them.
///
/// # Errors
/// 400 for words that are refused or would be held.
pub(super) fn judge_edit(
    app: &App,
    facts: &UserFacts,
    room: &RoomId,
    content: &str,
) -> Result<(String, bool)> {
    let Judgement { mut texts, is_held, is_flagged } =
        moderation::judge(app, facts, reach(room), &[content])?;
    if is_held {
        return Err(moderation::cannot_be_held());
    }
    Ok((texts.pop().unwrap_or_default(), is_flagged))
}

/// A name or an announcement of a room, as the word rules leave it; no case is opened for it.
///
/// # Errors
/// 400 for words that are refused or would be held, 403 for whoever may not write.
pub(in crate::chat) async fn check_room_text(
    app: &App,
    by: UserId,
    room: &RoomId,
    text: String,
) -> Result<String> {
    if text.is_empty() {
        return Ok(text);
    }
    let facts = facts_of(app, by).await?.ok_or_else(no_such_user)?;
    refuse_writing(app, &facts)?;
    judge_edit(app, &facts, room, &text).map(|(text, _)| text)
}
