//! `/api/countdown/suggestions`: the final exams of the caller's cohort.

use axum::extract::State;
use kernel::http::Caller;
use kernel::texts::{Language, Message};
use kernel::{App, Envelope, Reply, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::access::Owner;
use super::model::CountdownCategory;
use super::model::exams::{EXAMS, Exam, entry_of, first_day};
use super::store::{self, Item};

/// Days before an exam on which one is reminded.
const REMINDERS: [i64; 4] = [1, 7, 30, 100];

/// A countdown that is proposed: its fields are those of a new one.
#[derive(Serialize, ToSchema)]
pub(super) struct CountdownSuggestion {
    /// The name of the suggestion, like `gaokao-2027`.
    suggestion: String,
    /// The title of the countdown, in the language of the request.
    title: String,
    /// The day that the countdown leads to, `YYYY-MM-DD`.
    target_date: String,
    /// What the countdown is about.
    category: CountdownCategory,
    /// The colour of the countdown, `#rrggbb`.
    color: &'static str,
    /// The reminders: whole days before the day.
    reminders: Vec<i64>,
    /// The day on which the progress begins, `YYYY-MM-DD`: when the cohort entered the school.
    started_on: String,
    /// Whether the day is the same everywhere; the local authority sets it where it is false.
    exact: bool,
    /// Whether the caller may add the countdown for the class.
    for_class: bool,
}

/// What is proposed.
#[derive(Serialize, ToSchema)]
pub(super) struct CountdownSuggestions {
    /// The suggestions, by their days.
    suggestions: Vec<CountdownSuggestion>,
}

/// Proposes the final exams of the caller's cohort that are to come, without those that the caller or their class has.
#[utoipa::path(get, path = "/api/countdown/suggestions", tag = "countdown",
    responses((status = 200, body = Envelope<CountdownSuggestions>)))]
pub(super) async fn countdown_suggestions(
    State(app): State<App>,
    caller: Caller,
    language: Language,
) -> Result<Reply<CountdownSuggestions>> {
    let Some(entry) = entry_of(caller.facts.user_id) else {
        return Ok(Reply::ok(CountdownSuggestions { suggestions: Vec::new() }));
    };
    let owners = Owner::all_of(&caller.facts);
    let for_class = owners.iter().any(|owner| owner.class().is_some() && owner.is_changed_by(&caller.facts));
    let read = app.db.read(move |read| {
        let mut known = Vec::new();
        for owner in owners {
            known.extend(store::all_of(read, &owner)?);
        }
        Ok(known)
    });
    let (known, today) = (read.await?, app.today());
    let open = EXAMS.iter().filter(|exam| exam.day(entry) >= today && !is_known(exam, entry, &known));
    let suggestions = open.map(|exam| CountdownSuggestion {
        suggestion: exam.id(entry),
        title: Message::from(exam.title).localized(language),
        target_date: exam.day(entry).to_string(),
        category: CountdownCategory::Exam,
        color: exam.color,
        reminders: REMINDERS.into(),
        started_on: first_day(entry).to_string(),
        exact: exam.exact,
        for_class,
    });
    Ok(Reply::ok(CountdownSuggestions { suggestions: suggestions.collect() }))
}

/// Whether a countdown was made from it, or says the same in either language.
fn is_known(exam: &Exam, entry: i16, known: &[Item]) -> bool {
    let (id, day) = (exam.id(entry), exam.day(entry));
    known.iter().any(|item| {
        let title = item.title.as_str();
        let is_same = title == exam.title.zh || title.eq_ignore_ascii_case(exam.title.en);
        item.suggestion == id || (item.target_date == day && is_same)
    })
}
