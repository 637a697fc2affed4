//! Small files that ask for much memory or time, made without holding what they pretend to be.

use std::io::{Cursor, Write};

use flate2::write::ZlibEncoder;
use flate2::{Compression, FlushCompress};
use image::{DynamicImage, ImageFormat, RgbImage};

/// How a picture ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It has a thumbnail: what is crafted in it was never looked at.
    Thumbnail,
    /// It is refused by what it says of itself.
    Nothing,
    /// Its decoder ran into a limit of the process.
    Stopped,
}

/// A row of the table.
pub(super) struct Bomb {
    pub(super) name: &'static str,
    pub(super) mime: &'static str,
    pub(super) bytes: Vec<u8>,
    /// The most memory that decoding may take, in MB.
    pub(super) most_mb: u64,
    pub(super) outcome: Outcome,
}

/// A decoder that has read the picture and nothing more: the program itself, and 32 MB of a file.
const SMALL: u64 = 100;
/// One that inflates up to the decoder's own limit.
const INFLATED: u64 = 400;
/// The most that a process may hold: its limit, and the program itself.
const MOST: u64 = 600;

pub(super) fn all() -> Vec<Bomb> {
    [png(), gif(), webp(), jpeg(), honest()].into_iter().flatten().collect()
}

fn row(name: &'static str, mime: &'static str, bytes: Vec<u8>, most_mb: u64, outcome: Outcome) -> Bomb {
    Bomb { name, mime, bytes, most_mb, outcome }
}

/// Bytes in a piece of [`zeros`].
const PIECE: usize = 16 << 20;

/// A deflate stream of zeros, 4 GB in 4 MB: one piece of 16 MB, flushed so that it stands alone, again and
/// again.
fn zeros(pieces: u64) -> Vec<u8> {
    let mut piece = Vec::with_capacity(1 << 20);
    let mut deflate = flate2::Compress::new(Compression::best(), false);
    deflate.compress_vec(&vec![0; PIECE], &mut piece, FlushCompress::Full).unwrap();
    assert_eq!(deflate.total_in(), PIECE as u64);
    let mut stream = b"\x78\xda".to_vec();
    for _ in 0..pieces {
        stream.extend(&piece);
    }
    // An empty last block, and the sum of so many zeros (RFC 1950).
    stream.extend(b"\x03\0");
    let high = (pieces * PIECE as u64 % 65_521) as u32;
    stream.extend((high << 16 | 1).to_be_bytes());
    stream
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    // As small as it gets: what is larger than an upload may be is refused unread.
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(name);
    crc.update(data);
    [&(data.len() as u32).to_be_bytes()[..], name, data, &crc.sum().to_be_bytes()].concat()
}

/// Chunks behind the header of a PNG of a size, in 8 bits of grey unless told otherwise.
fn png_of((wide, high): (u32, u32), depth_and_colors: [u8; 2], chunks: &[Vec<u8>]) -> Vec<u8> {
    let size = [wide.to_be_bytes(), high.to_be_bytes()].concat();
    let header = chunk(b"IHDR", &[&size[..], &depth_and_colors, &[0; 3]].concat());
    [&b"\x89PNG\r\n\x1a\n"[..], &header, &chunks.concat(), &chunk(b"IEND", b"")].concat()
}

/// PNG, whose chunks are compressed.
pub(super) fn png() -> Vec<Bomb> {
    const PNG: &str = "image/png";
    use Outcome::{Nothing, Thumbnail};
    let (grey, bomb) = ([8, 0], zeros((4 << 30) / PIECE as u64));
    let pixels = chunk(b"IDAT", &zlib(&[0; 100 * 101]));
    let beside = |chunk: Vec<u8>| png_of((100, 100), grey, &[chunk, pixels.clone()]);
    let profile = |inflated: &[u8]| beside(chunk(b"iCCP", &[b"icc\0\0", inflated].concat()));
    let frame = |at: u32, side: u32| {
        let sides = [at, side, side, 0, 0].map(u32::to_be_bytes).concat();
        chunk(b"fcTL", &[&sides[..], &[0, 1, 0, 1, 0, 0]].concat())
    };
    let frames: Vec<Vec<u8>> = (0..20_000)
        .flat_map(|n: u32| {
            [frame(2 * n + 1, 19_000), chunk(b"fdAT", &[&(2 * n + 2).to_be_bytes()[..], b"x"].concat())]
        })
        .collect();
    let film = [chunk(b"acTL", &[0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0]), frame(0, 100), pixels.clone()];
    vec![
        row("PNG iCCP of 4 GB", PNG, profile(&bomb), INFLATED, Thumbnail),
        row("PNG of 400 iCCP of 16 MB", PNG, many_profiles(&pixels), INFLATED, Thumbnail),
        row(
            "PNG zTXt of 4 GB",
            PNG,
            beside(chunk(b"zTXt", &[b"a\0\0", &bomb[..]].concat())),
            SMALL,
            Thumbnail,
        ),
        row(
            "PNG iTXt of 4 GB",
            PNG,
            beside(chunk(b"iTXt", &[b"XML:com.adobe.xmp\0\x01\0\0\0", &bomb[..]].concat())),
            SMALL,
            Thumbnail,
        ),
        row("PNG pixels of 4 GB", PNG, png_of((100, 100), grey, &[chunk(b"IDAT", &bomb)]), SMALL, Thumbnail),
        row(
            "PNG of 60,000 squared",
            PNG,
            png_of((60_000, 60_000), grey, &[chunk(b"IDAT", &bomb)]),
            SMALL,
            Nothing,
        ),
        row(
            "PNG of 16 bits too deep",
            PNG,
            png_of((6300, 6300), [16, 6], &[chunk(b"IDAT", &bomb)]),
            SMALL,
            Nothing,
        ),
        row(
            "PNG film of 20,000 frames",
            PNG,
            png_of((100, 100), grey, &[&film[..], &frames].concat()),
            SMALL,
            Thumbnail,
        ),
        profile_and_depth(),
        row("PNG eXIf in itself", PNG, beside(chunk(b"eXIf", &endless_directory())), SMALL, Thumbnail),
    ]
}

