//! Reads a manifest: which kind it is, and the fields that both kinds have.

use serde_json::{Map, Number, Value};

use super::fields::{Fields, Sink};
use super::{About, Manifest, SDK, app, plugin, settings};
use crate::catalog::ICON_EXTENSIONS;
use crate::check::{Expected, Strictness};
use crate::desktop::Desktop;
use crate::finding::{Level, Report};
use crate::limits::size_text;
use crate::package::{Kind, MANIFEST, Package};
use crate::path::{extension, is_name};
use crate::texts::{files, manifest as texts};
use crate::version::Version;

/// Bytes of a manifest: each desktop reads those of all apps.
const LARGEST: u64 = 256 * 1024;
/// Characters of a label or name.
pub(super) const LABEL: usize = 80;
/// Characters of a description.
pub(super) const DESCRIPTION: usize = 2_000;
/// Characters of small texts.
pub(super) const SMALL: usize = 120;

const CATEGORIES: &[&str] = &["desktop", "system", "hidden"];

/// What there are words for; the web and the documents have the same, which a test compares.
pub(super) const CAPABILITIES: &[&str] = &[
    "data.storage",
    "data.realtime",
    "data.http",
    "system.notification",
    "system.clipboard",
    "system.share",
    "system.navigate",
    "ui.toast",
    "ui.modal",
    "ui.sheet",
    "app.config",
    "app.storage",
    "device.info",
    "device.filePicker",
    "device.camera",
];

/// What a manifest is judged by, beside itself.
pub(crate) struct Context<'a> {
    pub(crate) package: &'a Package,
    pub(crate) expected: &'a Expected<'a>,
    pub(crate) strictness: Strictness,
}

impl Context<'_> {
    pub(super) fn is_author(&self) -> bool {
        self.strictness == Strictness::Author
    }

    /// Takes a path of the manifest, if its file is there and of one of the kinds.
    pub(super) fn file(
        &self,
        fields: &Fields<'_>,
        key: &str,
        path: String,
        kinds: &[&str],
    ) -> Option<String> {
        let finding = if !self.package.files.contains_key(&path) {
            texts::FILE_MISSING.error(fields.place(key)).with("path", &path)
        } else if !kinds.contains(&extension(&path).as_str()) {
            texts::FILE_KIND.error(fields.place(key)).with("path", &path).with("want", kinds.join("/"))
        } else {
            return Some(path);
        };
        fields.say(finding);
        None
    }
}

