//! The frames between a portal and the process of a back end: the length in four bytes, little end first, and a value
//! in the encoding of `postcard`.

use std::collections::BTreeMap;
use std::io::{self, Read};

use postcard::de_flavors::{self, Slice};
use postcard::ser_flavors;
use serde::{Deserialize, Serialize};

use crate::call::{Answer, Call, CallError};
use crate::limits::Limits;
use crate::meter::MeterState;
use crate::portal::{FetchError, FetchRequest, FetchResponse, LogLevel, PublicUser};
use crate::source::Source;

/// Bytes of a frame that the process takes. The portal is trusted, so this is only for a wrong length.
pub const LARGEST_TO_CHILD: usize = 256 << 20;

/// Bytes of an error's text.
pub const ERROR: usize = 64 << 10;

/// Bytes that are written at once when there are many frames.
pub const BATCH: usize = 128 << 10;

const LENGTH: usize = 4;

/// Bytes of the buffer between two large frames.
const BUFFER: usize = 16 << 10;

/// What the portal sends. `Confine`, `Begin`, `File`s, `Users`, `Page`s and `Run` come first, in this order.
#[derive(Debug, Serialize, Deserialize)]
pub enum ToChild<'a> {
    /// The bounds of the process: bytes of the JavaScript heap and of the database.
    Confine { memory: u64, quota: u64 },
    /// All of the source but its files.
    Begin(Box<Begin>),
    /// One file of the source.
    File {
        path: &'a str,
        #[serde(with = "serde_bytes")]
        bytes: &'a [u8],
    },
    /// One stored page.
    Page {
        number: u32,
        #[serde(with = "serde_bytes")]
        bytes: &'a [u8],
    },
    /// The members, when they have changed.
    Users { revision: u64, users: Vec<PublicUser> },
    /// Everything is there: the back end is loaded.
    Run,
    /// A request.
    Call { id: u32, call: Box<Call> },
    /// Nobody waits for this answer any more.
    Forget { id: u32 },
    /// What another host answered.
    Fetched { id: u32, result: Result<FetchResponse, FetchError> },
    /// The answer to `IsRegistered`.
    Registered(bool),
    /// Asks for a `Pong`.
    Ping,
    /// The end.
    Stop,
}

/// The parts of [`crate::Source`] that are no files, and the limits.
#[derive(Debug, Serialize, Deserialize)]
pub struct Begin {
    pub name: String,
    pub entry: String,
    pub settings: BTreeMap<String, String>,
    pub schema: String,
    pub offsets: Vec<(i64, i32)>,
    pub limits: Limits,
}

impl Begin {
    /// All of a source but its files.
    pub fn new(source: &Source, limits: &Limits) -> Self {
        Self {
            name: source.name.clone(),
            entry: source.entry.clone(),
            settings: source.settings.clone(),
            schema: source.schema.clone(),
            offsets: source.offsets.clone(),
            limits: limits.clone(),
        }
    }
}

/// What the process sends. `Page`, `Event` and `Finished` belong to the `Turn` that follows them.
#[derive(Debug, Serialize, Deserialize)]
pub enum FromChild<'a> {
    /// The working copy of the database is there, or why not.
    Opened(Result<(), &'a str>),
    /// The files are loaded, or why not.
    Ready(Result<(), &'a str>),
    /// A page that the turn committed.
    Page {
        number: u32,
        #[serde(with = "serde_bytes")]
        bytes: &'a [u8],
    },
    /// An event that the turn published, in JSON.
    Event { user_ids: Vec<String>, event: String },
    /// A call that the turn ended.
    Finished { id: u32, result: Result<Answer, CallError> },
    /// The end of a turn: how many pages the database has, if some were committed.
    Turn { page_count: Option<u32>, state: MeterState },
    /// A line of the log.
    Log { level: LogLevel, text: &'a str },
    /// A question; the process waits for its answer.
    IsRegistered { user_id: &'a str },
    /// A request to another host.
    Fetch { id: u32, request: FetchRequest },
    /// The answer to `Ping`.
    Pong,
    /// The isolate has ended, and these calls with it.
    Ended { reason: CallError, pending: Vec<u32>, state: MeterState },
}

/// Appends a frame.
pub fn encode(buffer: &mut Vec<u8>, frame: &impl Serialize) -> io::Result<()> {
    let start = buffer.len();
    buffer.extend_from_slice(&[0; LENGTH]);
    postcard::serialize_with_flavor(frame, Appended(buffer)).map_err(invalid)?;
    let length = u32::try_from(buffer.len() - start - LENGTH).map_err(invalid)?;
    buffer[start..start + LENGTH].copy_from_slice(&length.to_le_bytes());
    Ok(())
}

/// The value of a frame. Bytes behind it are an error.
pub fn decode<'a, T: Deserialize<'a>>(frame: &'a [u8]) -> io::Result<T> {
    decode_counted(frame, usize::MAX)
}

/// The value of a frame that has at most so many bytes besides those of its texts and bodies. Each element of a list
/// has at least one, and takes far more memory once it is decoded.
pub fn decode_counted<'a, T: Deserialize<'a>>(frame: &'a [u8], most: usize) -> io::Result<T> {
    let counted = Counted { rest: Slice::new(frame), left: most };
    let mut deserializer = postcard::Deserializer::from_flavor(counted);
    let value = T::deserialize(&mut deserializer).map_err(|error| match error {
        TOO_MANY => invalid("a frame of too many values"),
        error => invalid(error),
    })?;
    match deserializer.finalize().map_err(invalid)? {
        [] => Ok(value),
        _ => Err(invalid("bytes behind the frame")),
    }
}

/// What [`Counted`] fails with. Nothing else does: it is of another encoding, around that of `postcard`.
const TOO_MANY: postcard::Error = postcard::Error::DeserializeBadEncoding;

/// Bytes of a frame, of which numbers, lengths and variants are counted.
struct Counted<'a> {
    rest: Slice<'a>,
    left: usize,
}

impl<'a> de_flavors::Flavor<'a> for Counted<'a> {
    type Remainder = &'a [u8];
    type Source = &'a [u8];

    fn pop(&mut self) -> postcard::Result<u8> {
        self.left = self.left.checked_sub(1).ok_or(TOO_MANY)?;
        self.rest.pop()
    }

    fn size_hint(&self) -> Option<usize> {
        self.rest.size_hint()
    }

    fn try_take_n(&mut self, count: usize) -> postcard::Result<&'a [u8]> {
        self.rest.try_take_n(count)
    }

    fn finalize(self) -> postcard::Result<&'a [u8]> {
        self.rest.finalize()
    }
}

