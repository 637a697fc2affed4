//! What stays of a picture, byte by byte.

use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use proptest::prelude::*;

use super::*;

fn stored(mime: &str, bytes: &[u8]) -> Vec<u8> {
    let Some(segments) = without_metadata(mime, &mut Cursor::new(bytes)).unwrap() else {
        return bytes.to_vec();
    };
    let part = |segment: Segment| match segment {
        Segment::Keep(range) => bytes[range.start as usize..range.end as usize].to_vec(),
        Segment::Put(bytes) => bytes,
    };
    segments.into_iter().flat_map(part).collect()
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

fn png_chunk(name: &[u8], data: &[u8]) -> Vec<u8> {
    [&(data.len() as u32).to_be_bytes()[..], name, data, b"crc!"].concat()
}

/// A colour profile of so many bytes, as a PNG holds it.
fn profile(size: usize) -> Vec<u8> {
    let mut compressed = ZlibEncoder::new(b"sRGB\0\0".to_vec(), Compression::fast());
    compressed.write_all(&vec![7; size]).unwrap();
    compressed.finish().unwrap()
}

#[test]
fn a_png_keeps_one_colour_profile_and_none_that_is_a_bomb() {
    let (magic, end) = (b"\x89PNG\r\n\x1a\n", png_chunk(b"IEND", b""));
    let with = |profiles: &[&[u8]]| {
        let chunks: Vec<u8> = profiles.iter().flat_map(|data| png_chunk(b"iCCP", data)).collect();
        [magic, &chunks[..], &end].concat()
    };
    let (plain, limit) = (profile(4000), MAX_INFLATED_PROFILE as usize);
    for good in [&plain, &profile(limit)] {
        assert_eq!(stored("image/png", &with(&[good])), with(&[good]));
    }
    assert_eq!(stored("image/png", &with(&[&plain, &plain])), with(&[&plain]));
    let long = [&plain[..], &vec![0; MAX_PROFILE as usize]].concat();
    for bomb in [profile(limit + 1), long, plain[..plain.len() / 2].to_vec(), b"sRGB\0\x01".to_vec()] {
        assert_eq!(stored("image/png", &with(&[&bomb])), with(&[]));
        assert_eq!(stored("image/png", &with(&[&bomb, &plain])), with(&[]), "not one after another");
    }
}

#[test]
fn a_film_forgets_what_is_written_in_it_and_runs_as_before() {
    let head = b"GIF89a\x02\0\x02\0\x80\0\0rgbRGB";
    let repeats = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0";
    let control = b"\x21\xf9\x04\x05\x0a\0\0\0";
    let plain_frame = b"\x2c\0\0\0\0\x02\0\x02\0\0\x02\x03abc\x01d\0";
    let own_colors = b"\x2c\0\0\0\0\x02\0\x02\0\x80rgbRGB\x02\x01a\0";
    let comment = b"\x21\xfe\x06SECRET\x04more\0";
    let xmp = b"\x21\xff\x0bXMP DataXMP\x05<xmp>\0";
    let text = b"\x21\x01\x0c123456789012\x03you\0";
    let noisy = [&head[..], comment, repeats, xmp, control, plain_frame, text, own_colors, comment, b";tail"];
    let expected = [&head[..], repeats, control, plain_frame, own_colors, b";"].concat();
    assert_eq!(stored("image/gif", &noisy.concat()), expected);
    assert_eq!(without_metadata("image/gif", &mut Cursor::new(&expected)).unwrap(), None);
    // Words behind what a loop or a pause says are words too.
    let hidden = [&head[..], b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\x06SECRET\0", plain_frame, b";"].concat();
    assert_eq!(stored("image/gif", &hidden), [&head[..], plain_frame, b";"].concat());
    let hidden = [&head[..], b"\x21\xf9\x04\x05\x0a\0\0\x06SECRET\0", plain_frame, b";"].concat();
    assert_eq!(stored("image/gif", &hidden), [&head[..], plain_frame, b";"].concat());
    // Cut off within a frame it can still be shown.
    let cut = &expected[..expected.len() - 3];
    assert_eq!(stored("image/gif", cut), cut);
    assert_eq!(stored("image/gif", &[cut, b"?"].concat()).len(), cut.len() + 1);
}

#[test]
fn png_and_webp_forget_too() {
    let chunk = png_chunk;
    let (magic, header, end) = (b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", &[0; 13]), chunk(b"IEND", b""));
    let noisy = [magic, &header[..], &chunk(b"eXIf", b"gps"), &chunk(b"tEXt", b"me"), &end, b"tail"].concat();
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
            ("image/webp", b"RIFF\0\x01\0\0WEBP"), ("image/gif", b"GIF89a\x02\0\x02\0\0\0\0"),
        ] {
            let bytes = [head, &tail].concat();
            let stored = stored(mime, &bytes);
            prop_assert!(stored.len() <= bytes.len() + 36 * 40);
        }
    }
}
