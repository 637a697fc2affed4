//! One message between nodes: its seal, then JSON.

use ring::hmac;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::NodeId;
use crate::config::Secret;
use crate::ephemeral::{MAX_DATA, Signal};
use crate::events::Audience;

/// Sets this use of JWT_SECRET apart from any other.
const PURPOSE: &[u8] = b"classportal between nodes v1";
/// Bytes of the seal in front.
const SEAL: usize = 32;
/// The longest message: a signal's data, escaped at worst, and what stands around it.
const MAX: usize = 2 * MAX_DATA;

/// What a node says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Message {
    /// Who says it.
    pub node: NodeId,
    /// The how-manieth of that node; grows.
    pub number: u64,
    /// What.
    pub what: Content,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Content {
    /// I am here.
    Here,
    /// I stop.
    Leaving,
    /// The log has grown at least to this number.
    Wake(i64),
    /// Something that is not stored.
    Signal {
        /// `<feature>.<what>`.
        kind: String,
        /// As [`Audience::to_key`].
        audience: String,
        /// Ids and small facts.
        data: Value,
    },
}

impl Content {
    pub(super) fn signal(signal: &Signal) -> Self {
        let (kind, audience) = (signal.kind.clone(), signal.audience.to_key());
        Self::Signal { kind, audience, data: signal.data.clone() }
    }
}

/// Why a message is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// Longer than anything a node says, or not sealed with our key.
    Strange,
    /// Ours, and not understood: a node of another version.
    Unknown,
}

/// Seals and opens.
pub(super) struct Seal(hmac::Key);

impl Seal {
    pub(super) fn new(secret: &Secret<String>) -> Self {
        let secret = hmac::Key::new(hmac::HMAC_SHA256, secret.expose().as_bytes());
        let own = hmac::sign(&secret, PURPOSE);
        Self(hmac::Key::new(hmac::HMAC_SHA256, own.as_ref()))
    }

    pub(super) fn close(&self, message: &Message) -> Vec<u8> {
        // Cannot fail: there is no map with odd keys in it.
        let text = serde_json::to_vec(message).unwrap_or_default();
        let seal = hmac::sign(&self.0, &text);
        [seal.as_ref(), &text].concat()
    }

    pub(super) fn open(&self, bytes: &[u8]) -> Result<Message, Refused> {
        if bytes.len() > MAX {
            return Err(Refused::Strange);
        }
        let (seal, text) = bytes.split_at_checked(SEAL).ok_or(Refused::Strange)?;
        hmac::verify(&self.0, text, seal).map_err(|_| Refused::Strange)?;
        serde_json::from_slice(text).map_err(|_| Refused::Unknown)
    }
}

/// What arrived as a signal of another node; `None` when its audience is nobody we know.
pub(super) fn signal(node: NodeId, kind: String, audience: &str, data: Value) -> Option<Signal> {
    Audience::parse(audience).map(|audience| Signal { node, kind, audience, data })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn seal(secret: &str) -> Seal {
        Seal::new(&Secret::new(secret.to_owned()))
    }

    fn message(what: Content) -> Message {
        Message { node: NodeId(0xa1), number: 7, what }
    }

    fn typing() -> Content {
        Content::Signal {
            kind: "chat.typing".into(),
            audience: "class:01".into(),
            data: json!({ "on": true }),
        }
    }

    #[test]
    fn what_was_closed_opens_with_the_same_secret_alone() {
        let ours = seal("ours");
        for what in [Content::Here, Content::Leaving, Content::Wake(i64::MAX), typing()] {
            let bytes = ours.close(&message(what.clone()));
            assert_eq!(ours.open(&bytes), Ok(message(what)));
            assert_eq!(seal("theirs").open(&bytes), Err(Refused::Strange));
        }
    }

    #[test]
    fn a_changed_cut_or_endless_message_is_strange() {
        let ours = seal("ours");
        let bytes = ours.close(&message(typing()));
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert_eq!(ours.open(&changed), Err(Refused::Strange), "{at}");
            assert_eq!(ours.open(&bytes[..at]), Err(Refused::Strange), "{at}");
        }
        let data = json!("x".repeat(MAX));
        let long =
            ours.close(&message(Content::Signal { kind: String::new(), audience: "all".into(), data }));
        assert_eq!(ours.open(&long), Err(Refused::Strange));
    }

    #[test]
    fn the_longest_signal_fits() {
        let ours = seal("ours");
        // What the channel measures is what travels, escapes and all.
        let data = json!("\"".repeat((MAX_DATA - 2) / 2));
        assert_eq!(data.to_string().len(), MAX_DATA);
        let audience = Audience::Group("0198f2b4-3c1d-7e55-8a11-1b2c3d4e5f60".into()).to_key();
        let what = Content::Signal { kind: "chat.typing".into(), audience, data };
        let bytes = ours.close(&message(what.clone()));
        assert_eq!(ours.open(&bytes), Ok(message(what)));
    }

    #[test]
    fn what_a_newer_node_says_is_unknown() {
        let ours = seal("ours");
        for text in [
            r#"{"node":"00000000000000a1","number":1,"what":{"vote":3}}"#,
            r#"{"node":"A1","number":1,"what":"here"}"#,
            r#"{"node":"00000000000000a1","number":-1,"what":"here"}"#,
            "[]",
            "",
        ] {
            let bytes = [hmac::sign(&ours.0, text.as_bytes()).as_ref(), text.as_bytes()].concat();
            assert_eq!(ours.open(&bytes), Err(Refused::Unknown), "{text}");
        }
        let deep = "[".repeat(MAX - SEAL);
        let bytes = [hmac::sign(&ours.0, deep.as_bytes()).as_ref(), deep.as_bytes()].concat();
        assert_eq!(ours.open(&bytes), Err(Refused::Unknown));
        assert_eq!(signal(NodeId(1), "x".into(), "everyone", Value::Null), None);
    }

    proptest! {
        #[test]
        fn bytes_by_chance_never_open_and_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            prop_assert_eq!(seal("ours").open(&bytes), Err(Refused::Strange));
        }

        #[test]
        fn text_by_chance_under_our_seal_never_panics(text in ".{0,200}") {
            let ours = seal("ours");
            let bytes = [hmac::sign(&ours.0, text.as_bytes()).as_ref(), text.as_bytes()].concat();
            prop_assert_eq!(ours.open(&bytes), Err(Refused::Unknown));
        }
    }
}
