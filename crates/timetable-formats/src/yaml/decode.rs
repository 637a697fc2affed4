//! The text of a file whose encoding is not told.

use std::borrow::Cow;

use encoding_rs::{Encoding, GB18030};

/// The text of UTF-8, of UTF-16 with a byte order mark, or of GB 18030 with its subset GBK, which Chinese editors
/// of old write. `None` where the bytes are none of them.
pub(super) fn decode(bytes: &[u8]) -> Option<Cow<'_, str>> {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling_and_without_replacement(&bytes[length..]);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Some(Cow::Borrowed(text));
    }
    GB18030.decode_without_bom_handling_and_without_replacement(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encodings_of_editors_give_the_same_text() {
        let expected = "subjects: [语文]";
        let gbk = b"subjects: [\xd3\xef\xce\xc4]";
        let utf16: Vec<u8> =
            std::iter::once(0xfeff).chain(expected.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        let with_mark = [b"\xef\xbb\xbf", expected.as_bytes()].concat();
        for bytes in [expected.as_bytes(), &gbk[..], &utf16, &with_mark] {
            assert_eq!(decode(bytes).as_deref(), Some(expected));
        }
        assert_eq!(decode(b"\xff\xff\xff"), None);
    }
}
