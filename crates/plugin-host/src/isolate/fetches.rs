//! Requests to other hosts: what a back end may ask for, and the results that wait for their turns.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::{Duration, Instant};

use crossbeam_channel::Sender;
use rquickjs::{Array, Ctx, Exception, FromJs as _, Function, Object, Result, Value};
use url::Url;

use super::Message;
use super::functions::set;
use super::host::Host;
use super::values::{Bytes, Text};
use crate::clock;
use crate::headers;
use crate::limits::Limits;
use crate::portal::{FetchError, FetchReply, FetchRequest, FetchResponse};

/// Bytes of the name of a method.
const METHOD: usize = 20;

/// Methods that change what the connection is, or answer with what the portal adds to a request.
const NO_METHODS: &[&str] = &["CONNECT", "TRACE", "TRACK"];

/// The result of a request.
pub type FetchResult = std::result::Result<FetchResponse, FetchError>;

/// The requests of one isolate.
pub struct Fetches {
    messages: Sender<Message>,
    /// Requests whose results no turn has taken yet. Those that the back end has aborted count as well, because the
    /// portal still works on them.
    under_way: Cell<usize>,
    minute: Cell<(Instant, usize)>,
    results: RefCell<VecDeque<(Instant, u32, FetchResult)>>,
}

impl Fetches {
    /// Results are sent to `messages`, which are those of the isolate itself.
    pub fn new(messages: Sender<Message>) -> Self {
        let minute = Cell::new((clock::now(), 0));
        Self { messages, under_way: Cell::new(0), minute, results: RefCell::default() }
    }

    /// Keeps a result until its turn.
    pub fn arrive(&self, id: u32, result: FetchResult) {
        self.results.borrow_mut().push_back((clock::now(), id, result));
    }

    /// When the oldest of the results that wait came.
    pub fn arrived(&self) -> Option<Instant> {
        self.results.borrow().front().map(|(arrived, ..)| *arrived)
    }

    /// The oldest of the results that wait.
    pub fn take(&self) -> Option<(u32, FetchResult)> {
        let (_, id, result) = self.results.borrow_mut().pop_front()?;
        self.under_way.set(self.under_way.get().saturating_sub(1));
        Some((id, result))
    }

    /// Counts a request, unless there are too many; an error is for the author.
    fn count(&self, limits: &Limits) -> std::result::Result<(), String> {
        let (began, count) = match self.minute.get() {
            (began, _) if began.elapsed() > Duration::from_secs(60) => (clock::now(), 0),
            minute => minute,
        };
        if self.under_way.get() >= limits.fetches {
            return Err(format!("a back end has at most {} requests under way at once", limits.fetches));
        }
        if count >= limits.fetches_per_minute {
            return Err(format!("a back end sends at most {} requests a minute", limits.fetches_per_minute));
        }
        self.minute.set((began, count + 1));
        self.under_way.set(self.under_way.get() + 1);
        Ok(())
    }

    fn reply(&self, id: u32) -> FetchReply {
        let mut reply = Reply { messages: self.messages.clone(), id, is_given: false };
        Box::new(move |result| reply.give(result))
    }
}

/// Gives a result to the isolate's thread. Dropped without one, it gives an error, so that nothing waits for ever.
struct Reply {
    messages: Sender<Message>,
    id: u32,
    is_given: bool,
}

impl Reply {
    fn give(&mut self, result: FetchResult) {
        self.is_given = true;
        // The isolate may have ended; then nobody needs the result.
        let _ = self.messages.send(Message::Fetched { id: self.id, result });
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        if !self.is_given {
            self.give(Err(FetchError::Failed("the portal gave the request up".to_owned())));
        }
    }
}

/// Adds the function `fetch` to `host`. It sends a request, whose result comes as a turn of its own.
pub fn add<'js>(object: &Object<'js>, host: &Rc<Host>) -> Result<()> {
    let this = Rc::clone(host);
    set!(object, "fetch", move |ctx: Ctx<'js>,
                                id: u32,
                                method: Text,
                                url: Text,
                                headers: Array<'js>,
                                body: Value<'js>|
          -> Result<()> {
        let limits = &this.limits;
        let method = checked_method(&ctx, method.0)?;
        let url = checked_url(&ctx, &url.0, limits)?;
        let headers = checked_headers(&ctx, &headers, limits)?;
        let body = match body.as_array() {
            Some(bytes) => bytes.get::<Bytes>(0)?.0,
            None => Text::from_js(&ctx, body)?.0.into_bytes(),
        };
        if body.len() > limits.fetch_bytes {
            let text = format!("the body of a request has at most {} bytes", limits.fetch_bytes);
            return Err(Exception::throw_range(&ctx, &text));
        }
        this.fetches.count(limits).map_err(|text| Exception::throw_range(&ctx, &text))?;
        this.portal.fetch(FetchRequest { method, url, headers, body }, this.fetches.reply(id));
        Ok(())
    });
    Ok(())
}

fn checked_method(ctx: &Ctx<'_>, method: String) -> Result<String> {
    let method = method.to_ascii_uppercase();
    let is_word =
        !method.is_empty() && method.len() <= METHOD && method.bytes().all(|c| c.is_ascii_uppercase());
    match is_word && !NO_METHODS.contains(&method.as_str()) {
        true => Ok(method),
        false => Err(Exception::throw_type(ctx, "a back end cannot send requests of this method")),
    }
}

/// The address without what stays with the client.
fn checked_url(ctx: &Ctx<'_>, url: &str, limits: &Limits) -> Result<String> {
    if url.len() > limits.fetch_url_bytes {
        let text = format!("the address of a request has at most {} bytes", limits.fetch_url_bytes);
        return Err(Exception::throw_range(ctx, &text));
    }
    let Ok(mut url) = Url::parse(url) else { return Err(Exception::throw_type(ctx, "Invalid URL")) };
    if !matches!(url.scheme(), "http" | "https") {
        return Err(Exception::throw_type(ctx, "a back end sends requests by http and https alone"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        let text = "the address of a request has no credentials: send the header Authorization";
        return Err(Exception::throw_type(ctx, text));
    }
    url.set_fragment(None);
    Ok(url.into())
}

/// The headers from an array of names and values in turn. Those that the portal sets are left out.
fn checked_headers(ctx: &Ctx<'_>, flat: &Array<'_>, limits: &Limits) -> Result<Vec<(String, String)>> {
    let too_many = || {
        let (names, bytes) = (limits.fetch_headers, limits.fetch_header_bytes);
        let text = format!("a request has at most {names} headers of {bytes} bytes together");
        Exception::throw_range(ctx, &text)
    };
    if flat.len() > limits.fetch_headers * 2 {
        return Err(too_many());
    }
    let mut texts = Vec::with_capacity(flat.len());
    let mut bytes = 0;
    for text in flat.iter::<Text>() {
        let Text(text) = text?;
        bytes += text.len();
        // Before the next is copied: one long value may be there many times.
        if bytes > limits.fetch_header_bytes {
            return Err(too_many());
        }
        texts.push(text);
    }
    let pairs = texts.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
    headers::to_host(pairs).map_err(|name| {
        Exception::throw_type(ctx, &format!("the header {name:?} has a name or a value that no header has"))
    })
}
