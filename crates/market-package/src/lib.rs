//! The format of market packages and everything that checks them: manifests, scripts, styles, pictures,
//! catalogs, folders and zip archives. The installer of the portal and the command line use the same checks.
//!
//! [`check_package`] is where a package is judged as a whole; [`Package::from_zip`] and
//! [`Package::from_folder`] read one, [`Catalog::parse`] reads what a source offers. Of the
//! portal this knows only the names that its desktop has ([`Desktop`]), and nothing here reads a clock, the network or variables.

mod catalog;
mod check;
pub mod commands;
mod desktop;
mod finding;
mod images;
mod limits;
pub mod manifest;
mod package;
mod path;
mod scripts;
mod styles;
mod texts;
mod version;

pub use catalog::{
    CATALOG_BYTES, Catalog, CatalogEntry, CatalogFile, ICON_EXTENSIONS, PublicKey, verify_signature,
};
pub use check::{Checked, Expected, Strictness, check_package};
pub use desktop::Desktop;
pub use finding::{Bilingual, Finding, Lang, Level, Report};
pub use limits::Limits;
pub use manifest::{MOST_CALLS_A_MINUTE, Manifest, mounts_collide};
pub use package::{Archive, ArchiveEntry, Kind, MANIFEST, Opened, Package, zip_package};
pub use path::{EXTENSIONS, PathFault, check_path, extension, has_known_extension, is_name};
pub use version::Version;
