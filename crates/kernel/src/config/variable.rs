//! Variables of the environment as typed handles.
//!
//! Whoever reads a variable declares it once, as a `static`, and names it in its
//! [`Feature::variables`](crate::Feature::variables); the kernel's own are in
//! [`VARIABLES`](super::VARIABLES). The start parses every registered variable; `PORT.of(&config)`
//! then answers the parsed value. `.env.example` and the table of `docs/operate.md` are made from the
//! same declarations.

use std::any::Any;
use std::marker::PhantomData;

use super::{Config, ConfigError};

/// A variable whose value is a `T`.
pub struct Variable<T> {
    name: &'static str,
    default: &'static str,
    meaning: &'static str,
    printed_as: Option<fn(&Config) -> String>,
    value: PhantomData<fn() -> T>,
}

impl<T: FromVariable> Variable<T> {
    /// A variable with the text of its default, which is empty when nothing is set by default, and
    /// its meaning for operators in one line.
    #[must_use]
    pub const fn new(name: &'static str, default: &'static str, meaning: &'static str) -> Self {
        Self { name, default, meaning, printed_as: None, value: PhantomData }
    }

    /// The same variable, whose default follows from other variables; `effective` answers what holds,
    /// for `classportal config`.
    #[must_use]
    pub const fn printed_as(self, effective: fn(&Config) -> String) -> Self {
        Self { printed_as: Some(effective), ..self }
    }

    /// The value.
    ///
    /// # Panics
    /// When no feature of this configuration registered the variable.
    #[must_use]
    pub fn of<'a>(&self, config: &'a Config) -> &'a T {
        config.value(self.name).downcast_ref().expect("a variable is registered with its own type")
    }
}

/// What can be the value of a variable.
pub trait FromVariable: Send + Sync + Sized + 'static {
    /// What a value looks like, for the operator's table: `port number`.
    const FORM: &'static str;

    /// Reads a value. A variable without a default is read as the empty text when it is not set.
    ///
    /// # Errors
    /// What is wrong, with the way out: `“x” is not a port number between 1 and 65535`.
    fn parse(text: &str) -> Result<Self, String>;

    /// The text as it may be shown.
    fn masked(text: &str) -> String {
        text.to_owned()
    }
}

/// Nothing when the variable is not set.
impl<T: FromVariable> FromVariable for Option<T> {
    const FORM: &'static str = T::FORM;

    fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() { Ok(None) } else { T::parse(text).map(Some) }
    }

    fn masked(text: &str) -> String {
        if text.is_empty() { String::new() } else { T::masked(text) }
    }
}

/// A variable of any type, as features register it.
pub trait AnyVariable: Sync {
    /// Its name in the environment.
    fn name(&self) -> &'static str;
    /// The text of its default; empty when nothing is set by default.
    fn default_text(&self) -> &'static str;
    /// What it does, in one line.
    fn meaning(&self) -> &'static str;
    /// What a value looks like.
    fn form(&self) -> &'static str;
    /// Reads a value.
    ///
    /// # Errors
    /// When the text does not fit; the error names the variable and the fix.
    fn parse(&self, text: &str) -> Result<Box<dyn Any + Send + Sync>, ConfigError>;
    /// What holds, as it may be shown.
    fn shown(&self, text: &str, config: &Config) -> String;
}

impl<T: FromVariable> AnyVariable for Variable<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn default_text(&self) -> &'static str {
        self.default
    }

    fn meaning(&self) -> &'static str {
        self.meaning
    }

    fn form(&self) -> &'static str {
        T::FORM
    }

    fn parse(&self, text: &str) -> Result<Box<dyn Any + Send + Sync>, ConfigError> {
        match T::parse(text) {
            Ok(value) => Ok(Box::new(value)),
            Err(fix) => Err(ConfigError { variable: self.name.into(), fix }),
        }
    }

    fn shown(&self, text: &str, config: &Config) -> String {
        match self.printed_as {
            Some(effective) => effective(config),
            None => T::masked(text),
        }
    }
}
