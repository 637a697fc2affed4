//! The order that a seed gives to numbers. Whoever has the seed and the numbers can compute it again.

use kernel::random::Random;
use kernel::user::UserId;
use sha2::{Digest as _, Sha256};

/// The hexadecimal digits of a seed.
const SEED_DIGITS: usize = 64;

/// A new seed: 32 random bytes, hexadecimal.
pub(crate) fn new_seed(random: &Random) -> String {
    random.hex::<32>()
}

/// Whether a client's text is a seed.
pub(crate) fn is_seed(raw: &str) -> bool {
    raw.len() == SEED_DIGITS && raw.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

/// By which a number is ordered: SHA-256 of the seed, a slash and the number, as texts.
pub(crate) fn hash(seed: &str, number: UserId) -> [u8; 32] {
    Sha256::new().chain_update(seed).chain_update("/").chain_update(number.as_str()).finalize().into()
}

/// The numbers in the order that the seed gives them.
pub(crate) fn ordered(seed: &str, numbers: impl IntoIterator<Item = UserId>) -> Vec<UserId> {
    let mut numbers: Vec<UserId> = numbers.into_iter().collect();
    numbers.sort_by_cached_key(|number| hash(seed, *number));
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_hashes_whatever_the_order_of_the_numbers() {
        let numbers: Vec<UserId> = (1..=20).map(|n| UserId::parse(&format!("2401{n:02}")).unwrap()).collect();
        let seed = "00".repeat(32);
        let once = ordered(&seed, numbers.clone());
        assert_eq!(once, ordered(&seed, numbers.iter().rev().copied()));
        assert_ne!(once, numbers);
        assert_ne!(once, ordered(&"01".repeat(32), numbers));
        // As `printf '%064d/240101' 0 | sha256sum` says.
        let first = hash(&seed, UserId::parse("240101").unwrap());
        assert_eq!(hex::encode(&first[..8]), "85cfbadba6c655e3");
        assert!(is_seed(&seed) && !is_seed("00") && !is_seed(&"0A".repeat(32)));
    }
}
