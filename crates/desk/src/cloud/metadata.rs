//! What a picture says beside its pixels goes before it is stored: where it was taken and by what, and
//! whatever hangs behind its end. How the camera was held stays, and so do colours, unless a compressed
//! colour profile is larger than any real one: then it is a bomb for whoever opens the picture.
//!
//! Only the frame of the format is read; pixels are copied as they are.

#[cfg(test)]
mod tests;

use std::io::{BufRead, ErrorKind, Read, Result, Seek, SeekFrom};
use std::ops::Range;

use flate2::read::ZlibDecoder;
use kernel::files::orientation;

/// More cuts than any program writes; such a picture stays as it is.
const MAX_SEGMENTS: usize = 4096;
/// Most bytes of a compressed colour profile. Those of cameras and screens have a few thousand, those of
/// presses up to two million before compression.
const MAX_PROFILE: u64 = 1 << 20;
/// Most bytes that it may inflate to.
const MAX_INFLATED_PROFILE: u64 = 4 << 20;

/// A piece of the picture that is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Segment {
    /// These bytes of the original.
    Keep(Range<u64>),
    /// These in the place of others.
    Put(Vec<u8>),
}

/// The pieces to store, or `None` when all of it stays.
///
/// # Errors
/// When the file cannot be read.
pub(super) fn without_metadata(mime: &str, file: &mut (impl BufRead + Seek)) -> Result<Option<Vec<Segment>>> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut cut = Cut { segments: Vec::new(), length };
    file.seek(SeekFrom::Start(0))?;
    let read = match mime {
        "image/jpeg" => jpeg(file, &mut cut),
        "image/png" => png(file, &mut cut),
        "image/webp" => webp(file, &mut cut),
        "image/gif" => gif(file, &mut cut),
        _ => return Ok(None),
    };
    match read {
        // Cut off: what was there is decided.
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => {}
        read => read?,
    }
    let whole = [Segment::Keep(0..length)];
    Ok((cut.segments != whole && cut.segments.len() <= MAX_SEGMENTS).then_some(cut.segments))
}

/// The pieces so far.
struct Cut {
    segments: Vec<Segment>,
    /// Of the original.
    length: u64,
}

