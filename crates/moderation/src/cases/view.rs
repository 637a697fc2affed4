//! A case as a moderator judges it.

use kernel::app::iso;
use kernel::{App, Result};
use serde_json::json;

use super::find;
use crate::content::{Moderator, Place, Quote, Surroundings, kind};
use crate::store::cases::CaseRow;
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

/// What was never published, as its case has it.
fn held(case: &CaseRow) -> Quote {
    Quote {
        id: case.content_id.clone(),
        author_id: if case.anonymous { String::new() } else { case.author_id.clone() },
        author_name: if case.anonymous { texts::ANONYMOUS.zh.to_owned() } else { String::new() },
        r#type: case.content_type.clone(),
        text: case.words.clone(),
        images: case.image_list(),
        removed: false,
        reported: true,
        created_at: iso(case.created_at),
    }
}

/// Whether somebody waits for a decision on it.
pub(crate) fn waits(case: &CaseRow) -> bool {
    case.status == "open" || case.appeal_status == "open"
}

/// Opens a case. Whoever thereby reads what they do not see otherwise leaves a line in the operation log.
///
/// # Errors
/// 404 for another moderator's.
pub(crate) async fn open(app: &App, by: &Moderator, id: &str) -> Result<CaseDetails> {
    let (moderator, id, portal) = (by.facts.clone(), id.to_owned(), app.clone());
    let details = app
        .db
        .read(move |read| {
            let case = find(read, &moderator, &id)?;
            let reports = reports::of_case(read, &case.id)?;
            let reporters: Vec<_> = reports.iter().filter_map(ReportRow::reporter).collect();
            let place = Place {
                content_id: &case.content_id,
                place: &case.place,
                moderator: &moderator,
                reporters: &reporters,
            };
            let mut surroundings = if case.held {
                // It stands nowhere, and moderators are to look at it.
                Surroundings { quotes: vec![held(&case)], is_visible: true, ..Surroundings::default() }
            } else {
                (kind(&portal, &case.kind)?.surroundings)(read, &portal, &place)?
            };
            if !waits(&case) {
                surroundings.quotes.clear();
            }
            Ok(CaseDetails { case, reports, surroundings })
        })
        .await?;
    if !details.surroundings.is_visible && !details.surroundings.quotes.is_empty() {
        let (actor, case) = (by.actor.clone(), details.case.clone());
        app.write(move |tx| {
            let detail = json!({ "kind": case.kind, "content_id": case.content_id });
            Ok(tx.audit(&actor, &texts::READ_CASE, &case.id, &detail)?)
        })
        .await?;
    }
    Ok(details)
}
