//! CDN: fonts, pictures, styles and libraries of public hosts, fetched once and served from here.
//!
//! Owns the paths `/api/cdn/*` and the folder `cdn-cache` in the data folder. It has no table: a
//! body lies there under the SHA-256 of its full address, beside metadata that says how to check it,
//! and both are judged again each time they are read.
//!
//! What may be reached is egress's business; what may be handed on is decided here: no page, no
//! drawing that could run a script, and a script only to be read, unless the operator listed it.

mod address;
mod cache;
mod events;
mod fetch;
mod kind;
mod lifetime;
mod response;
mod routes;
#[cfg(test)]
mod tests;
mod texts;

use kernel::config::{Config, Variable};
use kernel::egress::Rules;
use kernel::{Feature, Routes, routes};
use tokio::sync::Semaphore;

pub use events::CdnEvent;

/// Hosts that the proxy serves beside its own list.
static CDN_WHITELIST: Variable<String> =
    Variable::new("CDN_WHITELIST", "", "further hosts of the CDN proxy, comma-separated");
/// Disk space of the cache, in MiB.
static CDN_CACHE_MIB: Variable<u32> =
    Variable::new("CDN_CACHE_MIB", "1024", "disk space of the CDN proxy's cache, in MiB");
/// Addresses whose scripts may run.
static CDN_SCRIPTS: Variable<String> = Variable::new(
    "CDN_SCRIPTS",
    "",
    "beginnings of addresses whose scripts may run here, like https://cdn.jsdelivr.net/npm/katex@0.16.11/",
);

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "cdn",
    router,
    actions: texts::ACTIONS,
    variables: &[&CDN_WHITELIST, &CDN_CACHE_MIB, &CDN_SCRIPTS],
    state: |state, config| state.insert(Cdn::new(config)),
    on_event: Some(routes::follow),
    ..Feature::EMPTY
};

fn router() -> Routes {
    Routes::new().routes(routes!(routes::proxy)).routes(routes!(routes::clear_cache))
}

/// Fetches at once; more are told to come again.
const FETCHES: usize = 64;

/// What the feature holds in memory.
struct Cdn {
    rules: Rules,
    /// Addresses whose scripts may run, by their beginning.
    scripts: Vec<String>,
    cache: cache::DiskCache,
    fetches: fetch::Fetches,
    slots: Semaphore,
}

impl Cdn {
    fn new(config: &Config) -> Self {
        let list = |variable: &Variable<String>| {
            let entries = variable.of(config).split(',').map(str::trim);
            entries.filter(|entry| !entry.is_empty()).map(ToOwned::to_owned).collect::<Vec<_>>()
        };
        Self {
            rules: address::rules(&list(&CDN_WHITELIST)),
            scripts: list(&CDN_SCRIPTS),
            cache: cache::DiskCache::new(
                config.data_dir.join("cdn-cache"),
                u64::from(*CDN_CACHE_MIB.of(config)) << 20,
            ),
            fetches: fetch::Fetches::default(),
            slots: Semaphore::new(FETCHES),
        }
    }
}