impl Cut {
    fn keep(&mut self, range: Range<u64>) {
        match self.segments.last_mut() {
            Some(Segment::Keep(last)) if last.end == range.start => last.end = range.end,
            _ => self.segments.push(Segment::Keep(range)),
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
                cut.segments.extend(turned.map(|turn| Segment::Put(exif(turn))));
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
        if cut.segments.len() > MAX_SEGMENTS {
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

/// Chunks up to the end of the picture, without texts, times, EXIF, and all colour profiles but one
/// that is [`is_plain_profile`]. Passed over within the buffer: a file of empty chunks has millions.
fn png(file: &mut (impl Read + Seek), cut: &mut Cut) -> Result<()> {
    let (mut at, mut profiles) = (8, 0);
    cut.keep(0..at);
    go(file, 0, at)?;
    loop {
        let mut head = [0; 8];
        file.read_exact(&mut head)?;
        let [a, b, c, d, name @ ..] = head;
        let length = u64::from(u32::from_be_bytes([a, b, c, d]));
        let end = (at + 12 + length).min(cut.length);
        let kept = match &name {
            b"eXIf" | b"tEXt" | b"zTXt" | b"iTXt" | b"tIME" => false,
            b"iCCP" => {
                profiles += 1;
                // The format knows one; looking at more would take more time than an upload may cost.
                let kept = profiles == 1 && is_plain_profile(file, length)?;
                file.seek(SeekFrom::Start(at + 8))?;
                kept
            }
            _ => true,
        };
        if kept {
            cut.keep(at..end);
        }
        if &name == b"IEND" || cut.segments.len() > MAX_SEGMENTS {
            return Ok(());
        }
        go(file, at + 8, end)?;
        at = end;
    }
}

/// From one place to another, within the buffer where it can.
fn go(file: &mut impl Seek, from: u64, to: u64) -> Result<()> {
    file.seek_relative(to.wrapping_sub(from).cast_signed())
}

/// Whether a PNG's colour profile, from its name on, can be read and stays within the bounds.
fn is_plain_profile(file: &mut impl Read, length: u64) -> Result<bool> {
    if length > MAX_PROFILE {
        return Ok(false);
    }
    let mut chunk = Vec::new();
    file.take(length).read_to_end(&mut chunk)?;
    let name = chunk.iter().take(80).position(|byte| *byte == 0);
    // Behind the name stands the method, of which there is one.
    let Some(compressed) = name.and_then(|end| chunk[end + 1..].strip_prefix(&[0])) else { return Ok(false) };
    let mut inflated = ZlibDecoder::new(compressed).take(MAX_INFLATED_PROFILE + 1);
    let size = std::io::copy(&mut inflated, &mut std::io::sink());
    Ok(size.is_ok_and(|size| size <= MAX_INFLATED_PROFILE))
}

/// Blocks up to the end of the film, without comments, texts, and application extensions but the one that
/// says how often it runs: XMP stands in one, and no viewer knows the others.
///
/// Read from end to end: a seek for each block of three bytes would take minutes.
fn gif(file: &mut impl BufRead, cut: &mut Cut) -> Result<()> {
    let mut head = [0; 13];
    file.read_exact(&mut head)?;
    let mut at = 13 + skip(file, color_table(head[10]))?;
    cut.keep(0..at);
    while cut.segments.len() <= MAX_SEGMENTS {
        let start = at;
        // `kept` says whether it stays, and how long its content is at most: what follows is somebody's words.
        let (head, kept) = match byte(file)? {
            // A frame: its place and size, colours, the width of its codes.
            0x2c => {
                let mut frame = [0; 9];
                file.read_exact(&mut frame)?;
                (10 + skip(file, color_table(frame[8]) + 1)?, Some(u64::MAX))
            }
            0x21 => match byte(file)? {
                // How long a frame stays and what shows through.
                0xf9 => (2, Some(6)),
                0xff => {
                    let mut name = Vec::new();
                    let size = byte(file)?;
                    file.take(size.into()).read_to_end(&mut name)?;
                    let is_loop = matches!(&name[..], b"NETSCAPE2.0" | b"ANIMEXTS1.0");
                    (3 + u64::from(size), is_loop.then_some(5))
                }
                _ => (2, None),
            },
            0x3b => {
                cut.keep(start..start + 1);
                return Ok(());
            }
            // Nothing a decoder could read; neither do we.
            _ => {
                cut.keep(start..cut.length);
                return Ok(());
            }
        };
        let content = sub_blocks(file)?;
        at += head + content;
        if kept.is_some_and(|most| content <= most) {
            cut.keep(start..at.min(cut.length));
        }
    }
    Ok(())
}

/// Bytes of a GIF's colours, by the flags in front of them.
fn color_table(flags: u8) -> u64 {
    if flags & 0x80 == 0 { 0 } else { 6 << (flags & 7) }
}

/// Passes over bytes; answers how many there were.
fn skip(file: &mut impl Read, bytes: u64) -> Result<u64> {
    std::io::copy(&mut file.take(bytes), &mut std::io::sink())
}

/// Passes over a chain of GIF sub-blocks; answers how long it is. Where it is cut off, what is there of
/// it can still be shown.
fn sub_blocks(file: &mut impl BufRead) -> Result<u64> {
    let mut length = 0;
    while let Some(size) = file.fill_buf()?.first().copied() {
        length += skip(file, 1 + u64::from(size))?;
        if size == 0 {
            break;
        }
    }
    Ok(length)
}

/// Chunks within the announced length, without EXIF and XMP.
fn webp(file: &mut (impl Read + Seek), cut: &mut Cut) -> Result<()> {
    let mut head = [0; 12];
    file.read_exact(&mut head)?;
    let [_, _, _, _, a, b, c, d, ..] = head;
    let announced = u64::from(u32::from_le_bytes([a, b, c, d])) + 8;
    let (mut at, mut size, mut dropped) = (12, 4, false);
    cut.segments.push(Segment::Put(head.to_vec()));
    while at + 8 <= cut.length.min(announced) && cut.segments.len() <= MAX_SEGMENTS {
        let mut chunk = Vec::with_capacity(18);
        let read = file.take(18).read_to_end(&mut chunk)?;
        chunk.resize(18, 0);
        let content = u32::from_le_bytes([chunk[4], chunk[5], chunk[6], chunk[7]]);
        let end = (at + 8 + u64::from(content) + u64::from(content % 2)).min(cut.length);
        match &chunk[..4] {
            b"EXIF" | b"XMP " => dropped = true,
            b"VP8X" if read == 18 && end == at + 18 => {
                // Flags that announce the two.
                chunk[8] &= !0b1100;
                cut.segments.push(Segment::Put(chunk));
                size += 18;
            }
            _ => {
                cut.keep(at..end);
                size += end - at;
            }
        }
        go(file, at + read as u64, end)?;
        at = end;
    }
    if !dropped && at == cut.length {
        cut.segments = vec![Segment::Keep(0..cut.length)];
    } else if let (Some(Segment::Put(head)), Ok(size)) = (cut.segments.first_mut(), u32::try_from(size)) {
        head[4..8].copy_from_slice(&size.to_le_bytes());
    }
    Ok(())
}
