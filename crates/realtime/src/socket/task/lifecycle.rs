//! How a socket ends: the closing handshake (RFC 6455, section 7) as a state and a pure function. The socket moves
//! bytes; what the end of one side means is decided here alone.

use bytes::Bytes;

/// How far the end of a socket has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Both sides send.
    Open,
    /// The client has sent its close frame, whose answer is `reply`, or has ended its half without one; then `reply`
    /// is empty. The commands that it sent before are handled first.
    PeerClosed {
        /// The close frame that answers the client's.
        reply: Bytes,
    },
    /// The portal has queued its close frame and waits for the client's.
    Closing,
    /// The same, but what the client sends cannot be read any more. When the close frame has been sent, the portal
    /// ends its half of the connection, so that the client ends its own.
    ClosingUnreadable,
    /// The portal has ended its half and waits for the client's end.
    HalfEnded,
    /// Both sides have closed; the connection ends when everything is sent.
    Draining,
    /// The connection ends now.
    Over,
}

/// The state of a socket's connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lifecycle {
    pub(super) phase: Phase,
    /// Whether the connection takes bytes. When it does not, what the client sent before may still be here unread.
    pub(super) can_write: bool,
}

/// What happens to a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Input {
    /// The client's close frame, with the frame that answers it.
    PeerClose(Bytes),
    /// The client ended its half, or nothing can be read from the connection any more.
    PeerEnd,
    /// The client broke the protocol; this close frame says how.
    ProtocolError(Bytes),
    /// The portal ends the session, with this close frame.
    Close(Bytes),
    /// Every command that the client sent has been handled.
    Idle,
    /// Everything has been sent.
    Flushed,
    /// The connection does not take bytes any more.
    WriteFailed,
    /// The connection ends without waiting for anything.
    Terminate,
}

/// What the socket has to do after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Output {
    /// Queue this frame.
    Send(Bytes),
    /// Forget the session, the command in hand and the commands that wait; give the client a time to agree.
    EndSession,
    /// End this side's half of the connection.
    EndHalf,
}

impl Lifecycle {
    pub(super) const OPEN: Self = Self { phase: Phase::Open, can_write: true };

    /// Whether the portal has sent or queued a close frame: no command is handled any more.
    pub(super) fn is_closing(&self) -> bool {
        !matches!(self.phase, Phase::Open | Phase::PeerClosed { .. })
    }

    /// Whether the client may still send commands.
    pub(super) fn is_open(&self) -> bool {
        self.phase == Phase::Open
    }

    /// Whether the connection ends now.
    pub(super) fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// Whether bytes that arrive are parsed.
    pub(super) fn parses(&self) -> bool {
        matches!(self.phase, Phase::Open | Phase::Closing)
    }

    /// Whether the connection is read; `has_room` tells whether more commands may wait.
    pub(super) fn reads(&self, has_room: bool) -> bool {
        match self.phase {
            Phase::Open => has_room,
            Phase::Closing | Phase::ClosingUnreadable | Phase::HalfEnded => true,
            Phase::PeerClosed { .. } | Phase::Draining | Phase::Over => false,
        }
    }
}

