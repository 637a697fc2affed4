//! What a refusal of a package tells beyond its sentence: why each source brought nothing, and what the checks have found.

use kernel::ApiError;
use kernel::texts::{Bilingual, Language, Refusal};
use market_package::{Finding, Report};
use serde::Serialize;
use serde_json::{Value, json};

use crate::source::Source;
use crate::texts;

/// The field of a refusal that has what the checks have found.
const FINDINGS: &str = "findings";
/// How many findings the sentence names.
const NAMED: usize = 3;

/// Why a source brought nothing.
#[derive(Serialize)]
pub(crate) struct Failure {
    source: String,
    message: String,
    /// What the checks have found, where they refused the package or its entry in the catalog.
    #[serde(skip_serializing_if = "Option::is_none")]
    findings: Option<Value>,
}

impl Failure {
    pub(crate) fn of(source: &Source, error: &ApiError, language: Language) -> Self {
        let findings = error.envelope(language).get(FINDINGS).cloned();
        Self { source: source.id.clone(), message: error.localized(language), findings }
    }
}

/// A refusal with the failures of all sources: in its sentence, which has a place for `reasons`, and as the field
/// `sources`.
pub(crate) fn of_sources(refusal: ApiError, failures: &[Failure]) -> ApiError {
    let reasons: Vec<String> =
        failures.iter().map(|failure| format!("{}：{}", failure.source, failure.message)).collect();
    refusal.with("reasons", reasons.join("；")).field("sources", json!(failures))
}

/// 400 with what the checks of a package have found.
pub(crate) fn of_report(report: &Report, language: Language) -> ApiError {
    of_findings(&texts::PACKAGE_REFUSED, &report.errors().collect::<Vec<_>>(), language)
}

/// A refusal with findings: the first ones in its sentence, which has a place for `findings`, and all of them as the
/// field of that name.
pub(crate) fn of_findings(refusal: &'static Refusal, findings: &[&Finding], language: Language) -> ApiError {
    let named = findings.iter().take(NAMED).map(|finding| {
        let words = words(finding);
        if language == Language::English { words.en } else { words.zh }
    });
    refusal.with("findings", named.collect::<Vec<_>>().join("；")).field(FINDINGS, json!(findings))
}

/// What a finding says, with its place.
pub(crate) fn words(finding: &Finding) -> Bilingual {
    let (place, text) = (&finding.place, &finding.text);
    if place.is_empty() {
        return Bilingual::new(&*text.zh, &*text.en);
    }
    Bilingual::new(format!("{place}：{}", text.zh), format!("{place}: {}", text.en))
}
