//! Whether a packed workbook may be given to the library that reads it.

use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::FileRule;

/// The most files in a workbook.
const MAX_FILES: usize = 500;
/// The most bytes that all files of a workbook have together when they are unpacked.
const MAX_UNPACKED: u64 = 16 * 1024 * 1024;
/// The most bytes of the formats: each takes a hundred times as much memory.
const MAX_STYLES: usize = 1024 * 1024;
/// The most texts that a workbook may announce.
const MAX_ANNOUNCED: usize = 1_000_000;

/// Whether the bytes begin as those of an `.xls` file, or of an encrypted `.xlsx` file.
pub(super) fn is_compound(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
}

/// Unpacks everything once under a limit. The sizes that the archive names count for nothing.
pub(super) fn check(bytes: &[u8]) -> Result<(), FileRule> {
    if is_compound(bytes) {
        return Err(FileRule::OldWorkbook);
    }
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| FileRule::NotAWorkbook)?;
    if archive.len() > MAX_FILES {
        return Err(FileRule::UnpacksTooBig);
    }
    let mut left = MAX_UNPACKED;
    for index in 0..archive.len() {
        let file = archive.by_index(index).map_err(|error| match error {
            ZipError::UnsupportedArchive(text) if text == ZipError::PASSWORD_REQUIRED => {
                FileRule::OldWorkbook
            }
            _ => FileRule::NotAWorkbook,
        })?;
        let is_xml = !file.name().is_ok_and(|name| is_media(&name));
        let is_styles = file.name().is_ok_and(|name| name.to_ascii_lowercase().ends_with("styles.xml"));
        let mut part = Vec::new();
        let read = file.take(left + 1).read_to_end(&mut part).map_err(|_| FileRule::NotAWorkbook)?;
        left = left.checked_sub(read as u64).ok_or(FileRule::UnpacksTooBig)?;
        if is_styles && read > MAX_STYLES {
            return Err(FileRule::UnpacksTooBig);
        }
        if is_xml {
            check_part(&part)?;
        }
    }
    Ok(())
}

/// Whether a file of the archive is a picture or a program, which nothing reads.
fn is_media(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    [".png", ".jpg", ".jpeg", ".gif", ".emf", ".wmf", ".bin"].iter().any(|ending| name.ends_with(ending))
}

/// The library reserves memory for as many texts as a part announces, before it has seen one of them. The
/// announcement is looked for in the bytes, which therefore must be those of UTF-8.
fn check_part(part: &[u8]) -> Result<(), FileRule> {
    const ANNOUNCEMENT: &str = "uniqueCount";
    let text = std::str::from_utf8(part).map_err(|_| FileRule::NotAWorkbook)?;
    if text.contains('\0') {
        return Err(FileRule::NotAWorkbook);
    }
    for (at, name) in text.match_indices(ANNOUNCEMENT) {
        let rest = text[at + name.len()..].trim_start();
        let Some(value) =
            rest.strip_prefix('=').map(|rest| rest.trim_start().trim_start_matches(['"', '\'']))
        else {
            continue;
        };
        let digits = value.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 && value[..digits].parse::<usize>().map_or(true, |count| count > MAX_ANNOUNCED) {
            return Err(FileRule::UnpacksTooBig);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_announces_more_texts_than_it_can_have_is_refused() {
        for part in ["<sst uniqueCount=\"99999999999999\">", "<sst uniqueCount = '99999999999999999999999'>"]
        {
            assert_eq!(check_part(part.as_bytes()), Err(FileRule::UnpacksTooBig), "{part}");
        }
        for part in ["<sst uniqueCount=\"53\">", "<t>uniqueCount</t>", "<sst uniqueCount=\"x\">"] {
            assert_eq!(check_part(part.as_bytes()), Ok(()), "{part}");
        }
        let utf16: Vec<u8> = "<sst uniqueCount=\"9\">".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(check_part(&utf16), Err(FileRule::NotAWorkbook));
    }
}
