//! `/api/ai-chat/admin/safety`: how many questions had words of a category, day by day.

use axum::extract::State;
use jiff::ToSpan;
use kernel::http::Query;
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::category::Category;
use crate::access::SafetyReader;
use crate::store::safety::{self as store};

/// Days that are shown unless the request says otherwise.
const DEFAULT_DAYS: i32 = 30;
/// Days that are shown at most.
const MAX_DAYS: i32 = 366;

/// How far back the caller looks.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SafetyQuery {
    /// The number of days up to yesterday, 1–366; by default 30.
    days: Option<i32>,
}

/// How many questions of a day had words of a category.
#[derive(Serialize, ToSchema)]
pub(crate) struct AiSafetyDay {
    /// The day, `YYYY-MM-DD` in the portal's time zone.
    day: String,
    /// The category of the words.
    category: Category,
    /// The number of questions with words of the category, at least 1.
    count: i64,
}

/// How many questions had words of a category.
#[derive(Serialize, ToSchema)]
pub(crate) struct AiSafetySum {
    /// The category of the words.
    category: Category,
    /// The number of questions with words of the category.
    count: i64,
}

/// How many questions had words of which category. A rough list of words decides; nothing says who asked or what.
#[derive(Serialize, ToSchema)]
pub(crate) struct AiSafety {
    /// The last day that is shown, which is yesterday, `YYYY-MM-DD`.
    until: String,
    /// What was counted, oldest day first; days and categories without a question are absent.
    days: Vec<AiSafetyDay>,
    /// All days together: every category, in its order.
    total: Vec<AiSafetySum>,
}

/// Returns how many questions had words of a category: an admin sees those of all classes, others those of the own
/// class. The counts of today are not shown before tomorrow, so that nobody can tell who sat at a computer a minute
/// ago.
#[utoipa::path(get, path = "/api/ai-chat/admin/safety", tag = "ai", params(SafetyQuery),
    responses((status = 200, body = Envelope<AiSafety>)))]
pub(crate) async fn ai_safety(
    State(app): State<App>,
    SafetyReader(caller): SafetyReader,
    Query(query): Query<SafetyQuery>,
) -> Result<Reply<AiSafety>> {
    let count = query.days.unwrap_or(DEFAULT_DAYS);
    if !(1..=MAX_DAYS).contains(&count) {
        return Err(ApiError::invalid("days"));
    }
    let today = app.today();
    let before = |days: i32| today.checked_sub(days.days()).map_err(ApiError::internal);
    let (first, until) = (before(count)?, before(1)?);
    let class = if caller.facts.is_admin { "" } else { caller.facts.user_id.class() }.to_owned();
    let rows = app.db.read(move |read| Ok(store::between(read, first, until, &class)?)).await?;
    let days: Vec<AiSafetyDay> =
        rows.into_iter().map(|(day, category, count)| AiSafetyDay { day, category, count }).collect();
    let sum_of = |category: Category| AiSafetySum {
        category,
        count: days.iter().filter(|day| day.category == category).map(|day| day.count).sum(),
    };
    let total = Category::ALL.into_iter().map(sum_of).collect();
    Ok(Reply::ok(AiSafety { until: until.to_string(), days, total }))
}
