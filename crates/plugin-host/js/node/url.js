// The module `url` and the class URL. Parsing is the host's, by the URL standard.
'use strict';

const { URLSearchParams } = internal('node/url-params');

const PARTS = ['protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];

class URL {
  #parts;
  #params;

  constructor(url, base) {
    this.#parts = host.urlParse(String(url), base === undefined ? undefined : String(base));
    this.#params = new URLSearchParams(this.#parts.search);
    this.#params.onChange = (search) => {
      this.#parts = host.urlSet(this.#parts.href, 'search', search);
    };
  }

  static canParse(url, base) {
    try {
      return Boolean(new URL(url, base));
    } catch (error) {
      return false;
    }
  }

  get href() {
    return this.#parts.href;
  }

  set href(value) {
    this.#parts = host.urlParse(String(value), undefined);
    this.#params.replace(this.#parts.search);
  }

  get origin() {
    return this.#parts.origin;
  }

  get searchParams() {
    return this.#params;
  }

  toString() {
    return this.#parts.href;
  }

  toJSON() {
    return this.#parts.href;
  }

  static {
    for (const part of PARTS) {
      Object.defineProperty(URL.prototype, part, {
        configurable: true,
        enumerable: true,
        get() {
          return this.#parts[part];
        },
        set(value) {
          this.#parts = host.urlSet(this.#parts.href, part, String(value));
          if (part === 'search') this.#params.replace(this.#parts.search);
        },
      });
    }
  }
}

// The older form: parts of any text, null for those that it does not have.
function parse(text, parsesQuery) {
  const match = /^(?:([a-z][a-z0-9+.-]*:))?(?:(\/\/)(?:([^@/?#]*)@)?([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(String(text).trim());
  const [href, protocol, slashes, auth, hostText, path, search, hash] = match;
  const [, hostname, port] = /^(.*?)(?::(\d+))?$/.exec(hostText || '');
  const query = search ? search.slice(1) : null;
  return {
    href,
    protocol: protocol ? protocol.toLowerCase() : null,
    slashes: slashes ? true : null,
    auth: auth || null,
    host: hostText || null,
    hostname: hostname || null,
    port: port || null,
    pathname: path || (hostText ? '/' : null),
    search: search || null,
    query: parsesQuery ? internal('node/querystring').parse(query || '') : query,
    hash: hash || null,
    path: (path || (hostText ? '/' : '')) + (search || '') || null,
  };
}

function format(url) {
  if (url instanceof URL) return url.href;
  if (typeof url === 'string') return url;
  const host = url.host || (url.hostname ? url.hostname + (url.port ? ':' + url.port : '') : '');
  const protocol = url.protocol ? url.protocol.replace(/:?$/, ':') : '';
  const query = url.query && typeof url.query === 'object' ? internal('node/querystring').stringify(url.query) : '';
  const search = url.search || (query ? '?' + query : '');
  const slashes = url.slashes || host ? '//' : '';
  return protocol + slashes + (url.auth ? url.auth + '@' : '') + host + (url.pathname || '') + search + (url.hash || '');
}

function resolve(from, to) {
  const placeholder = 'http://placeholder.invalid';
  const whole = new URL(to, new URL(from, placeholder)).href;
  return whole.startsWith(placeholder) ? whole.slice(placeholder.length) : whole;
}

Object.assign(exports, { URL, URLSearchParams, parse, format, resolve });
exports.fileURLToPath = (url) => new URL(url).pathname;
exports.pathToFileURL = (path) => new URL('file://' + path);
