//! Reporting: a member asks moderators to look at something.

use std::sync::Arc;

use identity::user::{Members, members};
use kernel::user::{UserFacts, UserId};
use kernel::{App, AppTx, Result};

use super::files::keep_files;
use super::{append, moderators};
use crate::content::{Content, author_tier, kind};
use crate::model;
use crate::notifications::notify_of_case;
use crate::store::cases::{self, CaseRow, json_list};
use crate::store::reports::{self, NewReport};
use crate::texts;

/// Reports something of another member, with the words it has now. Once per member and case; again notes
/// the words of now.
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
            // What the first report has found is not lost when its author changes it.
            words: if content.words == case.words { "" } else { &content.words },
            now: tx.now(),
        };
        if open.is_none() && is_repeated(tx, kind.name, &content_id, &content, by.user_id)? {
            return Ok(());
        }
        reports::insert(tx, &new)?;
        if open.is_some() {
            return add_files(tx, &case, &content, &everyone);
        }
        cases::insert(tx, &case)?;
        let mut told = moderators(&everyone, &case);
        let seq = append(tx, &case, "opened", None, &told)?;
        keep_files(tx, &case, &told)?;
        told.retain(|moderator: &UserId| *moderator != by.user_id);
        notify_of_case(tx, &case, seq, told)
    })
    .await
}

/// Whether a member repeats a report that moderators have decided on: the content stays, and nothing of it has changed
/// since.
fn is_repeated(tx: &mut AppTx, kind: &str, content_id: &str, content: &Content, by: UserId) -> Result<bool> {
    let Some(last) = reports::last(tx, by, kind, content_id)? else { return Ok(false) };
    Ok(last.status == "kept" && content.changed_at <= last.created_at)
}

/// Adds the files that the content of an open case has by now to those that it had.
///
/// # Errors
/// When a statement fails.
pub(super) fn add_files(tx: &mut AppTx, case: &CaseRow, content: &Content, everyone: &Members) -> Result<()> {
    let mut files = case.file_list();
    files.extend(content.files.iter().filter(|hash| !case.files.contains(*hash)).cloned());
    let now = CaseRow { files: json_list(&files), ..case.clone() };
    if now.files == case.files {
        return Ok(());
    }
    cases::set_files(tx, &case.id, &now.files)?;
    keep_files(tx, &now, &moderators(everyone, &now))
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
        files: json_list(&content.files),
        client_key: None,
        status: "open".into(),
        decided_by: None,
        decided_at: None,
        reason: String::new(),
        note: String::new(),
        restorable: None,
        forgotten: false,
        appeal: String::new(),
        appealed_at: None,
        appeal_status: String::new(),
        appeal_by: None,
        appeal_at: None,
        appeal_note: String::new(),
        created_at: tx.now(),
        reporters: 0,
    })
}
