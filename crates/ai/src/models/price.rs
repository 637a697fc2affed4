//! Prices, in yuan for a million tokens; pure. They are kept in millionths of a yuan.

use kernel::Result;

use crate::texts;

/// Highest price, in yuan for a million tokens.
const MAX_PRICE: f64 = 100_000.0;
/// Millionths in one.
const MILLION: f64 = 1_000_000.0;

/// A price in yuan for a million tokens, as millionths of a yuan.
///
/// # Errors
/// 400 naming the field.
pub(crate) fn parse_price(field: &'static str, price: f64) -> Result<i64> {
    if (0.0..=MAX_PRICE).contains(&price) {
        #[expect(clippy::cast_possible_truncation, reason = "at most 10^11")]
        Ok((price * MILLION).round() as i64)
    } else {
        Err(texts::MODEL_PRICE_INVALID.with("field", field))
    }
}

/// Millionths as a number.
pub(crate) fn from_millionths(value: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "sums of prices stay far below 2^52")]
    let value = value as f64;
    value / MILLION
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_kept_to_the_millionth() {
        assert_eq!(parse_price("input_price", 0.27).unwrap(), 270_000);
        assert!(parse_price("input_price", -0.1).is_err() && parse_price("input_price", f64::NAN).is_err());
    }
}
