// Runs before everything else, as a classic script: a module import would be evaluated after the
// vendor chunk. Written in ES5 so that even the oldest engine gets as far as a readable page.
// 1. Fills the few run-time APIs that Chromium 69–91 lack and our code or a library calls.
// 2. Sets theme, language, scale and performance attributes before the first paint.
(function () {
  'use strict';
  var root = document.documentElement;

  if (typeof globalThis === 'undefined') window.globalThis = window;
  if (!window.queueMicrotask) {
    window.queueMicrotask = function (fn) {
      Promise.resolve().then(fn);
    };
  }
  function add(target, name, fn) {
    if (!target[name]) {
      Object.defineProperty(target, name, { value: fn, writable: true, configurable: true });
    }
  }
  function at(index) {
    var i = Math.trunc(index) || 0;
    return this[i < 0 ? this.length + i : i];
  }
  add(Array.prototype, 'at', at);
  add(String.prototype, 'at', at);
  add(String.prototype, 'replaceAll', function (search, by) {
    return search instanceof RegExp ? this.replace(search, by) : this.split(search).join(by);
  });
  add(Object, 'hasOwn', function (object, key) {
    return Object.prototype.hasOwnProperty.call(object, key);
  });
  add(Object, 'fromEntries', function (entries) {
    var result = {};
    Array.from(entries).forEach(function (entry) {
      result[entry[0]] = entry[1];
    });
    return result;
  });
  add(Promise, 'allSettled', function (promises) {
    return Promise.all(
      Array.from(promises, function (promise) {
        return Promise.resolve(promise).then(
          function (value) {
            return { status: 'fulfilled', value: value };
          },
          function (reason) {
            return { status: 'rejected', reason: reason };
          }
        );
      })
    );
  });

  function read(name) {
    try {
      return window.localStorage.getItem('portal:device:' + name);
    } catch (e) {
      return null; // Storage may be blocked; the defaults are fine.
    }
  }

  var theme = read('theme');
  var dark = window.matchMedia && window.matchMedia('(prefers-color-scheme: dark)').matches;
  root.setAttribute('data-theme', theme === 'dark' || (theme !== 'light' && dark) ? 'dark' : 'light');
  // As core/i18n.ts: what was chosen here, else the first of the browser's languages that there are texts in.
  var language = read('lang');
  var wanted = navigator.languages || [navigator.language || 'zh'];
  for (var n = 0; language !== 'zh' && language !== 'en' && n < wanted.length; n++) {
    language = wanted[n].slice(0, 2).toLowerCase();
  }
  if (language !== 'zh') root.lang = 'en';
  var accent = read('accent');
  if (/^[a-z]+$/.test(accent || '')) root.setAttribute('data-accent', accent);
  if (read('classroom') === '1') root.setAttribute('data-classroom', '');
  if (read('motion') === 'reduce') root.setAttribute('data-motion', 'reduce');

  var scale = Number(read('scale'));
  if (scale >= 1 && scale <= 2) root.style.setProperty('--svc-scale', String(scale));
  // A 4K wall panel at device pixel ratio 1 is unreadable without this.
  else if (window.innerWidth > 2200) {
    root.style.setProperty('--svc-scale', window.innerWidth > 3200 ? '2' : '1.5');
  }

  // The rules for a weak device. core/perf.ts adds a frame probe later and lets the user decide.
  var agent = navigator.userAgent;
  var chrome = /Chrom(?:e|ium)\/(\d+)/.exec(agent);
  var weak =
    (chrome && Number(chrome[1]) < 88) ||
    /TBS\/|MQQBrowser|X5Core/i.test(agent) ||
    navigator.deviceMemory < 4 ||
    navigator.hardwareConcurrency < 4 ||
    (navigator.connection && navigator.connection.saveData);
  root.setAttribute('data-weak', weak ? '1' : '0');
  if (read('glass') === 'flat') root.setAttribute('data-glass', 'flat');
  var low = read('perf');
  if (low === 'on' || (low !== 'off' && weak)) root.setAttribute('data-perf', 'low');
})();
