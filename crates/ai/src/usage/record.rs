//! What answers take, and what that costs.

use kernel::user::UserId;
use kernel::{AppTx, Result};

use crate::provider::Usage;
use crate::store::{models, usage as store};

/// What a request was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// An answer to a member.
    Answer,
    /// A title or a summary: its tokens count, and it is no answer.
    Other,
}

/// Counts what a request has taken, at the model's prices of today. Nothing is counted of a request that took nothing.
///
/// # Errors
/// When a statement fails.
pub(crate) fn record(
    tx: &mut AppTx,
    user: UserId,
    model: &str,
    usage: Usage,
    purpose: Purpose,
) -> Result<()> {
    if usage.total_tokens == 0 {
        return Ok(());
    }
    let prices = models::find(tx, model)?;
    let prices = prices.map(|row| (row.input_price, row.cached_price, row.output_price)).unwrap_or_default();
    let day = tx.app().today();
    let taken = store::UsageDelta {
        answers: i64::from(purpose == Purpose::Answer),
        usage,
        cost: cost(usage, prices),
    };
    Ok(store::add(tx, day, user, model, taken)?)
}

/// The cost in millionths of a yuan, at prices of so many millionths for a million tokens: read, read from the cache,
/// written.
fn cost(usage: Usage, (input, cached, output): (i64, i64, i64)) -> i64 {
    let Usage { prompt_tokens, cached_tokens, completion_tokens, .. } = usage;
    let parts =
        [(prompt_tokens - cached_tokens, input), (cached_tokens, cached), (completion_tokens, output)];
    let sum: i128 = parts.iter().map(|(tokens, price)| i128::from(*tokens) * i128::from(*price)).sum();
    i64::try_from(sum / 1_000_000).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_provider_had_in_its_cache_is_cheaper() {
        let prices = (2_000_000, 500_000, 8_000_000);
        assert_eq!(cost(Usage::new(100, 60, 10), prices), 40 * 2 + 30 + 10 * 8);
        assert_eq!(cost(Usage::new(i64::MAX, 0, 0), (i64::MAX, 0, 0)), i64::MAX);
    }
}
