//! What a picture says beside its pixels goes before it is stored: where it was taken and by what, and
//! whatever hangs behind its end. How the camera was held stays, and so do colours.
//!
//! Only the frame of the format is read; pixels are copied as they are.

use std::io::{BufRead, ErrorKind, Read, Result, Seek, SeekFrom};
use std::ops::Range;

use kernel::files::orientation;

/// More cuts than any program writes; such a picture stays as it is.
const MAX_PIECES: usize = 4096;

/// A piece of the picture that is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// These bytes of the original.
    Keep(Range<u64>),
    /// These in the place of others.
    Put(Vec<u8>),
}

/// The pieces to store, or `None` when all of it stays.
///
/// # Errors
/// When the file cannot be read.
pub(super) fn without_metadata(mime: &str, file: &mut (impl BufRead + Seek)) -> Result<Option<Vec<Piece>>> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut cut = Cut { pieces: Vec::new(), length };
    file.seek(SeekFrom::Start(0))?;
    let read = match mime {
        "image/jpeg" => jpeg(file, &mut cut),
        "image/png" => png(file, &mut cut),
        "image/webp" => webp(file, &mut cut),
        _ => return Ok(None),
    };
    match read {
        // Cut off: what was there is decided.
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => {}
        read => read?,
    }
    let whole = [Piece::Keep(0..length)];
    Ok((cut.pieces != whole && cut.pieces.len() <= MAX_PIECES).then_some(cut.pieces))
}

/// The pieces so far.
struct Cut {
    pieces: Vec<Piece>,
    /// Of the original.
    length: u64,
}

impl Cut {
    fn keep(&mut self, range: Range<u64>) {
        match self.pieces.last_mut() {
            Some(Piece::Keep(last)) if last.end == range.start => last.end = range.end,
            _ => self.pieces.push(Piece::Keep(range)),
        }
    }
}

fn byte(file: &mut impl Read) -> Result<u8> {
    let mut byte = [0];
    file.read_exact(&mut byte)?;
    Ok(byte[0])
}

/// Segments up to the end of the picture. Of the application segments only those stay that say how
/// to read the colours.
fn jpeg(file: &mut (impl BufRead + Seek), cut: &mut Cut) -> Result<()> {
    cut.keep(0..2);
    file.seek(SeekFrom::Start(2))?;
    let mut at = 2;
    loop {
        let start = at;
        if byte(file)? != 0xff {
            // Nothing a decoder could read; neither do we.
            cut.keep(start..cut.length);
            return Ok(());
        }
        at += 1;
        let mut marker = 0xff;
        while marker == 0xff {
            marker = byte(file)?;
            at += 1;
        }
        if matches!(marker, 0x01 | 0xd0..=0xd9) {
            cut.keep(start..at);
            if marker == 0xd9 {
                return Ok(());
            }
            continue;
        }
        let mut length = [0; 2];
        file.read_exact(&mut length)?;
        let mut content = Vec::new();
        file.take(u64::from(u16::from_be_bytes(length)).saturating_sub(2)).read_to_end(&mut content)?;
        at += 2 + content.len() as u64;
        match marker {
            0xe1 => {
                let turned = content.strip_prefix(b"Exif\0\0").and_then(orientation).filter(|turn| *turn > 1);
                cut.pieces.extend(turned.map(|turn| Piece::Put(exif(turn))));
            }
            0xe2 if !content.starts_with(b"ICC_PROFILE\0") => {}
            0xe3..=0xed | 0xef | 0xfe => {}
            _ => cut.keep(start..at),
        }
        if marker == 0xda {
            let end = scan(file, at, cut.length)?;
            cut.keep(at..end);
            at = end;
            file.seek(SeekFrom::Start(at))?;
        }
        if cut.pieces.len() > MAX_PIECES {
            return Ok(());
        }
    }
}

/// Where the marker behind pixel data stands, or the end of the file.
fn scan(file: &mut impl BufRead, mut at: u64, length: u64) -> Result<u64> {
    let mut after_ff = false;
    loop {
        let bytes = file.fill_buf()?;
        if bytes.is_empty() {
            return Ok(length);
        }
        for (n, byte) in bytes.iter().enumerate() {
            // A zero stands for the byte itself; eight markers only let a decoder catch up.
            if after_ff && !matches!(byte, 0x00 | 0xd0..=0xd7 | 0xff) {
                return Ok(at + n as u64 - 1);
            }
            after_ff = *byte == 0xff;
        }
        let read = bytes.len();
        at += read as u64;
        file.consume(read);
    }
}

/// A segment that says how the camera was held, and nothing else.
fn exif(turn: u8) -> Vec<u8> {
    let mut segment = b"\xff\xe1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    segment.extend([turn, 0, 0, 0, 0, 0, 0]);
    segment
}

/// Chunks up to the end of the picture, without texts, times and EXIF.
fn png(file: &mut (impl Read + Seek), cut: &mut Cut) -> Result<()> {
    let mut at = 8;
    cut.keep(0..at);
    loop {
        file.seek(SeekFrom::Start(at))?;
        let mut head = [0; 8];
        file.read_exact(&mut head)?;
        let [a, b, c, d, name @ ..] = head;
        let end = (at + 12 + u64::from(u32::from_be_bytes([a, b, c, d]))).min(cut.length);
        if !matches!(&name, b"eXIf" | b"tEXt" | b"zTXt" | b"iTXt" | b"tIME") {
            cut.keep(at..end);
        }
        if &name == b"IEND" || cut.pieces.len() > MAX_PIECES {
            return Ok(());
        }
        at = end;
    }
}

