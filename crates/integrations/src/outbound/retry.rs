//! When a failed delivery is tried again; pure.

/// The number of the last attempt of a delivery.
pub(super) const LAST_ATTEMPT: i64 = 8;
/// Waits before the second and each further of the eight attempts, in seconds: together a little more than 24 hours.
const WAITS: [i64; 7] = [1, 10, 60, 10 * 60, 60 * 60, 6 * 60 * 60, 17 * 60 * 60];
/// A webhook that has failed for so long is switched off, in milliseconds.
pub(super) const FAILING_FOR: i64 = 7 * 24 * 60 * 60 * 1000;

/// How long to wait after so many failed attempts, in milliseconds; `None` when there is no further one. `chance`
/// spreads it by a tenth either way, so that many deliveries that failed together are not tried again together.
pub(super) fn wait_after(attempts: i64, chance: u8) -> Option<i64> {
    let wait = WAITS.get(usize::try_from(attempts - 1).ok()?)? * 1000;
    Some(wait * 9 / 10 + wait / 5 * i64::from(chance) / 255)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_attempts_take_a_day_and_the_waits_grow() {
        let waits: Vec<i64> = (1..LAST_ATTEMPT).map(|n| wait_after(n, 128).unwrap()).collect();
        assert!(waits.is_sorted() && waits.len() == 7);
        let hours = waits.iter().sum::<i64>() / 3_600_000;
        assert_eq!(hours, 24);
        assert_eq!(wait_after(LAST_ATTEMPT, 0), None);
        assert_eq!(wait_after(0, 0), None);
    }

    #[test]
    fn chance_spreads_a_wait_by_a_tenth_either_way() {
        assert_eq!((wait_after(2, 0), wait_after(2, 255)), (Some(9_000), Some(11_000)));
    }
}
