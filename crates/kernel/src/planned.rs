//! Features that `docs/interface.md` describes and that are not built yet. What is theirs is kept free until they come,
//! so that nothing else is found under their names meanwhile.

/// A feature that is not built yet. It leaves [`PLANNED`] when it comes; a test of the server finds one that stays.
#[derive(Clone, Copy, Debug)]
pub struct Planned {
    /// The beginnings of its paths: no back end is mounted there.
    pub paths: &'static [&'static str],
    /// The beginnings of its variables: one that is set has a warning that nothing reads it.
    pub variables: &'static [&'static str],
    /// The names of its frames: nobody else publishes under them.
    pub frames: &'static [&'static str],
}

const NOTHING: Planned = Planned { paths: &[], variables: &[], frames: &[] };

/// All of them.
pub const PLANNED: &[Planned] = &[
    // The bot bridge.
    Planned { paths: &["/api/bot-bridge"], variables: &["BOT_"], ..NOTHING },
    // News that programs of the prior system know (decision 0050).
    Planned { frames: &["broadcast_event"], ..NOTHING },
    // Notes.
    Planned { paths: &["/api/notes"], ..NOTHING },
    // Links between class servers.
    Planned { variables: &["RELAY_"], ..NOTHING },
    // Resources.
    Planned { paths: &["/api/resources"], ..NOTHING },
];

/// One kind of what all of them have.
pub fn all(of: fn(&Planned) -> &'static [&'static str]) -> impl Iterator<Item = &'static str> {
    PLANNED.iter().flat_map(move |planned| of(planned).iter().copied())
}
