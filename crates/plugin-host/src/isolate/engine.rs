//! One engine with the shim in it: runs JavaScript and says how it ended.

use std::cell::RefCell;
use std::hash::{BuildHasher, RandomState};
use std::rc::Rc;
use std::sync::Arc;

use rquickjs::{Context, Ctx, Error, Function, Object, Persistent, Runtime, Value};

use super::fetches::FetchResult;
use super::functions::host_object;
use super::host::Host;
use super::shim;
use super::values;
use crate::call::Call;
use crate::headers;
use crate::portal::FetchError;

/// Bytes of stack that JavaScript may use; the thread has more, for what the engine calls.
const STACK: usize = 1 << 20;

/// Bytes of new memory after which the engine looks for cycles.
const GC: usize = 1 << 20;

/// How a piece of JavaScript ended otherwise than well.
#[derive(Debug)]
pub enum Failure {
    /// It was cut off, or threw what no code can catch.
    Interrupted,
    /// There was no memory left.
    OutOfMemory,
    /// An error with its stack.
    Thrown(String),
}

/// Unhandled rejections of one turn that are remembered; a turn may make very many.
const REJECTIONS: usize = 50;

/// Causes of an error that are written; each may have one of its own.
const CAUSES: usize = 3;

/// Rejections that nobody handled yet, by the hash of their promises.
type Rejections = Rc<RefCell<Vec<(u64, String)>>>;

/// The engine of one isolate.
pub struct Engine {
    // Before the runtime, which must be the last to go.
    dispatch: Persistent<Function<'static>>,
    fetched: Persistent<Function<'static>>,
    fire: Persistent<Function<'static>>,
    load: Persistent<Function<'static>>,
    context: Context,
    runtime: Runtime,
    rejections: Rejections,
}

impl Engine {
    /// Makes the engine and runs the shim's first file.
    pub fn new(host: &Rc<Host>) -> Result<Self, Failure> {
        let broken = |error: Error| Failure::Thrown(error.to_string());
        let runtime = Runtime::new().map_err(broken)?;
        runtime.set_memory_limit(host.limits.memory);
        runtime.set_max_stack_size(STACK);
        runtime.set_gc_threshold(GC);
        let budget = Arc::clone(&host.budget);
        runtime.set_interrupt_handler(Some(Box::new(move || budget.is_exceeded())));
        let rejections = Rejections::default();
        watch_rejections(&runtime, &rejections);
        let context = Context::full(&runtime).map_err(broken)?;
        let functions = context.with(|ctx| boot(&ctx, host).map_err(|error| failure(&ctx, error)))?;
        let [load, dispatch, fire, fetched] = functions;
        Ok(Self { dispatch, fetched, fire, load, context, runtime, rejections })
    }

    /// Loads the back end's entry.
    pub fn load(&self) -> Result<(), Failure> {
        self.run(&self.load, |_, load| load.call(()))
    }

    /// Gives a call to the back end.
    pub fn dispatch(&self, id: u32, call: Call) -> Result<(), Failure> {
        self.run(&self.dispatch, |ctx, dispatch| {
            let request = request(ctx, &call)?;
            let body = values::text_or_bytes(ctx, call.body)?;
            dispatch.call((id, request, body))
        })
    }

    /// Gives the result of a request to who waits for it.
    pub fn fetched(&self, id: u32, result: FetchResult) -> Result<(), Failure> {
        self.run(&self.fetched, |ctx, fetched| {
            let object = Object::new(ctx.clone())?;
            match result {
                Ok(response) => {
                    object.set("status", response.status)?;
                    let headers = response.headers.into_iter().flat_map(|(name, value)| [name, value]);
                    object.set("headers", headers.collect::<Vec<_>>())?;
                    object.set("url", response.url)?;
                    object.set("body", values::text_or_bytes(ctx, response.body)?)?;
                }
                Err(error) => {
                    object.set("code", code(&error))?;
                    object.set("message", error.to_string())?;
                }
            }
            fetched.call((id, object))
        })
    }

    /// Runs the timer that is due first.
    pub fn fire(&self) -> Result<(), Failure> {
        self.run(&self.fire, |_, fire| fire.call(()))
    }

    /// Runs one continuation of a promise; `None` when there is none.
    pub fn run_job(&self) -> Option<Result<(), Failure>> {
        match self.runtime.execute_pending_job() {
            Ok(true) => Some(Ok(())),
            Ok(false) => None,
            Err(exception) => Some(exception.0.with(|ctx| Err(failure(&ctx, Error::Exception)))),
        }
    }

    /// The texts of rejections that nobody handled; forgets them.
    pub fn take_rejections(&self) -> Vec<String> {
        self.rejections.borrow_mut().drain(..).map(|(_, text)| text).collect()
    }

    /// Bytes of the heap.
    pub fn heap(&self) -> usize {
        usize::try_from(self.runtime.memory_usage().malloc_size).unwrap_or(0)
    }

    /// Frees what is unreachable.
    pub fn collect_garbage(&self) {
        self.runtime.run_gc();
    }

    fn run(
        &self,
        function: &Persistent<Function<'static>>,
        call: impl for<'js> FnOnce(&Ctx<'js>, Function<'js>) -> rquickjs::Result<()>,
    ) -> Result<(), Failure> {
        self.context.with(|ctx| {
            let called = function.clone().restore(&ctx).and_then(|function| call(&ctx, function));
            called.map_err(|error| failure(&ctx, error))
        })
    }
}

