//! Requests to other hosts: what a back end may ask for, and the results that wait for their turns.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Instant;

use crossbeam_channel::Sender;
use rquickjs::{Array, Ctx, Exception, FromJs as _, Function, Object, Result, Value};

use super::Message;
use super::functions::set;
use super::host::Host;
use super::values::{Bytes, Text};
use crate::clock;
use crate::fetch_request::RequestError;
use crate::limits::Limits;
use crate::minute::MinuteWindow;
use crate::portal::{FetchError, FetchReply, FetchRequest, FetchResponse};

/// The result of a request.
pub type FetchResult = std::result::Result<FetchResponse, FetchError>;

/// The requests of one isolate.
pub struct Fetches {
    messages: Sender<Message>,
    /// Requests whose results no turn has taken yet. Those that the back end has aborted count as well, because the
    /// portal still works on them.
    under_way: Cell<usize>,
    minute: Cell<MinuteWindow>,
    results: RefCell<VecDeque<(Instant, u32, FetchResult)>>,
}

impl Fetches {
    /// Results are sent to `messages`, which are those of the isolate itself.
    pub fn new(messages: Sender<Message>) -> Self {
        let minute = Cell::new(MinuteWindow::new());
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
        if self.under_way.get() >= limits.fetches {
            return Err(format!("a back end has at most {} requests under way at once", limits.fetches));
        }
        let mut minute = self.minute.get();
        let is_allowed = minute.allows(limits.fetches_per_minute);
        self.minute.set(minute);
        if !is_allowed {
            return Err(format!("a back end sends at most {} requests a minute", limits.fetches_per_minute));
        }
        self.under_way.set(self.under_way.get() + 1);
        Ok(())
    }

    fn reply(&self, id: u32) -> FetchReply {
        let delivery = FetchDelivery::new(self.messages.clone(), id);
        Box::new(move |result| delivery.give(result))
    }
}

/// Gives the result of a request to the messages of an isolate. Dropped without one, it gives an error, so that
/// nothing waits for ever.
pub struct FetchDelivery {
    messages: Sender<Message>,
    id: u32,
    is_given: bool,
}

impl FetchDelivery {
    /// The delivery of the result of the request `id`.
    pub fn new(messages: Sender<Message>, id: u32) -> Self {
        Self { messages, id, is_given: false }
    }

    /// Gives the result.
    pub fn give(mut self, result: FetchResult) {
        self.send(result);
    }

    fn send(&mut self, result: FetchResult) {
        self.is_given = true;
        // The isolate may have ended; then nobody needs the result.
        let _ = self.messages.send(Message::Fetched { id: self.id, result });
    }
}

impl Drop for FetchDelivery {
    fn drop(&mut self) {
        if !self.is_given {
            self.send(Err(FetchError::Failed("the portal gave the request up".to_owned())));
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
        let headers = read_headers(&headers, &this.limits)?;
        let body = match body.as_array() {
            Some(bytes) => bytes.get::<Bytes>(0)?.0,
            None => Text::from_js(&ctx, body)?.0.into_bytes(),
        };
        let request = FetchRequest { method: method.0, url: url.0, headers, body };
        let request = request.checked(&this.limits).map_err(|error| match error {
            RequestError::Size(text) => Exception::throw_range(&ctx, &text),
            RequestError::Form(text) => Exception::throw_type(&ctx, &text),
        })?;
        this.fetches.count(&this.limits).map_err(|text| Exception::throw_range(&ctx, &text))?;
        this.portal.fetch(request, this.fetches.reply(id));
        Ok(())
    });
    Ok(())
}

/// The headers from an array of names and values in turn. Above the limits it reads no more of them than shows that
/// they are too many: one long value may be there many times.
fn read_headers(flat: &Array<'_>, limits: &Limits) -> Result<Vec<(String, String)>> {
    let mut pairs = Vec::new();
    let mut bytes = 0;
    let mut texts = flat.iter::<Text>();
    while let (Some(name), Some(value)) = (texts.next(), texts.next()) {
        let (Text(name), Text(value)) = (name?, value?);
        bytes += name.len() + value.len();
        pairs.push((name, value));
        if pairs.len() > limits.fetch_headers || bytes > limits.fetch_header_bytes {
            break;
        }
    }
    Ok(pairs)
}
