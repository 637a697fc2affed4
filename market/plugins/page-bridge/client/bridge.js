// The page's side of the plugin contract 1.1, for pages that the desktop embeds. ES5, without dependencies:
//   <script src="http://PORTAL/market-static/page-bridge/client/bridge.js"></script>
//   PageBridge.connect().then(function (bridge) { bridge.attach(document.querySelector('video')); });
(function () {
  'use strict';

  var VERSION = '1.1';
  var TIMEOUT_MS = 10000;
  /** A token holds for five minutes; with less than this left a new one is asked for. */
  var FRESH_MS = 60000;
  /** The place in a video is told this often while it plays. */
  var STATUS_MS = 5000;

  /** The portal that this script was loaded from; nothing when the page brings a copy. */
  var home = document.currentScript && /^https?:\/\/[^/]+/.exec(document.currentScript.src);

  function own(value, name) {
    var isObject = typeof value === 'object' && value !== null;
    return isObject && Object.prototype.hasOwnProperty.call(value, name) ? value[name] : undefined;
  }

  function fail(code, words) {
    var error = new Error(words);
    error.code = code;
    return error;
  }

  /** A message of the portal in a version that this page understands; anything else is null. */
  function read(event, portal) {
    var message = event.data;
    var name = own(message, 'event');
    if (event.source !== window.parent || event.origin !== portal) return null;
    if (own(message, 'source') !== 'classportal' || typeof name !== 'string') return null;
    // A portal of another major version may say that it refuses, and nothing else.
    if (name !== 'refused' && !/^1\.\d{1,4}$/.test(String(own(message, 'protocolVersion')))) return null;
    return { event: name, version: String(own(message, 'protocolVersion')), data: own(message, 'data') };
  }

  function openBridge(portal, options, welcomed, refused) {
    var handlers = {};
    var waitingForToken = [];
    var isWelcome = false;
    var ends = [];
    var timer = setTimeout(function () {
      close();
      refused(fail('timeout', 'The portal did not answer to hello in time.'));
    }, options.timeout || TIMEOUT_MS);
    var bridge = {
      user: null,
      channels: [],
      version: VERSION,
      identity: null,
      on: on,
      pageInfo: function (info) { send('page-info', { title: String(own(info, 'title') || document.title) }); },
      playback: function (status) { send('playback-status', status); },
      share: function (link) {
        send('share-request', {
          title: String(own(link, 'title') || document.title),
          url: String(own(link, 'url') || location.href)
        });
      },
      back: function () { send('back', {}); },
      token: token,
      attach: attach,
      close: close
    };

    function send(event, data) {
      var source = options.source && options.source !== 'classportal' ? options.source : 'page';
      window.parent.postMessage({ source: source, event: event, protocolVersion: VERSION, data: data }, portal);
    }

    /** Calls `handler` for `identity`, `mute`, `control`, `status-request`, `info-request` and `refused`. */
    function on(name, handler) {
      handlers[name] = (handlers[name] || []).concat(handler);
      return function off() {
        handlers[name] = handlers[name].filter(function (one) { return one !== handler; });
      };
    }

    function call(name, value) {
      (handlers[name] || []).forEach(function (handler) { handler(value); });
    }

    function receive(event) {
      var message = read(event, portal);
      if (!message) return;
      if (message.event === 'refused') onRefused(message.data);
      else if (message.event === 'welcome') onWelcome(message);
      else if (isWelcome) dispatch(message.event, message.data);
    }

    function onRefused(data) {
      var code = String(own(data, 'code') || 'failed');
      var about = own(data, 'event');
      if (!isWelcome && (about === 'hello' || about === undefined)) {
        close();
        return refused(fail(code, 'The portal refused: ' + code));
      }
      if (about === 'ping') settleTokens(fail(code, 'The portal refused: ' + code));
      // The desktop has forgotten the page, such as after it was paused.
      if (code === 'handshake_needed') hello();
      call('refused', { code: code, event: about });
    }

    /** Comes again after the portal has loaded anew. */
    function onWelcome(message) {
      var channels = own(message.data, 'allowedChannels');
      var isFirst = !isWelcome;
      clearTimeout(timer);
      isWelcome = true;
      bridge.user = own(message.data, 'user') || null;
      bridge.channels = Array.isArray(channels) ? channels : [];
      bridge.version = message.version;
      send('ready', {});
      if (isFirst) welcomed(bridge);
    }

    function dispatch(event, data) {
      if (event === 'identity-injection') {
        if (typeof own(data, 'token') !== 'string') return;
        bridge.identity = { token: data.token, expires_at: own(data, 'expires_at'), user: own(data, 'user') || null };
        settleTokens(null);
        call('identity', bridge.identity);
      } else if (event === 'request-mute') call('mute', own(data, 'muted') === true);
      else if (event === 'video-control') call('control', { command: own(data, 'command'), value: own(data, 'value') });
      else if (event === 'request-playback-status') call('status-request');
      else if (event === 'request-page-info') {
        if (handlers['info-request'] && handlers['info-request'].length) call('info-request');
        else bridge.pageInfo();
      }
    }

    function settleTokens(error) {
      var all = waitingForToken;
      waitingForToken = [];
      all.forEach(function (one) {
        clearTimeout(one.timer);
        if (error) one.reject(error);
        else one.resolve(bridge.identity.token);
      });
    }

    /** A promise of a token that holds for a minute at least; a ping asks the portal for a new one. */
    function token() {
      var identity = bridge.identity;
      var left = identity ? Date.parse(identity.expires_at) - Date.now() : 0;
      if (left > FRESH_MS) return Promise.resolve(identity.token);
      if (bridge.channels.indexOf('identity-injection') < 0) {
        return Promise.reject(fail('channel_unknown', 'The desktop gives this page no identity.'));
      }
      return new Promise(function (resolve, reject) {
        var one = { resolve: resolve, reject: reject };
        one.timer = setTimeout(function () {
          waitingForToken = waitingForToken.filter(function (other) { return other !== one; });
          reject(fail('timeout', 'The portal did not send a token in time.'));
        }, options.timeout || TIMEOUT_MS);
        waitingForToken.push(one);
        send('ping', {});
      });
    }

    /** Lets the desktop play, pause, move and mute a video or a sound, and tells it how that stands. */
    function attach(media) {
      var toldAt = 0;
      var wasMuted = null;
      function tell() {
        toldAt = Date.now();
        bridge.playback({
          isPlaying: !media.paused && !media.ended,
          ended: media.ended,
          currentTime: media.currentTime,
          duration: isFinite(media.duration) ? media.duration : 0,
          title: media.title || document.title
        });
      }
      function tellNow() {
        if (Date.now() - toldAt >= STATUS_MS) tell();
      }
      var events = { play: tell, pause: tell, ended: tell, seeked: tell, timeupdate: tellNow };
      Object.keys(events).forEach(function (name) { media.addEventListener(name, events[name]); });
      var offs = [
        on('status-request', tell),
        on('control', function (control) {
          if (control.command === 'pause') media.pause();
          if (control.command === 'seek' && typeof control.value === 'number') media.currentTime = control.value;
          // A browser may forbid a sound that nobody has touched; the status then says that it does not play.
          if (control.command === 'play') Promise.resolve(media.play()).then(null, tell);
        }),
        on('mute', function (isMuted) {
          if (isMuted && wasMuted === null) wasMuted = media.muted;
          if (isMuted) media.muted = true;
          else if (wasMuted !== null) {
            media.muted = wasMuted;
            wasMuted = null;
          }
        })
      ];
      function detach() {
        Object.keys(events).forEach(function (name) { media.removeEventListener(name, events[name]); });
        offs.forEach(function (off) { off(); });
      }
      ends.push(detach);
      tell();
      return detach;
    }

    function close() {
      clearTimeout(timer);
      window.removeEventListener('message', receive);
      ends.forEach(function (end) { end(); });
      handlers = {};
      settleTokens(fail('closed', 'The bridge is closed.'));
    }

    function hello() {
      send('hello', options.channels ? { channels: options.channels } : {});
    }

    window.addEventListener('message', receive);
    hello();
  }

  /**
   * Connects to the desktop. Options: `portal` (origin; needed by a page that brings a copy of this file), `channels`
   * (what the page can do; all by default), `source` (the page's name for itself), `timeout` (ms).
   */
  function connect(options) {
    return new Promise(function (resolve, reject) {
      var given = options || {};
      var portal = given.portal ? String(given.portal).replace(/\/+$/, '') : home && home[0];
      if (window.parent === window) throw fail('not_embedded', 'No portal shows this page.');
      if (!portal) throw fail('portal_unknown', 'Name the portal: PageBridge.connect({ portal: … })');
      openBridge(portal, given, resolve, reject);
    });
  }

  window.PageBridge = { connect: connect, version: VERSION };
})();
