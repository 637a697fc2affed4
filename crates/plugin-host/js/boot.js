// The first file that runs in an isolate. It gets the object `host` (isolate/functions.rs) and sets as its exports the
// three functions that the thread calls: load, dispatch and fire.
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
lazy('fetch', () => (url) => Promise.reject(load('node/http').refused(url)));

const loader = load('loader');
const http = load('http');
let router;

exports.load = () => {
  router = http.routerOf(loader.loadEntry());
};

exports.dispatch = (id, request, body) => http.dispatch(router, id, request, body);

exports.fire = timers.fire;
