//! The answers to a poll or survey as a table; pure.

use identity::admin::csv_cell;

use super::ballot::{Answer, words};
use super::model::Question;
use crate::texts;

/// What one member answered, with their name where the vote is not secret.
pub(crate) struct Ballot {
    pub(crate) name: Option<String>,
    pub(crate) answers: Vec<Answer>,
}

/// One row for each ballot and one column for each question, as CSV that spreadsheets read as UTF-8. `title` stands
/// above a question that has no text. Names are a column when the first ballot has one.
pub(crate) fn csv(title: &str, questions: &[Question], ballots: &[Ballot]) -> String {
    let has_names = ballots.first().is_some_and(|ballot| ballot.name.is_some());
    let heading = has_names.then(|| texts::SHEET_NAME.zh.to_owned());
    let asked =
        |question: &Question| if question.text.is_empty() { title } else { &question.text }.to_owned();
    let heading = line(heading.into_iter().chain(questions.iter().map(asked)));
    let rows = ballots.iter().map(|Ballot { name, answers }| {
        let answered = questions.iter().enumerate().map(|(place, question)| {
            let given = answers.iter().find(|answer| answer.question == place);
            given.map(|answer| words(question, answer)).unwrap_or_default()
        });
        line(name.clone().into_iter().chain(answered))
    });
    std::iter::once("\u{feff}".to_owned() + &heading).chain(rows).collect()
}

fn line(cells: impl Iterator<Item = String>) -> String {
    cells.map(|text| csv_cell(&text)).collect::<Vec<_>>().join(",") + "\r\n"
}
