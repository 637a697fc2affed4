//! What a file is, by its own bytes: the types that are known, and the size of an image.
//!
//! Only headers are read; nothing is decoded. Whatever is not on the list is
//! `application/octet-stream`: HTML, SVG and scripts, being text, are plain text.

use std::io::{ErrorKind, Read, Result, Seek, SeekFrom};

/// Bytes looked at from either end of a file.
const WINDOW: usize = 8192;

/// Types and their file name endings.
const TYPES: &[(&str, &str)] = &[
    ("image/png", "png"),
    ("image/jpeg", "jpg"),
    ("image/gif", "gif"),
    ("image/webp", "webp"),
    ("video/mp4", "mp4"),
    ("video/webm", "webm"),
    ("audio/mpeg", "mp3"),
    ("audio/ogg", "ogg"),
    ("audio/wav", "wav"),
    ("application/pdf", "pdf"),
    ("application/zip", "zip"),
    (DOCX, "docx"),
    (XLSX, "xlsx"),
    (PPTX, "pptx"),
    ("text/plain", "txt"),
];
const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const PPTX: &str = "application/vnd.openxmlformats-officedocument.presentationml.presentation";

/// What a file's bytes say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// A type on the list, or `application/octet-stream`.
    pub mime: &'static str,
    /// Width and height of an image, as it is shown: a photograph taken upright is higher than wide.
    pub pixels: Option<(u32, u32)>,
}

impl Kind {
    /// What a file is, by its own bytes.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn of(file: &mut (impl Read + Seek)) -> Result<Self> {
        of(file)
    }

    /// The file name ending of a type, `bin` for an unknown one.
    #[must_use]
    pub fn extension(mime: &str) -> &'static str {
        TYPES.iter().find(|(known, _)| *known == mime).map_or("bin", |(_, extension)| extension)
    }
}

/// Looks at a file.
pub(super) fn of(file: &mut (impl Read + Seek)) -> Result<Kind> {
    let mut head = Vec::new();
    file.take(WINDOW as u64).read_to_end(&mut head)?;
    let mime = match head.as_slice() {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => "image/png",
        [0xff, 0xd8, 0xff, ..] => "image/jpeg",
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => "image/gif",
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "image/webp",
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'A', b'V', b'E', ..] => "audio/wav",
        [_, _, _, _, b'f', b't', b'y', b'p', brand @ ..] if is_mp4(brand) => "video/mp4",
        [0x1a, 0x45, 0xdf, 0xa3, rest @ ..] if contains(&rest[..rest.len().min(64)], b"webm") => "video/webm",
        [b'I', b'D', b'3', 2..=4, ..] => "audio/mpeg",
        [0xff, second, third, ..] if is_mp3_frame(*second, *third) => "audio/mpeg",
        [b'O', b'g', b'g', b'S', 0, ..] => "audio/ogg",
        [b'%', b'P', b'D', b'F', b'-', ..] => "application/pdf",
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => archive(file)?,
        text if is_text(text) => "text/plain",
        _ => "application/octet-stream",
    };
    let pixels = match mime {
        "image/png" => Some((be32(&head, 16), be32(&head, 20))),
        "image/gif" => Some((le16(&head, 6), le16(&head, 8))),
        "image/webp" => webp_pixels(&head),
        "image/jpeg" => jpeg_pixels(file)?,
        _ => None,
    };
    // A cut-off header reads as zeros.
    Ok(Kind { mime, pixels: pixels.filter(|(width, height)| *width > 0 && *height > 0) })
}

fn is_mp4(brand: &[u8]) -> bool {
    let known: [&[u8]; 6] = [b"iso", b"mp4", b"avc1", b"M4V", b"MSNV", b"dash"];
    known.iter().any(|name| brand.starts_with(name))
}

/// MPEG layer III with a bit rate and a sample rate that exist.
fn is_mp3_frame(second: u8, third: u8) -> bool {
    second & 0xe6 == 0xe2 && !matches!(third >> 4, 0 | 15) && third & 0x0c != 0x0c
}

/// UTF-8, perhaps cut off at the window's end, without control characters.
fn is_text(head: &[u8]) -> bool {
    let whole = match std::str::from_utf8(head) {
        Ok(_) => head.len(),
        Err(error) if error.error_len().is_none() && head.len() == WINDOW => error.valid_up_to(),
        Err(_) => return false,
    };
    let control =
        |byte: &u8| (*byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c)) || *byte == 0x7f;
    !head.is_empty() && !head[..whole].iter().any(control)
}

