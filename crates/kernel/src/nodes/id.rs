//! The name of a node.

use serde::{Deserialize, Serialize};

use crate::random::Random;

/// One process, from its start to its end; sixteen hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct NodeId(pub(super) u64);

impl NodeId {
    pub(super) fn new() -> Self {
        // Not the app's own randomness: two starts differ, even where tests seed it.
        Self(u64::from_be_bytes(Random::system().bytes()))
    }
}

impl std::fmt::Display for NodeId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl std::fmt::Debug for NodeId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

/// The text is no name of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a node's name has sixteen hexadecimal digits")]
pub struct NotANodeId;

impl std::str::FromStr for NodeId {
    type Err = NotANodeId;

    fn from_str(raw: &str) -> Result<Self, Self::Err> {
        let digits = raw.len() == 16 && raw.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let number = digits.then(|| u64::from_str_radix(raw, 16).ok()).flatten();
        number.map(Self).ok_or(NotANodeId)
    }
}

impl TryFrom<String> for NodeId {
    type Error = NotANodeId;

    fn try_from(raw: String) -> Result<Self, Self::Error> {
        raw.parse()
    }
}

impl From<NodeId> for String {
    fn from(id: NodeId) -> Self {
        id.to_string()
    }
}
