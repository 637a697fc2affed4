// The module `http`.
'use strict';

exports.STATUS_CODES = {
  200: 'OK', 201: 'Created', 202: 'Accepted', 204: 'No Content', 206: 'Partial Content', 301: 'Moved Permanently',
  302: 'Found', 303: 'See Other', 304: 'Not Modified', 307: 'Temporary Redirect', 308: 'Permanent Redirect',
  400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 405: 'Method Not Allowed', 409: 'Conflict',
  410: 'Gone', 413: 'Payload Too Large', 415: 'Unsupported Media Type', 416: 'Range Not Satisfiable',
  418: "I'm a Teapot", 422: 'Unprocessable Entity', 429: 'Too Many Requests', 500: 'Internal Server Error',
  501: 'Not Implemented', 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout',
};
exports.METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

Object.assign(exports, internal('node/http-client').clientOf('http:'));
exports.ClientRequest = internal('node/http-client').ClientRequest;
exports.IncomingMessage = internal('incoming').IncomingMessage;

// The portal keeps the connections.
exports.Agent = class Agent {
  constructor(options) {
    this.options = { ...options };
  }

  destroy() {}
};
exports.globalAgent = new exports.Agent();

exports.createServer = () => {
  throw new Error('a back end cannot listen: export a router');
};