/// A zip, or an Office document, whose table of contents at the end names its main part.
fn archive(file: &mut (impl Read + Seek)) -> Result<&'static str> {
    let end = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(end.saturating_sub(8 * WINDOW as u64)))?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail)?;
    let parts: [(&[u8], _); 3] =
        [(b"word/document.xml", DOCX), (b"xl/workbook.xml", XLSX), (b"ppt/presentation.xml", PPTX)];
    let office = contains(&tail, b"[Content_Types].xml");
    let found = parts.into_iter().find(|(name, _)| office && contains(&tail, name));
    Ok(found.map_or("application/zip", |(_, mime)| mime))
}

fn webp_pixels(head: &[u8]) -> Option<(u32, u32)> {
    match head.get(12..16)? {
        b"VP8 " => Some((le16(head, 26) & 0x3fff, le16(head, 28) & 0x3fff)),
        b"VP8L" => {
            let bits = le16(head, 21) | le16(head, 23) << 16;
            Some(((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1))
        }
        b"VP8X" => Some((le24(head, 24) + 1, le24(head, 27) + 1)),
        _ => None,
    }
}

/// Walks the segments up to the frame header; a photograph's comes after its thumbnail.
fn jpeg_pixels(file: &mut (impl Read + Seek)) -> Result<Option<(u32, u32)>> {
    file.seek(SeekFrom::Start(2))?;
    let mut turned = false;
    // More segments than any camera writes; a crafted file must not keep us.
    for _ in 0..256 {
        let mut segment = [0; 9];
        match file.read_exact(&mut segment) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
            read => read?,
        }
        let [0xff, marker, high, low, ..] = segment else { return Ok(None) };
        match marker {
            // Frame headers, but for the Huffman (c4), reserved (c8) and arithmetic (cc) ones.
            0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => {
                let (width, height) = (be16(&segment, 7), be16(&segment, 5));
                return Ok(Some(if turned { (height, width) } else { (width, height) }));
            }
            0xe1 => {
                file.seek(SeekFrom::Current(-5))?;
                let length = u64::from(u16::from_be_bytes([high, low])).saturating_sub(2);
                let mut exif = Vec::new();
                file.take(length).read_to_end(&mut exif)?;
                let found = exif.strip_prefix(b"Exif\0\0").and_then(orientation);
                turned |= found.is_some_and(|orientation| orientation >= 5);
            }
            // Padding before a marker.
            0xff => drop(file.seek(SeekFrom::Current(-8))?),
            // Picture data, or its end, without a frame header.
            0x00..=0xbf | 0xd0..=0xda => return Ok(None),
            _ => drop(file.seek(SeekFrom::Current(i64::from(u16::from_be_bytes([high, low])) - 7))?),
        }
    }
    Ok(None)
}

/// How a camera was held, of EXIF data behind its `Exif` mark: 1 is upright, 5 to 8 lie on a side.
#[must_use]
pub fn orientation(tiff: &[u8]) -> Option<u8> {
    let little = tiff.starts_with(b"II*\0");
    let short = |at: usize| if little { le16(tiff, at) } else { be16(tiff, at) };
    let long = if little { le16(tiff, 4) | le16(tiff, 6) << 16 } else { be32(tiff, 4) };
    if !little && !tiff.starts_with(b"MM\0*") {
        return None;
    }
    let directory = usize::try_from(long).ok().filter(|at| *at < tiff.len())?;
    let entries = (0..short(directory).min(512)).map(|n| directory + 2 + 12 * n as usize);
    let value = entries.into_iter().find(|at| short(*at) == 0x0112).map(|at| short(at + 8))?;
    u8::try_from(value).ok().filter(|value| (1..=8).contains(value))
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

/// The byte at a place; 0 past the end.
fn byte(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at).copied().unwrap_or_default().into()
}

fn le16(bytes: &[u8], at: usize) -> u32 {
    byte(bytes, at) | byte(bytes, at + 1) << 8
}

fn le24(bytes: &[u8], at: usize) -> u32 {
    le16(bytes, at) | byte(bytes, at + 2) << 16
}

fn be16(bytes: &[u8], at: usize) -> u32 {
    byte(bytes, at) << 8 | byte(bytes, at + 1)
}

