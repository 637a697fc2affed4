//! The words for what is wrong with a timetable.

use kernel::ApiError;
use kernel::texts::{Language, Message, Text};
use school_clock::{Problem, Rule};

use crate::texts;

/// Refuses a timetable with its first problem; `None` when there is none.
pub(crate) fn refusal(problems: &[Problem]) -> Option<ApiError> {
    let first = problems.first()?;
    let problem = sentence(first, Language::Chinese);
    Some(texts::INVALID.with("problem", problem).with("problem_en", sentence(first, Language::English)))
}

/// One problem, with its place.
pub(crate) fn sentence(problem: &Problem, language: Language) -> String {
    let place = place(problem).localized(language);
    Message::from(text(problem.rule)).with("place", place).localized(language)
}

fn text(rule: Rule) -> &'static Text {
    match rule {
        Rule::Name => &texts::NAME,
        Rule::Text => &texts::TEXT,
        Rule::SubjectTwice => &texts::SUBJECT_TWICE,
        Rule::SubjectUnknown => &texts::SUBJECT_UNKNOWN,
        Rule::Color => &texts::COLOR,
        Rule::EndsEarly => &texts::LESSON_ENDS_EARLY,
        Rule::Overlap => &texts::OVERLAP,
        Rule::Day => &texts::DAY,
        Rule::Cycle => &texts::CYCLE,
        Rule::WeeksInCycle => &texts::WEEKS_IN_CYCLE,
        Rule::TooMany => &texts::TOO_MUCH,
    }
}

fn place(problem: &Problem) -> Message {
    let name = problem.name.clone();
    let number = |index: usize| index + 1;
    match (problem.schedule, problem.lesson) {
        (Some(schedule), Some(lesson)) => texts::PLACE_LESSON
            .with("schedule", number(schedule))
            .with("lesson", number(lesson))
            .with("name", name),
        (Some(schedule), None) => texts::PLACE_SCHEDULE.with("schedule", number(schedule)),
        (None, Some(lesson)) => texts::PLACE_DAY.with("lesson", number(lesson)).with("name", name),
        (None, None) if name.is_empty() => (&texts::PLACE_TIMETABLE).into(),
        (None, None) => texts::PLACE_SUBJECT.with("name", name),
    }
}
