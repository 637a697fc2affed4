// 班级投票: the widget. It shows the newest poll that is going on and lets one vote on the desktop. A desktop may have
// several of it, and the gallery shows one more, so everything belongs to its container.
(function () {
  'use strict';

  var JITTER_MS = 1500;
  var REFRESH_MS = 300000;
  /** Lower ones show the question and lead into the app. */
  var LOW_PX = 104;
  /** Lower ones have one line for the question and for each option. */
  var SMALL_PX = 180;

  var TEXTS = {
    zh: {
      'widget.loading': '正在加载…',
      'widget.none': '现在没有投票',
      'widget.failed': '没能加载',
      'widget.retry': '重试',
      'widget.go': '去投票',
      'widget.results': '看结果',
      'widget.total': '{n} 人已投',
      'widget.voted': '已投「{option}」',
      'widget.vote_failed': '没投上，请重试'
    },
    en: {
      'widget.loading': 'Loading…',
      'widget.none': 'No poll is going on',
      'widget.failed': 'Could not be loaded',
      'widget.retry': 'Try again',
      'widget.go': 'Vote',
      'widget.results': 'Results',
      'widget.total': 'Votes: {n}',
      'widget.voted': 'You voted for “{option}”',
      'widget.vote_failed': 'Not counted. Try again'
    }
  };

  function t(key, places) {
    var texts = /^en/i.test(document.documentElement.lang || '') ? TEXTS.en : TEXTS.zh;
    return texts[key].replace(/\{(\w+)\}/g, function (all, name) {
      return places && places[name] !== undefined ? String(places[name]) : all;
    });
  }

  function make(tag, className, content) {
    var element = document.createElement(tag);
    if (className) element.className = className;
    if (typeof content === 'string') element.textContent = content;
    else if (content) content.forEach(function (child) { element.appendChild(child); });
    return element;
  }

  function makeButton(label, className, press) {
    var button = make('button', className, label);
    button.type = 'button';
    button.addEventListener('click', press);
    return button;
  }

  function start(container, props, context) {
    var root = make('div', 'poll-widget');
    var config = props.config || {};
    var refreshKey = props.refreshKey;
    var poll;
    var failure = '';
    var isLow = false;
    var isBusy = false;
    var isOver = false;
    var drawn = '';
    var timer = 0;
    var ends = [];

    container.appendChild(root);

    function openApp() {
      context.router.push('/class-poll');
    }

    function load() {
      context.api.get('/class-poll/current').then(
        function (result) {
          if (isOver) return;
          poll = result.data.data.poll;
          failure = '';
          draw();
        },
        function () {
          if (isOver || poll !== undefined) return;
          failure = t('widget.failed');
          draw();
        }
      );
    }

    function vote(n) {
      if (isBusy) return;
      isBusy = true;
      context.api.post('/class-poll/polls/' + poll.id + '/vote', { choice: n }).then(
        function (result) {
          isBusy = false;
          if (isOver) return;
          poll = result.data.data;
          failure = '';
          draw();
        },
        function () {
          isBusy = false;
          if (isOver) return;
          failure = t('widget.vote_failed');
          draw();
          load();
        }
      );
    }

    function makeState(title, button) {
      return make('div', 'poll-widget-state', [make('p', 'poll-state-title', title)].concat(button ? [button] : []));
    }

    function makeResult(option, n) {
      var percent = poll.total ? Math.round(option.votes / poll.total * 100) : 0;
      var bar = make('span', 'poll-bar');
      bar.style.transform = 'scaleX(' + percent / 100 + ')';
      var mark = poll.choice === n ? '✓ ' : '';
      var words = make('span', 'poll-option-words', [
        make('span', 'poll-option-text', mark + option.text), make('span', 'poll-soft', percent + '%')
      ]);
      return make('li', 'poll-widget-result' + (poll.choice === n ? ' is-mine' : ''), [bar, words]);
    }

    function makeChoice(option, n) {
      var button = makeButton(option.text, 'poll-widget-choice', function () { vote(n); });
      return make('li', '', [button]);
    }

    function draw() {
      var next = JSON.stringify([poll === undefined ? 'loading' : poll, failure, isLow, config.results]);
      if (next === drawn) return;
      drawn = next;
      while (root.firstChild) root.removeChild(root.firstChild);
      if (failure && poll === undefined) {
        root.appendChild(makeState(failure, makeButton(t('widget.retry'), 'poll-widget-link', load)));
      } else if (poll === undefined) root.appendChild(makeState(t('widget.loading')));
      else if (poll === null) root.appendChild(makeState(t('widget.none')));
      else drawPoll();
    }

    function drawPoll() {
      var question = makeButton('', 'poll-widget-question' + (isLow ? ' is-whole' : ''), openApp);
      var hasVoted = poll.choice !== null;
      question.appendChild(make('span', 'poll-widget-words', poll.question));
      root.appendChild(question);
      if (isLow) {
        // There is room for one button, which is as large as the widget.
        question.appendChild(document.createTextNode(' '));
        question.appendChild(make('span', 'poll-widget-go', t(hasVoted ? 'widget.results' : 'widget.go')));
      } else if (hasVoted && config.results === false) {
        root.appendChild(make('p', 'poll-soft', t('widget.voted', { option: poll.options[poll.choice].text })));
      } else root.appendChild(make('ul', 'poll-widget-options', poll.options.map(hasVoted ? makeResult : makeChoice)));
      if (!isLow) root.appendChild(make('p', 'poll-soft', failure || t('widget.total', { n: poll.total })));
    }

    function loadSoon() {
      clearTimeout(timer);
      timer = setTimeout(load, Math.random() * JITTER_MS);
    }

    var observer = new ResizeObserver(function () {
      isLow = root.clientHeight < LOW_PX;
      root.className = 'poll-widget' + (root.clientHeight < SMALL_PX ? ' is-small' : '');
      draw();
    });
    observer.observe(root);
    ends.push(function () { observer.disconnect(); });
    ends.push(context.data.realtime.subscribe('class-poll.changed', loadSoon));
    ends.push(context.data.realtime.on('connected', loadSoon));
    // A poll ends by the clock without an event.
    var interval = setInterval(function () { if (document.visibilityState !== 'hidden') load(); }, REFRESH_MS);
    ends.push(function () { clearInterval(interval); });
    context.data.realtime.connect();
    draw();
    load();

    return {
      update: function (next) {
        config = next.config || {};
        if (next.refreshKey !== refreshKey) load();
        refreshKey = next.refreshKey;
        draw();
      },
      stop: function () {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        ends.forEach(function (end) { end(); });
        if (root.parentNode) root.parentNode.removeChild(root);
      }
    };
  }

  var shown = [];

  function find(container) {
    return shown.filter(function (one) { return one.container === container; })[0];
  }

  function unmount(container) {
    var one = find(container);
    if (!one) return;
    shown.splice(shown.indexOf(one), 1);
    one.widget.stop();
  }

  ServiceMarket.defineWidget({
    id: 'class-poll-current',
    mount: function (container, props, context) {
      unmount(container);
      shown.push({ container: container, widget: start(container, props, context) });
      context.app.onDestroy(function () { unmount(container); });
    },
    update: function (container, props) {
      var one = find(container);
      if (one) one.widget.update(props);
    },
    unmount: unmount
  });
})();
