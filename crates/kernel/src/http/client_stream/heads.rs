//! Where the heads of requests are in what a client sends, and whether one says two lengths of its body.
//!
//! It decides nothing about a request; that is the parser's. Where the two might read something
//! differently, the parser refuses it or closes the connection behind it.

use crate::http::admission::Sent;

/// Kept of a line: the two names, and a length behind one of them.
const KEPT: usize = 64;

/// What comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ParserState {
    #[default]
    Head,
    /// So many bytes of a body or a chunk, then a head or the next chunk's size.
    Bytes(u64, Next),
    Size,
    Trailer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Head,
    Size,
}

/// Follows the bytes of one connection.
pub(super) struct Heads {
    state: ParserState,
    line: [u8; KEPT],
    length: usize,
    has_begun: bool,
    is_chunked: bool,
    declared: Option<u64>,
    /// A request has ended since this was last asked for.
    has_ended: bool,
}

impl Default for Heads {
    fn default() -> Self {
        Self {
            state: ParserState::Head,
            line: [0; KEPT],
            length: 0,
            has_begun: false,
            is_chunked: false,
            declared: None,
            has_ended: false,
        }
    }
}

impl Heads {
    /// Takes what has arrived; true when a head that ends in it says two lengths.
    pub(super) fn feed(&mut self, mut bytes: &[u8]) -> bool {
        let mut is_ambiguous = false;
        while !bytes.is_empty() {
            if let ParserState::Bytes(left, next) = self.state {
                let skipped = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
                bytes = &bytes[skipped..];
                self.state = match (left - skipped as u64, next) {
                    (0, Next::Head) => self.end_request(),
                    (0, Next::Size) => ParserState::Size,
                    (left, next) => ParserState::Bytes(left, next),
                };
                continue;
            }
            let end = memchr::memchr(b'\n', bytes);
            let piece = &bytes[..end.unwrap_or(bytes.len())];
            let room = &mut self.line[self.length.min(KEPT)..];
            let kept = piece.len().min(room.len());
            room[..kept].copy_from_slice(&piece[..kept]);
            self.length += piece.len();
            let Some(end) = end else { break };
            bytes = &bytes[end + 1..];
            is_ambiguous |= self.end_line();
        }
        is_ambiguous
    }

    /// What has come of a request since this was last asked for. Empty lines before one are nothing.
    pub(super) fn sent(&mut self) -> Sent {
        let has_ended = std::mem::take(&mut self.has_ended);
        match self.state {
            ParserState::Bytes(..) | ParserState::Size | ParserState::Trailer => Sent::Head,
            ParserState::Head if self.has_begun || self.length > 0 => Sent::PartOfHead,
            ParserState::Head if has_ended => Sent::Whole,
            ParserState::Head => Sent::Nothing,
        }
    }

    fn end_request(&mut self) -> ParserState {
        self.has_ended = true;
        ParserState::Head
    }

    fn end_line(&mut self) -> bool {
        let line = self.line;
        let line = line[..std::mem::take(&mut self.length).min(KEPT)].trim_ascii();
        match self.state {
            ParserState::Head if !line.is_empty() => self.read_field(line),
            // Empty lines before a request are no head.
            ParserState::Head if self.has_begun => return self.end_head(),
            ParserState::Size => {
                let size = line.split(|byte| matches!(byte, b';' | b' ' | b'\t')).next().unwrap_or_default();
                let size = std::str::from_utf8(size).ok().and_then(|size| u64::from_str_radix(size, 16).ok());
                self.state = match size {
                    None | Some(0) => ParserState::Trailer,
                    // And the end of its line.
                    Some(size) => ParserState::Bytes(size.saturating_add(2), Next::Size),
                };
            }
            ParserState::Trailer if line.is_empty() => self.state = self.end_request(),
            _ => {}
        }
        false
    }

    fn read_field(&mut self, line: &[u8]) {
        if !std::mem::replace(&mut self.has_begun, true) {
            return;
        }
        let Some(colon) = memchr::memchr(b':', line) else { return };
        let (name, value) = (&line[..colon], line[colon + 1..].trim_ascii());
        if name.eq_ignore_ascii_case(b"transfer-encoding") {
            self.is_chunked = true;
        } else if name.eq_ignore_ascii_case(b"content-length") {
            self.declared =
                Some(std::str::from_utf8(value).ok().and_then(|text| text.parse().ok()).unwrap_or(0));
        }
    }

    fn end_head(&mut self) -> bool {
        self.has_begun = false;
        let (is_chunked, said) = (std::mem::take(&mut self.is_chunked), self.declared.take());
        self.state = match (is_chunked, said) {
            (true, _) => ParserState::Size,
            (false, None | Some(0)) => self.end_request(),
            (false, Some(length)) => ParserState::Bytes(length, Next::Head),
        };
        is_chunked && said.is_some()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn is_ambiguous(sent: &str) -> bool {
        Heads::default().feed(sent.as_bytes())
    }

    const BOTH: &str = "POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n";

    #[test]
    fn a_head_with_both_is_seen_in_either_order_and_spelling() {
        for head in [
            BOTH,
            "POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\nHost: x\r\nCONTENT-LENGTH:0\r\n\r\n",
            "\r\n\r\nPOST / HTTP/1.1\nTransfer-Encoding:chunked\nContent-Length: nonsense\n\n",
        ] {
            assert!(is_ambiguous(head), "{head}");
        }
        let long = "x".repeat(5000);
        assert!(is_ambiguous(&format!(
            "POST /{long} HTTP/1.1\r\nA: {long}\r\nContent-Length: 5\r\nTransfer-Encoding: a\r\n\r\n"
        )));
    }

    #[test]
    fn what_stands_in_a_body_or_in_two_requests_is_none() {
        let body = "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n";
        for sent in [
            format!("POST / HTTP/1.1\r\nContent-Length: {}\r\n\r\n{body}", body.len()),
            format!("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n{:x};a=b\r\n{body}\r\n0\r\n\r\n", body.len()),
            "POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\nPOST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n\
             0\r\nContent-Length: 4\r\n\r\nPOST / HTTP/1.1\r\nContent-Length: 1\r\n\r\nx"
                .to_owned(),
            "POST / HTTP/1.1\r\nX-Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\nx".to_owned(),
        ] {
            assert!(!is_ambiguous(&sent), "{sent}");
            assert!(is_ambiguous(&format!("{sent}{BOTH}")), "the next head is found: {sent}");
        }
    }

    proptest! {
        #[test]
        fn however_the_bytes_arrive_the_same_is_seen(cuts in proptest::collection::vec(1_usize..20, 1..40)) {
            let sent = format!("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nab\nPOST / HTTP/1.1\r\n\
                                Transfer-Encoding: chunked\r\n\r\n4\r\nwiki\r\n0\r\n\r\n{BOTH}");
            let (mut heads, mut rest, mut seen) = (Heads::default(), sent.as_bytes(), 0);
            for cut in cuts.into_iter().cycle() {
                let (piece, left) = rest.split_at(cut.min(rest.len()));
                seen += u32::from(heads.feed(piece));
                rest = left;
                if rest.is_empty() {
                    break;
                }
            }
            prop_assert_eq!(seen, 1);
        }

        #[test]
        fn nothing_makes_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            let mut heads = Heads::default();
            heads.feed(b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
            heads.feed(&bytes);
        }
    }
}
