//! What waits for a moderator before it is published, and what is published but for a moderator to look at.

use std::sync::Arc;

use identity::user::{Members, members};
use kernel::user::UserId;
use kernel::{App, AppTx, Result};

use super::files::keep_files;
use super::report::{add_files, new_case};
use super::{append, moderators};
use crate::content::Content;
use crate::notifications::notify_of_case;
use crate::store::cases::{self, CaseRow};
use crate::texts;

/// Why something is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A word rule says so.
    Rule,
    /// It is the first post of its author, in a class that looks at first posts.
    FirstPost,
}

impl Why {
    fn origin(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::FirstPost => "first_post",
        }
    }
}

/// What is to be held.
#[derive(Clone, Debug)]
pub struct NewHeld {
    /// How a case tells of it.
    pub content: Content,
    /// What the feature publishes later, as it spells it.
    pub payload: String,
    /// The id that the client of its author has given it: the same one again is the same content, as where it is
    /// published.
    pub client_key: Option<String>,
    /// Why.
    pub why: Why,
}

/// What word rules, and whoever looks at first posts, make of something that is about to be written.
pub enum Verdict<T> {
    /// It is written.
    Publish(T),
    /// It waits for a moderator.
    Hold(Box<Holding>),
}

impl<T> Verdict<T> {
    /// What is written. What is held is held now.
    ///
    /// # Errors
    /// 409 with the slug `held` for what waits for a moderator from now on.
    pub async fn written(self, app: &App) -> Result<T> {
        match self {
            Self::Publish(written) => Ok(written),
            Self::Hold(holding) => {
                app.write(move |tx| holding.write(tx)).await?;
                Err(texts::HELD.err())
            }
        }
    }
}

/// Something that is to be held until a moderator lets it through.
pub struct Holding {
    kind: &'static str,
    case_id: String,
    author: UserId,
    everyone: Arc<Members>,
    new: NewHeld,
}

impl Holding {
    /// # Errors
    /// When the database is away.
    pub async fn new(app: &App, author: UserId, kind: &'static str, new: NewHeld) -> Result<Box<Self>> {
        let case_id = app.random.id(&app.clock);
        Ok(Box::new(Self { kind, case_id, author, everyone: members(app).await?, new }))
    }

    /// Opens its case. The same client key again changes nothing.
    ///
    /// # Errors
    /// When a statement fails.
    pub fn write(&self, tx: &mut AppTx) -> Result<()> {
        let Self { kind, case_id, author, everyone, new } = self;
        tx.lock_log()?;
        if let Some(key) = &new.client_key
            && cases::held_as(tx, *author, kind, key)?.is_some()
        {
            return Ok(());
        }
        let case = CaseRow {
            origin: new.why.origin().to_owned(),
            held: true,
            payload: Some(new.payload.clone()),
            client_key: new.client_key.clone(),
            ..new_case(tx, kind, case_id, case_id, &new.content)?
        };
        let told = moderators(everyone, &case);
        let seq = append(tx, &case, "opened", None, &told)?;
        cases::insert(tx, &case)?;
        keep_files(tx, &case, &told)?;
        notify_of_case(tx, &case, seq, told)
    }
}

/// Opens a case for something that was published just now and that a word rule fits; one that is open already stays.
///
/// # Errors
/// When a statement fails.
pub fn flag(tx: &mut AppTx, everyone: &Members, kind: &str, id: &str, content: &Content) -> Result<()> {
    tx.lock_log()?;
    if let Some(open) = cases::open(tx, kind, id)? {
        return add_files(tx, &open, content, everyone);
    }
    let case_id = tx.app().random.id(&tx.app().clock);
    let mut case = new_case(tx, kind, &case_id, id, content)?;
    case.origin = Why::Rule.origin().to_owned();
    let told = moderators(everyone, &case);
    let seq = append(tx, &case, "opened", None, &told)?;
    cases::insert(tx, &case)?;
    keep_files(tx, &case, &told)?;
    notify_of_case(tx, &case, seq, told)
}
