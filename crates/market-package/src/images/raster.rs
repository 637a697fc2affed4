//! Pictures and fonts by their first bytes.

use imagesize::ImageType;

use crate::finding::Report;
use crate::texts::images as texts;

/// Pixels of a side below which a icon looks blurred.
const SHARP: usize = 144;

/// Checks that a file is what its extension says, and that an icon is square and sharp.
pub(crate) fn check_binary(path: &str, extension: &str, content: &[u8], is_icon: bool, report: &mut Report) {
    if !is_what_it_says(extension, content) {
        report.push(texts::SIGNATURE_DIFFERS.error(path).with("want", extension));
        return;
    }
    if !is_icon {
        return;
    }
    // An ICO holds several sizes; what is asked is the largest.
    if let Ok(size) = imagesize::blob_size(content) {
        if size.width != size.height {
            report.push(texts::ICON_SQUARE.warning(path));
        } else if size.width < SHARP {
            report.push(texts::ICON_SMALL.warning(path));
        }
    }
}

/// Files that are no text are judged here; others are checked as text.
fn is_what_it_says(extension: &str, content: &[u8]) -> bool {
    let picture = || imagesize::image_type(content).ok();
    match extension {
        "png" => matches!(picture(), Some(ImageType::Png)),
        "jpg" | "jpeg" => matches!(picture(), Some(ImageType::Jpeg)),
        "gif" => matches!(picture(), Some(ImageType::Gif)),
        "webp" => matches!(picture(), Some(ImageType::Webp)),
        "ico" => matches!(picture(), Some(ImageType::Ico)),
        "woff" => content.starts_with(b"wOFF"),
        "woff2" => content.starts_with(b"wOF2"),
        "ttf" | "otf" => {
            [&b"\0\x01\0\0"[..], b"true", b"OTTO", b"ttcf"].iter().any(|sign| content.starts_with(sign))
        }
        _ => true,
    }
}
