// The module `axios`: a client of the same calls and errors, without interceptors, proxies and uploads of forms.
// Redirects are followed by the portal.
'use strict';

const { Buffer } = internal('node/buffer');
const { METHODS, merge, urlOf, headersOf, bodyOf } = internal('node/axios-config');
const { IncomingMessage, headersOf: received } = internal('incoming');
const { URL } = internal('node/url');
const { nameOf, valueOf } = internal('fetch-headers');
const { decoded } = internal('fetch');
const outgoing = internal('outgoing');
const timers = internal('timers');

class AxiosError extends Error {
  constructor(message, code, config, request, response) {
    super(message);
    this.name = 'AxiosError';
    this.isAxiosError = true;
    if (code) this.code = code;
    if (config) this.config = config;
    if (request) this.request = request;
    if (response) {
      this.response = response;
      this.status = response.status;
    }
  }

  toJSON() {
    const { message, name, code, status = null } = this;
    return { message, name, code, status };
  }
}

class CanceledError extends AxiosError {
  constructor(message = 'canceled', config, request) {
    super(message, 'ERR_CANCELED', config, request);
    this.name = 'CanceledError';
    this.__CANCEL__ = true;
  }
}

// What a body becomes for the one who asked.
function dataOf(result, config, headers, request) {
  const { body } = result;
  const bytes = () => (typeof body === 'string' ? Buffer.from(body) : Buffer.view(body));
  if (config.responseType === 'stream') return new IncomingMessage(result, request);
  let data = config.responseType === 'arraybuffer' ? bytes() : typeof body === 'string' ? body : bytes().toString(config.responseEncoding);
  if (config.transformResponse) {
    for (const transform of [].concat(config.transformResponse)) data = transform.call(config, data, headers, result.status);
    return data;
  }
  if (typeof data !== 'string' || config.responseType === 'text' || data === '') return data;
  data = data.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(data);
  } catch (error) {
    // As axios does: without an explicit wish for JSON, what does not parse is text.
    if (!(error instanceof SyntaxError)) throw error;
    return data;
  }
}

function settle(result, config, request) {
  const headers = received(result.headers);
  Object.defineProperty(headers, 'get', { value: (name) => headers[String(name).toLowerCase()] });
  const { status } = result;
  const statusText = internal('node/http').STATUS_CODES[status] || '';
  request.res = { responseUrl: result.url, statusCode: status };
  const plain = config.decompress === false ? result : decoded(result);
  const response = { data: dataOf(plain, config, headers, request), status, statusText, headers, config, request };
  const { validateStatus } = config;
  if (!validateStatus || validateStatus(status)) return response;
  const code = status >= 500 ? 'ERR_BAD_RESPONSE' : 'ERR_BAD_REQUEST';
  throw new AxiosError('Request failed with status code ' + status, code, config, request, response);
}

function check(config) {
  const refused = (what) => new AxiosError(what, 'ERR_NOT_SUPPORT', config);
  if (config.maxRedirects === 0) throw refused('maxRedirects: 0 is not offered to back ends: the portal follows redirects');
  if (config.responseType && !['json', 'text', 'arraybuffer', 'stream'].includes(config.responseType)) {
    throw refused('responseType is json, text, arraybuffer or stream');
  }
}

function flat(headers) {
  const all = [];
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [].concat(value)) all.push(nameOf(name), valueOf(one, name));
  }
  return all;
}

// Sends a request; `stop(error)` ends the waiting for it.
function exchange(config, request, settled) {
  let timer;
  let forget = () => {};
  const { signal, cancelToken, timeout } = config;
  const end = (error, result) => {
    forget();
    timers.clearTimeout(timer);
    if (signal) signal.removeEventListener('abort', cancel);
    settled(error, result);
  };
  const cancel = (reason) => end(reason instanceof CanceledError ? reason : new CanceledError(undefined, config, request));
  if (signal && signal.aborted) return cancel();
  if (cancelToken && cancelToken.reason) return cancel(cancelToken.reason);
  forget = outgoing.send(request.method, request.url, request.headers, request.body, end);
  if (signal) signal.addEventListener('abort', cancel, { once: true });
  if (cancelToken) cancelToken.promise.then(cancel);
  if (timeout > 0) {
    const text = config.timeoutErrorMessage || 'timeout of ' + timeout + 'ms exceeded';
    timer = timers.setTimeout(() => end(new AxiosError(text, 'ECONNABORTED', config, request)), timeout);
  }
}

async function send(config) {
  check(config);
  const method = config.method.toLowerCase();
  const headers = headersOf(config, method);
  const body = bodyOf(config, headers);
  config.headers = headers;
  let url;
  try {
    url = new URL(urlOf(config));
  } catch (error) {
    throw new AxiosError('Invalid URL', 'ERR_INVALID_URL', config);
  }
  const request = { method: method.toUpperCase(), url: url.href, path: url.pathname + url.search, headers: flat(headers), body };
  const result = await new Promise((resolve, reject) => {
    exchange(config, request, (error, answer) => (error ? reject(error) : resolve(answer)));
  }).catch((error) => {
    throw error instanceof AxiosError ? error : Object.assign(new AxiosError(error.message, error.code, config, request), { cause: error });
  });
  return settle(result, config, request);
}

const noInterceptors = {
  use() {
    throw new AxiosError('axios.interceptors are not offered to back ends', 'ERR_NOT_SUPPORT');
  },
  eject() {},
  clear() {},
};

function instanceOf(defaults) {
  const prepared = (config) => ({ ...merge(instance.defaults, config), method: (config && config.method) || instance.defaults.method || 'get' });
  const instance = (first, second) => send(prepared(typeof first === 'string' ? { ...second, url: first } : first));
  instance.defaults = defaults;
  instance.request = instance;
  instance.interceptors = { request: noInterceptors, response: noInterceptors };
  instance.getUri = (config) => urlOf(prepared(config));
  instance.create = (config) => instanceOf(merge(instance.defaults, config));
  for (const method of METHODS) {
    instance[method] = ['post', 'put', 'patch'].includes(method)
      ? (url, data, config) => instance({ ...config, method, url, data })
      : (url, config) => instance({ ...config, method, url });
  }
  return instance;
}

class CancelToken {
  constructor(executor) {
    this.promise = new Promise((resolve) => {
      executor((message) => {
        if (this.reason) return;
        this.reason = new CanceledError(message);
        resolve(this.reason);
      });
    });
  }

  static source() {
    let cancel;
    const token = new CancelToken((given) => {
      cancel = given;
    });
    return { token, cancel };
  }

  throwIfRequested() {
    if (this.reason) throw this.reason;
  }
}

const axios = instanceOf({
  timeout: 0,
  validateStatus: (status) => status >= 200 && status < 300,
  headers: { common: { Accept: 'application/json, text/plain, */*' } },
});
for (const method of METHODS) axios.defaults.headers[method] = {};

Object.assign(axios, { AxiosError, CanceledError, Cancel: CanceledError, CancelToken, VERSION: '1.0.0', default: axios, axios });
axios.isAxiosError = (error) => Boolean(error && error.isAxiosError);
axios.isCancel = (error) => Boolean(error && error.__CANCEL__);
axios.all = (all) => Promise.all(all);
axios.spread = (callback) => (all) => callback(...all);

module.exports = axios;
