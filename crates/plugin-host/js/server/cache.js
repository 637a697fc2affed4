// Values that expire, in the back end's own memory.
'use strict';

const values = new Map();

exports.get = (key) => {
  const found = values.get(key);
  if (!found) return undefined;
  if (found.until > Date.now()) return found.value;
  values.delete(key);
  return undefined;
};

// Seconds, as caches of servers have it; none keeps the value until the back end ends.
exports.set = (key, value, seconds) => {
  values.set(key, { value, until: seconds > 0 ? Date.now() + seconds * 1000 : Infinity });
  return true;
};

exports.has = (key) => exports.get(key) !== undefined;
exports.del = exports.delete = (key) => values.delete(key);
exports.clear = exports.flush = () => values.clear();
