//! Versions of packages: three integers; whatever is none counts as 0.

/// A version that can be compared. Packages in the wild have all kinds of texts here, and none of them
/// may stop an update, so reading one never fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(pub u64, pub u64, pub u64);

impl Version {
    /// Reads a version: `1.2.3-beta` is 1.2.3, `x.2` is 0.2.0.
    pub fn parse(text: &str) -> Self {
        let mut parts = text.trim().trim_start_matches(['v', 'V']).split('.').map(leading_number);
        let mut next = || parts.next().unwrap_or(0);
        Self(next(), next(), next())
    }

    /// Whether the text is exactly three integers, perhaps with a suffix that does not count.
    pub fn is_plain(text: &str) -> bool {
        let core = text.split(['-', '+']).next().unwrap_or_default();
        let parts: Vec<_> = core.split('.').collect();
        parts.len() == 3
            && parts.iter().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
            && text.len() <= 64
    }
}

/// The number that a part begins with; 0 if none, and the largest there is if it is too large.
fn leading_number(part: &str) -> u64 {
    let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if digits == 0 { 0 } else { part[..digits].parse().unwrap_or(u64::MAX) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_by_number() {
        assert!(Version::parse("1.10.0") > Version::parse("1.9.9"));
        assert_eq!(Version::parse("1.2.3-beta"), Version(1, 2, 3));
        assert_eq!(Version::parse("v2.1"), Version(2, 1, 0));
    }

    #[test]
    fn garbage_counts_as_zero() {
        assert_eq!(Version::parse("一.x.3"), Version(0, 0, 3));
        assert_eq!(Version::parse(""), Version::default());
        // Otherwise everything would be an update of it.
        assert_eq!(Version::parse("99999999999999999999.1.1"), Version(u64::MAX, 1, 1));
        assert!(!Version::is_plain("1.2"));
        assert!(Version::is_plain("1.2.3+build"));
    }
}
