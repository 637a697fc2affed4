// Date with the portal's local time. The engine's own takes the zone of the process; here local time follows
// `host.offsets`, and the engine computes in UTC alone. As the engine has no Intl, the toLocale functions write
// 12/31/2026, 11:59:59 PM in local time and ignore their arguments, `timeZone` too.
'use strict';

const EngineDate = globalThis.Date;
const { UTC, now, parse, prototype } = EngineDate;
const { getTime, setTime, toUTCString } = prototype;
const ordinaryPrimitive = prototype[Symbol.toPrimitive];

const MINUTE = 60000;
// The largest time value of ECMAScript; the smallest is its negative.
const LARGEST = 8.64e15;

// From moments[i] on, local time is offsets[i] milliseconds ahead of UTC.
const moments = [];
const offsets = [];
// The local times from which offsets[i] holds. ECMAScript takes a local time that a change leaves out or repeats with
// the offset before the change, so both begin where the later of the two local times of the change is.
const locals = [];
for (let at = 0; at < host.offsets.length; at += 2) {
  const offset = host.offsets[at + 1] * MINUTE;
  locals.push(host.offsets[at] + Math.max(offset, at ? offsets[offsets.length - 1] : offset));
  moments.push(host.offsets[at]);
  offsets.push(offset);
}

// The offset of the last of these times that is not after `time`.
function offsetAt(times, time) {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return offsets[Math.max(low - 1, 0)] ?? 0;
}

const toUtc = (local) => local - offsetAt(locals, local);

// A date whose UTC fields are the local ones of this date.
function localDate(date) {
  const time = getTime.call(date);
  return new EngineDate(Math.max(-LARGEST, Math.min(LARGEST, time + offsetAt(moments, time))));
}

const ISO_DATE = /^(?:\d{4}|[+-]\d{6})(?:-\d\d){0,2}(?:Z|[+-]\d\d(?::?\d\d)?)?$/;
const ISO_TIME = /^(?:\d{4}|[+-]\d{6})(?:-\d\d){0,2}T/;
const ISO_ZONE = /(?:Z|[+-]\d\d(?::?\d\d)?)$/;
// The names of zones that the engine knows, and an offset behind a time.
const ZONE = /(?<![a-z])(?:GMT|UTC?|Z|[ECMP][DS]T|[WCE]ES?T)|:\d.*[\sm][+-]\d/i;

// The time value of a text. One without a zone is local, except an ISO date without a time.
function parseText(given) {
  // The engine reads as much.
  const text = given.slice(0, 127).replace(/\u2212/g, '-');
  if (ISO_DATE.test(text)) return parse(text);
  if (ISO_TIME.test(text)) return ISO_ZONE.test(text) ? parse(text) : toUtc(parse(text + 'Z'));
  // The engine takes the sign of an offset that follows the time at once for a separator.
  const spaced = text.replace(/(:\d\d(?:[.,]\d+)?)([+-]\d)/, '$1 $2');
  if (ZONE.test(spaced.replace(/\([^()]*\)/g, ''))) return parse(spaced);
  return toUtc(parse(spaced.slice(0, 120) + ' GMT'));
}

function timeOfObject(value) {
  try {
    return getTime.call(value);
  } catch {
    const convert = value[Symbol.toPrimitive];
    return convert == null ? ordinaryPrimitive.call(value, 'number') : convert.call(value, 'default');
  }
}

function timeOf(args) {
  if (args.length === 0) return now();
  if (args.length > 1) return toUtc(UTC(...args));
  const value = Object(args[0]) === args[0] ? timeOfObject(args[0]) : args[0];
  return typeof value === 'string' ? parseText(value) : value;
}

function Date(year, month, date, hours, minutes, seconds, ms) {
  if (!new.target) return new Date().toString();
  return Reflect.construct(EngineDate, [timeOf(arguments)], new.target);
}

function define(object, functions) {
  for (const name of Object.keys(functions)) {
    Object.defineProperty(object, name, { configurable: true, writable: true, value: functions[name] });
  }
}

Object.defineProperty(Date, 'prototype', { value: prototype, writable: false });
define(Date, { UTC, now, parse: { parse: (text) => parseText(`${text}`) }.parse });
define(prototype, { constructor: Date });
define(globalThis, { Date });

for (const field of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds']) {
  const get = prototype['getUTC' + field];
  const name = 'get' + field;
  define(prototype, { [name]() { return get.call(localDate(this)); } });
}

for (const field of ['FullYear', 'Month', 'Date', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
  const set = prototype['setUTC' + field];
  const name = 'set' + field;
  const setter = { [name](...values) { return setTime.call(this, toUtc(set.apply(localDate(this), values))); } };
  Object.defineProperty(setter[name], 'length', { value: set.length });
  define(prototype, setter);
}

const two = (number) => String(number).padStart(2, '0');

// The local date and time as [Thu Dec 31 2026, 23:59:59 GMT+0800], and in the form of toLocaleString.
function texts(date) {
  const [day, number, month, year, time] = toUTCString.call(localDate(date)).split(/,? /);
  const ahead = offsetAt(moments, getTime.call(date)) / MINUTE;
  const minutes = Math.abs(ahead);
  const zone = (ahead < 0 ? '-' : '+') + two(Math.floor(minutes / 60)) + two(minutes % 60);
  return [`${day} ${month} ${number} ${year}`, `${time} GMT${zone}`];
}

function localeTexts(date) {
  const local = localDate(date);
  const [, number, , year, time] = toUTCString.call(local).split(/,? /);
  const hour = local.getUTCHours();
  return [
    `${two(local.getUTCMonth() + 1)}/${number}/${year}`,
    `${two(((hour + 11) % 12) + 1)}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`,
  ];
}

const written = (date, text) => (Number.isNaN(getTime.call(date)) ? 'Invalid Date' : text(date));
define(prototype, {
  getTimezoneOffset() {
    const time = getTime.call(this);
    return Number.isNaN(time) ? time : 0 - offsetAt(moments, time) / MINUTE;
  },
  getYear() { return prototype.getFullYear.call(this) - 1900; },
  setYear(year) {
    const whole = Math.trunc(year);
    return prototype.setFullYear.call(this, whole >= 0 && whole < 100 ? whole + 1900 : whole);
  },
  toString() { return written(this, (date) => texts(date).join(' ')); },
  toDateString() { return written(this, (date) => texts(date)[0]); },
  toTimeString() { return written(this, (date) => texts(date)[1]); },
  toLocaleString() { return written(this, (date) => localeTexts(date).join(', ')); },
  toLocaleDateString() { return written(this, (date) => localeTexts(date)[0]); },
  toLocaleTimeString() { return written(this, (date) => localeTexts(date)[1]); },
});
