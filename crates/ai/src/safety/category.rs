//! What a question may be about that somebody should know of.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a question may be about, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AiSafetyCategory)]
pub(crate) enum Category {
    /// Harm to oneself.
    SelfHarm,
    /// Violence against others.
    Violence,
    /// Bullying.
    Bullying,
    /// Sexual content, and sexual violence.
    Sexual,
    /// Drugs.
    Drugs,
}

impl Category {
    /// All of them, in their order.
    pub(crate) const ALL: [Self; 5] =
        [Self::SelfHarm, Self::Violence, Self::Bullying, Self::Sexual, Self::Drugs];
}
