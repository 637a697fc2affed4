//! What a client is told first, by the features that have something to tell.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::frames::Schemas;
use kernel::user::UserFacts;
use kernel::{ApiError, App, Result, feature};
use serde::Serialize;
use serde_json::Value;

/// Fields that a feature adds to the first frame of a socket (`connected`), which [`kernel::Feature::provides`]
/// registers.
pub struct Greeting {
    /// Builds them for a member, who may go on where the client stood before.
    pub build: for<'a> fn(&'a App, &'a Arc<UserFacts>, bool) -> BoxFuture<'a, Result<Fields>>,
    /// Their schema, for the document of frames.
    pub schema: fn() -> Schemas,
    /// An example of them, for the same.
    pub example: fn() -> Value,
}

/// Fields of a JSON object, as the text of the object. A greeting is long: it is copied as rarely as can be.
#[derive(Debug)]
pub struct Fields(String);

impl Default for Fields {
    fn default() -> Self {
        Self("{}".to_owned())
    }
}

impl Fields {
    /// The fields of an object.
    ///
    /// # Errors
    /// When the value is no JSON object, which is a mistake of ours.
    pub fn of(value: &impl Serialize) -> Result<Self> {
        let json = serde_json::to_string(value).map_err(ApiError::internal)?;
        if !json.starts_with('{') {
            return Err(ApiError::internal("no JSON object"));
        }
        Ok(Self(json))
    }

    /// Adds the fields of another object.
    pub fn extend(&mut self, other: Self) {
        if self.0 == "{}" {
            *self = other;
        } else if other.0 != "{}" {
            self.0.pop();
            self.0.push(',');
            self.0.push_str(&other.0[1..]);
        }
    }

    /// The object with these fields alone.
    #[must_use]
    pub fn object(&self) -> &str {
        &self.0
    }
}

/// What every feature tells a member first.
///
/// # Errors
/// When the database is away.
pub async fn greeting(app: &App, facts: &Arc<UserFacts>, is_resumed: bool) -> Result<Fields> {
    let mut fields = Fields::default();
    for greeting in feature::provided::<Greeting>(&app.features) {
        fields.extend((greeting.build)(app, facts, is_resumed).await?);
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_of_several_features_are_one_object() {
        let mut all = Fields::default();
        all.extend(Fields::of(&json!({})).unwrap());
        all.extend(Fields::of(&json!({ "seq": 7 })).unwrap());
        all.extend(Fields::of(&json!({})).unwrap());
        all.extend(Fields::of(&json!({ "users": ["甲"], "groups": [] })).unwrap());
        assert!(Fields::of(&json!([7])).is_err());
        assert_eq!(all.object(), r#"{"seq":7,"users":["甲"],"groups":[]}"#);
    }
}
