// The function fetch, by the standard as far as back ends use it. The portal follows redirects, so `redirect` is
// 'follow'; response bodies come whole.
'use strict';

const outgoing = internal('outgoing');
const { Request, Response, peek } = internal('fetch-body');

// A body without its content encoding, which the portal leaves as it came.
function decoded(result) {
  const index = result.headers.findIndex((text, at) => at % 2 === 0 && text === 'content-encoding');
  const encoding = index < 0 ? '' : result.headers[index + 1].trim().toLowerCase();
  if (!encoding || encoding === 'identity' || result.body.length === 0) return result;
  const zlib = internal('node/zlib');
  const decode = { gzip: zlib.gunzipSync, 'x-gzip': zlib.gunzipSync, deflate: zlib.inflateSync }[encoding];
  if (!decode) throw new TypeError('the content encoding ' + encoding + ' is not offered: send the header Accept-Encoding');
  const bytes = typeof result.body === 'string' ? host.utf8Encode(result.body) : result.body;
  return { ...result, body: new Uint8Array(decode(bytes)) };
}

// The error that callers of fetch know, with what happened behind it.
function failed(cause) {
  const error = new TypeError('fetch failed');
  Object.defineProperty(error, 'cause', { configurable: true, writable: true, value: cause });
  return error;
}

function flat(headers) {
  const pairs = [...headers].flat();
  return headers.has('accept') ? pairs : [...pairs, 'accept', '*/*'];
}

function send(request, resolve, reject) {
  const { signal, url } = request;
  let forget;
  const abort = () => {
    forget();
    reject(signal.reason);
  };
  const body = peek(request);
  try {
    forget = outgoing.send(request.method, url, flat(request.headers), body === null ? '' : body, (error, result) => {
      if (signal) signal.removeEventListener('abort', abort);
      if (error) return reject(failed(error));
      try {
        resolve(Response.received(decoded(result), url));
      } catch (broken) {
        reject(failed(broken));
      }
    });
  } catch (error) {
    return reject(failed(error));
  }
  if (signal) signal.addEventListener('abort', abort, { once: true });
}

exports.fetch = async function fetch(input, init) {
  const request = new Request(input, init);
  if (request.redirect !== 'follow') {
    throw new TypeError("fetch: redirect is 'follow' for back ends, because the portal follows redirects itself");
  }
  if (request.signal && request.signal.aborted) throw request.signal.reason;
  return new Promise((resolve, reject) => send(request, resolve, reject));
};
exports.decoded = decoded;
