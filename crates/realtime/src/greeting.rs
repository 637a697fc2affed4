//! What a client is told first, by the features that have something to tell.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::user::UserFacts;
use kernel::{ApiError, App, Result, feature};
use serde::Serialize;

/// Fields that a feature adds to the first frame of a socket (`connected`), which [`kernel::Feature::provides`]
/// registers. The function is given the member, and whether the client goes on where it stood before.
pub struct Greeting(pub for<'a> fn(&'a App, &'a Arc<UserFacts>, bool) -> BoxFuture<'a, Result<Fields>>);

/// Fields of a JSON object, as text: `"name":value,"other":value`.
#[derive(Debug, Default)]
pub struct Fields(String);

impl Fields {
    /// Adds a field.
    ///
    /// # Errors
    /// When the value cannot be JSON, which is a mistake of ours.
    pub fn add(&mut self, name: &'static str, value: &impl Serialize) -> Result<()> {
        let json = serde_json::to_string(value).map_err(ApiError::internal)?;
        self.add_json(name, &json);
        Ok(())
    }

    /// Adds a field whose value is JSON already.
    pub fn add_json(&mut self, name: &'static str, json: &str) {
        self.begin(name, json.len());
        self.0.push_str(json);
    }

    /// Adds a field whose value is a list of what is JSON already.
    pub fn add_list(&mut self, name: &'static str, items: &[impl AsRef<str>]) {
        self.begin(name, items.iter().map(|item| item.as_ref().len() + 1).sum());
        self.0.push('[');
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.0.push(',');
            }
            self.0.push_str(item.as_ref());
        }
        self.0.push(']');
    }

    fn begin(&mut self, name: &'static str, length: usize) {
        self.0.reserve(name.len() + length + 6);
        if !self.0.is_empty() {
            self.0.push(',');
        }
        self.0.push('"');
        self.0.push_str(name);
        self.0.push_str("\":");
    }

    /// Adds the fields of another object.
    pub fn extend(&mut self, other: Self) {
        if self.0.is_empty() {
            *self = other;
        } else if !other.0.is_empty() {
            self.0.push(',');
            self.0.push_str(&other.0);
        }
    }

    /// The object with these fields alone, in pieces: a greeting is long, and whoever sends it copies it anyway.
    #[must_use]
    pub fn object(&self) -> [&str; 3] {
        ["{", &self.0, "}"]
    }
}

/// What every feature tells a member first.
///
/// # Errors
/// When the database is away.
pub async fn greeting(app: &App, facts: &Arc<UserFacts>, is_resumed: bool) -> Result<Fields> {
    let mut fields = Fields::default();
    for Greeting(build) in feature::provided::<Greeting>(&app.features) {
        fields.extend(build(app, facts, is_resumed).await?);
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_several_features_are_one_object() {
        let (mut all, mut more) = (Fields::default(), Fields::default());
        all.extend(Fields::default());
        all.add("seq", &7).unwrap();
        more.add("users", &["甲"]).unwrap();
        more.add_json("status", "null");
        more.add_list("groups", &["1", "2"]);
        more.add_list("rooms", &[""; 0]);
        all.extend(more);
        let object = r#"{"seq":7,"users":["甲"],"status":null,"groups":[1,2],"rooms":[]}"#;
        assert_eq!(all.object().concat(), object);
    }
}