fn be32(bytes: &[u8], at: usize) -> u32 {
    be16(bytes, at) << 16 | be16(bytes, at + 2)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn kind(bytes: impl AsRef<[u8]>) -> (&'static str, Option<(u32, u32)>) {
        let kind = of(&mut Cursor::new(bytes.as_ref())).unwrap();
        (kind.mime, kind.pixels)
    }

    const OTHER: (&str, Option<(u32, u32)>) = ("application/octet-stream", None);

    #[test]
    fn images_tell_their_size() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\x80\0\0\x01\xe0\x08\x06\0\0\0";
        assert_eq!(kind(png), ("image/png", Some((640, 480))));
        assert_eq!(kind(&png[..20]), ("image/png", None));
        assert_eq!(kind(b"GIF89a\x10\x00\x20\x00\0\0\0"), ("image/gif", Some((16, 32))));
        let lossy = b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x40\x01\xf0\x00";
        assert_eq!(kind(lossy), ("image/webp", Some((320, 240))));
        // 14 bits each of width - 1 and height - 1.
        let lossless = b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x3f\xc1\x3b\x00\0\0";
        assert_eq!(kind(lossless), ("image/webp", Some((320, 240))));
        let extended = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x3f\x01\0\xef\0\0";
        assert_eq!(kind(extended), ("image/webp", Some((320, 240))));
    }

    #[test]
    fn a_photograph_tells_its_size_behind_its_thumbnail() {
        let frame = b"\xff\xc0\0\x11\x08\x01\xe0\x02\x80\x03\x01\x22\0";
        let mut photo = b"\xff\xd8\xff\xe1\x9c\x42".to_vec();
        // The thumbnail has a frame header of its own.
        photo.extend(frame.iter().chain(&[0; 0x9c40 - 13]));
        photo.extend(b"\xff\xff\xff\xdb\0\x08\0\0\0\0\0\0");
        photo.extend(frame);
        assert_eq!(kind(&photo), ("image/jpeg", Some((640, 480))));
        assert_eq!(kind(&photo[..photo.len() - 8]), ("image/jpeg", None));
        let mut empty_segments = b"\xff\xd8".to_vec();
        empty_segments.extend(b"\xff\xe0\0\0".repeat(4000));
        assert_eq!(kind(&empty_segments), ("image/jpeg", None));
    }

    #[test]
    fn a_photograph_taken_upright_is_higher_than_wide() {
        let little = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
        let big = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x08\0\0\0\0\0\0";
        for (tiff, expected) in [(little, 6), (big, 8)] {
            assert_eq!(orientation(tiff), Some(expected));
            let mut photo = b"\xff\xd8\xff\xe1\0\x22Exif\0\0".to_vec();
            photo.extend(tiff);
            photo.extend(b"\xff\xc0\0\x11\x08\x01\xe0\x02\x80\x03\x01\x22\0");
            assert_eq!(kind(&photo), ("image/jpeg", Some((480, 640))));
        }
        for broken in [&b"II*\0\xff\xff\xff\xff"[..], b"MM\0*", b"", b"XX*\0\x08\0\0\0"] {
            assert_eq!(orientation(broken), None);
        }
    }

    #[test]
    fn sound_film_and_documents_are_known() {
        for (bytes, mime) in [
            (&b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2"[..], "video/mp4"),
            (b"\0\0\0\x1cftypmp42\0\0\0\0", "video/mp4"),
            (b"\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm\x42\x87", "video/webm"),
            (b"ID3\x04\0\0\0\0\0\0", "audio/mpeg"),
            (b"\xff\xfb\x90\x64\0\0", "audio/mpeg"),
            (b"OggS\0\x02\0\0", "audio/ogg"),
            (b"RIFF\x24\0\0\0WAVEfmt ", "audio/wav"),
            (b"%PDF-1.7\n", "application/pdf"),
            (b"PK\x03\x04\x14\0\0\0\x08\0", "application/zip"),
            (b"PK\x05\x06\0\0\0\0", "application/zip"),
            (b"PK\x03\x04..[Content_Types].xml..word/document.xml", DOCX),
            (b"PK\x03\x04..[Content_Types].xml..xl/workbook.xml", XLSX),
            (b"PK\x03\x04..[Content_Types].xml..ppt/presentation.xml", PPTX),
            (b"PK\x03\x04..word/document.xml", "application/zip"),
        ] {
            assert_eq!(kind(bytes), (mime, None));
            assert_ne!(Kind::extension(mime), "bin");
        }
        assert_eq!(Kind::extension("image/jpeg"), "jpg");
        assert_eq!(Kind::extension(OTHER.0), "bin");
    }

    #[test]
    fn text_is_text_whatever_it_says() {
        for text in ["hello\r\n\tworld", "你好", "<html><script>1</script>", "<svg/>", "\u{feff}a,b\n"] {
            assert_eq!(kind(text), ("text/plain", None));
        }
        // A character across the window's end.
        assert_eq!(kind(format!("a{}", "好".repeat(WINDOW))), ("text/plain", None));
    }

    #[test]
    fn all_else_is_bytes() {
        let cut = &"好".as_bytes()[..2];
        let others: [&[u8]; 10] = [
            b"",
            b"a\0b",
            b"\x7fELF\x02\x01\x01",
            b"MZ\x90\0",
            cut,
            b"\xd6\xd0\xce\xc4",
            b"\x1b[2J",
            b"\0\0\0\x18ftypheic",
            b"\x1a\x45\xdf\xa3\x01\x42\x82\x88matroska",
            b"RIFF\0\0\0\0AVI LIST",
        ];
        for bytes in others {
            assert_eq!(kind(bytes), OTHER, "{bytes:?}");
        }
    }
}
