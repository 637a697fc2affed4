// 抢答: the page of the app. ES5 for the browsers of classroom panels.
// Two kinds of things come in: what the server decided (which question is shown, rounds, who was first, scores; these
// events have no sender), and what pages tell each other (who is here, cheers; these have one, and it is checked).
(function () {
  'use strict';

  var ROOM_MS = 20000;
  var LOBBY_MS = 30000;
  /** Publications count against the member's limit of 60 a minute, so the host answers many arrivals at once. */
  var HERE_MS = 1500;
  var CHEER_MS = 3000;
  var FALSE_START_MS = 1000;
  var CHEERS = ['go', 'nice', 'wow'];

  var TEXTS = {
    zh: {
      'lobby.host': '我来主持',
      'lobby.code': '房间码',
      'lobby.join': '加入',
      'lobby.rooms': '班里的抢答',
      'lobby.loading': '正在加载…',
      'lobby.empty': '现在没有抢答',
      'lobby.empty_hint': '出几道题，当一回主持人。',
      'lobby.failed': '没能加载',
      'lobby.retry': '重试',
      'lobby.row': '{host} 主持 · {n} 题 · {players} 人',
      'lobby.finished': '已结束',
      'lobby.resume': '回去',
      'form.title': '新的抢答',
      'form.name': '标题',
      'form.name_hint': '例如：历史第三单元',
      'form.questions': '题目',
      'form.questions_hint': '一行一题。题目后面写「|」再写答案，答案只有主持人看得到。',
      'form.example': '填入例子',
      'form.example_title': '常识热身',
      'form.example_text':
        '中国最长的河是哪一条？ | 长江\n水的化学式是什么？ | H₂O\n《静夜思》的作者是谁？ | 李白\n' +
        '一打有多少个？ | 12\n太阳系最大的行星是哪一颗？ | 木星',
      'form.count': '{n} 道题',
      'form.start': '开房间',
      'form.cancel': '取消',
      'room.back': '返回',
      'room.close': '结束并关闭',
      'room.leave': '离开',
      'room.share': '发到聊天',
      'room.loading': '正在进入…',
      'room.code': '房间码 {code}',
      'room.host': '主持：{name}',
      'room.progress': '第 {n} / {total} 题',
      'room.scores': '积分',
      'room.nobody': '还没有人加入。把房间码写在黑板上，或发到聊天。',
      'room.here': '在场',
      'room.away': '不在场',
      'room.you': '{name}（你）',
      'stage.host_waiting': '人齐了就开始',
      'stage.waiting': '马上开始，等主持人出题',
      'stage.listen': '听主持人念题',
      'stage.answer': '答案：{answer}',
      'stage.open': '开抢了！',
      'stage.reading': '看题，等主持人说开抢',
      'stage.first': '{name} 抢到了，用时 {s} 秒',
      'stage.you_first': '你抢到了，用时 {s} 秒，请回答！',
      'stage.right': '{name} 答对，加 10 分',
      'stage.you_right': '你答对了，加 10 分！',
      'stage.none': '这一题没人答对',
      'stage.wrong': '{names} 答错了，其他人继续抢',
      'stage.podium': '抢答结束',
      'buzz.ready': '抢！',
      'buzz.wait': '等开抢',
      'buzz.false': '抢跑了',
      'buzz.mine': '是你',
      'buzz.other': '慢了一步',
      'buzz.tried': '已答过',
      'buzz.closed': '下一题再来',
      'buzz.hint': '也可以按空格键',
      'host.show': '出第 {n} 题',
      'host.open': '开抢',
      'host.again': '这题再抢一次',
      'host.right': '答对 +10',
      'host.wrong': '答错',
      'host.skip': '没人会，公布答案',
      'host.peek': '看答案',
      'host.hide': '藏起答案',
      'host.finish': '公布成绩',
      'host.end': '结束，公布成绩',
      'host.waiting': '等人抢…',
      'host.list': '全部题目',
      'cheer.go': '加油',
      'cheer.nice': '漂亮',
      'cheer.wow': '哇',
      'cheer.says': '{name}：{cheer}',
      'podium.place': '第 {n} 名',
      'podium.points': '{n} 分',
      'podium.empty': '没有人参加',
      'confirm.close': '关闭这场抢答吗？',
      'confirm.close_text': '题目和积分都会删除。',
      'confirm.cancel': '取消',
      'invite.text': '来抢答！「{title}」房间码 {code}',
      'list.and': '、',
      'link.lost': '连接断了，正在重连…',
      'error.offline': '网络不通，请稍后再试',
      'error.too_often': '操作太频繁，请稍等一会儿',
      'error.failed': '没能完成，请重试',
      'error.code': '房间码是 6 个字母或数字',
      'error.room_gone': '房间已经关闭',
      'error.room_full': '人数已满',
      'error.other_class': '只能加入自己班的抢答',
      'error.not_a_member': '请先加入房间',
      'error.not_the_host': '只有主持人可以这样做',
      'error.host_plays_not': '主持人不能抢答',
      'error.had_a_try': '这一题你已经答过了',
      'error.wrong_moment': '这一题已经过去了',
      'error.no_questions': '至少写一道题',
      'error.no_title': '请写标题'
    },
    en: {
      'lobby.host': 'Host a quiz',
      'lobby.code': 'Room code',
      'lobby.join': 'Join',
      'lobby.rooms': 'Quizzes of the class',
      'lobby.loading': 'Loading…',
      'lobby.empty': 'No quiz is on',
      'lobby.empty_hint': 'Write some questions and be the host.',
      'lobby.failed': 'That could not be loaded',
      'lobby.retry': 'Try again',
      'lobby.row': 'Host: {host} · questions: {n} · players: {players}',
      'lobby.finished': 'Over',
      'lobby.resume': 'Go back',
      'form.title': 'A new quiz',
      'form.name': 'Title',
      'form.name_hint': 'Such as: History, unit 3',
      'form.questions': 'Questions',
      'form.questions_hint': 'One in each line. Put the answer behind a “|”; only the host sees it.',
      'form.example': 'Use an example',
      'form.example_title': 'Warm-up',
      'form.example_text':
        'Which is the longest river of China? | Yangtze\nWhat is the formula of water? | H₂O\n' +
        'How many are a dozen? | 12\nWhich planet is the largest? | Jupiter',
      'form.count': 'Questions: {n}',
      'form.start': 'Open the room',
      'form.cancel': 'Cancel',
      'room.back': 'Back',
      'room.close': 'End and close',
      'room.leave': 'Leave',
      'room.share': 'Share',
      'room.loading': 'Entering…',
      'room.code': 'Room code {code}',
      'room.host': 'Host: {name}',
      'room.progress': 'Question {n} of {total}',
      'room.scores': 'Scores',
      'room.nobody': 'Nobody has joined yet. Write the code on the board or send it to the chat.',
      'room.here': 'here',
      'room.away': 'away',
      'room.you': '{name} (you)',
      'stage.host_waiting': 'Begin when everybody is here',
      'stage.waiting': 'It begins soon',
      'stage.listen': 'Listen to the host',
      'stage.answer': 'Answer: {answer}',
      'stage.open': 'Go!',
      'stage.reading': 'Read, and wait for the host',
      'stage.first': '{name} was first, after {s} s',
      'stage.you_first': 'You were first, after {s} s. Answer!',
      'stage.right': '{name} is right: 10 points',
      'stage.you_right': 'You are right: 10 points!',
      'stage.none': 'Nobody had it',
      'stage.wrong': '{names} had it wrong. Everybody else goes on',
      'stage.podium': 'The quiz is over',
      'buzz.ready': 'Buzz!',
      'buzz.wait': 'Wait',
      'buzz.false': 'Too early',
      'buzz.mine': 'It is you',
      'buzz.other': 'Too late',
      'buzz.tried': 'You had a try',
      'buzz.closed': 'Next one',
      'buzz.hint': 'The space bar works too',
      'host.show': 'Show question {n}',
      'host.open': 'Open the buzzers',
      'host.again': 'Once more',
      'host.right': 'Right: +10',
      'host.wrong': 'Wrong',
      'host.skip': 'Nobody knows: show the answer',
      'host.peek': 'See the answer',
      'host.hide': 'Hide the answer',
      'host.finish': 'Show the result',
      'host.end': 'End and show the result',
      'host.waiting': 'Waiting for a buzz…',
      'host.list': 'All questions',
      'cheer.go': 'Go!',
      'cheer.nice': 'Nice',
      'cheer.wow': 'Wow',
      'cheer.says': '{name}: {cheer}',
      'podium.place': 'No. {n}',
      'podium.points': '{n} points',
      'podium.empty': 'Nobody took part',
      'confirm.close': 'Close this quiz?',
      'confirm.close_text': 'Its questions and scores are deleted.',
      'confirm.cancel': 'Cancel',
      'invite.text': 'Join the quiz “{title}”, room code {code}',
      'list.and': ', ',
      'link.lost': 'Connection lost, trying again…',
      'error.offline': 'No connection. Try again later',
      'error.too_often': 'Too often. Wait a moment',
      'error.failed': 'That did not work. Try again',
      'error.code': 'A code is 6 letters or digits',
      'error.room_gone': 'The room was closed',
      'error.room_full': 'The room is full',
      'error.other_class': 'Only quizzes of your own class',
      'error.not_a_member': 'Join the room first',
      'error.not_the_host': 'Only the host can do that',
      'error.host_plays_not': 'The host does not play',
      'error.had_a_try': 'You had your try',
      'error.wrong_moment': 'That question is over',
      'error.no_questions': 'Write at least one question',
      'error.no_title': 'Write a title'
    }
  };

  /** The texts of the page's language; `{name}` is a place in a text. */
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
    var button = make('button', 'quiz-button' + (className ? ' ' + className : ''), label);
    button.type = 'button';
    button.addEventListener('click', function () {
      if (button.getAttribute('aria-disabled') !== 'true') press();
    });
    return button;
  }

  /** `disabled` would throw the focus out of a button that was just pressed. */
  function enable(button, isEnabled) {
    if (isEnabled) button.removeAttribute('aria-disabled');
    else button.setAttribute('aria-disabled', 'true');
  }

  function setText(element, words) {
    if (element.textContent !== words) element.textContent = words;
  }

  function clear(element) {
    while (element.firstChild) element.removeChild(element.firstChild);
  }

  function makeField(label, hint, field) {
    var id = 'quiz-field-' + Math.random().toString(36).slice(2);
    var words = make('label', 'quiz-label', label);
    words.htmlFor = field.id = id;
    var parts = [words, field];
    if (hint) {
      parts.push(make('p', 'quiz-soft', hint));
      parts[2].id = id + '-hint';
      field.setAttribute('aria-describedby', parts[2].id);
    }
    return make('div', 'quiz-form-row', parts);
  }

  // --- the lobby ---------------------------------------------------------------------------------------------------

  function createLobby(t, acts) {
    var host = makeButton(t('lobby.host'), 'is-primary', acts.write);
    var field = make('input', 'quiz-field is-code');
    var joinButton = make('button', 'quiz-button', t('lobby.join'));
    var form = make('form', 'quiz-join', [field, joinButton]);
    var list = make('div', '');
    var start = make('div', 'quiz-start', [host, form]);
    var element = make('div', 'quiz-page', [start, make('h2', 'quiz-heading', t('lobby.rooms')), list]);
    var drawn = '';

    field.setAttribute('aria-label', t('lobby.code'));
    field.placeholder = t('lobby.code');
    field.maxLength = 12;
    field.autocomplete = 'off';
    field.spellcheck = false;
    field.setAttribute('autocapitalize', 'characters');
    joinButton.type = 'submit';
    form.addEventListener('submit', function (event) {
      event.preventDefault();
      acts.join(field.value);
    });

    function makeState(title, hint, button) {
      var parts = [make('div', 'quiz-picture'), make('p', 'quiz-state-title', title), make('p', 'quiz-soft', hint)];
      if (button) parts.push(button);
      return make('div', 'quiz-state', parts);
    }

    function makeRow(room) {
      var words = t('lobby.row', { host: room.host_name || room.host_id, n: room.total, players: room.players });
      if (room.status === 'finished') words += ' · ' + t('lobby.finished');
      var verb = t(room.mine ? 'lobby.resume' : 'lobby.join');
      var button = makeButton(verb, room.mine ? 'is-primary' : '', function () { acts.join(room.code); });
      button.setAttribute('data-key', room.code);
      button.setAttribute('aria-label', verb + ' ' + room.title);
      var text = make('div', 'quiz-row-words', [make('strong', '', room.title), make('span', 'quiz-soft', words)]);
      return make('li', 'quiz-row', [text, button]);
    }

    function show(rooms, failure) {
      var next = JSON.stringify([rooms, failure]);
      if (next === drawn) return;
      drawn = next;
      var focused = list.contains(document.activeElement) ? document.activeElement.getAttribute('data-key') : null;
      clear(list);
      if (failure && !rooms) {
        list.appendChild(makeState(t('lobby.failed'), failure, makeButton(t('lobby.retry'), '', acts.reload)));
      } else if (!rooms) list.appendChild(make('p', 'quiz-soft quiz-loading', t('lobby.loading')));
      else if (rooms.length === 0) list.appendChild(makeState(t('lobby.empty'), t('lobby.empty_hint')));
      else list.appendChild(make('ul', 'quiz-rows', rooms.map(makeRow)));
      var again = focused && list.querySelector('[data-key="' + focused + '"]');
      if (again) again.focus();
    }

    return {
      element: element,
      show: show,
      busy: function (isBusy) { [host, joinButton].forEach(function (one) { enable(one, !isBusy); }); }
    };
  }

  // --- the form of a new quiz --------------------------------------------------------------------------------------

  function createForm(t, acts) {
    var title = make('input', 'quiz-field');
    var questions = make('textarea', 'quiz-field');
    var count = make('span', 'quiz-soft');
    var submit = make('button', 'quiz-button is-primary', t('form.start'));
    var example = makeButton(t('form.example'), 'is-quiet', function () {
      if (!title.value.trim()) title.value = t('form.example_title');
      questions.value = (questions.value.trim() ? questions.value.trim() + '\n' : '') + t('form.example_text');
      update();
      questions.focus();
    });
    var form = make('form', 'quiz-form', [
      makeField(t('form.name'), '', title),
      makeField(t('form.questions'), t('form.questions_hint'), questions),
      make('div', 'quiz-form-line', [count, example]),
      make('div', 'quiz-buttons', [submit, makeButton(t('form.cancel'), '', acts.cancel)])
    ]);
    var element = make('div', 'quiz-page', [make('h2', 'quiz-heading is-first', t('form.title')), form]);

    title.maxLength = 40;
    title.placeholder = t('form.name_hint');
    questions.rows = 8;
    submit.type = 'submit';
    questions.addEventListener('input', update);
    form.addEventListener('submit', function (event) {
      event.preventDefault();
      if (submit.getAttribute('aria-disabled') !== 'true') acts.open(title.value.trim(), read());
    });
    update();

    /** Chinese keyboards type `｜` for `|`. */
    function read() {
      return questions.value.split('\n').filter(function (line) { return line.trim() !== ''; }).map(function (line) {
        var parts = line.split(/[|｜]/);
        return { text: parts[0].trim(), answer: parts.slice(1).join('|').trim() };
      });
    }

    function update() {
      setText(count, t('form.count', { n: read().length }));
    }

    return {
      element: element,
      clear: function () {
        title.value = questions.value = '';
        update();
      },
      focus: function () { title.focus(); },
      busy: function (isBusy) { enable(submit, !isBusy); }
    };
  }

  // --- the room ----------------------------------------------------------------------------------------------------

  function createRoom(t, me, acts) {
    var title = make('h2', 'quiz-title');
    var code = make('span', 'quiz-code');
    var share = makeButton(t('room.share'), '', acts.share);
    var leave = makeButton('', 'is-quiet', acts.leave);
    var back = makeButton('‹ ' + t('room.back'), 'is-quiet', acts.back);
    var bar = make('div', 'quiz-bar', [back, make('div', 'quiz-bar-words', [title, code]), share]);
    var progress = make('p', 'quiz-progress');
    var question = make('p', 'quiz-question');
    var answer = make('p', 'quiz-answer');
    var verdict = make('p', 'quiz-verdict');
    var wrong = make('p', 'quiz-soft');
    var podium = make('ol', 'quiz-podium');
    var stageBox = make('div', 'quiz-stage', [progress, question, answer, podium, verdict, wrong]);
    var controls = make('div', 'quiz-buttons quiz-controls');
    var buzzWord = make('span', '');
    var buzzer = make('button', 'quiz-buzzer', [buzzWord]);
    var buzzHint = make('p', 'quiz-soft quiz-buzz-hint', t('buzz.hint'));
    var cheers = make('div', 'quiz-buttons quiz-cheers', CHEERS.map(function (cheer) {
      return makeButton(t('cheer.' + cheer), 'is-round', function () { acts.cheer(cheer); });
    }));
    var list = make('ol', 'quiz-list');
    var listBox = make('details', 'quiz-all', [make('summary', '', t('host.list')), list]);
    var scores = make('ol', 'quiz-scores');
    var nobody = make('p', 'quiz-soft', t('room.nobody'));
    var hostName = make('p', 'quiz-soft');
    var sideTitle = make('h3', 'quiz-heading is-first', t('room.scores'));
    var side = make('div', 'quiz-side', [sideTitle, hostName, nobody, scores, leave]);
    var desk = make('div', 'quiz-desk', [controls, make('div', 'quiz-buzz', [buzzer, buzzHint]), cheers]);
    var main = make('div', 'quiz-main', [make('div', 'quiz-front', [stageBox, desk, listBox]), side]);
    var floats = make('div', 'quiz-floats');
    var element = make('div', 'quiz-room', [bar, main, floats]);
    var hostButtons = {};
    var room = null;
    var stage = null;
    var here = {};
    var isBusy = false;
    var isPeeking = false;
    var falseUntil = 0;
    var falseTimer = 0;

    buzzer.type = 'button';
    verdict.setAttribute('role', 'status');
    floats.setAttribute('aria-hidden', 'true');
    ['show', 'open', 'right', 'wrong', 'skip', 'again', 'finish', 'peek'].forEach(function (name) {
      var kind = { show: 'is-primary', open: 'is-primary is-large', right: 'is-right', wrong: 'is-wrong' }[name] || '';
      hostButtons[name] = makeButton('', kind, function () { press(name); });
      controls.appendChild(hostButtons[name]);
    });
    // A finger counts when it comes down: to wait until it is lifted costs a tenth of a second.
    buzzer.addEventListener('pointerdown', function (event) {
      event.preventDefault();
      buzz();
    });
    buzzer.addEventListener('keydown', function (event) {
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        if (!event.repeat) buzz();
      }
    });

    function isHost() {
      return room.host.user_id === me();
    }

    function nameOf(user) {
      if (user === room.host.user_id) return room.host.name;
      var found = room.players.filter(function (player) { return player.user_id === user; })[0];
      return found ? found.name : user;
    }

    /** The round of the question that is shown. */
    function round() {
      return room.round && room.round.number === stage.number ? room.round : null;
    }

    function buzzState() {
      var now = round();
      if (Date.now() < falseUntil) return 'false';
      if (!now) return 'wait';
      if (now.state === 'closed') return 'closed';
      if (now.wrong.indexOf(me()) >= 0) return 'tried';
      if (now.state === 'open') return 'ready';
      return now.answering === me() ? 'mine' : 'other';
    }

    function buzz() {
      var state = buzzState();
      if (room.status !== 'open') return;
      if (state === 'ready' && !isBusy) acts.post('/buzz', { round: room.round.id });
      if (state !== 'wait' || stage.phase !== 'question') return;
      // Whoever presses before it is open has to wait a moment, so that hammering is no way to be first.
      falseUntil = Date.now() + FALSE_START_MS;
      clearTimeout(falseTimer);
      falseTimer = setTimeout(update, FALSE_START_MS + 20);
      update();
    }

    function press(name) {
      var next = stage.phase === 'waiting' ? 1 : stage.number + 1;
      if (name === 'show') acts.post('/stage', { number: next });
      if (name === 'open' || name === 'again') acts.post('/rounds', { number: stage.number });
      if (name === 'right') acts.post('/verdict', { round: room.round.id, right: true });
      if (name === 'wrong') acts.post('/verdict', { round: room.round.id, right: false });
      if (name === 'skip') acts.post('/close', { round: room.round.id });
      if (name === 'finish') acts.post('/finish');
      if (name === 'peek') {
        isPeeking = !isPeeking;
        update();
      }
      if (name === 'show') isPeeking = false;
    }

    function verdictText() {
      var now = round();
      if (room.status === 'finished') return '';
      if (stage.phase === 'waiting') return t(isHost() ? 'stage.host_waiting' : 'stage.waiting');
      if (!now) return t('stage.reading');
      if (now.state === 'open') return isHost() ? t('host.waiting') : t('stage.open');
      var seconds = now.ms === null ? '' : (now.ms / 1000).toFixed(2);
      if (now.state === 'answering') {
        if (now.answering === me()) return t('stage.you_first', { s: seconds });
        return t('stage.first', { name: nameOf(now.answering), s: seconds });
      }
      if (!now.winner) return t('stage.none');
      return t(now.winner === me() ? 'stage.you_right' : 'stage.right', { name: nameOf(now.winner) });
    }

    function updateStage() {
      var isOver = room.status === 'finished';
      var now = round();
      var known = isHost() ? isPeeking || now && now.state === 'closed' : true;
      progress.hidden = stage.phase === 'waiting' && !isOver;
      setText(progress, isOver ? t('stage.podium') : t('room.progress', { n: stage.number, total: room.total }));
      // While people come, the code stands where everybody in the room can read it.
      var isWaiting = stage.phase === 'waiting';
      question.hidden = isOver;
      setText(question, isWaiting ? room.code : stage.text || t('stage.listen'));
      answer.hidden = isOver || !stage.answer || !known;
      setText(answer, t('stage.answer', { answer: stage.answer || '' }));
      verdict.hidden = isOver;
      setText(verdict, verdictText());
      verdict.setAttribute('data-mine', now && (now.answering === me() || now.winner === me()) ? '1' : '0');
      wrong.hidden = isOver || !now || now.wrong.length === 0 || now.state === 'closed';
      if (now) setText(wrong, t('stage.wrong', { names: now.wrong.map(nameOf).join(t('list.and')) }));
      podium.hidden = !isOver;
      clear(podium);
      if (isOver) showPodium();
    }

    function showPodium() {
      if (room.players.length === 0) podium.appendChild(make('li', 'quiz-soft', t('podium.empty')));
      room.players.slice(0, 3).forEach(function (player, n) {
        podium.appendChild(make('li', 'quiz-place is-place-' + (n + 1), [
          make('span', 'quiz-soft', t('podium.place', { n: n + 1 })),
          make('strong', '', nameOf(player.user_id)),
          make('span', '', t('podium.points', { n: player.score }))
        ]));
      });
    }

    function updateControls() {
      var now = round();
      var isOver = room.status === 'finished';
      var next = stage.phase === 'waiting' ? 1 : stage.number + 1;
      var isShown = stage.phase !== 'waiting';
      var isClosed = Boolean(now) && now.state === 'closed';
      var isLast = next > room.total;
      var visible = {
        show: !isOver && !isLast && (!isShown || isClosed),
        open: !isOver && isShown && !now,
        right: Boolean(now) && now.state === 'answering',
        wrong: Boolean(now) && now.state === 'answering',
        skip: Boolean(now) && now.state === 'open',
        again: !isOver && isClosed && !now.winner,
        finish: !isOver && isClosed,
        peek: !isOver && isShown && !isClosed && Boolean(stage.answer)
      };
      controls.hidden = !isHost();
      listBox.hidden = !isHost() || isOver;
      Object.keys(hostButtons).forEach(function (name) {
        var label = name === 'peek' && isPeeking ? 'hide' : name === 'finish' && isLast ? 'end' : name;
        hostButtons[name].hidden = !visible[name];
        setText(hostButtons[name], t('host.' + label, { n: next }));
        enable(hostButtons[name], !isBusy);
      });
      hostButtons.finish.classList.toggle('is-primary', isLast);
    }

    function updateBuzzer() {
      var state = buzzState();
      buzzer.parentNode.hidden = isHost() || room.status === 'finished';
      cheers.hidden = isHost();
      buzzer.setAttribute('data-state', state);
      setText(buzzWord, t('buzz.' + state));
      buzzer.setAttribute('aria-disabled', state === 'ready' ? 'false' : 'true');
      // It keeps its place, so that nothing moves under a finger that is about to press.
      buzzHint.style.visibility = state === 'ready' ? 'visible' : 'hidden';
    }

    function updateScores() {
      clear(scores);
      nobody.hidden = room.players.length > 0;
      setText(hostName, t('room.host', { name: room.host.name }));
      room.players.forEach(function (player) {
        var name = player.user_id === me() ? t('room.you', { name: player.name }) : player.name;
        var isHere = here[player.user_id] === true;
        var dot = make('span', 'quiz-dot' + (isHere ? ' is-here' : ''));
        var now = room.round;
        var isFirst = now && now.state === 'answering' && now.answering === player.user_id;
        dot.title = t(isHere ? 'room.here' : 'room.away');
        scores.appendChild(make('li', 'quiz-score' + (isFirst ? ' is-first' : ''), [
          dot, make('span', 'quiz-score-name', name), make('strong', '', String(player.score))
        ]));
      });
    }

    function updateList(questions) {
      clear(list);
      questions.forEach(function (one) {
        var label = one.text + (one.answer ? '（' + one.answer + '）' : '');
        list.appendChild(make('li', '', [makeButton(label, 'is-line', function () {
          isPeeking = false;
          acts.post('/stage', { number: one.number });
        })]));
      });
    }

    function update() {
      if (!room || !stage) return;
      setText(title, room.title);
      setText(code, t('room.code', { code: room.code }));
      setText(leave, t(isHost() ? 'room.close' : 'room.leave'));
      element.setAttribute('data-role', isHost() ? 'host' : 'player');
      updateStage();
      updateControls();
      updateBuzzer();
      updateScores();
    }

    return {
      element: element,
      show: function (nextRoom, nextStage, nextHere) {
        room = nextRoom;
        stage = nextStage;
        here = nextHere;
        update();
      },
      list: updateList,
      press: buzz,
      busy: function (now) {
        isBusy = now;
        update();
      },
      float: function (words) {
        var one = make('span', 'quiz-float', words);
        one.style.left = 5 + Math.random() * 60 + '%';
        floats.appendChild(one);
        // Low performance shows it without movement, so its end comes from a clock and not from the animation.
        setTimeout(function () { if (one.parentNode) floats.removeChild(one); }, 2200);
        if (floats.children.length > 8) floats.removeChild(floats.firstChild);
      },
      layout: function (width, height) {
        var size = Math.max(112, Math.min(width * 0.55, height * 0.3, 320));
        element.style.setProperty('--quiz-buzzer', Math.floor(size) + 'px');
      },
      stop: function () { clearTimeout(falseTimer); }
    };
  }

  // --- the app -----------------------------------------------------------------------------------------------------

  function start(container, context) {
    var t = createTexts();
    var realtime = context.data.realtime;
    var link = make('p', 'quiz-link', t('link.lost'));
    var notice = make('p', 'quiz-notice');
    var loading = make('p', 'quiz-soft quiz-loading', t('room.loading'));
    var lobby = createLobby(t, { write: write, join: join, reload: loadRooms });
    var form = createForm(t, { cancel: showLobby, open: open });
    var view = createRoom(t, me, {
      back: showLobby, post: post, cheer: cheer, leave: leave, share: share
    });
    var pages = { loading: loading, lobby: lobby.element, form: form.element, room: view.element };
    var box = make('div', 'quiz-box', [loading, lobby.element, form.element, view.element]);
    var root = make('div', 'quiz', [link, notice, box]);
    var isOver = false;
    var isBusy = false;
    var rooms = null;
    var room = null;
    var questions = [];
    var here = {};
    var cheeredAt = 0;
    var noticeTimer = 0;
    var hereTimer = 0;
    var helloTimer = 0;
    var ends = [];

    link.hidden = notice.hidden = true;
    link.setAttribute('role', 'status');
    notice.setAttribute('role', 'alert');
    container.appendChild(root);

    function me() {
      var user = context.user || {};
      return String(user.user_id || user.id || '');
    }

    function isHost() {
      return Boolean(room) && room.host.user_id === me();
    }

    function request(method, path, content) {
      var address = '/quiz-rush' + path;
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

    /** To the pages of the class; it goes through the server, which writes down who sent it, and is kept nowhere. */
    function publish(event, payload) {
      return context.api.post('/realtime/publish', {
        event: event, payload: payload, app_name: 'quiz-rush', audience: 'class'
      });
    }

    function tell(words) {
      clearTimeout(noticeTimer);
      setText(notice, words);
      notice.hidden = false;
      noticeTimer = setTimeout(function () { notice.hidden = true; }, 5000);
    }

    function setBusy(now) {
      isBusy = now;
      lobby.busy(now);
      form.busy(now);
      view.busy(now);
    }

    function show(name) {
      Object.keys(pages).forEach(function (one) { pages[one].hidden = one !== name; });
      layout();
    }

    function showLobby() {
      if (room) sayHello(false);
      room = null;
      questions = [];
      here = {};
      setAddress('');
      show('lobby');
      loadRooms();
    }

    /** The address of the app names the room, so that a reload comes back to it and a link leads there. */
    function setAddress(code) {
      if (askedCode() !== code) context.router.replace('/quiz-rush' + (code ? '?roomCode=' + code : ''));
    }

    function askedCode() {
      var query = context.route.query;
      return String(query.roomCode || query.room_code || context.route.params.roomCode || '');
    }

    /** Another link to a room may be opened while the window is there. */
    function onAddress() {
      var code = askedCode();
      if (code && (!room || room.code !== code)) join(code);
    }

    function write() {
      show('form');
      form.focus();
    }

    function loadRooms() {
      return request('get', '/rooms').then(
        function (data) {
          if (isOver) return;
          rooms = data.rooms;
          lobby.show(rooms, '');
        },
        function (failure) { if (!isOver) lobby.show(rooms, t('error.' + failure.word)); }
      );
    }

    /** Runs one act at a time; the answer is the new state. */
    function run(path, content, done) {
      if (isBusy) return;
      setBusy(true);
      request('post', path, content).then(
        function (next) {
          setBusy(false);
          if (isOver) return;
          if (done) done(next);
          else take(next);
        },
        function (failure) {
          setBusy(false);
          if (isOver) return;
          tell(t('error.' + failure.word));
          if (room) refresh();
          else if (askedCode()) showLobby();
        }
      );
    }

    function open(title, list) {
      run('/rooms', { title: title, questions: list }, function (next) {
        form.clear();
        enter(next);
      });
    }

    function join(words) {
      var code = String(words).toUpperCase().replace(/[^A-Z0-9]/g, '');
      if (code.length !== 6) return tell(t('error.code'));
      run('/rooms/' + code + '/join', {}, enter);
    }

    function post(path, content) {
      if (room) run('/rooms/' + room.code + path, content);
    }

    function enter(next) {
      room = null;
      questions = [];
      here = {};
      here[me()] = true;
      take(next);
      if (!room) return;
      show('room');
      setAddress(room.code);
      refresh();
      sayHello(true);
    }

    /** Takes a state of the server, unless a newer one is there. */
    function take(next) {
      if (isOver || room && (next.code !== room.code || next.version < room.version)) return;
      var isIn = next.status !== 'gone' && (next.host.user_id === me() ||
        next.players.some(function (player) { return player.user_id === me(); }));
      if (!isIn) {
        if (room && next.status === 'gone' && !isHost()) tell(t('error.room_gone'));
        return showLobby();
      }
      room = next;
      draw();
    }

    function draw() {
      view.show(room, currentStage(), here);
    }

    /** The question that the host shows. The server tells its answer when it is over; the host knows it before. */
    function currentStage() {
      var one = questions.filter(function (question) { return question.number === room.stage.number; })[0];
      return one ? Object.assign({}, room.stage, { answer: one.answer }) : room.stage;
    }

    function refresh() {
      if (!room) return loadRooms();
      var code = room.code;
      request('get', '/rooms/' + code).then(
        function (next) {
          if (isOver || !room || room.code !== code) return;
          if (next.questions) takeQuestions(next.questions);
          take(next);
        },
        function (failure) {
          var isGone = failure.word === 'room_gone' || failure.word === 'not_a_member';
          if (isGone && !isOver && room && room.code === code) {
            tell(t('error.room_gone'));
            showLobby();
          }
        }
      );
    }

    // --- what pages tell each other ---

    function takeQuestions(list) {
      if (JSON.stringify(list) === JSON.stringify(questions)) return;
      questions = list;
      view.list(list);
    }

    /** The host's page hears all who come, and tells everybody who is here. */
    function publishHere() {
      clearTimeout(hereTimer);
      if (!room || !isHost()) return;
      publish('quiz-rush.here', { roomCode: room.code, here: Object.keys(here) }).then(null, function () {
        if (!isOver) later();
      });
    }

    function later() {
      clearTimeout(hereTimer);
      hereTimer = setTimeout(publishHere, HERE_MS);
    }

    function sayHello(isHere) {
      publish('quiz-rush.hello', { roomCode: room.code, here: isHere }).then(null, function () {
        // The room works without: only the dot beside the name is missing.
      });
    }

    function answerHello() {
      clearTimeout(helloTimer);
      helloTimer = setTimeout(function () { if (room) sayHello(true); }, Math.random() * 2000);
    }

    function cheer(word) {
      var now = Date.now();
      if (!room || now - cheeredAt < CHEER_MS) return;
      cheeredAt = now;
      publish('quiz-rush.cheer', { roomCode: room.code, cheer: word }).then(null, function () {
        // A cheer that is lost is not worth a word.
      });
    }

    /** Hears pages of this room; `act` gets the payload and who sent it, as the server has written it down. */
    function hearPages(event, act) {
      ends.push(realtime.subscribe(event, function (payload, whole) {
        var sender = whole && whole.sender_id ? String(whole.sender_id) : '';
        if (room && sender && payload && payload.roomCode === room.code) act(payload, sender);
      }));
    }

    /** What the server itself says has no sender; any member may publish under the same name. */
    function hearServer(event, act) {
      ends.push(realtime.subscribe(event, function (payload, whole) {
        if (!(whole && whole.sender_id) && payload) act(payload);
      }));
    }

    hearServer('quiz-rush.changed', function (payload) {
      if (room && payload.room && payload.roomCode === room.code) take(payload.room);
    });
    hearServer('quiz-rush.rooms.changed', function () { if (!room) loadRooms(); });
    hearPages('quiz-rush.here', function (payload, sender) {
      if (sender !== room.host.user_id || isHost()) return;
      here = {};
      (Array.isArray(payload.here) ? payload.here : []).concat(sender, me()).forEach(function (user) {
        here[String(user)] = true;
      });
      draw();
    });
    hearPages('quiz-rush.hello', function (payload, sender) {
      if (payload.here === true) here[sender] = true;
      else delete here[sender];
      if (isHost() && sender !== me()) later();
      // A host who has just come knows of nobody: all answer, not all at once.
      if (sender === room.host.user_id && !isHost() && payload.here === true) answerHello();
      draw();
    });
    hearPages('quiz-rush.cheer', function (payload, sender) {
      var player = room.players.filter(function (one) { return one.user_id === sender; })[0];
      if (!player || CHEERS.indexOf(payload.cheer) < 0) return;
      view.float(t('cheer.says', { name: player.name, cheer: t('cheer.' + payload.cheer) }));
    });

    // --- the rest ---

    function leave() {
      if (!isHost()) return post('/leave');
      context.modal
        .confirm({
          title: t('confirm.close'), message: t('confirm.close_text'),
          confirmText: t('room.close'), cancelText: t('confirm.cancel')
        })
        .then(function (isSure) { if (isSure && !isOver) post('/leave'); });
    }

    function share() {
      var words = t('invite.text', { title: room.title, code: room.code });
      var forward = JSON.stringify({ roomCode: room.code, title: words });
      context.router.push('/chat?forward=' + encodeURIComponent(forward) + '&forwardType=quiz-rush_invite');
    }

    function layout() {
      var width = root.clientWidth;
      var height = root.clientHeight;
      root.setAttribute('data-layout', width >= 720 ? 'row' : 'column');
      root.setAttribute('data-size', width < 420 ? 'small' : width < 1200 ? 'medium' : 'large');
      view.layout(width, height);
    }

    function every(ms, act) {
      var timer = setInterval(function () {
        if (document.visibilityState !== 'hidden') act();
      }, ms);
      ends.push(function () { clearInterval(timer); });
    }

    function listen(target, name, act) {
      target.addEventListener(name, act);
      ends.push(function () { target.removeEventListener(name, act); });
    }

    var observer = new ResizeObserver(layout);
    observer.observe(root);
    ends.push(function () { observer.disconnect(); });

    ends.push(realtime.on('_connectionStateChange', function (change) {
      if (change.state === 'connected') {
        // What happened while the connection was away did not come.
        if (!link.hidden) {
          refresh();
          if (room) sayHello(true);
        }
        link.hidden = true;
      } else if (change.state !== 'connecting') link.hidden = false;
    }));
    realtime.connect();

    every(ROOM_MS, function () { if (room) refresh(); });
    every(LOBBY_MS, function () { if (!room && !lobby.element.hidden) loadRooms(); });
    listen(document, 'visibilitychange', function () { if (document.visibilityState !== 'hidden') refresh(); });
    listen(document, 'keydown', function (event) {
      var focus = document.activeElement || document.body;
      var isTaken = /^(INPUT|TEXTAREA|BUTTON|SUMMARY)$/.test(focus.tagName);
      // The window around the app has the focus after a click on words.
      var isOurs = focus.contains(root) || root.contains(focus) && !isTaken;
      if (event.key !== ' ' || event.repeat || !isOurs || !room || isHost() || view.element.hidden) return;
      event.preventDefault();
      view.press();
    });

    ends.push(context.route.onChange(onAddress));
    var invited = askedCode();
    lobby.show(null, '');
    show(invited ? 'loading' : 'lobby');
    if (invited) join(invited);
    else loadRooms();

    return function stop() {
      if (isOver) return;
      if (room) sayHello(false);
      isOver = true;
      clearTimeout(noticeTimer);
      clearTimeout(hereTimer);
      clearTimeout(helloTimer);
      view.stop();
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
    name: 'quiz-rush',
    mount: function (container, context) {
      unmount();
      stop = start(container, context);
      context.app.onDestroy(unmount);
    },
    unmount: unmount
  });
})();
