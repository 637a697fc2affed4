//! `/api/ai-chat/admin/usage`: what answers have taken, by day, model and class.

use std::collections::BTreeMap;

use axum::extract::State;
use jiff::ToSpan;
use kernel::http::Query;
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::access::PolicyAdmin;
use crate::models::price::from_millionths;
use crate::store::models;
use crate::store::usage::{self as store, UsageRow};

/// Days that are shown unless the request says otherwise.
const DEFAULT_DAYS: i32 = 30;
/// Days that are shown at most.
const MAX_DAYS: i32 = 366;

/// How far back the caller looks.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct UsageQuery {
    /// The number of days up to today, 1–366; by default 30.
    days: Option<i32>,
}

/// What answers have taken.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub(crate) struct AiUsageSum {
    /// The number of answers.
    messages: i64,
    /// The tokens that models have read.
    prompt_tokens: i64,
    /// Those of them that providers had in their caches.
    cached_tokens: i64,
    /// The tokens that models have written.
    completion_tokens: i64,
    /// The cost in yuan, at the prices of the day.
    cost: f64,
}

/// What the answers of one day, model or class have taken.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct AiUsageShare {
    /// The day (`YYYY-MM-DD` in the portal's time zone), the id of the model, or the class (two digits).
    key: String,
    /// The name of the model, its id when it is gone; the key itself for days and classes.
    label: String,
    /// What its answers have taken.
    #[serde(flatten)]
    sum: AiUsageSum,
}

/// What answers have taken, in three ways.
#[derive(Serialize, ToSchema)]
pub(crate) struct AiUsage {
    /// Every day, oldest first, also those without an answer.
    days: Vec<AiUsageShare>,
    /// The models, the one with the most tokens first.
    models: Vec<AiUsageShare>,
    /// The classes, in order; for a class admin the own one.
    classes: Vec<AiUsageShare>,
    /// What all answers have taken.
    total: AiUsageSum,
}

impl AiUsageSum {
    fn add(&mut self, row: &UsageRow) {
        self.messages = self.messages.saturating_add(row.messages);
        self.prompt_tokens = self.prompt_tokens.saturating_add(row.prompt_tokens);
        self.cached_tokens = self.cached_tokens.saturating_add(row.cached_tokens);
        self.completion_tokens = self.completion_tokens.saturating_add(row.completion_tokens);
        self.cost += from_millionths(row.cost);
    }
}

/// Returns what answers have taken: class admins see that of their class. Erased members are not counted.
#[utoipa::path(get, path = "/api/ai-chat/admin/usage", tag = "ai", params(UsageQuery),
    responses((status = 200, body = Envelope<AiUsage>)))]
pub(crate) async fn ai_usage(
    State(app): State<App>,
    PolicyAdmin(caller): PolicyAdmin,
    Query(query): Query<UsageQuery>,
) -> Result<Reply<AiUsage>> {
    let count = query.days.unwrap_or(DEFAULT_DAYS);
    if !(1..=MAX_DAYS).contains(&count) {
        return Err(ApiError::invalid("days"));
    }
    let first = app.today().checked_sub((count - 1).days()).map_err(ApiError::internal)?;
    let class = if caller.facts.is_admin { "" } else { caller.facts.user_id.class() }.to_owned();
    let (rows, models) =
        app.db.read(move |read| Ok((store::since(read, first, &class)?, models::list(read)?))).await?;
    let mut total = AiUsageSum::default();
    rows.iter().for_each(|row| total.add(row));
    let mut days: BTreeMap<String, AiUsageSum> = (0..count)
        .filter_map(|n| Some((first.checked_add(n.days()).ok()?.to_string(), AiUsageSum::default())))
        .collect();
    rows.iter().for_each(|row| days.entry(row.day.clone()).or_default().add(row));
    let labels: BTreeMap<_, _> = models.into_iter().map(|row| (row.id, row.label)).collect();
    let mut by_model = shares(summed(&rows, |row| &row.model), &labels);
    by_model.sort_by_key(|share| {
        std::cmp::Reverse(share.sum.prompt_tokens.saturating_add(share.sum.completion_tokens))
    });
    let none = BTreeMap::new();
    Ok(Reply::ok(AiUsage {
        days: shares(days, &none),
        models: by_model,
        classes: shares(summed(&rows, |row| &row.class), &none),
        total,
    }))
}

fn summed(rows: &[UsageRow], key: fn(&UsageRow) -> &String) -> BTreeMap<String, AiUsageSum> {
    let mut sums: BTreeMap<String, AiUsageSum> = BTreeMap::new();
    rows.iter().for_each(|row| sums.entry(key(row).clone()).or_default().add(row));
    sums
}

fn shares(sums: BTreeMap<String, AiUsageSum>, labels: &BTreeMap<String, String>) -> Vec<AiUsageShare> {
    let share = |(key, sum): (String, AiUsageSum)| {
        let label = labels.get(&key).unwrap_or(&key).clone();
        AiUsageShare { label, key, sum }
    };
    sums.into_iter().map(share).collect()
}
