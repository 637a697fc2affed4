//! How files and widths are spelt; pure.

use kernel::files::Kind;

/// Widths of thumbnails, in pixels. Few, so that the cache is bounded.
pub(super) const WIDTHS: [u32; 4] = [160, 320, 640, 1280];

/// The width that is made for one that is asked for: the next larger one, or the largest.
pub(super) fn width(asked: u32) -> u32 {
    WIDTHS.into_iter().find(|width| *width >= asked).unwrap_or(WIDTHS[WIDTHS.len() - 1])
}

/// The highest that a thumbnail of a width may be; a long picture becomes narrower instead.
pub(super) fn height(width: u32) -> u32 {
    width * 4
}

/// The hash of `<hash>` or `<hash>.<ending>`; the ending says nothing. `None` for what is neither.
pub(super) fn hash(raw: &str) -> Option<&str> {
    let (hash, ending) = raw.split_once('.').unwrap_or((raw, "x"));
    let digits = hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let plain = (1..=8).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (hash.len() == 64 && digits && plain).then_some(hash)
}

/// Where a file is read, relative to the site.
pub(crate) fn url(hash: &str, mime: &str) -> String {
    format!("/api/cloud/files/{hash}.{}", Kind::extension(mime))
}

/// Whether a browser shows it in place; anything else is a download.
pub(super) fn is_media(mime: &str) -> bool {
    ["image/", "audio/", "video/"].iter().any(|kind| mime.starts_with(kind))
}

/// How a download is named, in ASCII and in full (RFC 6266, RFC 5987).
pub(super) fn disposition(mime: &str, hash: &str, name: &str) -> String {
    let how = if is_media(mime) { "inline" } else { "attachment" };
    let plain = format!("{}.{}", &hash[..12], Kind::extension(mime));
    let mut header = format!("{how}; filename=\"{plain}\"");
    if !name.is_empty() {
        header.push_str("; filename*=UTF-8''");
        for byte in name.bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => header.push(char::from(byte)),
                other => header.push_str(&format!("%{other:02X}")),
            }
        }
    }
    header
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_hash_with_at_most_a_plain_ending_is_one() {
        let good = "a1".repeat(32);
        for raw in [good.clone(), format!("{good}.png"), format!("{good}.JPEG")] {
            assert_eq!(hash(&raw), Some(good.as_str()));
        }
        for raw in [
            String::new(),
            "..".into(),
            good[1..].to_owned(),
            good.to_uppercase(),
            format!("{good}."),
            format!("{good}.tar.gz"),
            format!("{good}.p/g"),
            format!("../{good}"),
            format!("{good}.."),
            format!("{good}.verylongending"),
        ] {
            assert_eq!(hash(&raw), None, "{raw}");
        }
    }

    #[test]
    fn widths_are_few() {
        assert_eq!([1, 160, 161, 320, 900, 1280, 9999].map(width), [160, 160, 320, 320, 1280, 1280, 1280]);
    }

    #[test]
    fn a_name_cannot_leave_its_header() {
        let hash = "ab".repeat(32);
        assert_eq!(
            disposition("text/plain", &hash, "a\"\r\n好.txt"),
            "attachment; filename=\"abababababab.txt\"; filename*=UTF-8''a%22%0D%0A%E5%A5%BD.txt"
        );
        assert_eq!(disposition("image/png", &hash, ""), "inline; filename=\"abababababab.png\"");
    }
}