/// The deepest picture there may be.
fn deep(chunks: &[Vec<u8>]) -> Vec<u8> {
    png_of((5700, 5700), [16, 6], &[chunks, &[chunk(b"IDAT", &zeros(16))]].concat())
}

/// The deepest picture there may be, plain.
pub(super) fn deepest() -> Vec<u8> {
    deep(&[])
}

/// A profile within the decoder's limit and a picture within it, which together are beyond the process's.
pub(super) fn profile_and_depth() -> Bomb {
    let bytes = deep(&[chunk(b"iCCP", &[b"icc\0\0", &zeros(13)[..]].concat())]);
    row("PNG iCCP of 200 MB before 260 MB of pixels", "image/png", bytes, MOST, Outcome::Stopped)
}

fn many_profiles(pixels: &[u8]) -> Vec<u8> {
    let one = chunk(b"iCCP", &[&b"icc\0\0"[..], &zlib(&vec![0; 16 << 20])].concat());
    let mut chunks = vec![one; 400];
    chunks.push(pixels.to_vec());
    png_of((100, 100), [8, 0], &chunks)
}

/// EXIF whose directories name each other as the next, and whose values lie beyond the end.
fn endless_directory() -> Vec<u8> {
    let mut tiff = b"II*\0\x08\0\0\0\x02\0".to_vec();
    tiff.extend(b"\x69\x87\x04\0\x01\0\0\0\x08\0\0\0");
    tiff.extend(b"\x12\x01\x03\0\xff\xff\xff\xff\xff\xff\xff\xff\x08\0\0\0");
    tiff
}

/// A GIF of a screen, with frames of a size.
fn gif_of(screen: u16, side: u16, frames: usize, data: &[u8]) -> Vec<u8> {
    let screen = screen.to_le_bytes();
    let mut bytes = [b"GIF89a", &screen[..], &screen, b"\x80\0\0rgbRGB"].concat();
    let side = side.to_le_bytes();
    let frame = [b"\x2c\0\0\0\0", &side[..], &side, b"\0\x02", data, b"\0"].concat();
    for _ in 0..frames {
        bytes.extend(&frame);
    }
    bytes.push(b';');
    bytes
}

fn gif() -> Vec<Bomb> {
    const GIF: &str = "image/gif";
    use Outcome::Nothing;
    let data = b"\x02\x4c\x01";
    let comments = [&b"\x21\xfe"[..], &[255; 256].repeat(100_000), b"\0"].concat();
    let one = gif_of(100, 100, 1, data);
    let commented = [&one[..19], &comments, &one[19..]].concat();
    let icc = [&b"\x21\xff\x0bICCRGBG1012"[..], &[255; 256].repeat(100_000), b"\0"].concat();
    let with_profile = [&one[..19], &icc, &one[19..]].concat();
    vec![
        row("GIF of 65,535 squared", GIF, gif_of(65_535, 65_535, 1, data), SMALL, Nothing),
        row("GIF with a frame of 65,535 squared", GIF, gif_of(100, 65_535, 1, data), SMALL, Nothing),
        row("GIF of 200,000 frames", GIF, gif_of(100, 100, 200_000, data), SMALL, Nothing),
        row("GIF with a comment of 25 MB", GIF, commented, SMALL, Nothing),
        row("GIF with a profile of 25 MB", GIF, with_profile, SMALL, Nothing),
    ]
}

