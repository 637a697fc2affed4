// The modules `http` and `https`. Every request fails as if nobody listened.
'use strict';

const EventEmitter = internal('node/events');

exports.STATUS_CODES = {
  200: 'OK', 201: 'Created', 202: 'Accepted', 204: 'No Content', 206: 'Partial Content', 301: 'Moved Permanently',
  302: 'Found', 303: 'See Other', 304: 'Not Modified', 307: 'Temporary Redirect', 308: 'Permanent Redirect',
  400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 405: 'Method Not Allowed', 409: 'Conflict',
  410: 'Gone', 413: 'Payload Too Large', 415: 'Unsupported Media Type', 416: 'Range Not Satisfiable',
  418: "I'm a Teapot", 422: 'Unprocessable Entity', 429: 'Too Many Requests', 500: 'Internal Server Error',
  501: 'Not Implemented', 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout',
};
exports.METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

// Where a request would go, for the text of its error.
function target(options) {
  if (typeof options === 'string') return options;
  if (!options || typeof options !== 'object') return String(options);
  return options.href || options.hostname || options.host || options.url || 'localhost';
}

exports.refused = function refused(options) {
  const error = new Error('connect ECONNREFUSED ' + target(options) + ': the manifest of ' + host.name + ' declares no hosts');
  return Object.assign(error, { code: 'ECONNREFUSED', errno: -111, syscall: 'connect' });
};

exports.request = function request(options) {
  const outgoing = new EventEmitter();
  Object.assign(outgoing, {
    write: () => true, end: () => outgoing, abort() {}, destroy: () => outgoing, setHeader() {}, getHeader() {},
    removeHeader() {}, setTimeout: () => outgoing, setNoDelay() {}, setSocketKeepAlive() {}, flushHeaders() {},
  });
  setImmediate(() => {
    if (outgoing.listenerCount('error')) outgoing.emit('error', exports.refused(options));
    else host.log('error', exports.refused(options).message);
    outgoing.emit('close');
  });
  return outgoing;
};
exports.get = exports.request;

exports.Agent = class Agent {
  destroy() {}
};
exports.globalAgent = new exports.Agent();

exports.createServer = () => {
  throw new Error('a back end cannot listen: export a router');
};