fn invalid(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

/// Serialized bytes behind others.
struct Appended<'a>(&'a mut Vec<u8>);

impl ser_flavors::Flavor for Appended<'_> {
    type Output = ();

    fn try_extend(&mut self, data: &[u8]) -> postcard::Result<()> {
        self.0.extend_from_slice(data);
        Ok(())
    }

    fn try_push(&mut self, data: u8) -> postcard::Result<()> {
        self.0.push(data);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<()> {
        Ok(())
    }
}

/// Reads frames of a bounded length.
#[derive(Debug)]
pub struct FrameReader<R> {
    inner: R,
    buffer: Vec<u8>,
    /// What was read and is no part of a returned frame.
    start: usize,
    end: usize,
    largest: usize,
}

impl<R: Read> FrameReader<R> {
    /// Reads frames of at most `largest` bytes.
    pub fn new(inner: R, largest: usize) -> Self {
        Self { inner, buffer: vec![0; BUFFER], start: 0, end: 0, largest }
    }

    /// The next frame without its length; `None` at the end of the stream.
    pub fn read_frame(&mut self) -> io::Result<Option<&[u8]>> {
        if !self.fill(LENGTH)? {
            return Ok(None);
        }
        let length = self.buffer[self.start..self.start + LENGTH].iter().rev();
        let length = length.fold(0, |length, byte| length << 8 | usize::from(*byte));
        if length > self.largest {
            return Err(invalid("a frame is too long"));
        }
        if !self.fill(LENGTH + length)? {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let from = self.start + LENGTH;
        self.start = from + length;
        Ok(Some(&self.buffer[from..self.start]))
    }

    /// Reads until so many bytes are there; false when the stream ends before the first of them.
    fn fill(&mut self, wanted: usize) -> io::Result<bool> {
        if self.end - self.start >= wanted {
            return Ok(true);
        }
        self.buffer.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        if self.buffer.len() < wanted {
            self.buffer.resize(wanted, 0);
        } else if self.buffer.len() > BUFFER && self.end.max(wanted) <= BUFFER {
            self.buffer.truncate(BUFFER);
            self.buffer.shrink_to_fit();
        }
        while self.end < wanted {
            match self.inner.read(&mut self.buffer[self.end..]) {
                Ok(0) if self.end == 0 => return Ok(false),
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => self.end += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_out_as_they_went_in() {
        let mut bytes = Vec::new();
        for number in [1, 7] {
            encode(&mut bytes, &ToChild::Page { number, bytes: &[3; 40_000] }).unwrap();
            encode(&mut bytes, &ToChild::Ping).unwrap();
        }
        let mut reader = FrameReader::new(bytes.as_slice(), 50_000);
        for expected in [1, 7] {
            let frame = decode(reader.read_frame().unwrap().unwrap()).unwrap();
            assert!(
                matches!(frame, ToChild::Page { number, bytes } if number == expected && bytes == [3; 40_000])
            );
            assert!(matches!(decode(reader.read_frame().unwrap().unwrap()).unwrap(), ToChild::Ping));
        }
        assert!(reader.read_frame().unwrap().is_none());
    }

    #[test]
    fn a_frame_that_is_too_long_or_cut_off_is_an_error() {
        let mut reader = FrameReader::new([255; 8].as_slice(), 1000);
        assert_eq!(reader.read_frame().unwrap_err().kind(), io::ErrorKind::InvalidData);
        let mut reader = FrameReader::new([9, 0, 0, 0, 1].as_slice(), 1000);
        assert_eq!(reader.read_frame().unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn a_frame_of_more_values_than_allowed_is_an_error_however_long_its_texts_are() {
        let frame = |user_ids| {
            let mut bytes = Vec::new();
            encode(&mut bytes, &FromChild::Event { user_ids, event: "x".repeat(1000) }).unwrap();
            bytes.split_off(LENGTH)
        };
        // The variant, the number of the members, their lengths, and the two bytes of the event's length.
        let few = frame(vec!["x".repeat(100); 3]);
        assert!(decode_counted::<FromChild<'_>>(&few, 7).is_ok());
        let many = frame(vec![String::new(); 4]);
        let error = decode_counted::<FromChild<'_>>(&many, 7).unwrap_err();
        assert_eq!(error.to_string(), "a frame of too many values");
    }

    #[test]
    fn bytes_behind_a_value_are_an_error() {
        let mut bytes = Vec::new();
        encode(&mut bytes, &ToChild::Ping).unwrap();
        bytes.push(0);
        assert!(decode::<ToChild<'_>>(&bytes[LENGTH..]).is_err());
    }
}
