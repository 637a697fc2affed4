//! Where back ends are mounted, and where they may not be.

use std::sync::{Arc, OnceLock};

use kernel::{App, Feature, planned};

use crate::installed::{Installed, InstalledPackage};

/// The beginnings of the paths of all features, found when they are first asked for.
#[derive(Default)]
pub(crate) struct BuiltInPaths(OnceLock<Vec<String>>);

impl BuiltInPaths {
    pub(crate) fn all(&self, app: &App) -> Vec<String> {
        self.0.get_or_init(|| reserved_mounts(&app.features)).clone()
    }
}

/// Where no back end may be mounted beside these features: `/api/<first part>` of each of their paths, and of those
/// that are to come.
#[must_use]
pub fn reserved_mounts(features: &[Feature]) -> Vec<String> {
    let paths = features.iter().flat_map(|feature| (feature.router)().paths().to_vec());
    let own = paths.filter_map(|path| first_part(&path).map(str::to_owned));
    let mut all: Vec<String> = own.chain(planned::all(|planned| planned.paths).map(str::to_owned)).collect();
    all.sort();
    all.dedup();
    all
}

/// `/api/chat` of `/api/chat/rooms/{id}`; none of what is no path of the API.
fn first_part(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("/api/")?;
    let end = rest.find('/').unwrap_or(rest.len());
    (end > 0 && !rest.starts_with('{')).then(|| &path[.."/api/".len() + end])
}

/// The package whose back end is mounted above a path, the longest mount first, and the path below the mount.
pub(super) fn find<'a>(app: &App, path: &'a str) -> Option<(Arc<InstalledPackage>, &'a str)> {
    let installed = app.state::<Installed>().all();
    let mounted = installed.values().filter_map(|package| {
        let mount = &package.manifest.backend()?.mount_path;
        let rest =
            path.strip_prefix(mount.as_str()).filter(|rest| rest.is_empty() || rest.starts_with('/'))?;
        Some((mount.len(), package, rest))
    });
    mounted.max_by_key(|(length, ..)| *length).map(|(_, package, rest)| (package.clone(), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_reserves_the_first_part_of_its_paths() {
        assert_eq!(first_part("/api/chat/rooms/{id}"), Some("/api/chat"));
        assert_eq!(first_part("/api/level"), Some("/api/level"));
        for none in ["/api/{*path}", "/resources/x", "/api", "/api/"] {
            assert_eq!(first_part(none), None, "{none}");
        }
    }
}
