//! The two encodings files are precompressed in, and what a client takes of them.

/// How a file was compressed when the web desktop was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// `.br`
    Brotli,
    /// `.gz`
    Gzip,
}

impl Encoding {
    /// The name in `Content-Encoding`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// The ending of the compressed sibling, without its dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gz",
        }
    }

    /// The encoding that a file's name says it is in.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        [Self::Brotli, Self::Gzip].into_iter().find(|encoding| encoding.extension() == extension)
    }
}

/// What `Accept-Encoding` allows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Accepted {
    /// `br`
    pub brotli: bool,
    /// `gzip`
    pub gzip: bool,
}

impl Accepted {
    /// Reads the header. Weights only matter as yes or no: the smaller file is better for both.
    #[must_use]
    pub fn parse(header: &str) -> Self {
        let mut accepted = Self::default();
        for entry in header.split(',') {
            let (name, parameters) = entry.split_once(';').unwrap_or((entry, ""));
            let weight = parameters.trim().strip_prefix("q=").and_then(|q| q.trim().parse::<f32>().ok());
            let wanted = weight.is_none_or(|weight| weight > 0.0);
            match name.trim() {
                "br" => accepted.brotli = wanted,
                "gzip" | "x-gzip" => accepted.gzip = wanted,
                _ => {}
            }
        }
        accepted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browsers_header_allows_both() {
        assert_eq!(Accepted::parse("gzip, deflate, br, zstd"), Accepted { brotli: true, gzip: true });
    }

    #[test]
    fn a_weight_of_zero_refuses() {
        assert_eq!(Accepted::parse("br;q=0, gzip;q=0.5"), Accepted { brotli: false, gzip: true });
        assert_eq!(Accepted::parse("identity"), Accepted::default());
        assert_eq!(Accepted::parse(""), Accepted::default());
    }
}
