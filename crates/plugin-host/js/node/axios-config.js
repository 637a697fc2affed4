// How the module `axios` makes a request of its configuration: address, headers, body.
'use strict';

const { Buffer } = internal('node/buffer');
const { URLSearchParams } = internal('node/url-params');

const METHODS = ['delete', 'get', 'head', 'options', 'post', 'put', 'patch'];

function isPlain(value) {
  const prototype = value !== null && typeof value === 'object' ? Object.getPrototypeOf(value) : undefined;
  return prototype === Object.prototype || prototype === null;
}

// Later configurations win; plain objects in them are merged.
function merge(...all) {
  const merged = {};
  for (const config of all) {
    for (const [name, value] of Object.entries(config || {})) {
      if (value === undefined) continue;
      merged[name] = isPlain(value) && name !== 'data' ? merge(isPlain(merged[name]) ? merged[name] : {}, value) : value;
    }
  }
  return merged;
}

// Pairs of a query: `a[]=1` for arrays and `a[b]=1` for objects.
function pairsOf(name, value) {
  if (value === null || value === undefined) return [];
  if (value instanceof Date) return [[name, value.toISOString()]];
  if (Array.isArray(value)) {
    return value.flatMap((one, index) => (typeof one === 'object' && one !== null ? pairsOf(name + '[' + index + ']', one) : pairsOf(name + '[]', one)));
  }
  if (typeof value === 'object') return Object.entries(value).flatMap(([part, one]) => pairsOf(name + '[' + part + ']', one));
  return [[name, String(value)]];
}

function encode(text) {
  const kept = { '%3A': ':', '%24': '$', '%2C': ',', '%20': '+', '%5B': '[', '%5D': ']' };
  return encodeURIComponent(text).replace(/%(?:3A|24|2C|20|5B|5D)/g, (one) => kept[one]);
}

function queryOf(params, serializer) {
  if (!params) return '';
  const serialize = typeof serializer === 'function' ? serializer : serializer && serializer.serialize;
  if (serialize) return String(serialize(params));
  if (params instanceof URLSearchParams) return params.toString();
  const pairs = Object.entries(params).flatMap(([name, value]) => pairsOf(name, value));
  return pairs.map(([name, value]) => encode(name) + '=' + encode(value)).join('&');
}

exports.urlOf = function urlOf(config) {
  let url = String(config.url || '');
  if (config.baseURL && !/^([a-z][a-z\d+\-.]*:)?\/\//i.test(url)) {
    url = url ? String(config.baseURL).replace(/\/+$/, '') + '/' + url.replace(/^\/+/, '') : String(config.baseURL);
  }
  const query = queryOf(config.params, config.paramsSerializer);
  if (!query) return url;
  url = url.replace(/#.*$/, '');
  return url + (url.includes('?') ? '&' : '?') + query;
};

// Headers by name in lower case, from the defaults of all methods, those of the method, and the configuration's own.
exports.headersOf = function headersOf(config, method) {
  const given = config.headers || {};
  const own = Object.entries(given).filter(([name, value]) => !(METHODS.includes(name) || name === 'common') || !isPlain(value));
  const headers = {};
  for (const [name, value] of [...Object.entries(given.common || {}), ...Object.entries(given[method] || {}), ...own]) {
    if (value === undefined || value === null || value === false) delete headers[name.toLowerCase()];
    else headers[name.toLowerCase()] = value;
  }
  if (config.auth) {
    const { username = '', password = '' } = config.auth;
    headers.authorization = 'Basic ' + Buffer.from(username + ':' + password).toString('base64');
  }
  return headers;
};

// The body as a string or bytes; sets its content type.
exports.bodyOf = function bodyOf(config, headers) {
  let data = config.data;
  for (const transform of [].concat(config.transformRequest || [])) data = transform(data, headers);
  const type = String(headers['content-type'] || '');
  const typed = (name, body) => {
    if (!type) headers['content-type'] = name;
    return body;
  };
  if (data === undefined || data === null) {
    delete headers['content-type'];
    return '';
  }
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof URLSearchParams) return typed('application/x-www-form-urlencoded;charset=utf-8', data.toString());
  if (typeof data === 'object' && /^application\/x-www-form-urlencoded/i.test(type)) {
    return Object.entries(data).flatMap(([name, value]) => pairsOf(name, value)).map(([name, value]) => encode(name) + '=' + encode(value)).join('&');
  }
  if (typeof data === 'object' || /^application\/json/i.test(type)) {
    // A string may be JSON already.
    if (typeof data === 'string') {
      try {
        JSON.parse(data);
        return data;
      } catch (error) {
        return JSON.stringify(data.trim());
      }
    }
    return typed('application/json', JSON.stringify(data));
  }
  return typed('application/x-www-form-urlencoded', String(data));
};

Object.assign(exports, { METHODS, merge });
