//! When a failed delivery is tried again; pure.

/// Attempts of a delivery that are made without anybody asking for one.
pub(crate) const MAX_ATTEMPTS: i64 = 8;
/// Waits before the second and each further of these attempts, in seconds: together a little more than 24 hours.
const WAITS: [i64; 7] = [1, 10, 60, 10 * 60, 60 * 60, 6 * 60 * 60, 17 * 60 * 60];
/// A webhook that has failed for so long is switched off, in milliseconds.
pub(super) const FAILING_FOR: i64 = 7 * 24 * 60 * 60 * 1000;

/// How long to wait for the next attempt when so many are left, in milliseconds; `None` when there is none. `chance`
/// spreads it by a tenth either way, so that many deliveries that failed together are not tried again together.
pub(super) fn wait_for_next(attempts_left: i64, chance: u8) -> Option<i64> {
    let made = usize::try_from(MAX_ATTEMPTS - attempts_left).ok()?;
    let wait = WAITS.get(made.checked_sub(1)?)? * 1000;
    Some(wait * 9 / 10 + wait / 5 * i64::from(chance) / 255)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_attempts_take_a_day_and_the_waits_grow() {
        let waits: Vec<i64> = (1..MAX_ATTEMPTS).rev().map(|left| wait_for_next(left, 128).unwrap()).collect();
        assert!(waits.is_sorted() && waits.len() == 7);
        let hours = waits.iter().sum::<i64>() / 3_600_000;
        assert_eq!(hours, 24);
        assert_eq!(wait_for_next(0, 0), None);
        assert_eq!(wait_for_next(MAX_ATTEMPTS, 0), None, "the first one has not been made");
    }

    #[test]
    fn chance_spreads_a_wait_by_a_tenth_either_way() {
        assert_eq!((wait_for_next(6, 0), wait_for_next(6, 255)), (Some(9_000), Some(11_000)));
    }
}
