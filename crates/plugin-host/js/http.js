// Gives a call to the back end's router and answers for it when it fails or does not match.
'use strict';

const { Request } = internal('request');
const { Response } = internal('response');
const { envelope, finish } = internal('final-handler');
const { reset } = internal('router');
const query = internal('query');

// Bytes of a body that is parsed before the router sees it.
const PARSED = 1 << 20;

// What the back end exports as a function of (req, res, next).
exports.routerOf = function routerOf(exported) {
  const candidates = [exported, exported && exported.default, exported && exported.router];
  const router = candidates.find((candidate) => typeof candidate === 'function');
  if (!router) throw new TypeError('module.exports of ' + host.entry + ' must be an Express router');
  return router;
};

// Sets req.body from a body that is JSON or a form. An answer of false: the request has been answered.
function parseBody(request, response, body) {
  request.body = {};
  if (body.length === 0) return true;
  const type = String(request.headers['content-type'] || '').split(';')[0].trim().toLowerCase();
  const isJson = type === 'application/json' || /^application\/.*\+json$/.test(type);
  const isForm = type === 'application/x-www-form-urlencoded';
  if (!isJson && !isForm) {
    request.setRawBody(body);
    return true;
  }
  if (body.length > PARSED) {
    response.status(413).json(envelope(413, '请求体过大'));
    return false;
  }
  const text = typeof body === 'string' ? body : host.utf8Decode(body.toBase64());
  if (isForm) {
    request.body = query.parse(text);
    return true;
  }
  try {
    request.body = JSON.parse(text);
  } catch (error) {
    response.status(400).json(envelope(400, '请求体不是有效的 JSON'));
    return false;
  }
  return true;
}

exports.dispatch = function dispatch(router, id, call, body) {
  const request = new Request(call);
  const response = new Response(id, request);
  request.res = response;
  reset();
  if (!parseBody(request, response, body)) return;
  const done = (error) => finish(request, response, error === null ? undefined : error);
  try {
    const result = router(request, response, done);
    if (result && typeof result.then === 'function') {
      result.then(undefined, (reason) => finish(request, response, reason || new Error('rejected with ' + reason)));
    }
  } catch (error) {
    finish(request, response, error);
  }
};
