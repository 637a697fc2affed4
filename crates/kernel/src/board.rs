//! What features have to say to a whole class, for the board of a classroom screen.

use futures_util::future::BoxFuture;
use serde_json::Value;

use crate::app::App;
use crate::error::Result;
use crate::texts::Language;

/// What a part has to say; null for nothing.
pub type PartReading = BoxFuture<'static, Result<Value>>;

/// What a feature has to say to a whole class. A feature names it in [`Feature::provides`](crate::Feature::provides).
/// Whoever stands in the classroom reads it, so it holds only what every member of the class may see, and it must answer
/// soon: a feature that asks another server answers with what it has.
#[derive(Clone, Copy)]
pub struct BoardPart {
    /// The name of the part: that of the feature.
    pub name: &'static str,
    /// The app whose switch turns the part off with it; `None` for a part without an app.
    pub app: Option<&'static str>,
    /// Reads the part for a class, by its two digits, in the language of the board.
    pub read: fn(App, String, Language) -> PartReading,
}