fn riff(chunks: &[Vec<u8>]) -> Vec<u8> {
    let chunks = chunks.concat();
    [&b"RIFF"[..], &(chunks.len() as u32 + 4).to_le_bytes(), b"WEBP", &chunks].concat()
}

fn riff_chunk(name: &[u8; 4], size: u32, data: &[u8]) -> Vec<u8> {
    [&name[..], &size.to_le_bytes(), data, &vec![0; data.len() % 2]].concat()
}

/// The head of a WebP with these flags and this side.
fn webp_head(flags: u8, side: u32) -> Vec<u8> {
    let side = &(side - 1).to_le_bytes()[..3];
    riff_chunk(b"VP8X", 10, &[&[flags, 0, 0, 0], side, side].concat())
}

/// A film of a side, with these pixels in each frame.
fn film(side: u32, frames: usize, pixels: &[u8]) -> Vec<u8> {
    let mut chunks = vec![webp_head(2, side), riff_chunk(b"ANIM", 6, &[0; 6])];
    let side = &(side - 1).to_le_bytes()[..3];
    let data = [&[0; 6], side, side, &[0; 4], pixels].concat();
    chunks.extend(vec![riff_chunk(b"ANMF", data.len() as u32, &data); frames]);
    riff(&chunks)
}

/// A film of the most pixels: screen, frame and answer are three times what a picture takes.
fn large_film() -> Bomb {
    // No transforms, then five codes of one symbol of one bit: black, which costs no bits. Written by hand,
    // because the encoder is not optimised in this program.
    let side: u32 = 6300 - 1;
    let codes = [3, 7, 11, 15, 19].iter().fold(0_u32, |codes, at| codes | 1 << at);
    let black =
        [&[0x2f][..], &(side | side << 14 | 1 << 28).to_le_bytes(), &codes.to_le_bytes(), &[0]].concat();
    let bytes = film(6300, 2, &riff_chunk(b"VP8L", black.len() as u32, &black));
    row("WebP film of 40 million pixels", "image/webp", bytes, MOST, Outcome::Thumbnail)
}

fn webp() -> Vec<Bomb> {
    const WEBP: &str = "image/webp";
    use Outcome::{Nothing, Thumbnail};
    // 14 bits each of width - 1 and height - 1, then nothing that could be read.
    let lossless = |side: u32| {
        let bits = (side - 1) | (side - 1) << 14;
        [&[0x2f][..], &bits.to_le_bytes(), &[0; 64]].concat()
    };
    let still = |side| riff(&[riff_chunk(b"VP8L", 69, &lossless(side))]);
    let broken = |side| riff_chunk(b"VP8L", 69, &lossless(side));
    let plain = image_of(100, 100, ImageFormat::WebP)[12..].to_vec();
    let beside = |flag, name, size, data: &[u8]| {
        riff(&[webp_head(flag, 100), riff_chunk(name, size, data), plain.clone()])
    };
    vec![
        row("WebP of 16,384 squared", WEBP, still(16_384), SMALL, Nothing),
        row("WebP film of 16,384 squared", WEBP, film(16_384, 10, &broken(16_384)), SMALL, Nothing),
        row("WebP film of 50,000 broken frames", WEBP, film(6300, 50_000, &broken(6300)), MOST, Nothing),
        large_film(),
        row(
            "WebP profile of 25 MB",
            WEBP,
            beside(0x20, b"ICCP", 25 << 20, &vec![0; 25 << 20]),
            SMALL,
            Thumbnail,
        ),
        row("WebP EXIF of 25 MB", WEBP, beside(8, b"EXIF", 25 << 20, &vec![0; 25 << 20]), SMALL, Thumbnail),
        row("WebP EXIF that says 4 GB", WEBP, beside(8, b"EXIF", u32::MAX - 1, &[0; 64]), SMALL, Nothing),
    ]
}

/// A marker segment of a JPEG.
fn segment(marker: u8, data: &[u8]) -> Vec<u8> {
    [&[0xff, marker], &(data.len() as u16 + 2).to_be_bytes()[..], data].concat()
}

/// The head of a JPEG in three colours; `frame` is its kind, c0 for plain and c2 for progressive.
fn jpeg_head(frame: u8, (wide, high): (u16, u16)) -> Vec<u8> {
    let size = [high.to_be_bytes(), wide.to_be_bytes()].concat();
    let colors = [&[8], &size[..], &[3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]].concat();
    let table = |class: u8| {
        // One code of one bit, which says that nothing follows.
        let mut table = vec![class, 1];
        table.extend([0; 15]);
        table.push(0);
        segment(0xc4, &table)
    };
    let steps = segment(0xdb, &[&[0][..], &[1; 64]].concat());
    [&b"\xff\xd8"[..], &steps, &segment(frame, &colors), &table(0), &table(0x10)].concat()
}

