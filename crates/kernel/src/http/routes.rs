//! The routes of a feature, and what the API document says of them. That is half of the work of a start, so it
//! is made only when somebody asks for the document.

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use axum::routing::MethodRouter;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use super::context::Context;
use crate::app::App;

/// The routes of a feature.
pub struct Routes {
    router: Router<App>,
    paths: Vec<String>,
    described: Vec<fn() -> UtoipaMethodRouter<App>>,
}

/// The handlers of one path, each with another method; [`crate::routes!`] makes it.
pub struct Handlers {
    /// The path and the handler of each method.
    pub methods: Vec<(String, MethodRouter<App>)>,
    /// What the handlers say of themselves.
    pub describe: fn() -> UtoipaMethodRouter<App>,
}

impl Routes {
    /// No routes.
    #[must_use]
    pub fn new() -> Self {
        Self { router: Router::new(), paths: Vec::new(), described: Vec::new() }
    }

    /// With the handlers of a further path.
    #[must_use]
    pub fn routes(mut self, handlers: Handlers) -> Self {
        self.paths.extend(handlers.methods.iter().map(|(path, _)| path.clone()));
        let methods = handlers.methods.into_iter();
        self.router = methods.fold(self.router, |all, (path, method)| all.route(&path, method));
        self.described.push(handlers.describe);
        self
    }

    /// With routes that the document does not show.
    #[must_use]
    pub fn undocumented(mut self, router: Router<App>) -> Self {
        self.router = self.router.merge(router);
        self
    }

    /// With all routes of another part of the feature.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.router = self.router.merge(other.router);
        self.paths.extend(other.paths);
        self.described.extend(other.described);
        self
    }

    /// The same, where the log names no member beside a request to the routes that were added before: for a feature
    /// whose requests would tell who wrote something that has no name.
    #[must_use]
    pub fn without_user_in_log(mut self) -> Self {
        self.router = self.router.layer(axum::middleware::map_request(async |request: Request<Body>| {
            if let Some(context) = request.extensions().get::<Context>() {
                context.note(|notes| notes.hides_user = true);
            }
            request
        }));
        self
    }

    /// The paths that the document shows.
    #[must_use]
    pub fn paths(&self) -> &[String] {
        &self.paths
    }

    /// The document of these routes.
    #[must_use]
    pub fn document(&self) -> OpenApi {
        let described = self.described.iter();
        described.fold(OpenApiRouter::new(), |all, describe| all.routes(describe())).into_openapi()
    }
}

impl Default for Routes {
    fn default() -> Self {
        Self::new()
    }
}

/// Routes that the document does not show.
impl From<Router<App>> for Routes {
    fn from(router: Router<App>) -> Self {
        Self { router, paths: Vec::new(), described: Vec::new() }
    }
}

impl From<Routes> for Router<App> {
    fn from(routes: Routes) -> Self {
        routes.router
    }
}

/// The handlers of one path, each a function with `#[utoipa::path]`. Path and method come from rules within
/// `utoipa_axum::routes!`: as a whole it would make the description at once.
#[macro_export]
macro_rules! routes {
    ($($first:ident $(:: $rest:ident)*),+ $(,)?) => {{
        use utoipa_axum::PathItemExt;
        $crate::http::Handlers {
            methods: vec![$({
                let methods = utoipa_axum::routes!(@path [methods()] of $first $(:: $rest)*);
                let on = |router: axum::routing::MethodRouter<$crate::App>, method: utoipa::openapi::HttpMethod| {
                    router.on(method.to_method_filter(), $first $(:: $rest)*)
                };
                (
                    utoipa_axum::routes!(@path [path()] of $first $(:: $rest)*),
                    methods.into_iter().fold(axum::routing::MethodRouter::new(), on),
                )
            }),+],
            describe: || utoipa_axum::routes!($($first $(:: $rest)*),+),
        }
    }};
}