/// Reads the manifest of a package. It is given back as far as it could be read, so that the files can be
/// checked too, with empty texts for what is missing; with an error in the report it must not be used for more.
pub(crate) fn read(context: &Context<'_>, report: &mut Report) -> Option<Manifest> {
    let Some(bytes) = context.package.files.get(MANIFEST) else {
        report.push(files::NO_MANIFEST.error(MANIFEST));
        return None;
    };
    if bytes.len() as u64 > LARGEST {
        report.push(texts::MANIFEST_SIZE.error(MANIFEST).with("most", size_text(LARGEST)));
        return None;
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let map: Map<String, Value> = match serde_json::from_slice(bytes) {
        Ok(Value::Object(map)) => map,
        Ok(_) => {
            report.push(texts::MANIFEST_OBJECT.error(MANIFEST));
            return None;
        }
        Err(error) => {
            let place = format!("{MANIFEST}:{}:{}", error.line(), error.column());
            report.push(files::JSON_SYNTAX.error(place).with("why", error));
            return None;
        }
    };
    let sink = Sink::default();
    let fields = Fields::new(&map, "", &sink);
    let manifest = kind(&fields, context).and_then(|kind| {
        let about = about(&fields, kind, context);
        match kind {
            Kind::App => app::read(&fields, about, context).map(Manifest::App),
            Kind::Plugin => plugin::read(&fields, about, context).map(Manifest::Plugin),
        }
    });
    // A manifest of no known kind was not read, so nothing of it is known.
    if context.is_author() && manifest.is_some() {
        fields.warn_unknown();
    }
    report.findings.append(&mut sink.take());
    manifest
}

fn kind(fields: &Fields<'_>, context: &Context<'_>) -> Option<Kind> {
    let kind = match fields.get("type") {
        None => Kind::App,
        Some(Value::String(word)) if word == "app" => Kind::App,
        Some(Value::String(word)) if word == "plugin" => Kind::Plugin,
        Some(_) => {
            fields.say(texts::UNKNOWN_KIND.error("type"));
            return None;
        }
    };
    if let Some(want) = context.expected.kind.filter(|want| *want != kind) {
        let (zh, en) = match want {
            Kind::App => ("应用", "an app"),
            Kind::Plugin => ("插件", "a plugin"),
        };
        let finding = texts::KIND_DIFFERS.error("type").with("kind", kind.word());
        fields.say(finding.with("want_zh", zh).with("want_en", en));
    }
    Some(kind)
}

fn about(fields: &Fields<'_>, kind: Kind, context: &Context<'_>) -> About {
    About {
        name: name(fields, context).unwrap_or_default(),
        label: fields.required("label", LABEL).unwrap_or_default(),
        version: version(fields, kind),
        sdk: sdk(fields),
        description: fields.text("description", DESCRIPTION).unwrap_or_default(),
        author: fields.text("author", SMALL).unwrap_or_default(),
        icon: icon(fields, kind, context),
        color: color(fields),
        category: category(fields, kind),
        order: fields.number("order").unwrap_or_else(|| Number::from(99)),
        default_enabled: fields.boolean("defaultEnabled").unwrap_or(true),
        can_disable: fields.boolean("canDisable").unwrap_or(true),
        capabilities: capabilities(fields),
        config: settings::read(fields, context),
    }
}

fn name(fields: &Fields<'_>, context: &Context<'_>) -> Option<String> {
    let name = fields.required("name", 200)?;
    if !is_name(&name) {
        fields.say(texts::NAME_FORM.error("name"));
        return None;
    }
    if let Some(want) = context.expected.name.filter(|want| *want != name) {
        fields.say(texts::NAME_DIFFERS.error("name").with("name", &name).with("want", want));
    }
    // The installer has words of its own for it.
    if context.is_author() && Desktop::get().has_app(&name) {
        fields.say(texts::NAME_RESERVED.error("name").with("name", &name));
    }
    Some(name)
}

fn version(fields: &Fields<'_>, kind: Kind) -> String {
    // An app may have none; a plugin's is compared at each install.
    let version = match kind {
        Kind::App => fields.text("version", 64),
        Kind::Plugin => fields.required("version", 64),
    };
    let version = version.unwrap_or_else(|| "0.0.0".to_owned());
    if !Version::is_plain(&version) {
        fields.say(texts::VERSION_FORM.warning("version"));
    }
    version
}

fn sdk(fields: &Fields<'_>) -> String {
    let text = match fields.get("sdk") {
        None => return SDK.to_string(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        Some(_) => String::new(),
    };
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        fields.say(texts::SDK_FORM.warning("sdk"));
        return SDK.to_string();
    }
    // More digits than a number has are more than this portal's.
    let major: u64 = text.parse().unwrap_or(u64::MAX);
    if major > u64::from(SDK) {
        fields.say(texts::SDK_TOO_NEW.error("sdk").with("sdk", &text).with("most", SDK));
    }
    major.to_string()
}

fn icon(fields: &Fields<'_>, kind: Kind, context: &Context<'_>) -> Option<String> {
    let path = fields.path("icon", false);
    if path.is_none() && fields.get("icon").is_none() && kind == Kind::App && context.is_author() {
        fields.say(texts::NO_ICON.warning("icon"));
    }
    let path = path?;
    if context.package.files.contains_key(&path) {
        return context.file(fields, "icon", path, ICON_EXTENSIONS);
    }
    // The desktop shows a letter instead; no reason to refuse the app.
    fields.say(texts::FILE_MISSING.warning("icon").with("path", &path));
    None
}

fn color(fields: &Fields<'_>) -> Option<String> {
    let color = fields.text("color", 32)?;
    let digits = color.strip_prefix('#').unwrap_or_default();
    if matches!(digits.len(), 3 | 4 | 6 | 8) && digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Some(color);
    }
    fields.say(texts::COLOR_FORM.warning("color"));
    None
}

fn category(fields: &Fields<'_>, kind: Kind) -> String {
    let default = if kind == Kind::App { "desktop" } else { "hidden" };
    let category = fields.text("category", 32).unwrap_or_else(|| default.to_owned());
    if !CATEGORIES.contains(&category.as_str()) {
        fields.say(texts::UNKNOWN_CATEGORY.warning("category").with("value", &category));
    }
    category
}

fn capabilities(fields: &Fields<'_>) -> Vec<String> {
    let capabilities = fields.texts("capabilities", 100, Level::Warning).unwrap_or_default();
    for value in capabilities.iter().filter(|value| !CAPABILITIES.contains(&value.as_str())) {
        fields.say(texts::UNKNOWN_CAPABILITY.warning("capabilities").with("value", value));
    }
    capabilities
}
