//! Which model answers; pure. The list of models, a chat, a stream and a fallback all ask here, so none of them can
//! offer what a policy excludes.

use kernel::Result;

use crate::texts;

/// What there is to choose from.
#[derive(Clone, Debug)]
pub(crate) struct AvailableModels {
    /// The enabled models that the policy admits, in their order.
    allowed: Vec<String>,
    /// The enabled model that holds for all who choose none.
    default: Option<String>,
    /// Whether any model is enabled at all.
    is_any_enabled: bool,
}

impl AvailableModels {
    /// Of the enabled models in their order, the one of them that is the default, and the models of a policy, which
    /// admits all when it names none.
    pub(crate) fn new(enabled: &[&str], default: Option<&str>, policy: &[String]) -> Self {
        let admits = |id: &&&str| policy.is_empty() || policy.iter().any(|admitted| admitted == **id);
        Self {
            allowed: enabled.iter().filter(admits).map(|id| (*id).to_owned()).collect(),
            default: default.filter(|id| enabled.contains(id)).map(ToOwned::to_owned),
            is_any_enabled: !enabled.is_empty(),
        }
    }

    /// Whether a model may answer.
    pub(crate) fn admits(&self, id: &str) -> bool {
        self.allowed.iter().any(|allowed| allowed == id)
    }

    /// What answers when nothing was chosen: the default, or the first that the policy admits.
    pub(crate) fn default(&self) -> Option<&str> {
        self.first_of([self.default.as_deref()])
    }

    /// What answers: what was asked for, what the member prefers, the default, or the first that is admitted
    /// (`interface 4.8`).
    ///
    /// # Errors
    /// 503 while no model is enabled, 403 when the policy admits none.
    pub(crate) fn resolve(&self, requested: Option<&str>, preferred: Option<&str>) -> Result<&str> {
        let refusal = if self.is_any_enabled { &texts::NO_MODEL_ALLOWED } else { &texts::NO_MODEL };
        self.first_of([requested, preferred, self.default.as_deref()]).ok_or_else(|| refusal.err())
    }

    /// What may answer in place of a model that has failed: the default, then the others that are admitted.
    pub(crate) fn fallbacks(&self, failed: &str) -> impl Iterator<Item = &str> {
        let default = self.default.as_deref().filter(|id| self.admits(id));
        let others = self.allowed.iter().map(String::as_str).filter(move |id| Some(*id) != default);
        default.into_iter().chain(others).filter(move |id| *id != failed)
    }

    fn first_of<const N: usize>(&self, wishes: [Option<&str>; N]) -> Option<&str> {
        let admitted = |wish: &str| self.allowed.iter().find(|id| *id == wish);
        let wanted = wishes.into_iter().flatten().find_map(admitted);
        wanted.or_else(|| self.allowed.first()).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALL: [&str; 3] = ["a", "b", "c"];

    fn policy(ids: &[&str]) -> Vec<String> {
        ids.iter().map(|id| (*id).to_owned()).collect()
    }

    /// Request, preference, default, models of the policy, enabled models, and what answers.
    type Case<'a> = (
        Option<&'a str>,
        Option<&'a str>,
        Option<&'a str>,
        &'a [&'a str],
        &'a [&'a str],
        Result<&'a str, u16>,
    );

    #[test]
    fn request_then_preference_then_default_then_the_first_that_the_policy_admits() {
        let cases: [Case<'_>; 14] = [
            (Some("c"), Some("b"), Some("a"), &[], &ALL, Ok("c")),
            (None, Some("b"), Some("a"), &[], &ALL, Ok("b")),
            (None, None, Some("b"), &[], &ALL, Ok("b")),
            (None, None, None, &[], &ALL, Ok("a")),
            // Unknown and disabled models are passed over.
            (Some("x"), Some("b"), Some("a"), &[], &ALL, Ok("b")),
            (Some("c"), Some("b"), Some("a"), &[], &["a", "b"], Ok("b")),
            (Some("c"), None, Some("c"), &[], &["a", "b"], Ok("a")),
            // So are those that the policy excludes.
            (Some("c"), Some("b"), Some("a"), &["a", "b"], &ALL, Ok("b")),
            (Some("c"), Some("c"), Some("a"), &["b"], &ALL, Ok("b")),
            (Some("a"), Some("a"), Some("a"), &["c", "b"], &ALL, Ok("b")),
            // A policy whose models are all gone or disabled admits none.
            (Some("a"), Some("a"), Some("a"), &["x"], &ALL, Err(403)),
            (Some("c"), None, Some("a"), &["c"], &["a", "b"], Err(403)),
            (None, None, None, &[], &[], Err(503)),
            (Some("a"), None, None, &["a"], &[], Err(503)),
        ];
        for (requested, preferred, default, models, enabled, expected) in cases {
            let offer = AvailableModels::new(enabled, default, &policy(models));
            let resolved = offer.resolve(requested, preferred).map_err(|error| error.status().as_u16());
            assert_eq!(resolved, expected, "{requested:?} {preferred:?} {default:?} {models:?} {enabled:?}");
        }
    }

    #[test]
    fn a_fallback_is_the_default_or_the_next_that_the_policy_admits_and_never_what_failed() {
        let offer = |models: &[&str]| AvailableModels::new(&ALL, Some("b"), &policy(models));
        let fallbacks = |models: &[&str], failed: &str| -> Vec<String> {
            offer(models).fallbacks(failed).map(ToOwned::to_owned).collect()
        };
        assert_eq!(fallbacks(&[], "a"), ["b", "c"]);
        assert_eq!(fallbacks(&[], "b"), ["a", "c"]);
        assert_eq!(fallbacks(&["a", "c"], "a"), ["c"]);
        assert!(fallbacks(&["a"], "a").is_empty());
    }

    proptest! {
        #[test]
        fn nothing_that_the_policy_excludes_ever_answers(
            requested in proptest::option::of("[a-e]"), preferred in proptest::option::of("[a-e]"),
            default in proptest::option::of("[a-e]"), models in proptest::collection::vec("[a-e]", 1..4),
            enabled in proptest::sample::subsequence(vec!["a", "b", "c", "d"], 0..4),
        ) {
            let offer = AvailableModels::new(&enabled, default.as_deref(), &models);
            let admitted = |id: &str| models.iter().any(|model| model == id) && enabled.contains(&id);
            if let Ok(id) = offer.resolve(requested.as_deref(), preferred.as_deref()) {
                prop_assert!(admitted(id));
                prop_assert!(offer.fallbacks(id).all(|other| other != id && admitted(other)));
            } else {
                prop_assert!(!enabled.iter().any(|id| admitted(id)));
            }
            prop_assert!(offer.default().is_none_or(admitted));
        }
    }
}
