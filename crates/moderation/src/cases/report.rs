//! Reporting: a member asks moderators to look at something.

use std::sync::Arc;

use identity::user::members;
use kernel::user::{UserFacts, UserId};
use kernel::{App, AppTx, Result};

use super::{append, moderators};
use crate::content::{Content, author_tier, kind};
use crate::model;
use crate::notifications::notify_of_case;
use crate::store::cases::{self, CaseRow};
use crate::store::reports::{self, NewReport};
use crate::texts;

/// Reports something of another member, with the words it has now. Once per member; again changes nothing.
///
/// # Errors
/// 400 for one's own and for an unknown kind; what the feature answers for what one does not see, and for what is gone.
pub(crate) async fn report(
    app: &App,
    by: &Arc<UserFacts>,
    kind_name: &str,
    content_id: &str,
    reason: &str,
) -> Result<()> {
    let (kind, reason) = (kind(app, kind_name)?, model::parse_reason(reason)?);
    let (report_id, case_id) = (app.random.id(&app.clock), app.random.id(&app.clock));
    let (by, content_id, everyone) = (by.clone(), content_id.to_owned(), members(app).await?);
    app.write(move |tx| {
        let app = tx.app();
        // The counter first: two who report at once open one case.
        tx.lock_log()?;
        let content = (kind.find)(tx, app, &by, &content_id)?;
        if content.author == Some(by.user_id) {
            return Err(texts::REPORT_OWN.err());
        }
        let open = cases::open(tx, kind.name, &content_id)?;
        let case = match &open {
            Some(case) => case.clone(),
            None => new_case(tx, kind.name, &case_id, &content_id, &content)?,
        };
        let new = NewReport {
            id: &report_id,
            case_id: &case.id,
            kind: kind.name,
            content_id: &content_id,
            reporter: by.user_id,
            reason: &reason,
            now: tx.now(),
        };
        if !reports::insert(tx, &new)? {
            return Ok(());
        }
        if open.is_some() {
            // What it says by now is what this member means.
            return Ok(cases::set_words(tx, &case.id, &content.words)?);
        }
        cases::insert(tx, &case)?;
        let mut told = moderators(&everyone, &case);
        let seq = append(tx, &case, "opened", None, &told)?;
        told.retain(|moderator: &UserId| *moderator != by.user_id);
        notify_of_case(tx, &case, seq, told)
    })
    .await
}

/// A case of a content that has none, which nobody has decided.
pub(super) fn new_case(
    tx: &mut AppTx,
    kind: &str,
    id: &str,
    content_id: &str,
    content: &Content,
) -> Result<CaseRow> {
    Ok(CaseRow {
        id: id.to_owned(),
        kind: kind.to_owned(),
        content_id: content_id.to_owned(),
        author_id: content.author.map(|author| author.to_string()).unwrap_or_default(),
        author_tier: author_tier(tx, content.author)?,
        anonymous: content.anonymous,
        class: content.class.clone(),
        place: content.place.clone(),
        content_type: content.content_type.clone(),
        words: content.words.clone(),
        origin: "report".into(),
        held: false,
        payload: None,
        images: "[]".into(),
        client_key: None,
        status: "open".into(),
        decided_by: None,
        decided_at: None,
        reason: String::new(),
        note: String::new(),
        restorable: None,
        appeal: String::new(),
        appealed_at: None,
        appeal_status: String::new(),
        appeal_by: None,
        appeal_at: None,
        appeal_note: String::new(),
        created_at: tx.now(),
    })
}
