//! The functions of the object `host` that the shim calls.

use std::rc::Rc;

use rquickjs::context::EvalOptions;
use rquickjs::{Array, Ctx, Exception, Function, Object, Result, Value};

use super::crypto;
use super::fetches;
use super::host::Host;
use super::shim;
use super::urls;
use super::values::{self, Bytes, RowForm, Text};
use super::zlib;
use crate::portal::LogLevel;

/// Makes the object `host`.
pub fn host_object<'js>(ctx: &Ctx<'js>, host: &Rc<Host>) -> Result<Object<'js>> {
    let object = Object::new(ctx.clone())?;
    add_code(&object, host)?;
    add_turn(&object, host)?;
    add_database(&object, host)?;
    add_text(&object)?;
    fetches::add(&object, host)?;
    zlib::add(&object, host)?;
    crypto::add(&object)?;
    urls::add(&object)?;
    Ok(object)
}

/// Sets a function; the closure's type is bound to the engine here.
macro_rules! set {
    ($object:expr, $name:literal, $function:expr) => {
        $object.set($name, Function::new($object.ctx().clone(), $function)?.with_name($name)?)?
    };
}
pub(super) use set;

/// Files and modules.
fn add_code<'js>(object: &Object<'js>, host: &Rc<Host>) -> Result<()> {
    set!(object, "internal", |ctx: Ctx<'js>, name: Text| shim::function(&ctx, &name.0));
    set!(object, "compile", |ctx: Ctx<'js>, code: Text, filename: Text| compile(&ctx, code.0, filename.0));
    let this = Rc::clone(host);
    set!(object, "fileText", move |path: Text| {
        this.source.file(&path.0).map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    });
    let this = Rc::clone(host);
    set!(object, "fileBytes", move |ctx: Ctx<'js>, path: Text| -> Result<Option<Value<'js>>> {
        this.source.file(&path.0).map(|bytes| values::bytes(&ctx, bytes)).transpose()
    });
    let this = Rc::clone(host);
    set!(object, "fileNames", move || this.source.files.keys().cloned().collect::<Vec<_>>());
    Ok(())
}

/// Compiles a script; errors and stacks name the file.
fn compile<'js>(ctx: &Ctx<'js>, code: String, filename: String) -> Result<Value<'js>> {
    let mut options = EvalOptions::default();
    options.strict = false;
    options.filename = Some(filename);
    ctx.eval_with_options(code, options)
}

/// Answers, events, timers and the log.
fn add_turn<'js>(object: &Object<'js>, host: &Rc<Host>) -> Result<()> {
    let this = Rc::clone(host);
    set!(object, "answer", move |ctx: Ctx<'js>,
                                 id: u32,
                                 status: f64,
                                 headers: Array<'js>,
                                 body: Value<'js>| {
        answer(&ctx, &this, id, status, &headers, body)
    });
    let this = Rc::clone(host);
    set!(object, "publish", move |ctx: Ctx<'js>, user_ids: Text, event: Text| {
        this.publish(&user_ids.0, &event.0).map_err(|text| Exception::throw_range(&ctx, &text))
    });
    let this = Rc::clone(host);
    set!(object, "isRegistered", move |user_id: Text| this.portal.is_registered(&user_id.0));
    let this = Rc::clone(host);
    set!(object, "wake", move |milliseconds: f64| this.wake_in(milliseconds));
    let this = Rc::clone(host);
    set!(object, "now", move || this.now());
    let this = Rc::clone(host);
    set!(object, "log", move |level: Text, text: Text| {
        let level = match level.0.as_str() {
            "debug" => LogLevel::Debug,
            "warn" => LogLevel::Warn,
            "error" => LogLevel::Error,
            _ => LogLevel::Info,
        };
        this.log(level, &text.0);
    });
    let this = Rc::clone(host);
    set!(object, "outOfMemory", move || this.out_of_memory.set(true));
    Ok(())
}

fn answer<'js>(
    ctx: &Ctx<'js>,
    host: &Host,
    id: u32,
    status: f64,
    headers: &Array<'js>,
    body: Value<'js>,
) -> Result<()> {
    use rquickjs::FromJs as _;
    let texts = headers.iter::<Text>().map(|text| text.map(|text| text.0)).collect::<Result<Vec<_>>>()?;
    let pairs = texts.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
    let body = match body.as_array() {
        Some(bytes) => bytes.get::<Bytes>(0)?.0,
        None => Text::from_js(ctx, body)?.0.into_bytes(),
    };
    // Casts of numbers stop at the type's ends, and those are no status either.
    host.answer(id, status as u16, pairs, body);
    Ok(())
}

/// The database.
fn add_database<'js>(object: &Object<'js>, host: &Rc<Host>) -> Result<()> {
    let this = Rc::clone(host);
    set!(object, "sqlShape", move |ctx: Ctx<'js>, sql: Text| -> Result<Object<'js>> {
        let shape = this.database.borrow().shape(&sql.0).map_err(|error| values::throw_sql(&ctx, &error))?;
        let object = Object::new(ctx.clone())?;
        object.set("columns", shape.columns)?;
        object.set("parameters", shape.parameters)?;
        object.set("readonly", shape.readonly)?;
        Ok(object)
    });
    let this = Rc::clone(host);
    set!(object, "sqlQuery", move |ctx: Ctx<'js>, sql: Text, bound: Array<'js>, most: f64, form: Text| {
        let bound = values::parameters(&ctx, &bound)?;
        let rows = this.database.borrow().query(&sql.0, &bound, most as usize);
        let rows = rows.map_err(|error| values::throw_sql(&ctx, &error))?;
        values::rows(&ctx, rows, RowForm::named(&form.0))
    });
    let this = Rc::clone(host);
    set!(object, "sqlRun", move |ctx: Ctx<'js>, sql: Text, bound: Array<'js>| -> Result<Object<'js>> {
        let bound = values::parameters(&ctx, &bound)?;
        let (changes, rowid) =
            this.database.borrow().run(&sql.0, &bound).map_err(|error| values::throw_sql(&ctx, &error))?;
        shorten_log(&ctx, &this)?;
        let object = Object::new(ctx.clone())?;
        object.set("changes", changes as f64)?;
        object.set("lastInsertRowid", values::integer(&ctx, rowid))?;
        Ok(object)
    });
    let this = Rc::clone(host);
    set!(object, "sqlExecute", move |ctx: Ctx<'js>, sql: Text| {
        this.database.borrow().execute(&sql.0).map_err(|error| values::throw_sql(&ctx, &error))?;
        shorten_log(&ctx, &this)
    });
    let this = Rc::clone(host);
    set!(object, "sqlInTransaction", move || this.database.borrow().in_transaction());
    Ok(())
}

fn shorten_log(ctx: &Ctx<'_>, host: &Host) -> Result<()> {
    let shortened = host.database.borrow_mut().shorten_log();
    shortened.map_err(|error| Exception::throw_message(ctx, &error.to_string()))
}

/// Encodings that the engine does not have itself.
fn add_text<'js>(object: &Object<'js>) -> Result<()> {
    set!(object, "utf8Encode", |ctx: Ctx<'js>, text: Text| values::bytes(&ctx, text.0.as_bytes()));
    set!(object, "utf8Decode", |bytes: Bytes| String::from_utf8_lossy(&bytes.0).into_owned());
    set!(object, "isUtf8", |bytes: Bytes| std::str::from_utf8(&bytes.0).is_ok());
    set!(object, "base64Decode", |ctx: Ctx<'js>, text: Text| values::bytes(
        &ctx,
        &crypto::lenient_base64(&text.0)
    ));
    Ok(())
}