/// The state after an input, and what is to be done.
pub(super) fn step(state: Lifecycle, input: Input) -> (Lifecycle, Vec<Output>) {
    use Phase::{Closing, ClosingUnreadable, Draining, HalfEnded, Open, Over, PeerClosed};
    let Lifecycle { phase, can_write } = state;
    let to = |phase: Phase| (Lifecycle { phase, can_write }, Vec::new());
    let end = |frame: Bytes, next: Phase| {
        let sent = (!frame.is_empty()).then_some(Output::Send(frame));
        // An answer that cannot be sent is not waited for.
        let phase = if can_write { next } else { Over };
        (Lifecycle { phase, can_write }, sent.into_iter().chain([Output::EndSession]).collect())
    };
    match (phase, input) {
        (Over, _) | (_, Input::Terminate) => to(Over),
        (phase @ (Open | PeerClosed { .. }), Input::WriteFailed) => {
            (Lifecycle { phase, can_write: false }, Vec::new())
        }
        (_, Input::WriteFailed) => (Lifecycle { phase: Over, can_write: false }, Vec::new()),

        (Open, Input::PeerClose(reply)) => to(PeerClosed { reply }),
        (Open, Input::PeerEnd) => to(PeerClosed { reply: Bytes::new() }),
        (Open, Input::ProtocolError(frame)) => end(frame, ClosingUnreadable),
        (Open, Input::Close(frame)) => end(frame, Closing),

        (PeerClosed { reply }, Input::Idle) => end(reply, Draining),
        // The client has closed already, so its answer is not waited for.
        (PeerClosed { .. }, Input::Close(frame)) => end(frame, Draining),

        (Closing, Input::PeerClose(_)) => to(Draining),
        // The close frame is queued already; a second one is not allowed.
        (Closing, Input::ProtocolError(_)) => to(ClosingUnreadable),
        (ClosingUnreadable, Input::Flushed) => {
            (Lifecycle { phase: HalfEnded, can_write }, vec![Output::EndHalf])
        }
        (Closing | ClosingUnreadable | HalfEnded | Draining, Input::PeerEnd) => to(Over),
        (Draining, Input::Flushed) => to(Over),

        (phase, _) => to(phase),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Bytes = Bytes::from_static(b"close");
    const REPLY: Bytes = Bytes::from_static(b"reply");

    fn all_phases() -> [Phase; 7] {
        [
            Phase::Open,
            Phase::PeerClosed { reply: REPLY },
            Phase::Closing,
            Phase::ClosingUnreadable,
            Phase::HalfEnded,
            Phase::Draining,
            Phase::Over,
        ]
    }

    /// The phases that each phase comes to by an input while the connection takes bytes, as digits: the position of
    /// the phase in [`all_phases`].
    fn row(input: &Input) -> String {
        let index = |phase: &Phase| {
            let same = |other: &Phase| std::mem::discriminant(other) == std::mem::discriminant(phase);
            all_phases().iter().position(same).unwrap().to_string()
        };
        let after = |phase| step(Lifecycle { phase, can_write: true }, input.clone()).0;
        all_phases().into_iter().map(|phase| index(&after(phase).phase)).collect()
    }

    #[test]
    fn each_phase_goes_on_as_the_handshake_says() {
        // Open, PeerClosed, Closing, ClosingUnreadable, HalfEnded, Draining, Over
        for (input, phases) in [
            (Input::PeerClose(REPLY), "1153456"),
            (Input::PeerEnd, "1166666"),
            (Input::ProtocolError(FRAME), "3133456"),
            (Input::Close(FRAME), "2523456"),
            (Input::Idle, "0523456"),
            (Input::Flushed, "0124466"),
            (Input::WriteFailed, "0166666"),
            (Input::Terminate, "6666666"),
        ] {
            assert_eq!(row(&input), phases, "{input:?}");
        }
    }

    #[test]
    fn what_the_client_sent_is_handled_before_its_close_is_answered() {
        let (state, nothing) = step(Lifecycle::OPEN, Input::PeerClose(REPLY));
        assert!(nothing.is_empty() && !state.is_closing() && !state.parses() && !state.reads(true));
        let (state, outputs) = step(state, Input::Idle);
        assert_eq!(outputs, [Output::Send(REPLY), Output::EndSession]);
        assert_eq!(step(state, Input::Flushed).0.phase, Phase::Over);
    }

    #[test]
    fn a_client_that_ends_without_a_close_frame_gets_none() {
        let (state, _) = step(Lifecycle::OPEN, Input::PeerEnd);
        assert_eq!(step(state, Input::Idle).1, [Output::EndSession]);
    }

    #[test]
    fn one_close_frame_is_sent_however_many_reasons_there_are() {
        let (mut state, outputs) = step(Lifecycle::OPEN, Input::Close(FRAME));
        assert_eq!(outputs, [Output::Send(FRAME), Output::EndSession]);
        for input in [Input::Close(FRAME), Input::ProtocolError(FRAME), Input::Close(FRAME)] {
            let (next, outputs) = step(state, input);
            assert!(outputs.is_empty(), "{outputs:?}");
            state = next;
        }
        let (state, outputs) = step(state, Input::Flushed);
        assert_eq!(outputs, [Output::EndHalf]);
        assert!(step(state, Input::Flushed).1.is_empty());
    }

    #[test]
    fn commands_are_handled_after_the_connection_takes_nothing_any_more() {
        let (state, _) = step(Lifecycle::OPEN, Input::WriteFailed);
        assert!(state.is_open() && state.parses() && state.reads(true));
        let (ended, _) = step(state.clone(), Input::PeerEnd);
        assert!(!ended.is_closing());
        assert_eq!(step(ended, Input::Idle).0.phase, Phase::Over);
        assert_eq!(step(state, Input::Close(FRAME)).0.phase, Phase::Over, "nobody can answer it");
    }
}
