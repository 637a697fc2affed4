//! Pages of a list: `?page=2&limit=50`.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{Object, Required};

use super::Query;
use crate::app::App;
use crate::error::{ApiError, Result};

/// The page of a list that a caller asks for, within its bounds: `DEFAULT` items unless the caller says otherwise, and
/// at most `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paging<const DEFAULT: u32, const MAX: u32> {
    /// The number of the page, from 1.
    pub page: u32,
    /// The largest number of items on the page.
    pub limit: u32,
}

#[derive(Deserialize)]
struct Asked {
    page: Option<u32>,
    limit: Option<u32>,
}

impl<const DEFAULT: u32, const MAX: u32> Paging<DEFAULT, MAX> {
    /// The number of items on the pages before.
    #[must_use]
    pub fn offset(self) -> i64 {
        (i64::from(self.page) - 1).saturating_mul(i64::from(self.limit))
    }

    /// The items of this page, of a list that is in memory.
    pub fn of<T>(self, items: impl IntoIterator<Item = T>) -> Vec<T> {
        let offset = usize::try_from(self.offset()).unwrap_or(usize::MAX);
        items.into_iter().skip(offset).take(self.limit as usize).collect()
    }
}

impl<const DEFAULT: u32, const MAX: u32> FromRequestParts<App> for Paging<DEFAULT, MAX> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let Query(Asked { page, limit }) = Query::from_request_parts(parts, app).await?;
        Ok(Self { page: page.unwrap_or(1).max(1), limit: limit.unwrap_or(DEFAULT).clamp(1, MAX) })
    }
}

impl<const DEFAULT: u32, const MAX: u32> IntoParams for Paging<DEFAULT, MAX> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let number = || {
            ObjectBuilder::new()
                .schema_type(Type::Integer)
                .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
                .minimum(Some(1))
        };
        let limit = format!("The number of items on a page: 1–{MAX}, default {DEFAULT}.");
        vec![
            parameter("page", "The number of the page, from 1.", number().build()),
            parameter("limit", &limit, number().maximum(Some(MAX)).build()),
        ]
    }
}

fn parameter(name: &str, description: &str, schema: Object) -> Parameter {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Query)
        .required(Required::False)
        .description(Some(description))
        .schema(Some(schema))
        .build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_the_items_after_those_of_the_pages_before() {
        let page = |page, limit| Paging::<20, 100> { page, limit }.of(1..=7);
        assert_eq!(page(1, 3), [1, 2, 3]);
        assert_eq!(page(3, 3), [7]);
        assert!(page(4, 3).is_empty() && page(u32::MAX, u32::MAX).is_empty());
    }
}
