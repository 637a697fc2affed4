// Requests to other hosts. The portal decides which hosts, follows redirects and bounds size and time; a result comes
// as a turn of its own.
'use strict';

// Who waits for a result, by the number of the request.
const waiting = new Map();
let lastId = 0;

// Sends a request. `headers` has names and values in turn; `body` is a string or bytes. Calls `done(error)` or
// `done(null, response)` with { status, headers, url, body } in a later turn, and answers a function that makes nobody
// wait any more. Throws for a request that is no request, and above the limits.
exports.send = function send(method, url, headers, body, done) {
  const id = (lastId = (lastId + 1) >>> 0);
  waiting.set(id, done);
  let isSent = false;
  try {
    host.fetch(id, method, url, headers, typeof body === 'string' ? body : [body.toBase64()]);
    isSent = true;
  } catch (error) {
    if (error instanceof RangeError) {
      error.code = 'ERR_LIMIT';
      // Most back ends tell their clients no more than that a request failed.
      host.log('warn', method + ' ' + url.slice(0, 200) + ': ' + error.message);
    }
    throw error;
  } finally {
    if (!isSent) waiting.delete(id);
  }
  return () => waiting.delete(id);
};

// Gives a result to who waits for it.
exports.fetched = function fetched(id, result) {
  const done = waiting.get(id);
  if (!done) return;
  waiting.delete(id);
  if (result.code === undefined) return done(null, result);
  done(failure(result.code, result.message));
};

const ERRNO = { ECONNREFUSED: -111, ECONNRESET: -104, ENOTFOUND: -3008, ETIMEDOUT: -110, EMSGSIZE: -90 };

// What Node says that failed; without a name here it is `read`.
const SYSCALL = { ECONNREFUSED: 'connect', ENOTFOUND: 'getaddrinfo' };

function failure(code, message) {
  const syscall = SYSCALL[code];
  const error = new Error((syscall ? syscall + ' ' : '') + code + ': ' + message);
  return Object.assign(error, { code, errno: ERRNO[code], syscall: syscall || 'read' });
}

// The error that a request was aborted with, or that it waited too long.
exports.failure = failure;
