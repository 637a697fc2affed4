//! The shape of a desktop layout (interface 2.12); pure.

use kernel::Result;
use serde_json::Value;

use super::texts;

/// Largest stored layout, in KiB of JSON.
const MAX_LAYOUT_KIB: usize = 256;

/// A stored layout.
pub(super) fn parse(layout: &str) -> Value {
    serde_json::from_str(layout).unwrap_or_default()
}

/// The shape of interface 2.12. Whether a widget type exists is not ours to know: an app may come
/// back, and its widget with it.
///
/// # Errors
/// 400.
pub(super) fn check(layout: &Value) -> Result<()> {
    refuse_large("desktop_layout", layout, MAX_LAYOUT_KIB)?;
    if is_layout(layout) { Ok(()) } else { Err(texts::LAYOUT_INVALID.err()) }
}

fn is_layout(layout: &Value) -> bool {
    let text = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty() && text.len() <= 120);
    let cells = |value: &Value| value.as_u64().is_some_and(|cells| (1..=12).contains(&cells));
    let is_widget = |widget: &Value| {
        text(&widget["id"])
            && text(&widget["type"])
            && (widget["config"].is_null() || widget["config"].is_object())
            && cells(&widget["size"]["w"])
            && cells(&widget["size"]["h"])
    };
    let is_page = |page: &Value| {
        text(&page["id"]) && page["widgets"].as_array().is_some_and(|widgets| widgets.iter().all(is_widget))
    };
    layout["pages"].as_array().is_some_and(|pages| pages.len() <= 20 && pages.iter().all(is_page))
}

/// 400 for what is larger than so much JSON.
pub(super) fn refuse_large(field: &str, value: &Value, max_kib: usize) -> Result<()> {
    if value.to_string().len() > max_kib * 1024 {
        return Err(texts::SETTINGS_TOO_LARGE.with("field", field).with("max", max_kib));
    }
    Ok(())
}
