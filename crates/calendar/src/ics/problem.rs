//! What is wrong with a file.

use kernel::ApiError;
use kernel::texts::{Language, Message};

use crate::texts;

/// Problems of a file that are listed.
const MAX: usize = 200;

/// Something that is wrong with a file.
#[derive(Clone, Debug)]
pub(crate) struct FileProblem {
    /// The line, from 1; `None` for the file as a whole.
    pub(crate) line: Option<usize>,
    /// The title of the event; empty for none.
    title: String,
    /// What is wrong.
    why: Message,
    /// Whether the event, or the file, cannot be imported because of it.
    pub(crate) fatal: bool,
}

impl FileProblem {
    /// Of the file as a whole.
    pub(crate) fn file(why: impl Into<Message>) -> Self {
        Self { line: None, title: String::new(), why: why.into(), fatal: true }
    }

    pub(crate) fn line(line: usize, why: impl Into<Message>) -> Self {
        Self { line: Some(line), ..Self::file(why) }
    }

    /// One that only says what is left out.
    pub(crate) fn warning(line: usize, why: impl Into<Message>) -> Self {
        Self { fatal: false, ..Self::line(line, why) }
    }

    /// With the title of its event.
    pub(crate) fn of(self, title: &str) -> Self {
        Self { title: title.chars().take(40).collect(), ..self }
    }

    /// In words, with its place.
    pub(crate) fn sentence(&self, language: Language) -> String {
        let problem = self.why.localized(language);
        let message = match (self.line, self.title.is_empty()) {
            (None, _) => return problem,
            (Some(line), true) => texts::AT_LINE.with("line", line),
            (Some(line), false) => texts::AT_EVENT.with("line", line).with("title", &self.title),
        };
        message.with("problem", problem).localized(language)
    }

    /// Refuses the import of the file.
    pub(crate) fn refusal(&self) -> ApiError {
        texts::IMPORT_INVALID
            .with("problem", self.sentence(Language::Chinese))
            .with("problem_en", self.sentence(Language::English))
    }
}

/// The problems of a file, of which so many are kept as anybody reads: what says that something is missing goes before what
/// only says what is left out.
#[derive(Default)]
pub(super) struct Problems {
    kept: Vec<FileProblem>,
    /// How many are fatal, kept or not.
    fatal: usize,
    more: usize,
}

impl Problems {
    pub(super) fn push(&mut self, problem: FileProblem) {
        self.fatal += usize::from(problem.fatal);
        if self.kept.len() < MAX {
            self.kept.push(problem);
            return;
        }
        self.more += 1;
        let harmless = self.kept.iter_mut().rfind(|kept| !kept.fatal).filter(|_| problem.fatal);
        if let Some(harmless) = harmless {
            *harmless = problem;
        }
    }

    pub(super) fn fatal(&self) -> usize {
        self.fatal
    }

    /// In the order of the file, and how many there are beside them.
    pub(super) fn in_order(mut self) -> Vec<FileProblem> {
        self.kept.sort_by_key(|problem| problem.line);
        if self.more > 0 {
            let why = texts::FILE_MORE_PROBLEMS.with("count", self.more);
            self.kept.push(FileProblem { fatal: false, ..FileProblem::file(why) });
        }
        self.kept
    }
}
