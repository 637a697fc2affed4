//! Cases as a moderator sees them: in a list, and opened to be decided on.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use kernel::app::iso;
use kernel::db::Read;
use kernel::user::UserFacts;
use kernel::{App, Result};
use serde_json::json;

use super::files::show_files;
use super::find;
use crate::content::{Moderator, Place, Quote, SeenPlaces, Surroundings, kind};
use crate::model::Filter;
use crate::store::cases::{self, CaseRow, Waiting};
use crate::store::reports::{self, ReportRow};
use crate::texts;

/// A case with what a moderator has to know of it.
pub(crate) struct CaseDetails {
    pub(crate) case: CaseRow,
    /// As in a list.
    pub(crate) title: String,
    /// Who has reported it and why, oldest first.
    pub(crate) reports: Vec<ReportRow>,
    /// Empty once it is settled and no appeal waits.
    pub(crate) surroundings: Surroundings,
}

/// A case as moderators are shown it.
pub(crate) struct ShownCase {
    pub(crate) case: CaseRow,
    /// What the post is called that it is or stands below; empty for a message, and where the moderator does not see it.
    pub(crate) title: String,
    /// Whether its words are left out.
    pub(crate) words_hidden: bool,
}

impl ShownCase {
    /// Leaves out the words of what the moderator does not see without opening the case.
    fn new(mut case: CaseRow, seen: &PlacesByKind) -> Self {
        let words_hidden = reads_only_by_opening(&case, seen);
        if words_hidden {
            case.words.clear();
        }
        Self { title: seen.title(&case), case, words_hidden }
    }
}

/// A page of cases.
pub(crate) struct CasePage {
    pub(crate) cases: Vec<ShownCase>,
    /// How many there are in this state.
    pub(crate) total: i64,
    pub(crate) waiting: Waiting,
}

/// The places of cases that a moderator sees without opening them, by kind.
struct PlacesByKind(HashMap<&'static str, SeenPlaces>);

impl PlacesByKind {
    /// Asks each kind once.
    ///
    /// # Errors
    /// When a statement fails.
    fn of(read: &mut Read, app: &App, moderator: &UserFacts, cases: &[CaseRow]) -> Result<Self> {
        let mut wanted = BTreeMap::<&str, BTreeSet<String>>::new();
        for case in cases.iter().filter(|case| !case.place.is_empty()) {
            wanted.entry(&case.kind).or_default().insert(case.place.clone());
        }
        let mut seen = HashMap::new();
        for (name, places) in wanted {
            let kind = kind(app, name)?;
            seen.insert(kind.name, (kind.seen_places)(read, app, moderator, &places)?);
        }
        Ok(Self(seen))
    }

    fn has(&self, case: &CaseRow) -> bool {
        self.0.get(case.kind.as_str()).is_some_and(|places| places.contains_key(&case.place))
    }

    fn title(&self, case: &CaseRow) -> String {
        self.0.get(case.kind.as_str()).and_then(|places| places.get(&case.place)).cloned().unwrap_or_default()
    }
}

/// A page of the cases of a moderator, and how many there are and wait.
///
/// # Errors
/// When a statement fails.
pub(crate) async fn page(
    app: &App,
    moderator: &Arc<UserFacts>,
    filter: Filter,
    (limit, offset): (i64, i64),
) -> Result<CasePage> {
    let (portal, moderator) = (app.clone(), moderator.clone());
    app.db
        .read(move |read| {
            let (rows, total) = cases::page(read, &moderator, filter, limit, offset)?;
            let seen = PlacesByKind::of(read, &portal, &moderator, &rows)?;
            let cases = rows.into_iter().map(|case| ShownCase::new(case, &seen)).collect();
            Ok(CasePage { cases, total, waiting: cases::waiting(read, &moderator)? })
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
fn reads_only_by_opening(case: &CaseRow, seen: &PlacesByKind) -> bool {
    let has_words = !case.words.is_empty() || waits(case);
    has_words && !case.held && !seen.has(case)
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
            let seen = PlacesByKind::of(read, &portal, &moderator, std::slice::from_ref(&case))?;
            let is_logged = reads_only_by_opening(&case, &seen);
            Ok((CaseDetails { title: seen.title(&case), case, reports, surroundings }, is_logged))
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
