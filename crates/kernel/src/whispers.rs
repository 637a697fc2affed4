//! What is said in passing: who writes, who is there. In memory alone, to whoever is connected now;
//! never in the event log, never replayed, and no loss when it is lost.
//!
//! The one seam for it: whoever has something to say calls [`Whispers::say`], whoever carries it to
//! clients, or to other nodes, takes [`Whispers::listen`]. What came from another node is passed on
//! with [`Whispers::pass_on`], so that it is not sent back there.

use std::sync::Arc;

use tokio::sync::broadcast;

use crate::events::Audience;
use crate::user::UserId;

/// Whispers that a listener may be behind; it misses what is older.
const KEPT: usize = 1024;

/// One whisper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whisper {
    /// Who may hear it.
    pub audience: Audience,
    /// But for this one: nobody is told that they themselves write.
    pub but: Option<UserId>,
    /// A JSON object with a `type`, as clients get it.
    pub json: Box<str>,
    /// Whether another node said it.
    pub is_foreign: bool,
}

/// The whispers of this node.
#[derive(Clone)]
pub struct Whispers(broadcast::Sender<Arc<Whisper>>);

impl Default for Whispers {
    fn default() -> Self {
        Self(broadcast::Sender::new(KEPT))
    }
}

impl Whispers {
    /// Says something, here and on other nodes.
    pub fn say(&self, audience: Audience, but: Option<UserId>, frame: &serde_json::Value) {
        let json = frame.to_string().into();
        self.send(Whisper { audience, but, json, is_foreign: false });
    }

    /// Says here what another node said.
    pub fn pass_on(&self, whisper: Whisper) {
        self.send(Whisper { is_foreign: true, ..whisper });
    }

    fn send(&self, whisper: Whisper) {
        // Fails when nobody listens, and then nobody is there to hear it.
        let _ = self.0.send(Arc::new(whisper));
    }

    /// Hears everything from now on.
    #[must_use]
    pub fn listen(&self) -> broadcast::Receiver<Arc<Whisper>> {
        self.0.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whisper_reaches_those_who_listen_and_what_is_passed_on_is_known_as_such() {
        let whispers = Whispers::default();
        whispers.say(Audience::All, None, &serde_json::json!({ "type": "unheard" }));
        let mut listener = whispers.listen();
        whispers.say(Audience::All, UserId::parse("240111"), &serde_json::json!({ "type": "user_typing" }));
        let heard = listener.try_recv().unwrap();
        assert_eq!((&*heard.json, heard.is_foreign), (r#"{"type":"user_typing"}"#, false));
        whispers.pass_on((*heard).clone());
        assert!(listener.try_recv().unwrap().is_foreign);
        assert!(listener.try_recv().is_err());
    }
}
