//! Writes a package as a zip archive: the same files give the same bytes.

use std::io::{Cursor, Write};

use zip::result::ZipResult;
use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, DateTime};

use super::Package;

/// The package as a zip, its files at the top, sorted, without times, owners or comments.
///
/// # Errors
/// When a file's name or size does not fit into a zip; the limits of packages are far below.
pub fn zip_package(package: &Package) -> ZipResult<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(9))
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, content) in &package.files {
        writer.start_file(path.as_str(), options)?;
        writer.write_all(content)?;
    }
    Ok(writer.finish()?.into_inner())
}
