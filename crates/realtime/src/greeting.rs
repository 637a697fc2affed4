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
        self.0.reserve(name.len() + json.len() + 4);
        if !self.0.is_empty() {
            self.0.push(',');
        }
        self.0.push('"');
        self.0.push_str(name);
        self.0.push_str("\":");
        self.0.push_str(json);
    }

    /// Adds the fields of another object.
    pub fn extend(&mut self, other: &Self) {
        if !self.0.is_empty() && !other.0.is_empty() {
            self.0.push(',');
        }
        self.0.push_str(&other.0);
    }

    /// The object, with these fields alone.
    #[must_use]
    pub fn into_object(self) -> String {
        format!("{{{}}}", self.0)
    }
}

/// What every feature tells a member first.
///
/// # Errors
/// When the database is away.
pub async fn greeting(app: &App, facts: &Arc<UserFacts>, is_resumed: bool) -> Result<Fields> {
    let mut fields = Fields::default();
    for Greeting(build) in feature::provided::<Greeting>(&app.features) {
        fields.extend(&build(app, facts, is_resumed).await?);
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_several_features_are_one_object() {
        let (mut all, mut more) = (Fields::default(), Fields::default());
        all.extend(&Fields::default());
        all.add("seq", &7).unwrap();
        more.add("users", &["甲"]).unwrap();
        more.add_json("groups", "[]");
        all.extend(&more);
        assert_eq!(all.into_object(), r#"{"seq":7,"users":["甲"],"groups":[]}"#);
    }
}
