// The first file that runs in an isolate. Its value is a function that takes the object `host` (isolate/functions.rs)
// and answers the three functions that the thread calls: load, dispatch and fire.
//
// Internal modules are functions (exports, module, internal, host): `internal(name)` is their require. They are
// compiled when they are first asked for, so that an isolate starts fast and a back end pays for what it uses.
(function (host) {
  'use strict';

  const loaded = Object.create(null);

  function internal(name) {
    if (loaded[name]) return loaded[name].exports;
    const source = host.internal(name);
    if (source === undefined) throw new Error('no internal module ' + name);
    const module = (loaded[name] = { exports: {} });
    const text = '(function (exports, module, internal, host) {' + source + '\n})';
    host.compile(text, 'host:' + name)(module.exports, module, internal, host);
    return module.exports;
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

  const timers = internal('timers');
  for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate']) {
    Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: timers[name] });
  }
  globalThis.global = globalThis;
  lazy('console', () => internal('console'));
  lazy('process', () => internal('process'));
  lazy('Buffer', () => internal('node/buffer').Buffer);
  lazy('URL', () => internal('node/url').URL);
  lazy('URLSearchParams', () => internal('node/url-params').URLSearchParams);
  lazy('TextEncoder', () => internal('node/util').TextEncoder);
  lazy('TextDecoder', () => internal('node/util').TextDecoder);
  lazy('fetch', () => (url) => Promise.reject(internal('node/http').refused(url)));

  const loader = internal('loader');
  const http = internal('http');
  let router;

  return {
    load() {
      router = http.routerOf(loader.loadEntry());
    },
    dispatch(id, request, body) {
      http.dispatch(router, id, request, body);
    },
    fire: timers.fire,
  };
});
