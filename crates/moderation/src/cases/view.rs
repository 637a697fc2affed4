//! Cases as a moderator sees them: in a list, and opened to be decided on.

use std::sync::Arc;

use kernel::app::iso;
use kernel::db::Read;
use kernel::user::UserFacts;
use kernel::{App, Result};
use serde_json::json;

use super::files::show_files;
use super::find;
use crate::content::{Moderator, Place, Quote, Surroundings, kind};
use crate::model::Filter;
use crate::store::cases::{self, CaseRow};
use crate::store::reports::{self, ReportRow};
use crate::texts;

/// A case with what a moderator has to know of it.
pub(crate) struct CaseDetails {
    pub(crate) case: CaseRow,
    /// Who has reported it and why, oldest first.
    pub(crate) reports: Vec<ReportRow>,
    /// Empty once it is settled and no appeal waits.
    pub(crate) surroundings: Surroundings,
}

/// A case as moderators are shown it.
pub(crate) struct ShownCase {
    pub(crate) case: CaseRow,
    /// How many members have reported it.
    pub(crate) reporters: i64,
    /// Whether its words are left out.
    pub(crate) words_hidden: bool,
}

impl ShownCase {
    /// Leaves out the words of what the moderator does not see without opening the case.
    ///
    /// # Errors
    /// When a statement fails.
    fn new(read: &mut Read, app: &App, moderator: &UserFacts, mut case: CaseRow) -> Result<Self> {
        let words_hidden = reads_only_by_opening(read, app, moderator, &case)?;
        if words_hidden {
            case.words.clear();
        }
        Ok(Self { reporters: reports::count(read, &case.id)?, case, words_hidden })
    }
}

/// A page of the cases of a moderator, and how many there are.
///
/// # Errors
/// When a statement fails.
pub(crate) async fn page(
    app: &App,
    moderator: &Arc<UserFacts>,
    filter: Filter,
    (limit, offset): (i64, i64),
) -> Result<(Vec<ShownCase>, i64)> {
    let (portal, moderator) = (app.clone(), moderator.clone());
    app.db
        .read(move |read| {
            let (rows, total) = cases::page(read, &moderator, filter, limit, offset)?;
            let listed = rows.into_iter().map(|case| ShownCase::new(read, &portal, &moderator, case));
            Ok((listed.collect::<Result<_>>()?, total))
        })
        .await
}

/// What was never published, as its case has it.
fn held(case: &CaseRow) -> Quote {
    Quote {
        id: case.content_id.clone(),
        author_id: if case.anonymous { String::new() } else { case.author_id.clone() },
        anonymous: case.anonymous,
        alias: None,
        r#type: case.content_type.clone(),
        text: case.words.clone(),
        files: case.file_list(),
        removed: false,
        reported: true,
        created_at: iso(case.created_at),
    }
}

/// Whether somebody waits for a decision on it.
pub(crate) fn waits(case: &CaseRow) -> bool {
    case.status == "open" || case.appeal_status == "open"
}

/// Whether a moderator reads what a case is about by opening it alone, which leaves a line in the operation log. Not when
/// they see the place anyway, when it stands nowhere and they are to look at it, and when there is nothing to read.
///
/// # Errors
/// When a statement fails.
fn reads_only_by_opening(read: &mut Read, app: &App, moderator: &UserFacts, case: &CaseRow) -> Result<bool> {
    let has_words = !case.words.is_empty() || waits(case);
    Ok(has_words && !case.held && !(kind(app, &case.kind)?.sees_place)(read, app, moderator, &case.place)?)
}

/// Opens a case. Whoever thereby reads what they do not see otherwise leaves a line in the operation log.
///
/// # Errors
/// 404 for another moderator's.
pub(crate) async fn open(app: &App, by: &Moderator, id: &str) -> Result<CaseDetails> {
    let (moderator, id, portal) = (by.facts.clone(), id.to_owned(), app.clone());
    let (details, is_logged) = app
        .db
        .read(move |read| {
            let case = find(read, &moderator, &id)?;
            let reports = reports::of_case(read, &case.id)?;
            let reporters: Vec<_> = reports.iter().filter_map(ReportRow::reporter).collect();
            let place = Place { content_id: &case.content_id, place: &case.place, reporters: &reporters };
            let mut surroundings = if case.held {
                // It stands nowhere, and moderators are to look at it.
                Surroundings { quotes: vec![held(&case)], ..Surroundings::default() }
            } else {
                (kind(&portal, &case.kind)?.surroundings)(read, &place)?
            };
            for quote in surroundings.quotes.iter_mut().filter(|quote| quote.reported && quote.removed) {
                // A message that was removed is empty where it stood.
                quote.text.clone_from(&case.words);
                quote.files = case.file_list();
            }
            if !waits(&case) {
                surroundings.quotes.clear();
            }
            let is_logged = reads_only_by_opening(read, &portal, &moderator, &case)?;
            Ok((CaseDetails { case, reports, surroundings }, is_logged))
        })
        .await?;
    let shows_files = waits(&details.case) && !details.case.file_list().is_empty();
    if is_logged || shows_files {
        let (by, case) = (by.clone(), details.case.clone());
        app.write(move |tx| {
            if shows_files {
                tx.lock_log()?;
                show_files(tx, &case, &by)?;
            }
            if is_logged {
                let detail = json!({ "kind": case.kind, "content_id": case.content_id });
                tx.audit(&by.actor, &texts::READ_CASE, &case.id, &detail)?;
            }
            Ok(())
        })
        .await?;
    }
    Ok(details)
}
