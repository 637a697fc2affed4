// 班级投票: the window of the app. ES5 for the browsers of classroom panels.
(function () {
  'use strict';

  var MINUTES = [0, 60, 1440, 4320];
  var MAX_OPTIONS = 8;
  /** A change is heard by the whole class at once; each page waits a little of its own before it asks. */
  var JITTER_MS = 1500;

  var TEXTS = {
    zh: {
      'list.new': '发起投票',
      'list.open': '正在进行',
      'list.closed': '已结束',
      'list.loading': '正在加载…',
      'list.empty': '还没有投票',
      'list.empty_may': '发起一个，问问大家的意见。',
      'list.empty_not': '班干部或老师发起后，会出现在这里。',
      'list.failed': '没能加载投票',
      'list.retry': '重试',
      'poll.about': '{author} 发起 · {n} 人已投',
      'poll.until': '{time}（设备时间）截止',
      'poll.change': '可以改选，截止前都算数',
      'poll.votes': '{n} 票，{percent}%',
      'poll.mine': '你的选择',
      'poll.anonymous': '匿名：只统计票数',
      'poll.close': '结束投票',
      'poll.remove': '删除',
      'poll.voted': '已投「{option}」',
      'form.title': '发起投票',
      'form.question': '问题',
      'form.question_hint': '例如：元旦晚会表演什么？',
      'form.options': '选项',
      'form.option': '选项 {n}',
      'form.add': '加一个选项',
      'form.until': '截止',
      'form.minutes_0': '手动结束',
      'form.minutes_60': '1 小时后',
      'form.minutes_1440': '1 天后',
      'form.minutes_4320': '3 天后',
      'form.submit': '发起',
      'form.cancel': '取消',
      'confirm.close': '现在结束投票吗？',
      'confirm.close_text': '结束后不能再投，结果对全班公开。',
      'confirm.remove': '删除这个投票吗？',
      'confirm.remove_text': '问题和所有的票都会删除。',
      'confirm.cancel': '取消',
      'link.lost': '连接断了，正在重连…',
      'error.offline': '网络不通，请稍后再试',
      'error.too_often': '操作太频繁，请稍等一会儿',
      'error.failed': '没能完成，请重试',
      'error.gone': '这个投票已经删除',
      'error.closed': '投票已经结束',
      'error.not_yours': '只有发起人和管理员可以这样做',
      'error.not_allowed': '只有班干部和老师可以发起投票',
      'error.no_question': '请写问题',
      'error.options': '请写 2 到 8 个选项',
      'error.same_options': '有两个选项一样',
      'error.too_many': '进行中的投票太多，请先结束一个'
    },
    en: {
      'list.new': 'New poll',
      'list.open': 'Going on',
      'list.closed': 'Closed',
      'list.loading': 'Loading…',
      'list.empty': 'No polls yet',
      'list.empty_may': 'Start one and ask the class.',
      'list.empty_not': 'It stands here when an officer or a teacher starts one.',
      'list.failed': 'The polls could not be loaded',
      'list.retry': 'Try again',
      'poll.about': 'By {author} · votes: {n}',
      'poll.until': 'until {time} (time of this device)',
      'poll.change': 'You may change your vote until it closes',
      'poll.votes': 'votes: {n}, {percent}%',
      'poll.mine': 'your choice',
      'poll.anonymous': 'Anonymous: only counts are shown',
      'poll.close': 'Close the poll',
      'poll.remove': 'Delete',
      'poll.voted': 'You voted for “{option}”',
      'form.title': 'New poll',
      'form.question': 'Question',
      'form.question_hint': 'Such as: What shall we play at the new-year party?',
      'form.options': 'Options',
      'form.option': 'Option {n}',
      'form.add': 'Add an option',
      'form.until': 'Closes',
      'form.minutes_0': 'by hand',
      'form.minutes_60': 'after 1 hour',
      'form.minutes_1440': 'after 1 day',
      'form.minutes_4320': 'after 3 days',
      'form.submit': 'Start',
      'form.cancel': 'Cancel',
      'confirm.close': 'Close the poll now?',
      'confirm.close_text': 'Nobody can vote any more, and the class sees the result.',
      'confirm.remove': 'Delete this poll?',
      'confirm.remove_text': 'The question and all votes are deleted.',
      'confirm.cancel': 'Cancel',
      'link.lost': 'Connection lost, trying again…',
      'error.offline': 'No connection. Try again later',
      'error.too_often': 'Too often. Wait a moment',
      'error.failed': 'That did not work. Try again',
      'error.gone': 'This poll was deleted',
      'error.closed': 'The poll is closed',
      'error.not_yours': 'Only its author and admins can do that',
      'error.not_allowed': 'Only officers and teachers start polls',
      'error.no_question': 'Write a question',
      'error.options': 'Write 2 to 8 options',
      'error.same_options': 'Two options are the same',
      'error.too_many': 'Too many polls are going on. Close one first'
    }
  };

  function createTexts() {
    var texts = /^en/i.test(document.documentElement.lang || '') ? TEXTS.en : TEXTS.zh;
    function t(key, places) {
      return texts[key].replace(/\{(\w+)\}/g, function (all, name) {
        return places && places[name] !== undefined ? String(places[name]) : all;
      });
    }
    t.has = function (key) {
      return Object.prototype.hasOwnProperty.call(texts, key);
    };
    return t;
  }

  /** An element. What members wrote goes in as text, so none of it becomes a part of the page. */
  function make(tag, className, content) {
    var element = document.createElement(tag);
    if (className) element.className = className;
    if (typeof content === 'string') element.textContent = content;
    else if (content) content.forEach(function (child) { element.appendChild(child); });
    return element;
  }

  function makeButton(label, className, press) {
    var button = make('button', 'poll-button' + (className ? ' ' + className : ''), label);
    button.type = 'button';
    button.addEventListener('click', press);
    return button;
  }

  function clear(element) {
    while (element.firstChild) element.removeChild(element.firstChild);
  }

  function two(n) {
    return (n < 10 ? '0' : '') + n;
  }

  function formatTime(ms) {
    var date = new Date(ms);
    return date.getMonth() + 1 + '/' + date.getDate() + ' ' + two(date.getHours()) + ':' + two(date.getMinutes());
  }

  // --- the form ----------------------------------------------------------------------------------------------------

  function createForm(t, acts) {
    var question = make('input', 'poll-field');
    var questionLabel = make('label', 'poll-label', t('form.question'));
    var options = make('div', 'poll-options-edit');
    var add = makeButton(t('form.add'), 'is-quiet', function () { addOption().focus(); });
    var minutes = make('select', 'poll-field', MINUTES.map(function (one) {
      var option = make('option', '', t('form.minutes_' + one));
      option.value = String(one);
      return option;
    }));
    var minutesLabel = make('label', 'poll-label', t('form.until'));
    var submit = make('button', 'poll-button is-primary', t('form.submit'));
    var legend = make('legend', 'poll-label', t('form.options'));
    var form = make('form', 'poll-form', [
      questionLabel, question,
      make('fieldset', 'poll-fieldset', [legend, options, add]),
      minutesLabel, minutes,
      make('div', 'poll-buttons', [submit, makeButton(t('form.cancel'), '', acts.cancel)])
    ]);
    var element = make('div', 'poll-page', [make('h2', 'poll-heading', t('form.title')), form]);

    // Two windows of the portal may show this page, so the names are made up anew.
    question.id = 'poll-question-' + Math.random().toString(36).slice(2);
    minutes.id = question.id + '-minutes';
    questionLabel.htmlFor = question.id;
    minutesLabel.htmlFor = minutes.id;
    question.maxLength = 120;
    question.placeholder = t('form.question_hint');
    submit.type = 'submit';
    form.addEventListener('submit', function (event) {
      event.preventDefault();
      acts.submit({ question: question.value, options: read(), minutes: Number(minutes.value) });
    });
    reset();

    function addOption() {
      var field = make('input', 'poll-field');
      var name = t('form.option', { n: options.children.length + 1 });
      field.maxLength = 60;
      field.placeholder = name;
      field.setAttribute('aria-label', name);
      options.appendChild(field);
      add.hidden = options.children.length >= MAX_OPTIONS;
      return field;
    }

    function read() {
      return Array.prototype.map.call(options.children, function (field) { return field.value; });
    }

    function reset() {
      question.value = '';
      minutes.value = '1440';
      clear(options);
      addOption();
      addOption();
      addOption();
    }

    return { element: element, reset: reset, focus: function () { question.focus(); } };
  }

  // --- the list ----------------------------------------------------------------------------------------------------

  function makePoll(t, poll, acts) {
    var group = 'poll-' + poll.id + '-' + Math.random().toString(36).slice(2);
    var isShown = poll.choice !== null || !poll.open;
    var about = t('poll.about', { author: poll.author, n: poll.total });
    if (poll.open && poll.closes_at) about += ' · ' + t('poll.until', { time: formatTime(poll.closes_at) });
    var rows = poll.options.map(function (option, n) {
      var percent = poll.total ? Math.round((option.votes || 0) / poll.total * 100) : 0;
      var radio = make('input', 'poll-radio');
      var words = [make('span', 'poll-option-text', option.text)];
      radio.type = 'radio';
      radio.name = group;
      radio.checked = poll.choice === n;
      radio.disabled = !poll.open;
      radio.setAttribute('data-key', poll.id + '/' + n);
      radio.addEventListener('change', function () { acts.vote(poll, n); });
      if (isShown) {
        var votes = t('poll.votes', { n: option.votes || 0, percent: percent });
        words.push(make('span', 'poll-soft', (poll.choice === n ? t('poll.mine') + ' · ' : '') + votes));
      }
      var bar = make('span', 'poll-bar');
      bar.style.transform = 'scaleX(' + (isShown ? percent / 100 : 0) + ')';
      var isMine = poll.choice === n ? ' is-mine' : '';
      return make('label', 'poll-option' + isMine, [bar, radio, make('span', 'poll-option-words', words)]);
    });
    var legend = make('legend', 'poll-question', poll.question);
    var set = make('fieldset', 'poll-fieldset', [legend, make('p', 'poll-soft', about)].concat(rows));
    var parts = [set];
    if (poll.open) parts.push(make('p', 'poll-soft', t(poll.choice === null ? 'poll.anonymous' : 'poll.change')));
    if (poll.may_manage) {
      var buttons = [];
      if (poll.open) buttons.push(makeButton(t('poll.close'), 'is-quiet', function () { acts.close(poll); }));
      buttons.push(makeButton(t('poll.remove'), 'is-quiet is-danger', function () { acts.remove(poll); }));
      buttons.forEach(function (button, n) { button.setAttribute('data-key', poll.id + '/button/' + n); });
      parts.push(make('div', 'poll-buttons', buttons));
    }
    return make('li', 'poll-card', parts);
  }

  function createList(t, acts) {
    var create = makeButton(t('list.new'), 'is-primary', acts.write);
    var body = make('div', '');
    var element = make('div', 'poll-page', [create, body]);
    var drawn = '';

    function makeState(title, hint, button) {
      var parts = [make('div', 'poll-picture'), make('p', 'poll-state-title', title), make('p', 'poll-soft', hint)];
      if (button) parts.push(button);
      return make('div', 'poll-state', parts);
    }

    function makeGroup(key, polls) {
      if (polls.length === 0) return;
      body.appendChild(make('h2', 'poll-heading', t(key)));
      body.appendChild(make('ul', 'poll-list', polls.map(function (poll) { return makePoll(t, poll, acts); })));
    }

    /** Draws anew only what reads differently, and gives the focus back to what had it. */
    function show(data, failure) {
      var next = JSON.stringify([data, failure]);
      if (next === drawn) return;
      drawn = next;
      var focused = body.contains(document.activeElement) ? document.activeElement.getAttribute('data-key') : null;
      create.hidden = !data || !data.may_create;
      clear(body);
      if (failure && !data) {
        return body.appendChild(makeState(t('list.failed'), failure, makeButton(t('list.retry'), '', acts.reload)));
      }
      if (!data) return body.appendChild(make('p', 'poll-soft poll-loading', t('list.loading')));
      if (data.polls.length === 0) {
        return body.appendChild(makeState(t('list.empty'), t(data.may_create ? 'list.empty_may' : 'list.empty_not')));
      }
      makeGroup('list.open', data.polls.filter(function (poll) { return poll.open; }));
      makeGroup('list.closed', data.polls.filter(function (poll) { return !poll.open; }));
      var again = focused && body.querySelector('[data-key="' + focused + '"]');
      if (again) again.focus();
    }

    return {
      element: element,
      show: show,
      /** The next list is drawn even if it reads the same: a choice that was not counted is still marked. */
      forget: function () { drawn = ''; }
    };
  }

  // --- the app -----------------------------------------------------------------------------------------------------

  function start(container, context) {
    var t = createTexts();
    var realtime = context.data.realtime;
    var link = make('p', 'poll-link', t('link.lost'));
    var notice = make('p', 'poll-notice');
    var spoken = make('p', 'poll-hidden');
    var list = createList(t, { write: write, reload: load, vote: vote, close: close, remove: remove });
    var form = createForm(t, { cancel: showList, submit: submit });
    var root = make('div', 'poll', [link, notice, spoken, list.element, form.element]);
    var isOver = false;
    var isBusy = false;
    var data = null;
    var noticeTimer = 0;
    var loadTimer = 0;
    var ends = [];

    link.hidden = notice.hidden = form.element.hidden = true;
    link.setAttribute('role', 'status');
    spoken.setAttribute('role', 'status');
    notice.setAttribute('role', 'alert');
    container.appendChild(root);

    function request(method, path, content) {
      var address = '/class-poll' + path;
      var sent = method === 'get' ? context.api.get(address) : context.api.post(address, content || {});
      return sent.then(
        function (result) { return result.data.data; },
        function (error) {
          var response = error && error.response;
          var word = response ? response.data && response.data.error : 'offline';
          if (response && response.status === 429) word = 'too_often';
          var failure = new Error(word || 'failed');
          failure.word = t.has('error.' + word) ? word : 'failed';
          throw failure;
        }
      );
    }

    function tell(words) {
      clearTimeout(noticeTimer);
      notice.textContent = words;
      notice.hidden = false;
      noticeTimer = setTimeout(function () { notice.hidden = true; }, 5000);
    }

    function load() {
      return request('get', '/polls').then(
        function (next) {
          if (isOver) return;
          data = next;
          list.show(data, '');
        },
        function (failure) { if (!isOver) list.show(data, t('error.' + failure.word)); }
      );
    }

    function loadSoon() {
      clearTimeout(loadTimer);
      loadTimer = setTimeout(load, Math.random() * JITTER_MS);
    }

    function run(path, content, done) {
      if (isBusy) return;
      isBusy = true;
      request('post', path, content).then(
        function (answer) {
          isBusy = false;
          if (isOver) return;
          notice.hidden = true;
          if (done) done(answer);
          load();
        },
        function (failure) {
          isBusy = false;
          if (isOver) return;
          tell(t('error.' + failure.word));
          list.forget();
          load();
        }
      );
    }

    function vote(poll, n) {
      run('/polls/' + poll.id + '/vote', { choice: n }, function (next) {
        spoken.textContent = t('poll.voted', { option: next.options[n].text });
      });
    }

    function ask(key, verb, act) {
      context.modal
        .confirm({
          title: t('confirm.' + key), message: t('confirm.' + key + '_text'),
          confirmText: verb, cancelText: t('confirm.cancel')
        })
        .then(function (isSure) { if (isSure && !isOver) act(); });
    }

    function close(poll) {
      ask('close', t('poll.close'), function () { run('/polls/' + poll.id + '/close'); });
    }

    function remove(poll) {
      ask('remove', t('poll.remove'), function () { run('/polls/' + poll.id + '/remove'); });
    }

    function write() {
      list.element.hidden = true;
      form.element.hidden = false;
      form.focus();
    }

    function showList() {
      form.element.hidden = true;
      list.element.hidden = false;
    }

    function submit(content) {
      run('/polls', content, function () {
        form.reset();
        showList();
      });
    }

    function listen(target, name, act) {
      target.addEventListener(name, act);
      ends.push(function () { target.removeEventListener(name, act); });
    }

    // Any member may publish an event under any name; here it only makes the page ask the server, which does no harm.
    ends.push(realtime.subscribe('class-poll.changed', loadSoon));
    ends.push(realtime.on('_connectionStateChange', function (change) {
      if (change.state === 'connected') {
        // What happened while the connection was away did not come.
        if (!link.hidden) load();
        link.hidden = true;
      } else if (change.state !== 'connecting') link.hidden = false;
    }));
    realtime.connect();
    listen(document, 'visibilitychange', function () { if (document.visibilityState !== 'hidden') load(); });
    list.show(null, '');
    load();

    return function stop() {
      if (isOver) return;
      isOver = true;
      clearTimeout(noticeTimer);
      clearTimeout(loadTimer);
      ends.forEach(function (end) { end(); });
      if (root.parentNode) root.parentNode.removeChild(root);
    };
  }

  var stop = null;

  function unmount() {
    if (stop) stop();
    stop = null;
  }

  ServiceMarket.define({
    name: 'class-poll',
    mount: function (container, context) {
      unmount();
      stop = start(container, context);
      context.app.onDestroy(unmount);
    },
    unmount: unmount
  });
})();
