//! The JavaScript files of the host, in `js/`: `boot` runs at the start, the others when they are first asked for.
//! Each is compiled once in the life of the process. An isolate loads the bytecode, which is ten times as fast.

use std::sync::OnceLock;

use rquickjs::loader::Loader;
use rquickjs::loader::bundle::{Bundle, ScaBundleData};
use rquickjs::module::{WriteOptions, WriteOptionsEndianness};
use rquickjs::{Context, Ctx, Function, Module, Result, Runtime};

/// A file and its bytecode.
struct File {
    name: &'static str,
    text: &'static str,
    bytecode: OnceLock<Bytecode>,
}

type Bytecode = ScaBundleData<&'static [u8]>;

/// The file as a function of `(exports, module, internal, host)`; nothing for a name that no file has.
pub fn function<'js>(ctx: &Ctx<'js>, name: &str) -> Result<Option<Function<'js>>> {
    let Some(file) = FILES.iter().find(|file| file.name == name) else { return Ok(None) };
    let bytecode = match file.bytecode.get() {
        Some(bytecode) => bytecode,
        None => {
            let bytecode = compile(file)?;
            file.bytecode.get_or_init(|| bytecode)
        }
    };
    let (module, _) = Bundle(*bytecode).load(ctx, file.name, None)?.eval()?;
    module.get("default").map(Some)
}

/// Compiles in an engine of its own. The bytecode stays as long as the process, and there is one of each file.
fn compile(file: &File) -> Result<Bytecode> {
    let text = format!("export default function (exports, module, internal, host) {{{}\n}}", file.text);
    let context = Context::full(&Runtime::new()?)?;
    let bytecode = context.with(|ctx| {
        let options = WriteOptions {
            endianness: WriteOptionsEndianness::Native,
            strip_source: true,
            ..WriteOptions::default()
        };
        Module::declare(ctx, format!("host:{}", file.name), text)?.write(options)
    })?;
    let bytecode: &'static [u8] = bytecode.leak();
    Ok(Box::leak(Box::new([(file.name, bytecode)])))
}

macro_rules! files {
    ($($name:literal)*) => {
        static FILES: [File; [$($name),*].len()] = [$(File {
            name: $name,
            text: include_str!(concat!("../../js/", $name, ".js")),
            bytecode: OnceLock::new(),
        }),*];
    };
}

files! {
    "abort" "boot" "console" "date" "fetch" "fetch-body" "fetch-headers" "final-handler" "http" "incoming" "loader"
    "outgoing" "process" "query" "request" "response" "route" "router" "timers"
    "node/assert" "node/axios" "node/axios-config" "node/buffer" "node/buffer-numbers" "node/child_process" "node/crypto" "node/events"
    "node/express" "node/fs" "node/http" "node/http-client" "node/https" "node/os" "node/path" "node/querystring"
    "node/string_decoder" "node/timers" "node/url" "node/url-params" "node/util" "node/util-inspect" "node/zlib"
    "server/auth" "server/cache" "server/config" "server/constants" "server/db" "server/errors"
    "server/realtime-bus" "server/relay-bus" "server/time"
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// Adds the names of the files in a folder, with what is in front of them.
    fn add_names(folder: &Path, prefix: &str, names: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            match name.strip_suffix(".js") {
                Some(name) => drop(names.insert(format!("{prefix}{name}"))),
                None => add_names(&entry.path(), &format!("{prefix}{name}/"), names),
            }
        }
    }

    #[test]
    fn every_file_of_the_folder_is_in_the_list_once() {
        let mut expected = BTreeSet::new();
        add_names(&Path::new(env!("CARGO_MANIFEST_DIR")).join("js"), "", &mut expected);
        let listed: BTreeSet<_> = FILES.iter().map(|file| file.name.to_owned()).collect();
        assert_eq!(listed, expected);
        assert_eq!(FILES.len(), expected.len());
    }
}
