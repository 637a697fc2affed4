//! Reads the fields of a JSON object and says what is wrong with each.

use std::cell::RefCell;

use serde_json::{Map, Number, Value};

use crate::finding::{Finding, Level, is_invisible};
use crate::path::check_path;
use crate::texts::manifest as texts;

/// Where findings go while several objects are read at once.
pub(super) type Sink = RefCell<Vec<Finding>>;

/// An object of a manifest that is being read.
pub(super) struct Fields<'a> {
    map: &'a Map<String, Value>,
    /// Its path in the manifest; empty at the top.
    at: String,
    sink: &'a Sink,
    /// Fields that something asked for.
    known: RefCell<Vec<&'static str>>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(map: &'a Map<String, Value>, at: impl Into<String>, sink: &'a Sink) -> Self {
        Self { map, at: at.into(), sink, known: RefCell::default() }
    }

    pub(super) fn say(&self, finding: Finding) {
        self.sink.borrow_mut().push(finding);
    }

    /// The path of a field in the manifest.
    pub(super) fn place(&self, key: &str) -> String {
        if self.at.is_empty() { key.to_owned() } else { format!("{}.{key}", self.at) }
    }

    /// A field that is there and not null.
    pub(super) fn get(&self, key: &'static str) -> Option<&'a Value> {
        self.known.borrow_mut().push(key);
        self.map.get(key).filter(|value| !value.is_null())
    }

    pub(super) fn missing(&self, key: &str) {
        self.say(texts::FIELD_MISSING.error(self.place(key)).with("field", self.place(key)));
    }

    /// Says that a field has another type: an error, or a warning that it is left out.
    pub(super) fn wrong(&self, key: &str, want: &str, level: Level) {
        let rule = if level == Level::Error { &texts::FIELD_TYPE } else { &texts::FIELD_TYPE_IGNORED };
        self.say(rule.at(level, self.place(key)).with("field", self.place(key)).with("want", want));
    }

    /// A text that must be there and say something.
    pub(super) fn required(&self, key: &'static str, most: usize) -> Option<String> {
        match self.get(key) {
            None => self.missing(key),
            Some(Value::String(text)) if text.trim().is_empty() => {
                self.say(texts::FIELD_EMPTY.error(self.place(key)).with("field", self.place(key)));
            }
            Some(Value::String(text)) => return self.fitting(key, text, most),
            Some(_) => self.wrong(key, "string", Level::Error),
        }
        None
    }

    /// A text that may be absent.
    pub(super) fn text(&self, key: &'static str, most: usize) -> Option<String> {
        match self.get(key)? {
            Value::String(text) => self.fitting(key, text, most),
            _ => {
                self.wrong(key, "string", Level::Warning);
                None
            }
        }
    }

    fn fitting(&self, key: &str, text: &str, most: usize) -> Option<String> {
        let bad = |c: char| (c.is_control() && c != '\n') || (is_invisible(c) && c != '\u{200d}');
        if text.chars().count() > most || text.chars().any(bad) {
            let finding = texts::FIELD_TEXT.error(self.place(key)).with("field", self.place(key));
            self.say(finding.with("most", most));
            return None;
        }
        Some(text.trim().to_owned())
    }

    pub(super) fn boolean(&self, key: &'static str) -> Option<bool> {
        let value = self.get(key)?;
        if !value.is_boolean() {
            self.wrong(key, "boolean", Level::Warning);
        }
        value.as_bool()
    }

    pub(super) fn number(&self, key: &'static str) -> Option<Number> {
        match self.get(key)? {
            Value::Number(number) => Some(number.clone()),
            _ => {
                self.wrong(key, "number", Level::Warning);
                None
            }
        }
    }

    /// A list of texts. A wrong type is of the given level: left out, or refused where leaving it out would
    /// show or allow more than the author meant.
    pub(super) fn texts(&self, key: &'static str, most: usize, level: Level) -> Option<Vec<String>> {
        let want = "string[]";
        let Value::Array(values) = self.get(key)? else {
            self.wrong(key, want, level);
            return None;
        };
        if values.len() > most {
            self.too_many(key, most);
            return None;
        }
        let mut found = Vec::new();
        for value in values {
            match value.as_str() {
                Some(text) if text.len() <= 256 && !text.chars().any(char::is_control) => {
                    found.push(text.to_owned());
                }
                _ => self.wrong(key, want, level),
            }
        }
        Some(found)
    }

    pub(super) fn too_many(&self, key: &str, most: usize) {
        let finding = texts::TOO_MANY_ENTRIES.error(self.place(key)).with("field", self.place(key));
        self.say(finding.with("most", most));
    }

    /// An object; any other type is refused, because leaving it out would install half a package.
    pub(super) fn object(&self, key: &'static str) -> Option<Fields<'a>> {
        match self.get(key)? {
            Value::Object(map) => Some(Fields::new(map, self.place(key), self.sink)),
            _ => {
                self.wrong(key, "object", Level::Error);
                None
            }
        }
    }

    /// An object of this one whose type the caller has judged.
    pub(super) fn nested(&self, map: &'a Map<String, Value>, key: &str) -> Fields<'a> {
        Fields::new(map, self.place(key), self.sink)
    }

    /// Whether the object has no fields.
    pub(super) fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// A list of objects; any other type is refused.
    pub(super) fn objects(&self, key: &'static str, most: usize) -> Vec<Fields<'a>> {
        let Some(value) = self.get(key) else { return Vec::new() };
        let Value::Array(values) = value else {
            self.wrong(key, "object[]", Level::Error);
            return Vec::new();
        };
        if values.len() > most {
            self.too_many(key, most);
            return Vec::new();
        }
        let mut found = Vec::new();
        for (index, value) in values.iter().enumerate() {
            let at = format!("{}[{index}]", self.place(key));
            match value {
                Value::Object(map) => found.push(Fields::new(map, at, self.sink)),
                _ => self.say(texts::FIELD_TYPE.error(&at).with("field", &at).with("want", "object")),
            }
        }
        found
    }

    /// A path inside of the package, with or without `./` before it.
    pub(super) fn path(&self, key: &'static str, required: bool) -> Option<String> {
        let value = match self.get(key) {
            None if required => {
                self.missing(key);
                return None;
            }
            value => value?,
        };
        let Value::String(text) = value else {
            self.wrong(key, "string", Level::Error);
            return None;
        };
        let path = text.strip_prefix("./").unwrap_or(text);
        if let Err(fault) = check_path(path) {
            let (zh, en) = fault.why();
            let finding = texts::MANIFEST_PATH.error(self.place(key)).with("path", text);
            self.say(finding.with("why_zh", zh).with("why_en", en));
            return None;
        }
        Some(path.to_owned())
    }

    /// Warns of fields that nothing asked for: misspelt, or of another version.
    pub(super) fn warn_unknown(&self) {
        let known = self.known.borrow();
        for key in self.map.keys().filter(|key| !known.contains(&key.as_str())) {
            self.say(texts::UNKNOWN_FIELD.warning(self.place(key)).with("field", self.place(key)));
        }
    }
}
