//! Locks whose data stays sound when their holder panics.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Takes a lock. No code of this crate leaves half a change behind under one, so a poisoned lock has sound data.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
