//! Making a small picture out of a large one, within hard limits; pure.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::metadata::Orientation;
use image::{ColorType, DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};

use super::model;

/// Most bytes of a picture that is looked at; the decoders hold them all.
pub(super) const MAX_BYTES: i64 = 32 << 20;
/// Most pixels: what cameras take, and 160 MB when decoded.
pub(super) const MAX_PIXELS: u64 = 40_000_000;
/// Longest side.
const MAX_SIDE: u32 = 20_000;
/// Most memory of a decoded picture, in bytes.
const MAX_MEMORY: u64 = 256 << 20;
/// Quality of JPEG, as most cameras' previews have it.
const QUALITY: u8 = 80;

/// A small picture.
pub(super) struct Small {
    pub(super) bytes: Vec<u8>,
    pub(super) format: Format,
}

/// What small pictures are written as: JPEG, or PNG where something shows through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Jpeg,
    Png,
}

impl Format {
    pub(super) const ALL: [Self; 2] = [Self::Jpeg, Self::Png];

    pub(super) fn mime(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }

    /// What a small picture is, by its first byte.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        match bytes.first()? {
            0xff => Some(Self::Jpeg),
            0x89 => Some(Self::Png),
            _ => None,
        }
    }

    pub(super) fn ending(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
        }
    }
}

/// A small picture of a width, turned as the camera was held; of a moving one the first frame.
/// `None` for what is no picture, damaged, or larger than the limits.
pub(super) fn shrink(bytes: &[u8], mime: &str, width: u32) -> Option<Small> {
    let format = match mime {
        "image/jpeg" => ImageFormat::Jpeg,
        "image/png" => ImageFormat::Png,
        "image/gif" => ImageFormat::Gif,
        "image/webp" => ImageFormat::WebP,
        _ => return None,
    };
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    // Before the decoder is made: making it inflates colour profiles already.
    reader.limits(limits());
    let mut decoder = reader.into_decoder().ok()?;
    // The header's own words: what the decoders would take is decided before they take it.
    let (wide, high) = decoder.dimensions();
    let is_small = wide <= MAX_SIDE && high <= MAX_SIDE && u64::from(wide) * u64::from(high) <= MAX_PIXELS;
    if !is_small || decoder.total_bytes() > MAX_MEMORY {
        return None;
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let whole = DynamicImage::from_decoder(decoder).ok()?;
    write(fit(&whole, orientation, width))
}

fn limits() -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_MEMORY);
    limits
}

/// Shrinks first and turns then: turning copies.
fn fit(whole: &DynamicImage, orientation: Orientation, width: u32) -> DynamicImage {
    let (mut wide, mut high) = (width, model::height(width));
    if orientation.to_exif() >= 5 {
        std::mem::swap(&mut wide, &mut high);
    }
    let is_small = whole.width() <= wide && whole.height() <= high;
    let mut small = if is_small { whole.clone() } else { whole.thumbnail(wide, high) };
    small.apply_orientation(orientation);
    small
}

fn write(small: DynamicImage) -> Option<Small> {
    let mut bytes = Cursor::new(Vec::new());
    let format = if shows_through(&small) { Format::Png } else { Format::Jpeg };
    match format {
        Format::Png => DynamicImage::from(small.into_rgba8()).write_to(&mut bytes, ImageFormat::Png).ok()?,
        Format::Jpeg => {
            let rgb = small.into_rgb8();
            JpegEncoder::new_with_quality(&mut bytes, QUALITY)
                .encode(&rgb, rgb.width(), rgb.height(), ColorType::Rgb8.into())
                .ok()?;
        }
    }
    Some(Small { bytes: bytes.into_inner(), format })
}

/// Many pictures could show something through and do not.
fn shows_through(small: &DynamicImage) -> bool {
    small.color().has_alpha() && small.to_rgba8().pixels().any(|pixel| pixel.0[3] < 255)
}
