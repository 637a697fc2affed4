//! Reads what only apps have: who sees them, their window and their page part.

use serde_json::{Number, Value};

use super::fields::Fields;
use super::read::{Context, SMALL};
use super::{About, AppManifest, Frontend, Layout, LayoutMode, backend, widgets};
use crate::desktop::Desktop;
use crate::finding::Level;
use crate::texts::manifest as texts;

const ROLES: &[&str] = &["admin", "officer", "student"];

pub(super) fn read(fields: &Fields<'_>, about: About, context: &Context<'_>) -> Option<AppManifest> {
    let visible_roles = visible_roles(fields);
    let layout = layout(fields, context);
    if fields.get("frontend").is_none() {
        fields.say(texts::NO_FRONTEND.warning("frontend"));
    }
    let frontend =
        fields.object("frontend").and_then(|frontend| read_frontend(&frontend, &about.name, context));
    let backend = fields.object("backend").and_then(|backend| backend::read(&backend, context));
    Some(AppManifest { about, visible_roles, layout, frontend, backend })
}

fn visible_roles(fields: &Fields<'_>) -> Vec<String> {
    // A list that is left out would show the app to everybody.
    let roles = fields.texts("visibleRoles", 20, Level::Error).unwrap_or_default();
    for value in roles.iter().filter(|value| !ROLES.contains(&value.as_str())) {
        fields.say(texts::UNKNOWN_ROLE.warning("visibleRoles").with("value", value));
    }
    roles
}

fn layout(fields: &Fields<'_>, context: &Context<'_>) -> Layout {
    let layout = match fields.get("layout") {
        Some(Value::Object(map)) => map,
        None => return Layout::default(),
        Some(_) => {
            fields.wrong("layout", "object", Level::Warning);
            return Layout::default();
        }
    };
    let layout = fields.nested(layout, "layout");
    let mode = match layout.get("mode").map(|mode| mode.as_str()) {
        None | Some(Some("fullscreen")) => LayoutMode::Fullscreen,
        Some(Some("sheet")) => LayoutMode::Sheet,
        Some(Some("window")) => LayoutMode::Window,
        Some(_) => {
            layout.say(texts::LAYOUT_MODE.warning("layout.mode"));
            LayoutMode::Fullscreen
        }
    };
    let mut resizable = layout.boolean("resizable");
    if resizable.is_some() && mode != LayoutMode::Window {
        resizable = None;
        layout.say(texts::LAYOUT_WINDOW_ONLY.warning("layout.resizable").with("field", "layout.resizable"));
    }
    let found = Layout {
        mode,
        navbar: layout.text("navbar", SMALL),
        resizable,
        min_width: pixels(&layout, "minWidth"),
        min_height: pixels(&layout, "minHeight"),
    };
    if context.is_author() {
        layout.warn_unknown();
    }
    found
}

fn pixels(fields: &Fields<'_>, key: &'static str) -> Option<Number> {
    let number = fields.number(key)?;
    if number.as_f64().is_some_and(|pixels| (0.0..=10_000.0).contains(&pixels)) {
        return Some(number);
    }
    fields.wrong(key, "number (0–10000)", Level::Warning);
    None
}

fn read_frontend(fields: &Fields<'_>, name: &str, context: &Context<'_>) -> Option<Frontend> {
    let route = route(fields, context);
    let route_name = fields.text("routeName", SMALL);
    let entry = fields.path("entry", true).and_then(|path| context.file(fields, "entry", path, &["js"]));
    let style = fields.path("style", false).and_then(|path| context.file(fields, "style", path, &["css"]));
    let widgets = widgets::read(fields, name, context);
    if context.is_author() {
        fields.warn_unknown();
    }
    Some(Frontend { route: route.unwrap_or_default(), route_name, entry: entry?, style, widgets })
}

fn route(fields: &Fields<'_>, context: &Context<'_>) -> Option<String> {
    let route = fields.required("route", SMALL)?;
    let segment = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    };
    if !route.strip_prefix('/').is_some_and(|rest| rest.split('/').all(segment)) {
        fields.say(texts::ROUTE_FORM.error(fields.place("route")));
        return None;
    }
    let first = route.split('/').nth(1).unwrap_or_default();
    if context.is_author() && Desktop::get().has_app(first) {
        fields.say(texts::ROUTE_RESERVED.error(fields.place("route")).with("route", &route));
    }
    Some(route)
}
