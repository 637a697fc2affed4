// The first file that runs in an isolate. It gets the object `host` (isolate/functions.rs) and sets as its exports the
// four functions that the thread calls: load, dispatch, fire and fetched.
//
// Every file here is the body of a function (exports, module, internal, host); `internal(name)` is their require.
// They run when they are first asked for, so that an isolate starts fast and a back end pays for what it uses.
'use strict';

const loaded = Object.create(null);

function load(name) {
  if (loaded[name]) return loaded[name].exports;
  const run = host.internal(name);
  if (run === undefined) throw new Error('no internal module ' + name);
  const made = (loaded[name] = { exports: {} });
  run(made.exports, made, load, host);
  return made.exports;
}

// A global that is made when it is first read.
function lazy(name, make) {
  Object.defineProperty(globalThis, name, {
    configurable: true,
    enumerable: false,
    get() {
      const value = make();
      Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
      return value;
    },
    set(value) {
      Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
    },
  });
}

load('date');
const timers = load('timers');
for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate']) {
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: timers[name] });
}
globalThis.global = globalThis;
lazy('console', () => load('console'));
lazy('process', () => load('process'));
lazy('Buffer', () => load('node/buffer').Buffer);
lazy('URL', () => load('node/url').URL);
lazy('URLSearchParams', () => load('node/url-params').URLSearchParams);
lazy('TextEncoder', () => load('node/util').TextEncoder);
lazy('TextDecoder', () => load('node/util').TextDecoder);
lazy('fetch', () => load('fetch').fetch);
lazy('Headers', () => load('fetch-headers').Headers);
lazy('Request', () => load('fetch-body').Request);
lazy('Response', () => load('fetch-body').Response);
lazy('AbortController', () => load('abort').AbortController);
lazy('AbortSignal', () => load('abort').AbortSignal);
if (!globalThis.DOMException) lazy('DOMException', () => load('abort').DOMException);

const loader = load('loader');
const http = load('http');
let router;

exports.load = () => {
  router = http.routerOf(loader.loadEntry());
};

exports.dispatch = (id, request, body) => http.dispatch(router, id, request, body);

exports.fire = timers.fire;

exports.fetched = (id, result) => load('outgoing').fetched(id, result);