/// Chunks within the announced length, without EXIF and XMP.
fn webp(file: &mut (impl Read + Seek), cut: &mut Cut) -> Result<()> {
    let mut head = [0; 12];
    file.read_exact(&mut head)?;
    let [_, _, _, _, a, b, c, d, ..] = head;
    let announced = u64::from(u32::from_le_bytes([a, b, c, d])) + 8;
    let (mut at, mut size, mut dropped) = (12, 4, false);
    cut.pieces.push(Piece::Put(head.to_vec()));
    while at + 8 <= cut.length.min(announced) && cut.pieces.len() <= MAX_PIECES {
        file.seek(SeekFrom::Start(at))?;
        let mut chunk = [0; 18];
        let read = file.take(18).read(&mut chunk)?;
        let content = u32::from_le_bytes([chunk[4], chunk[5], chunk[6], chunk[7]]);
        let end = (at + 8 + u64::from(content) + u64::from(content % 2)).min(cut.length);
        match &chunk[..4] {
            b"EXIF" | b"XMP " => dropped = true,
            b"VP8X" if read == 18 && end == at + 18 => {
                // Flags that announce the two.
                chunk[8] &= !0b1100;
                cut.pieces.push(Piece::Put(chunk.to_vec()));
                size += 18;
            }
            _ => {
                cut.keep(at..end);
                size += end - at;
            }
        }
        at = end;
    }
    if !dropped && at == cut.length {
        cut.pieces = vec![Piece::Keep(0..cut.length)];
    } else if let (Some(Piece::Put(head)), Ok(size)) = (cut.pieces.first_mut(), u32::try_from(size)) {
        head[4..8].copy_from_slice(&size.to_le_bytes());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use proptest::prelude::*;

    use super::*;

    fn stored(mime: &str, bytes: &[u8]) -> Vec<u8> {
        let Some(pieces) = without_metadata(mime, &mut Cursor::new(bytes)).unwrap() else {
            return bytes.to_vec();
        };
        let part = |piece: Piece| match piece {
            Piece::Keep(range) => bytes[range.start as usize..range.end as usize].to_vec(),
            Piece::Put(bytes) => bytes,
        };
        pieces.into_iter().flat_map(part).collect()
    }

    const JFIF: &[u8] = b"\xff\xe0\0\x07JFIF\0";
    const PIXELS: &[u8] = b"\xff\xda\0\x04ab\x01\xff\0\x02\xff\xd3\x03\xff\xd9";
    /// Orientation 6, and a pointer to where it was taken.
    const GPS: &[u8] = b"\xff\xe1\0\x2eExif\0\0II*\0\x08\0\0\0\x02\0\
        \x12\x01\x03\0\x01\0\0\0\x06\0\0\0\x25\x88\x04\0\x01\0\0\0\x26\0\0\0\0\0\0\0";

    #[test]
    fn a_photograph_forgets_its_place_and_keeps_its_turn() {
        let photo = [b"\xff\xd8", JFIF, GPS, b"\xff\xfe\0\x04hi", PIXELS, b"<script>MPF and film"].concat();
        let expected = [b"\xff\xd8", JFIF, &exif(6), PIXELS].concat();
        assert_eq!(stored("image/jpeg", &photo), expected);
        assert_eq!(stored("image/jpeg", &expected), expected, "nothing is left to take away");
    }

    #[test]
    fn a_photograph_without_metadata_stays_byte_for_byte() {
        let icc = b"\xff\xe2\0\x10ICC_PROFILE\0\x01\x01";
        let plain = [b"\xff\xd8", JFIF, icc, PIXELS].concat();
        assert_eq!(without_metadata("image/jpeg", &mut Cursor::new(&plain)).unwrap(), None);
        // Cut off within its pixels it can still be shown.
        assert_eq!(stored("image/jpeg", &plain[..plain.len() - 3]), plain[..plain.len() - 3]);
    }

    #[test]
    fn png_and_webp_forget_too() {
        let chunk =
            |name: &[u8], data: &[u8]| [&(data.len() as u32).to_be_bytes()[..], name, data, b"crc!"].concat();
        let (magic, header, end) = (b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", &[0; 13]), chunk(b"IEND", b""));
        let noisy =
            [magic, &header[..], &chunk(b"eXIf", b"gps"), &chunk(b"tEXt", b"me"), &end, b"tail"].concat();
        assert_eq!(stored("image/png", &noisy), [magic, &header[..], &end].concat());

        let riff =
            |chunks: &[u8]| [b"RIFF", &(chunks.len() as u32 + 4).to_le_bytes()[..], b"WEBP", chunks].concat();
        let head = |flags: u8| [b"VP8X\x0a\0\0\0", &[flags][..], &[0; 9]].concat();
        let noisy = riff(&[&head(0x1c)[..], b"VP8L\x01\0\0\0a\0", b"EXIF\x02\0\0\0gp"].concat());
        assert_eq!(stored("image/webp", &noisy), riff(&[&head(0x10)[..], b"VP8L\x01\0\0\0a\0"].concat()));
    }

    proptest! {
        #[test]
        fn whatever_comes_nothing_panics_and_nothing_grows(tail in prop::collection::vec(any::<u8>(), 0..300)) {
            for (mime, head) in [
                ("image/jpeg", &b"\xff\xd8"[..]), ("image/png", b"\x89PNG\r\n\x1a\n"),
                ("image/webp", b"RIFF\0\x01\0\0WEBP"),
            ] {
                let bytes = [head, &tail].concat();
                let stored = stored(mime, &bytes);
                prop_assert!(stored.len() <= bytes.len() + 36 * 40);
            }
        }
    }
}
