//! What several reads in one request need of the kernel.

/// The path that reads several others. Its handler finds the [`super::HttpApp`] in the extensions of the request: the
/// application state cannot hold it, because it holds the state.
pub const BATCH_PATH: &str = "/api/batch";

/// A path, without parameters in it, that can be read in a batch. A feature names it in `Feature::provides` where a
/// desktop asks for it at its start, the answer is small JSON, and no limit but the member's own counts it: reads of a
/// batch draw from none.
#[derive(Clone, Copy, Debug)]
pub struct BatchRead(pub &'static str);
