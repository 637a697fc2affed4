//! What one post alone shows of its vote: who chose what where the vote is not secret, and to its author what people
//! wrote.

use std::collections::{BTreeMap, BTreeSet};

use identity::user::Names;
use kernel::db::{DbResult, Read};
use kernel::user::UserId;
use kernel::{App, Result};

use super::ballot::Answer;
use super::dto::{Poll, QuestionResult};
use crate::store::polls;
use crate::store::posts::PostRow;
use crate::viewer::Viewer;

/// Adds to the results of these posts what lists leave out. Results that are hidden from the viewer stay hidden.
///
/// # Errors
/// When a statement fails.
pub(crate) fn add_details(
    read: &mut Read,
    viewer: &Viewer,
    rows: &[PostRow],
    shown: &mut BTreeMap<i64, Poll>,
) -> DbResult<()> {
    for row in rows {
        let is_own = viewer.is_author(&row.author_id);
        let Some(results) = shown.get_mut(&row.id).and_then(|poll| poll.results.as_mut()) else { continue };
        for (user, answers) in polls::voters(read, row.id)? {
            answers.iter().for_each(|answer| note_choices(results, user, answer));
            if is_own {
                answers.iter().for_each(|answer| note_text(results, answer));
            }
        }
        if is_own {
            polls::ballots(read, row.id)?.iter().flatten().for_each(|answer| note_text(results, answer));
        }
    }
    Ok(())
}

fn note_choices(results: &mut [QuestionResult], user: UserId, answer: &Answer) {
    let Some(result) = results.get_mut(answer.question) else { return };
    for choice in &answer.choices {
        if let Some(voters) = result.voter_ids.get_mut(*choice) {
            voters.push(user);
        }
    }
}

fn note_text(results: &mut [QuestionResult], answer: &Answer) {
    if let Some(result) = results.get_mut(answer.question).filter(|_| !answer.text.is_empty()) {
        result.texts.push(answer.text.clone());
    }
}

/// Names those whom [`add_details`] has found.
///
/// # Errors
/// When the accounts cannot be read.
pub(crate) async fn name_voters(app: &App, shown: &mut BTreeMap<i64, Poll>) -> Result<()> {
    let results = || shown.values().filter_map(|poll| poll.results.as_ref()).flatten();
    let ids: BTreeSet<String> =
        results().flat_map(|result| result.voter_ids.iter().flatten()).map(UserId::to_string).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let names = Names::of(app, ids).await?;
    for result in shown.values_mut().filter_map(|poll| poll.results.as_mut()).flatten() {
        let named = |users: &Vec<UserId>| users.iter().map(|user| names.get(user.as_str())).collect();
        result.voters = result.voter_ids.iter().map(named).collect();
    }
    Ok(())
}
