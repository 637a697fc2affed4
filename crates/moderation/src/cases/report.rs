//! Reporting: a member asks moderators to look at something.

use std::sync::Arc;

use identity::user::{Members, members};
use kernel::user::{UserFacts, UserId};
use kernel::{App, AppTx, Result};

use super::images::{drop_images, keep_images};
use super::{append, moderators};
use crate::content::{Content, author_tier, kind};
use crate::model;
use crate::notifications::notify_of_case;
use crate::store::cases::{self, CaseRow};
use crate::store::reports::{self, NewReport};
use crate::texts;

/// Reports something of another member, with the words it has now. Once per member and case; again only notes the words.
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
        if open.is_none() && is_repeated(tx, &case, by.user_id)? {
            return Ok(());
        }
        reports::insert(tx, &new)?;
        if open.is_some() {
            return follow_content(tx, &case, &content, &everyone);
        }
        cases::insert(tx, &case)?;
        let mut told = moderators(&everyone, &case);
        let seq = append(tx, &case, "opened", None, &told)?;
        keep_images(tx, &case, &told)?;
        told.retain(|moderator: &UserId| *moderator != by.user_id);
        notify_of_case(tx, &case, seq, told)
    })
    .await
}

/// Whether a member has reported the content before, moderators have kept it, and it says and shows the same still.
fn is_repeated(tx: &mut AppTx, case: &CaseRow, by: UserId) -> Result<bool> {
    let last = reports::last_case(tx, by, &case.kind, &case.content_id)?;
    let is_same = |last: &CaseRow| last.words == case.words && last.images == case.images;
    Ok(last.is_some_and(|last| last.status == "kept" && is_same(&last)))
}

/// Notes what the content of an open case says and shows by now: that is what whoever reports it, or the rule that fits
/// it, means.
///
/// # Errors
/// When a statement fails.
pub(super) fn follow_content(
    tx: &mut AppTx,
    case: &CaseRow,
    content: &Content,
    everyone: &Members,
) -> Result<()> {
    let now = CaseRow {
        created_at: case.created_at,
        ..new_case(tx, &case.kind, &case.id, &case.content_id, content)?
    };
    if now.words == case.words && now.images == case.images {
        return Ok(());
    }
    cases::set_content(tx, &case.id, &now.words, &now.images)?;
    drop_images(tx, case)?;
    keep_images(tx, &now, &moderators(everyone, &now))
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
        images: serde_json::to_string(&content.images).unwrap_or_else(|_| "[]".into()),
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
