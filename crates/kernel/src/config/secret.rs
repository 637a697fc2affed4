//! Values that no log and no message may show.

/// A text that must never be shown; it has no `Debug` of its content.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret<T>(T);

impl<T> Secret<T> {
    /// Wraps it.
    pub fn new(value: T) -> Self {
        Self(value)
    }

    /// The value; each call is a place to check in review.
    pub fn expose(&self) -> &T {
        &self.0
    }
}

impl<T> std::fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("***")
    }
}
