// Express-style routers: layers that are tried in their order.
'use strict';

const { finish } = internal('final-handler');
const route = internal('route');

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'options', 'head'];

// One handler behind a pattern; `method` is nothing for middleware.
function layer(pattern, method, handlers, options) {
  return { match: route.compile(pattern, method !== undefined, options), method, handlers };
}

function functionsOf(list, what) {
  const handlers = list.flat(Infinity);
  for (const handler of handlers) {
    if (typeof handler !== 'function') throw new TypeError(what + '() requires functions but got ' + typeof handler);
  }
  if (!handlers.length) throw new TypeError(what + '() requires a handler function');
  return handlers;
}

function isPattern(value) {
  const first = Array.isArray(value) ? value.flat(Infinity)[0] : value;
  return typeof first === 'string' || first instanceof RegExp;
}

function takes(layer, request) {
  const { method } = layer;
  return method === undefined || method === 'ALL' || method === request.method ||
    (request.method === 'HEAD' && method === 'GET');
}

// What `next` takes for an error. The engine throws null when it has no memory left for an error object.
function asError(thrown) {
  if (thrown === null) host.outOfMemory();
  return thrown === null || thrown === undefined ? new Error('a handler threw ' + thrown) : thrown;
}

// How many layers deep the running code is. Deeper than this, the next one runs when the stack is empty again.
let depth = 0;
const DEEPEST = 60;

// A turn begins with an empty stack, also after one that was cut off within a handler.
exports.reset = () => {
  depth = 0;
};

function descend(work, layer, matched, error) {
  if (depth >= DEEPEST) return queueMicrotask(() => descend(work, layer, matched, error));
  depth++;
  try {
    work(layer, matched, error);
  } finally {
    depth--;
  }
}

// Calls a handler so that what it throws and what its promise rejects with go to `next`.
function call(handler, error, request, response, next) {
  try {
    const result = error === undefined ? handler(request, response, next) : handler(error, request, response, next);
    if (result && typeof result.then === 'function') {
      result.then(undefined, (reason) => next(asError(reason)));
    }
  } catch (thrown) {
    next(asError(thrown));
  }
}

// The handlers of one layer one after another; `next('route')` leaves it.
function runHandlers(handlers, error, request, response, leave) {
  let index = 0;
  const next = (failure) => {
    const current = failure === null ? undefined : failure;
    if (current === 'route') return leave();
    if (current === 'router') return leave('router');
    while (index < handlers.length) {
      const handler = handlers[index++];
      // Handlers of four arguments are for errors, all others for requests without one.
      if ((handler.length === 4) === (current !== undefined)) {
        return call(handler, current, request, response, once(request, response, next));
      }
    }
    leave(current);
  };
  next(error);
}

// A handler that calls next twice goes on once. When it fails after that, the request fails.
function once(request, response, next) {
  let called = false;
  return (error) => {
    if (!called) {
      called = true;
      next(error);
    } else if (error !== undefined && error !== null) {
      finish(request, response, error);
    }
  };
}

// Runs the functions of router.param for the parameters that a layer has set.
function runParams(router, request, response, params, done) {
  const pending = [];
  for (const name of Object.keys(params)) {
    for (const callback of router.paramCallbacks[name] || []) pending.push([name, callback]);
  }
  const next = (error) => {
    if (error || !pending.length) return done(error);
    const [name, callback] = pending.shift();
    try {
      const result = callback(request, response, once(request, response, next), params[name], name);
      if (result && typeof result.then === 'function') result.then(undefined, (reason) => done(asError(reason)));
    } catch (thrown) {
      done(asError(thrown));
    }
  };
  next();
}

// Calls `run` with the URL behind the matched path, as mounted routers see it, and restores it for `leave`.
function mounted(request, matched, run, leave) {
  const { url, baseUrl } = request;
  request.url = url.slice(matched.path.length);
  if (request.url[0] !== '/') request.url = '/' + request.url;
  request.baseUrl = baseUrl + matched.path;
  run((error) => {
    request.url = url;
    request.baseUrl = baseUrl;
    leave(error);
  });
}

function handle(router, request, response, out) {
  const outer = request.params;
  const leave = (error) => {
    request.params = outer;
    out(error === 'router' ? undefined : error);
  };
  let index = 0;
  const next = (failure) => {
    const error = failure === null || failure === undefined ? undefined : failure;
    if (error === 'router') return leave();
    const { path } = request;
    while (index < router.stack.length) {
      const layer = router.stack[index++];
      if (!takes(layer, request)) continue;
      let matched;
      try {
        matched = layer.match(path);
      } catch (thrown) {
        return next(error === undefined ? thrown : error);
      }
      if (!matched) continue;
      return descend(enter, layer, matched, error);
    }
    leave(error);
  };
  const enter = (layer, matched, error) => {
    request.params = router.mergeParams ? Object.assign({}, outer, matched.params) : matched.params;
    if (!router.hasParams) return run(layer, matched, error);
    runParams(router, request, response, matched.params, (failure) => (failure ? next(failure) : run(layer, matched, error)));
  };
  const run = (layer, matched, error) => {
    if (layer.method !== undefined || matched.path === '') {
      return runHandlers(layer.handlers, error, request, response, next);
    }
    const inside = (leaveLayer) => runHandlers(layer.handlers, error, request, response, leaveLayer);
    mounted(request, matched, inside, next);
  };
  next();
}

function Router(options = {}) {
  function router(request, response, next) {
    handle(router, request, response, next || (() => {}));
  }
  router.stack = [];
  router.paramCallbacks = Object.create(null);
  router.hasParams = false;
  router.mergeParams = Boolean(options.mergeParams);
  const rules = { strict: Boolean(options.strict), caseSensitive: Boolean(options.caseSensitive) };

  router.handle = router;
  router.use = function use(pattern, ...handlers) {
    const hasPattern = isPattern(pattern);
    const list = functionsOf(hasPattern ? handlers : [pattern, ...handlers], 'Router.use');
    router.stack.push(layer(hasPattern ? pattern : '/', undefined, list, rules));
    return router;
  };
  router.param = function param(name, callback) {
    router.hasParams = true;
    (router.paramCallbacks[name] = router.paramCallbacks[name] || []).push(callback);
    return router;
  };
  const add = (pattern, method, handlers) => {
    const list = functionsOf(handlers, 'Route.' + method.toLowerCase());
    router.stack.push(layer(pattern, method, list, rules));
  };
  for (const method of [...METHODS, 'all']) {
    router[method] = function (pattern, ...handlers) {
      add(pattern, method.toUpperCase(), handlers);
      return router;
    };
  }
  router.route = function (pattern) {
    const chain = { path: pattern };
    for (const method of [...METHODS, 'all']) {
      chain[method] = function (...handlers) {
        add(pattern, method.toUpperCase(), handlers);
        return chain;
      };
    }
    return chain;
  };
  return router;
}

exports.Router = Router;
