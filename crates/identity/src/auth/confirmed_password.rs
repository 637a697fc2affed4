//! One's own password, asked for again before what only its owner may do.

use axum::http::HeaderMap;
use kernel::http::Caller;
use kernel::texts::Refusal;
use kernel::{App, AppTx, Result};

use super::guesses;
use super::passwords::Passwords;
use super::sessions;
use super::subjects::{Device, Subject};
use crate::user;

/// Longest password that can be set; hashing a longer one would only cost time.
const MAX_PASSWORD: usize = 128;

/// That the caller knew the password of this hash.
#[derive(Clone)]
pub(crate) struct ConfirmedPassword {
    caller: Caller,
    hash: Option<String>,
    wrong: &'static Refusal,
}

impl ConfirmedPassword {
    /// Asks for the caller's password. Outside of any transaction: it takes long.
    ///
    /// # Errors
    /// 401 with the words of `wrong`; 429 after too many guesses at the account.
    pub(crate) async fn of(
        app: &App,
        caller: &Caller,
        headers: &HeaderMap,
        password: &str,
        wrong: &'static Refusal,
    ) -> Result<Self> {
        let user = caller.facts.user_id;
        let (account, device) = (Subject::account(user), Device::of(headers));
        let hash = app.db.read(move |read| Ok(user::password_hash(read, user)?)).await?;
        let passwords = app.state::<Passwords>();
        if password.len() > MAX_PASSWORD || !passwords.verify(password, hash.as_deref()).await? {
            let refusal = wrong.err();
            return Err(guesses::failed(app, vec![account], device.as_ref(), refusal).await);
        }
        guesses::admit(app, &account, device.as_ref()).await?;
        Ok(Self { caller: caller.clone(), hash, wrong })
    }

    /// Whether it still holds, inside the transaction that acts on it. Takes the log's counter first,
    /// as everyone who sets passwords and ends sessions does: what is checked here holds until the
    /// transaction ends, on any node.
    ///
    /// # Errors
    /// 401 when the session has ended meanwhile, or went on with another password.
    pub(crate) fn hold(&self, tx: &mut AppTx) -> Result<()> {
        let facts = sessions::hold(tx, self.caller.claims.as_ref())?;
        if user::password_hash(tx, facts.user_id)? == self.hash {
            return Ok(());
        }
        Err(self.wrong.err())
    }
}
