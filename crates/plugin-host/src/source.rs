//! The files of a back end.

use std::collections::BTreeMap;

/// What runs: the files of one installed package.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The package's name.
    pub name: String,
    /// The path of the module whose export is the router, `backend/routes.js`.
    pub entry: String,
    /// Paths in the package, with `/`, and contents. The back end reads these and no other files.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The settings that the manifest declares, with the values of this portal. They are `process.env` of the back
    /// end and part of its `config`; a change needs a new isolate.
    pub settings: BTreeMap<String, String>,
    /// SQL that runs before the files at every start, for back ends whose tables a server used to make for them. It
    /// is under the same rules as theirs. Empty for all others.
    pub schema: String,
    /// Local time: from which moment, in milliseconds since 1970 began in UTC, it is how many minutes ahead of UTC. The
    /// moments ascend. Before the first of them its offset holds already; without any, local time is UTC.
    pub offsets: Vec<(i64, i32)>,
}

impl Source {
    /// A file by its path with or without `./` at the beginning.
    pub fn file(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path.trim_start_matches("./")).map(Vec::as_slice)
    }
}

/// A back end that does not start, with a text for its author.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct StartError(pub String);
