//! Compression for the module `zlib`. Input and output are bounded, and the time of the turn holds here too.

use std::io::{Read, Write};
use std::rc::Rc;

use flate2::bufread::{DeflateDecoder, GzDecoder, ZlibDecoder};
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use flate2::{Compression, GzBuilder};
use rquickjs::{Ctx, Exception, Function, Object, Result, Value};

use super::functions::set;
use super::host::Host;
use super::values::{self, Bytes, Text};
use crate::budget::Budget;

/// Bytes that go in or come out at most.
const MOST: usize = 8 << 20;

/// Bytes after which the time of the turn is looked at.
const PIECE: usize = 64 << 10;

/// Why nothing came out: a code of Node.js, and a text.
type Fault = (&'static str, &'static str);

const WRONG: Fault = ("Z_DATA_ERROR", "incorrect data check");
const SHORT: Fault = ("Z_BUF_ERROR", "unexpected end of file");
const LARGE: Fault = ("ERR_BUFFER_TOO_LARGE", "zlib takes and makes at most 8388608 bytes");
const LATE: Fault = ("ERR_LIMIT", "the turn has no time left");

/// Adds the functions to `host`.
pub fn add<'js>(object: &Object<'js>, host: &Rc<Host>) -> Result<()> {
    let this = Rc::clone(host);
    set!(object, "inflate", move |ctx: Ctx<'js>, format: Text, data: Bytes| -> Result<Value<'js>> {
        answer(&ctx, inflate(&format.0, &data.0, &this.budget))
    });
    let this = Rc::clone(host);
    set!(object, "deflate", move |ctx: Ctx<'js>,
                                  format: Text,
                                  data: Bytes,
                                  level: u32|
          -> Result<Value<'js>> {
        answer(&ctx, deflate(&format.0, &data.0, Compression::new(level.min(9)), &this.budget))
    });
    Ok(())
}

fn answer<'js>(ctx: &Ctx<'js>, result: std::result::Result<Vec<u8>, Fault>) -> Result<Value<'js>> {
    let (code, text) = match result {
        Ok(bytes) => return values::bytes(ctx, &bytes),
        Err(fault) => fault,
    };
    let error = Exception::from_message(ctx.clone(), text)?.into_object();
    error.set("code", code)?;
    Err(ctx.throw(error.into_value()))
}

/// The bytes behind compressed ones. The format is `gzip`, `zlib`, `raw`, or empty for one of the first two.
fn inflate(format: &str, mut data: &[u8], budget: &Budget) -> std::result::Result<Vec<u8>, Fault> {
    if data.len() > MOST {
        return Err(LARGE);
    }
    let mut made = Vec::new();
    match format {
        "raw" => read_all(&mut DeflateDecoder::new(data), &mut made, budget)?,
        "gzip" | "" if is_gzip(data) => {
            // One file may follow another.
            while is_gzip(data) {
                let mut decoder = GzDecoder::new(data);
                read_all(&mut decoder, &mut made, budget)?;
                data = decoder.into_inner();
            }
        }
        "gzip" if data.len() >= 2 => return Err(("Z_DATA_ERROR", "incorrect header check")),
        "gzip" => return Err(SHORT),
        _ => read_all(&mut ZlibDecoder::new(data), &mut made, budget)?,
    }
    Ok(made)
}

fn is_gzip(data: &[u8]) -> bool {
    data.starts_with(&[0x1f, 0x8b])
}

/// Reads to the end of one compressed file.
fn read_all(decoder: &mut impl Read, made: &mut Vec<u8>, budget: &Budget) -> std::result::Result<(), Fault> {
    let mut piece = vec![0; PIECE];
    loop {
        if budget.is_exceeded() {
            return Err(LATE);
        }
        let length = match decoder.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(length) => length,
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => return Err(SHORT),
            Err(_) => return Err(WRONG),
        };
        if made.len() + length > MOST {
            return Err(LARGE);
        }
        made.extend_from_slice(&piece[..length]);
    }
}

/// The bytes compressed, in the format `gzip`, `zlib` or `raw`.
fn deflate(
    format: &str,
    data: &[u8],
    level: Compression,
    budget: &Budget,
) -> std::result::Result<Vec<u8>, Fault> {
    if data.len() > MOST {
        return Err(LARGE);
    }
    let made = match format {
        "gzip" => {
            let mut encoder: GzEncoder<Vec<u8>> = GzBuilder::new().write(Vec::new(), level);
            write_all(&mut encoder, data, budget)?;
            encoder.finish()
        }
        "raw" => {
            let mut encoder = DeflateEncoder::new(Vec::new(), level);
            write_all(&mut encoder, data, budget)?;
            encoder.finish()
        }
        _ => {
            let mut encoder = ZlibEncoder::new(Vec::new(), level);
            write_all(&mut encoder, data, budget)?;
            encoder.finish()
        }
    };
    made.map_err(|_| WRONG)
}

fn write_all(encoder: &mut impl Write, data: &[u8], budget: &Budget) -> std::result::Result<(), Fault> {
    for piece in data.chunks(PIECE) {
        if budget.is_exceeded() {
            return Err(LATE);
        }
        encoder.write_all(piece).map_err(|_| WRONG)?;
    }
    Ok(())
}