type Functions = [Persistent<Function<'static>>; 4];

fn boot<'js>(ctx: &Ctx<'js>, host: &Rc<Host>) -> rquickjs::Result<Functions> {
    // Nothing may wait for another thread here.
    ctx.globals().remove("Atomics")?;
    ctx.globals().remove("SharedArrayBuffer")?;
    let object = host_object(ctx, host)?;
    object.set("name", host.source.name.as_str())?;
    object.set("entry", host.source.entry.as_str())?;
    object.set("settings", host.source.settings.clone())?;
    let offsets =
        host.source.offsets.iter().flat_map(|(moment, minutes)| [*moment as f64, f64::from(*minutes)]);
    object.set("offsets", offsets.collect::<Vec<_>>())?;
    object.set("maxTimers", host.limits.timers as f64)?;
    object.set("maxAnswer", host.limits.answer_bytes as f64)?;
    let boot = shim::function(ctx, "boot")?.ok_or(Error::Unknown)?;
    let functions = Object::new(ctx.clone())?;
    boot.call::<_, ()>((functions.clone(), (), (), object))?;
    let function = |name: &str| functions.get::<_, Function>(name);
    let functions = [function("load")?, function("dispatch")?, function("fire")?, function("fetched")?];
    Ok(functions.map(|function| Persistent::save(ctx, function)))
}

/// The code that errors of Node.js have.
fn code(error: &FetchError) -> &'static str {
    match error {
        FetchError::Refused(_) => "ECONNREFUSED",
        FetchError::Unresolved(_) => "ENOTFOUND",
        FetchError::Failed(_) => "ECONNRESET",
        FetchError::TimedOut => "ETIMEDOUT",
        FetchError::TooLarge => "EMSGSIZE",
    }
}

fn request<'js>(ctx: &Ctx<'js>, call: &Call) -> rquickjs::Result<Object<'js>> {
    let request = Object::new(ctx.clone())?;
    request.set("method", call.method.to_ascii_uppercase())?;
    request.set("url", call.url.as_str())?;
    request.set("originalUrl", call.original_url.as_str())?;
    let headers = headers::incoming(&call.headers).into_iter().flat_map(|(name, value)| [name, value]);
    request.set("headers", headers.collect::<Vec<_>>())?;
    request.set("ip", call.ip.as_str())?;
    if let Some(user) = &call.user {
        let member = Object::new(ctx.clone())?;
        member.set("user_id", user.user_id.as_str())?;
        member.set("net_name", user.net_name.as_str())?;
        member.set("real_name", user.real_name.as_str())?;
        member.set("is_admin", i32::from(user.is_admin))?;
        member.set("class_admin", user.class_admin)?;
        member.set("is_class_admin", user.class_admin)?;
        member.set("is_officer", user.is_officer)?;
        member.set("class", user.class.as_str())?;
        request.set("user", member)?;
    }
    Ok(request)
}

/// What an error is. After an interruption and after running out of memory there is no error object.
fn failure(ctx: &Ctx<'_>, error: Error) -> Failure {
    match error {
        Error::Exception => {}
        Error::Allocation => return Failure::OutOfMemory,
        error => return Failure::Thrown(error.to_string()),
    }
    let thrown = ctx.catch();
    if thrown.is_null() {
        return Failure::OutOfMemory;
    }
    match describe(&thrown) {
        text if is_out_of_memory(&text) => Failure::OutOfMemory,
        text if text.contains("InternalError: interrupted") => Failure::Interrupted,
        text => Failure::Thrown(text),
    }
}

/// Whether a described error says that there is no memory left.
pub fn is_out_of_memory(text: &str) -> bool {
    text.starts_with("InternalError: out of memory")
}

/// An error with its stack and the errors that caused it, or the value that was thrown.
fn describe(thrown: &Value<'_>) -> String {
    let mut text = describe_one(thrown);
    let mut error = thrown.clone();
    for _ in 0..CAUSES {
        let cause = error.as_object().and_then(|object| object.get::<_, Value<'_>>("cause").ok());
        let Some(cause) = cause.filter(|cause| cause.is_object()) else { break };
        text = format!("{text}\n  caused by {}", describe_one(&cause));
        error = cause;
    }
    text
}

fn describe_one(thrown: &Value<'_>) -> String {
    let Some(object) = thrown.as_object() else {
        return thrown
            .as_string()
            .and_then(|text| text.to_string().ok())
            .unwrap_or_else(|| format!("{thrown:?}"));
    };
    let text = |name: &str| object.get::<_, Option<String>>(name).ok().flatten().unwrap_or_default();
    let (name, message, stack) = (text("name"), text("message"), text("stack"));
    format!("{name}: {message}\n{}", stack.trim_end()).trim_end().to_owned()
}

/// Remembers rejected promises until somebody handles them.
fn watch_rejections(runtime: &Runtime, rejections: &Rejections) {
    let rejections = Rc::clone(rejections);
    let hasher = RandomState::new();
    runtime.set_host_promise_rejection_tracker(Some(Box::new(move |_, promise, reason, is_handled| {
        let hash = hasher.hash_one(&promise);
        match is_handled {
            true => rejections.borrow_mut().retain(|(known, _)| *known != hash),
            false if rejections.borrow().len() >= REJECTIONS => {}
            false => {
                let text = describe(&reason);
                rejections.borrow_mut().push((hash, text));
            }
        }
    })));
}