/// A progressive JPEG of the most pixels, whose every scan goes over all of them and says nothing.
pub(super) fn scans() -> Bomb {
    let mut bytes = jpeg_head(0xc2, (6300, 6300));
    bytes.extend(segment(0xda, &[3, 1, 0, 2, 0, 3, 0, 0, 0, 0]));
    bytes.extend(vec![0; 1000]);
    for _ in 0..200_000 {
        bytes.extend(segment(0xda, &[1, 1, 0, 1, 5, 0]));
        bytes.extend([0; 16]);
    }
    bytes.extend(b"\xff\xd9");
    row("JPEG of 200,000 scans", "image/jpeg", bytes, INFLATED, Outcome::Nothing)
}

fn jpeg() -> Vec<Bomb> {
    const JPEG: &str = "image/jpeg";
    use Outcome::{Nothing, Thumbnail};
    let plain = image_of(100, 100, ImageFormat::Jpeg);
    let beside = |segments: Vec<u8>| [&plain[..2], &segments, &plain[2..]].concat();
    let scan = segment(0xda, &[3, 1, 0, 2, 0, 3, 0, 0, 0, 0]);
    let large = |frame, side| [&jpeg_head(frame, (side, side))[..], &scan, &[0; 1000], b"\xff\xd9"].concat();
    let profile = |n: u8| segment(0xe2, &[&b"ICC_PROFILE\0"[..], &[n, 255], &vec![0; 65_000]].concat());
    let exif = segment(0xe1, &[b"Exif\0\0", &endless_directory()[..]].concat());
    // A picture within the EXIF of a picture, as deep as a segment holds.
    let mut nested = plain.clone();
    while nested.len() < 60_000 {
        nested = [&plain[..2], &segment(0xe1, &[b"Exif\0\0", &nested[..]].concat()), &plain[2..]].concat();
    }
    vec![
        row("JPEG of 65,535 squared", JPEG, large(0xc0, 65_535), SMALL, Nothing),
        row("JPEG of 65,535 squared in scans", JPEG, large(0xc2, 65_535), SMALL, Nothing),
        scans(),
        row(
            "JPEG profile in 255 parts",
            JPEG,
            beside((1..=255).flat_map(profile).collect()),
            INFLATED,
            Thumbnail,
        ),
        row("JPEG EXIF in itself", JPEG, beside(exif.repeat(5000)), SMALL, Thumbnail),
        row("JPEG in a JPEG in a JPEG", JPEG, nested, SMALL, Thumbnail),
    ]
}

/// The largest pictures that are promised a thumbnail.
fn honest() -> Vec<Bomb> {
    use Outcome::Thumbnail;
    vec![
        row("JPEG of 40 million pixels", "image/jpeg", photograph(7300, 5475), MOST, Thumbnail),
        row("PNG of 40 million pixels", "image/png", large_png(7300, 5475), MOST, Thumbnail),
        row(
            "WebP of 40 million pixels",
            "image/webp",
            image_of(7300, 5475, ImageFormat::WebP),
            MOST,
            Thumbnail,
        ),
    ]
}

/// Lines that are like the one above, written by hand: the encoder of `image`, which is not optimised in
/// this program, takes seconds for as many.
fn large_png(wide: u32, high: u32) -> Vec<u8> {
    let first = [&[0], &line_of(wide)[..]].concat();
    let mut same = vec![0; first.len()];
    same[0] = 2;
    let lines = [first, same.repeat(high as usize - 1)].concat();
    png_of((wide, high), [8, 2], &[chunk(b"IDAT", &zlib(&lines))])
}

/// A photograph, as a camera writes it.
pub(super) fn photograph(wide: u32, high: u32) -> Vec<u8> {
    image_of(wide, high, ImageFormat::Jpeg)
}

/// Kept beside the test program, named by what it shows: the encoders, which are generic and so not optimised in
/// this program, take ten seconds for 40 million pixels.
fn image_of(wide: u32, high: u32, format: ImageFormat) -> Vec<u8> {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let kept = folder.join(format!("lines-{wide}x{high}.{}", format.extensions_str()[0]));
    if let Ok(bytes) = std::fs::read(&kept) {
        return bytes;
    }
    let pixels = RgbImage::from_raw(wide, high, line_of(wide).repeat(high as usize)).unwrap();
    let bytes = written(&pixels.into(), format);
    // Whole or not there: another test may make the same picture.
    let mut file = tempfile::NamedTempFile::new_in(folder).unwrap();
    file.write_all(&bytes).unwrap();
    file.persist(kept).unwrap();
    bytes
}

fn line_of(wide: u32) -> Vec<u8> {
    (0..wide).flat_map(|x| [x as u8, 90, (x / 256) as u8]).collect()
}

fn written(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}
