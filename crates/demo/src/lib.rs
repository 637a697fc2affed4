//! The demo class: the database of a made-up class in the middle of a term.
//!
//! Everything goes through the HTTP API, in process, so the demo obeys the same rules as a real class. The
//! past comes from one place: the app runs on a manual clock that [`term`] moves from the start of the term
//! to now. The database is always made in a new folder ([`folder`]), so the demo cannot touch a real portal.

mod class;
pub mod folder;
mod portal;
mod term;
#[cfg(test)]
mod tests;

use std::path::Path;

use anyhow::Result;
use jiff::Timestamp;

use class::Class;
use portal::Portal;

pub use class::PASSWORD;

/// The pupil whose desktop is filled.
pub const PUPIL: &str = "林知夏";
/// The class teacher, who is the class admin.
pub const TEACHER: &str = "周文静";
/// The admin of the portal.
pub const ADMIN: &str = "罗致远";

/// Fills a new database in this folder with a term that ends at `now`.
///
/// # Errors
/// When the folder has a database already, or a call of the API is refused.
pub fn fill(folder: &Path, now: Timestamp) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let class = Class::load()?;
        let mut portal = Portal::create(folder, term::start(now)).await?;
        portal.register(&class).await?;
        term::live(&portal, &class, now).await?;
        portal.close().await;
        Ok(())
    })
}
