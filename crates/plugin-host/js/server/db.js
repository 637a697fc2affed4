// The back end's database with the interface of better-sqlite3. Every call runs one statement in the host.
'use strict';

class SqliteError extends Error {
  // Errors of statements are made by the host; they have this name.
  static [Symbol.hasInstance](value) {
    return value instanceof Error && value.name === 'SqliteError';
  }
}

// A value as the host binds it: bytes as an array of their base64.
function bound(value) {
  return ArrayBuffer.isView(value) ? [internal('node/buffer').Buffer.from(value).toString('base64')] : value;
}

function isNamed(value) {
  if (value === null || typeof value !== 'object' || Array.isArray(value) || ArrayBuffer.isView(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

// The values in the order of the statement's parameters.
function valuesOf(names, args) {
  const positional = [];
  let named;
  for (const arg of args) {
    if (Array.isArray(arg)) positional.push(...arg);
    else if (isNamed(arg)) {
      if (named) throw new TypeError('You cannot specify named parameters in two different objects');
      named = arg;
    } else positional.push(arg);
  }
  let next = 0;
  const values = names.map((name) => {
    if (name === null || name === undefined || name[0] === '?') {
      if (next >= positional.length) throw new RangeError('Too few parameter values were provided');
      return bound(positional[next++]);
    }
    const key = name.slice(1);
    if (!named) throw new RangeError('Missing named parameters');
    if (!(key in named)) throw new RangeError('Missing named parameter "' + key + '"');
    return bound(named[key]);
  });
  if (next < positional.length) throw new RangeError('Too many parameter values were provided');
  return values;
}

function toBuffers(row, form) {
  const { Buffer } = internal('node/buffer');
  const whole = (value) => (value instanceof Uint8Array ? Buffer.view(value) : value);
  if (form === 'pluck') return whole(row);
  for (const key of Object.keys(row)) row[key] = whole(row[key]);
  return row;
}

class Statement {
  constructor(database, source) {
    const { columns, parameters, readonly } = host.sqlShape(source);
    this.database = database;
    this.source = source;
    this.readonly = readonly;
    this.reader = columns.length > 0;
    this.names = columns;
    this.parameters = parameters;
    this.form = 'object';
    this.fixed = undefined;
  }

  run(...args) {
    if (this.reader) throw new TypeError('This statement returns data. Use get(), all(), or iterate() instead');
    return host.sqlRun(this.source, this.values(args));
  }

  get(...args) {
    return this.rows(args, 1)[0];
  }

  all(...args) {
    return this.rows(args, Infinity);
  }

  // All rows are read at once: a statement is never left open between two steps.
  iterate(...args) {
    return this.rows(args, Infinity)[Symbol.iterator]();
  }

  bind(...args) {
    if (this.fixed) throw new TypeError('The bind() method can only be invoked once per statement object');
    this.fixed = valuesOf(this.parameters, args);
    return this;
  }

  pluck(on = true) {
    return this.as('pluck', on);
  }

  raw(on = true) {
    return this.as('raw', on);
  }

  safeIntegers() {
    return this;
  }

  columns() {
    return this.names.map((name) => ({ name, column: null, table: null, database: null, type: null }));
  }

  as(form, on) {
    if (!this.reader) throw new TypeError('The ' + form + '() method is only for statements that return data');
    this.form = on ? form : 'object';
    return this;
  }

  values(args) {
    if (!this.fixed) return valuesOf(this.parameters, args);
    if (args.length) throw new TypeError('This statement already has bound parameters');
    return this.fixed;
  }

  rows(args, most) {
    if (!this.reader) throw new TypeError('This statement does not return data. Use run() instead');
    const rows = host.sqlQuery(this.source, this.values(args), most, this.form);
    return rows.hasBytes ? rows.map((row) => toBuffers(row, this.form)) : rows;
  }
}

function refuse(what) {
  return () => {
    throw new SqliteError(what + ' is not available to back ends');
  };
}

const db = {
  name: 'database',
  open: true,
  memory: false,
  readonly: false,

  get inTransaction() {
    return host.sqlInTransaction();
  },

  prepare(source) {
    if (typeof source !== 'string') throw new TypeError('Expected first argument to be a string');
    if (/^[\s;]*$/.test(source)) throw new RangeError('The supplied SQL string contains no statements');
    return new Statement(db, source);
  },

  exec(source) {
    if (typeof source !== 'string') throw new TypeError('Expected first argument to be a string');
    host.sqlExecute(source);
    return db;
  },

  // The host decides how the file is written; back ends that ask for a log in WAL form have it already.
  pragma(text, options) {
    const source = String(text).trim().replace(/;$/, '');
    const simple = Boolean(options && options.simple);
    if (/^journal_mode\b/i.test(source)) return simple ? 'wal' : [{ journal_mode: 'wal' }];
    const statement = new Statement(db, 'PRAGMA ' + source);
    if (!statement.reader) {
      host.sqlExecute('PRAGMA ' + source);
      return simple ? undefined : [];
    }
    return simple ? statement.pluck().get() : statement.all();
  },

  transaction(work) {
    if (typeof work !== 'function') throw new TypeError('Expected first argument to be a function');
    const variant = (begin) => function (...args) {
      return runTransaction(begin, work, this, args);
    };
    const plain = variant('BEGIN');
    plain.default = plain;
    plain.deferred = variant('BEGIN DEFERRED');
    plain.immediate = variant('BEGIN IMMEDIATE');
    plain.exclusive = variant('BEGIN EXCLUSIVE');
    plain.database = db;
    return plain;
  },

  close() {
    return db;
  },

  defaultSafeIntegers: () => db,
  unsafeMode: () => db,
  function: refuse('a function of your own'),
  aggregate: refuse('an aggregate of your own'),
  table: refuse('a virtual table of your own'),
  backup: refuse('backup'),
  serialize: refuse('serialize'),
  loadExtension: refuse('loadExtension'),
};

function runTransaction(begin, work, self, args) {
  const isNested = host.sqlInTransaction();
  const [start, finish, undo] = isNested
    ? ['SAVEPOINT nested', 'RELEASE nested', 'ROLLBACK TO nested; RELEASE nested']
    : [begin, 'COMMIT', 'ROLLBACK'];
  host.sqlExecute(start);
  try {
    const result = work.apply(self, args);
    if (result && typeof result.then === 'function') {
      throw new TypeError('Transaction function cannot return a promise');
    }
    host.sqlExecute(finish);
    return result;
  } catch (error) {
    // Some errors of SQLite end the transaction themselves.
    if (host.sqlInTransaction()) host.sqlExecute(undo);
    throw error;
  }
}

module.exports = db;
module.exports.db = db;
module.exports.getDb = () => db;
module.exports.default = db;
module.exports.SqliteError = SqliteError;
