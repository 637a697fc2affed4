//! Reads `frontend.widgets[]`: cards for the desktop.

use serde_json::Value;

use super::fields::Fields;
use super::read::{Context, DESCRIPTION, LABEL, SMALL};
use super::{ConfigSchema, SchemaField, SchemaOption, Widget, WidgetSize};
use crate::desktop::Desktop;
use crate::finding::Level;
use crate::texts::manifest as texts;

/// Widgets of one app, fields of one form, choices of one field.
const MOST_WIDGETS: usize = 20;
const MOST_FIELDS: usize = 40;
const MOST_OPTIONS: usize = 200;
/// Columns and rows of one widget.
const MOST_CELLS: u64 = 12;

pub(super) fn read(fields: &Fields<'_>, app: &str, context: &Context<'_>) -> Vec<Widget> {
    let mut found: Vec<Widget> = Vec::new();
    for entry in fields.objects("widgets", MOST_WIDGETS) {
        let widget = widget(&entry, app, context);
        if context.is_author() {
            entry.warn_unknown();
        }
        let Some(widget) = widget else { continue };
        if let Some(at) = found.iter().position(|other| other.id == widget.id) {
            entry.say(texts::WIDGET_TWICE.warning(entry.place("id")).with("id", &widget.id));
            found.remove(at);
        }
        found.push(widget);
    }
    found
}

fn widget(entry: &Fields<'_>, app: &str, context: &Context<'_>) -> Option<Widget> {
    let id = id(entry, app, context);
    let name = entry.required("name", LABEL);
    let component =
        entry.path("component", true).and_then(|path| context.file(entry, "component", path, &["js"]));
    let mut min_size = size(entry, "minSize", WidgetSize { w: 1, h: 1 });
    let mut max_size = size(entry, "maxSize", WidgetSize { w: 4, h: 4 });
    let mut default_size = size(entry, "defaultSize", WidgetSize { w: 2, h: 2 });
    let ordered = |min: u8, size: u8, max: u8| min <= size && size <= max;
    if !ordered(min_size.w, default_size.w, max_size.w) || !ordered(min_size.h, default_size.h, max_size.h) {
        entry.say(size_finding(entry, "defaultSize"));
        default_size = WidgetSize { w: default_size.w.max(min_size.w), h: default_size.h.max(min_size.h) };
        max_size = WidgetSize { w: max_size.w.max(default_size.w), h: max_size.h.max(default_size.h) };
        min_size = WidgetSize { w: min_size.w.min(default_size.w), h: min_size.h.min(default_size.h) };
    }
    let description = entry.text("description", DESCRIPTION).unwrap_or_default();
    let permission = permission(entry);
    let config_schema = schema(entry);
    Some(Widget {
        id: id?,
        name: name?,
        component: component?,
        default_size,
        min_size,
        max_size,
        description,
        permission,
        config_schema,
    })
}

fn id(entry: &Fields<'_>, app: &str, context: &Context<'_>) -> Option<String> {
    let id = entry.required("id", 200)?;
    let valid = |b: u8| b.is_ascii_alphanumeric() || b"-._".contains(&b);
    if id.len() > 64 || !id.bytes().all(valid) {
        entry.say(texts::WIDGET_ID.error(entry.place("id")));
        return None;
    }
    if context.is_author() && Desktop::get().has_widget(&id) {
        entry.say(texts::WIDGET_RESERVED.error(entry.place("id")).with("id", &id));
    } else if context.is_author() && !id.starts_with(app) {
        entry.say(texts::WIDGET_ID_PREFIX.warning(entry.place("id")).with("want", app));
    }
    Some(id)
}

fn permission(entry: &Fields<'_>) -> Option<String> {
    let value = entry.get("permission")?;
    if !value.is_string() {
        // Left out, the widget would be everybody's.
        entry.wrong("permission", "string", Level::Error);
    }
    value.as_str().map(str::to_owned)
}

fn size_finding(entry: &Fields<'_>, key: &str) -> crate::finding::Finding {
    texts::WIDGET_SIZE.warning(entry.place(key)).with("field", entry.place(key))
}

fn size(entry: &Fields<'_>, key: &'static str, default: WidgetSize) -> WidgetSize {
    let Some(value) = entry.get(key) else { return default };
    let cells = |side: &str| {
        let cells =
            value.get(side).and_then(Value::as_u64).filter(|cells| (1..=MOST_CELLS).contains(cells))?;
        u8::try_from(cells).ok()
    };
    match (cells("w"), cells("h")) {
        (Some(w), Some(h)) => WidgetSize { w, h },
        _ => {
            entry.say(size_finding(entry, key));
            default
        }
    }
}

fn schema(entry: &Fields<'_>) -> Option<ConfigSchema> {
    let schema = entry.object("configSchema")?;
    let mut fields = Vec::new();
    for field in schema.objects("fields", MOST_FIELDS) {
        match schema_field(&field) {
            Some(field) => fields.push(field),
            None => field.say(texts::WIDGET_FIELD.warning(field.place("type"))),
        }
    }
    Some(ConfigSchema { fields })
}

fn schema_field(field: &Fields<'_>) -> Option<SchemaField> {
    let text = |key: &'static str| field.get(key).and_then(Value::as_str).map(str::to_owned);
    let kind = text("type").filter(|kind| ["select", "number", "bool", "text"].contains(&kind.as_str()))?;
    let options: Vec<SchemaOption> = match field.get("options") {
        Some(Value::Array(options)) if kind == "select" => {
            options.iter().take(MOST_OPTIONS).filter_map(option).collect()
        }
        _ => Vec::new(),
    };
    if kind == "select" && options.is_empty() {
        return None;
    }
    let short = |text: &String| !text.is_empty() && text.chars().count() <= SMALL;
    let number = |key: &'static str| match field.get(key) {
        Some(Value::Number(number)) if kind == "number" => Some(number.clone()),
        _ => None,
    };
    Some(SchemaField {
        key: text("key").filter(short)?,
        label: text("label").filter(short)?,
        default: field.get("default").filter(|value| !value.is_object() && !value.is_array()).cloned(),
        options,
        min: number("min"),
        max: number("max"),
        placeholder: text("placeholder"),
        kind,
    })
}

fn option(value: &Value) -> Option<SchemaOption> {
    let label = value.get("label")?.as_str()?.to_owned();
    let value = value.get("value").filter(|value| !value.is_object() && !value.is_array())?;
    Some(SchemaOption { value: value.clone(), label })
}
