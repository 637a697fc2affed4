// 五子棋: the page of the app. ES5 for the browsers of classroom panels.
// The server decides everything: each change answers the whole state of the room, and the same state is pushed to
// everybody in the room, so the page only draws the newest state that it has.
(function () {
  'use strict';

  var SIZE = 15;
  var LETTERS = 'ABCDEFGHIJKLMNO';
  var STARS = [[3, 3], [3, 11], [7, 7], [11, 3], [11, 11]];
  var SVG = 'http://www.w3.org/2000/svg';
  /** The board in cells: 15, and room for the numbers left of it and the letters below. */
  var MARGIN = 0.8;
  var SPAN = SIZE + MARGIN;
  /** Fingers hit cells of this size; on smaller ones a tap zooms in first. */
  var TOUCH_CELL = 32;
  var ZOOMED_CELL = 42;
  /** Where cells are this large a finger places a stone at once. */
  var SURE_CELL = 44;
  /** The room asks for its state this often: it shows who is online, and mends what a broken connection missed. */
  var ROOM_MS = 20000;
  var LOBBY_MS = 30000;

  var TEXTS = {
    zh: {
      'lobby.open': '开一间房',
      'lobby.code': '邀请码',
      'lobby.join': '加入',
      'lobby.rooms': '班里的房间',
      'lobby.loading': '正在加载房间…',
      'lobby.empty': '还没有人在下棋',
      'lobby.empty_hint': '开一间房，把邀请码发给同学。',
      'lobby.failed': '没能加载房间',
      'lobby.retry': '重试',
      'lobby.alone': '{name} 在等对手',
      'lobby.pair': '{one} 对 {other}',
      'lobby.waiting': '等人',
      'lobby.playing': '第 {n} 手',
      'lobby.over': '已结束',
      'lobby.watching': '{n} 人观战',
      'lobby.enter': '加入',
      'lobby.watch': '观战',
      'lobby.resume': '回到房间',
      'room.back': '返回',
      'room.title': '房间 {code}',
      'room.invite': '邀请',
      'room.waiting_seat': '等待对手…',
      'room.you': '{name}（你）',
      'room.wins': '胜 {n}',
      'room.online': '在线',
      'room.offline': '离线',
      'room.black': '黑',
      'room.white': '白',
      'room.board': '棋盘，15 行 15 列。用方向键移动，回车落子。',
      'room.empty_point': '{point}，空',
      'room.taken_point': '{point}，{color}子',
      'room.moved': '{name} 下在 {point}。',
      'room.zoom_in': '放大',
      'room.zoom_out': '看全局',
      'room.confirm': '落子 {point}',
      'room.pick': '点棋盘选一个位置，再点一次落子',
      'room.log': '棋谱（{n} 手）',
      'room.log_line': '{color} {point}',
      'room.watchers': '观战：{names}',
      'room.and': '、',
      'room.loading': '正在进入房间…',
      'status.waiting': '等同学加入，人齐就开始',
      'status.waiting_spectator': '等另一位棋手',
      'status.left_won': '对手离开了，这局算你赢。等同学加入',
      'status.left': '对手离开了，等同学加入',
      'status.sending': '正在落子…',
      'status.your_turn': '轮到你下（{color}）',
      'status.their_turn': '等 {name} 下（{color}）',
      'status.you_won': '你赢了！',
      'status.you_lost': '{name} 赢了',
      'status.won': '{name} 赢了',
      'status.draw': '棋盘下满，平局',
      'reason.five': '五子连珠',
      'reason.resign': '对方认输',
      'reason.you_resigned': '你认输了',
      'reason.left': '有人离开',
      'reason.away': '有人长时间离线',
      'act.undo': '悔棋',
      'act.resign': '认输',
      'act.rematch': '再来一局',
      'act.leave': '离开房间',
      'act.sit': '坐下来下棋',
      'act.claim': '结束这局',
      'act.accept': '同意',
      'act.refuse': '不同意',
      'act.decline': '下次吧',
      'ask.undo': '{name} 想悔棋',
      'ask.undo_sent': '已请求悔棋，等对方同意；继续下棋就作废',
      'ask.undo_refused': '对方没有同意悔棋',
      'ask.rematch': '{name} 想再来一局',
      'ask.rematch_sent': '已邀请再来一局，等对方同意',
      'ask.rematch_refused': '对方不想再来一局',
      'ask.claim': '{name} 离线了；超过一分半钟，可以结束这局，算你赢',
      'confirm.resign': '确定认输吗？',
      'confirm.resign_text': '这一局会算对方赢。',
      'confirm.leave': '现在离开吗？',
      'confirm.leave_text': '棋还没下完，离开会算对方赢。只是暂时走开的话，关掉窗口就行，回来还能继续。',
      'confirm.cancel': '取消',
      'invite.hint': '把邀请码告诉同学',
      'invite.copy': '复制',
      'invite.copied': '已复制',
      'invite.share': '发到聊天',
      'invite.text': '来下五子棋！房间 {code}',
      'link.lost': '连接断了，正在重连…',
      'error.offline': '网络不通，请稍后再试',
      'error.too_often': '操作太频繁，请稍等一会儿',
      'error.failed': '没能完成，请重试',
      'error.code': '邀请码是 6 个字母或数字',
      'error.room_gone': '房间不存在或已经关闭',
      'error.room_full': '观战的人已满',
      'error.not_a_member': '请先加入房间',
      'error.not_a_player': '观战时不能操作',
      'error.wrong_moment': '现在不能这样做',
      'error.not_your_turn': '还没轮到你',
      'error.board_changed': '棋盘已经变了，请看最新的棋',
      'error.taken': '这里已经有子了',
      'error.nothing_to_undo': '你还没有落子',
      'error.still_here': '对方还在线',
      'error.closed': '房间已经关闭'
    },
    en: {
      'lobby.open': 'Open a room',
      'lobby.code': 'Invite code',
      'lobby.join': 'Join',
      'lobby.rooms': 'Rooms of the class',
      'lobby.loading': 'Loading the rooms…',
      'lobby.empty': 'Nobody is playing',
      'lobby.empty_hint': 'Open a room and send the code to a classmate.',
      'lobby.failed': 'The rooms could not be loaded',
      'lobby.retry': 'Try again',
      'lobby.alone': '{name} waits for somebody',
      'lobby.pair': '{one} and {other}',
      'lobby.waiting': 'Waiting',
      'lobby.playing': 'Move {n}',
      'lobby.over': 'Over',
      'lobby.watching': '{n} watching',
      'lobby.enter': 'Join',
      'lobby.watch': 'Watch',
      'lobby.resume': 'Go back',
      'room.back': 'Back',
      'room.title': 'Room {code}',
      'room.invite': 'Invite',
      'room.waiting_seat': 'Waiting…',
      'room.you': '{name} (you)',
      'room.wins': 'won {n}',
      'room.online': 'online',
      'room.offline': 'offline',
      'room.black': 'Black',
      'room.white': 'White',
      'room.board': 'Board of 15 rows and 15 columns. Arrow keys move, Enter places a stone.',
      'room.empty_point': '{point}, empty',
      'room.taken_point': '{point}, {color}',
      'room.moved': '{name} played {point}.',
      'room.zoom_in': 'Zoom in',
      'room.zoom_out': 'Whole board',
      'room.confirm': 'Play {point}',
      'room.pick': 'Tap a point, then tap it again to play',
      'room.log': 'Moves ({n})',
      'room.log_line': '{color} {point}',
      'room.watchers': 'Watching: {names}',
      'room.and': ', ',
      'room.loading': 'Entering the room…',
      'status.waiting': 'The game begins when somebody joins',
      'status.waiting_spectator': 'Waiting for a second player',
      'status.left_won': 'Your opponent left, so you won. Waiting for somebody',
      'status.left': 'Your opponent left. Waiting for somebody',
      'status.sending': 'Playing…',
      'status.your_turn': 'Your turn ({color})',
      'status.their_turn': 'It is the turn of {name} ({color})',
      'status.you_won': 'You won!',
      'status.you_lost': '{name} won',
      'status.won': '{name} won',
      'status.draw': 'The board is full: a draw',
      'reason.five': 'five in a row',
      'reason.resign': 'the other side resigned',
      'reason.you_resigned': 'you resigned',
      'reason.left': 'somebody left',
      'reason.away': 'somebody was offline for long',
      'act.undo': 'Take back',
      'act.resign': 'Resign',
      'act.rematch': 'Play again',
      'act.leave': 'Leave the room',
      'act.sit': 'Sit down and play',
      'act.claim': 'End the game',
      'act.accept': 'Accept',
      'act.refuse': 'Refuse',
      'act.decline': 'Not now',
      'ask.undo': '{name} wants to take back a move',
      'ask.undo_sent': 'You asked to take back a move. Playing on withdraws it',
      'ask.undo_refused': 'Your opponent did not agree to take back the move',
      'ask.rematch': '{name} wants to play again',
      'ask.rematch_sent': 'You asked to play again. Waiting for an answer',
      'ask.rematch_refused': 'Your opponent does not want to play again',
      'ask.claim': '{name} is offline. After a minute and a half you may end the game as the winner',
      'confirm.resign': 'Resign?',
      'confirm.resign_text': 'The other side wins this game.',
      'confirm.leave': 'Leave now?',
      'confirm.leave_text':
        'The game is not over: the other side wins when you leave. To go away for a while, just close the window.',
      'confirm.cancel': 'Cancel',
      'invite.hint': 'Tell a classmate this code',
      'invite.copy': 'Copy',
      'invite.copied': 'Copied',
      'invite.share': 'Send to chat',
      'invite.text': 'Let us play Gobang! Room {code}',
      'link.lost': 'Connection lost, trying again…',
      'error.offline': 'No connection. Try again later',
      'error.too_often': 'Too often. Wait a moment',
      'error.failed': 'That did not work. Try again',
      'error.code': 'A code is 6 letters or digits',
      'error.room_gone': 'This room does not exist any more',
      'error.room_full': 'No room for more spectators',
      'error.not_a_member': 'Join the room first',
      'error.not_a_player': 'Spectators cannot do that',
      'error.wrong_moment': 'Not now',
      'error.not_your_turn': 'It is not your turn',
      'error.board_changed': 'The board has changed. Look at it again',
      'error.taken': 'There is a stone already',
      'error.nothing_to_undo': 'You have not played yet',
      'error.still_here': 'Your opponent is still here',
      'error.closed': 'The room was closed'
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
    var button = make('button', 'gobang-button' + (className ? ' ' + className : ''), label);
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

  function draw(tag, attributes) {
    var element = document.createElementNS(SVG, tag);
    Object.keys(attributes).forEach(function (name) { element.setAttribute(name, attributes[name]); });
    return element;
  }

  function setText(element, words) {
    if (element.textContent !== words) element.textContent = words;
  }

  function clear(element) {
    while (element.firstChild) element.removeChild(element.firstChild);
  }

  /** As players name it: letters from the left, numbers from below. */
  function pointName(row, col) {
    return LETTERS.charAt(col) + (SIZE - row);
  }

  /** A stone as a picture, for the cards of the players. White has a ring, so that colour is not the only mark. */
  function makeStone(color) {
    var svg = draw('svg', { viewBox: '0 0 1 1', 'class': 'gobang-stone gobang-' + color, 'aria-hidden': 'true' });
    addStone(svg, 0.5, 0.5, 0.46);
    return svg;
  }

  function addStone(parent, x, y, radius) {
    parent.appendChild(draw('circle', { cx: x, cy: y, r: radius, 'class': 'gobang-body' }));
    parent.appendChild(draw('circle', { cx: x, cy: y, r: radius * 0.62, 'class': 'gobang-ring' }));
  }

  // --- the board ---------------------------------------------------------------------------------------------------

  /** `play(row, col)` makes a move, `say(words)` is read out, `changed()` comes after a zoom or a pick. */
  function createBoard(t, play, say, changed) {
    var svg = draw('svg', { viewBox: '0 0 ' + SPAN + ' ' + SPAN, 'aria-hidden': 'true' });
    var element = make('div', 'gobang-board');
    var scroll = make('div', 'gobang-scroll', [element]);
    var table = make('div', 'gobang-table', [scroll]);
    var stones = draw('g', {});
    var marks = draw('g', { 'class': 'gobang-marks' });
    var ghost = draw('g', { 'class': 'gobang-ghost' });
    var cursorMark = draw('rect', { width: 0.9, height: 0.9, rx: 0.15, 'class': 'gobang-cursor' });
    var shown = { moves: [], line: null, color: null, canPlay: false };
    var taken = {};
    var picked = null;
    var cursor = [7, 7];
    var pointer = 'mouse';
    var fit = 0;
    var isZoomed = false;
    var isZoomedByTap = false;

    element.appendChild(svg);
    element.tabIndex = 0;
    element.setAttribute('role', 'application');
    element.setAttribute('aria-label', t('room.board'));
    drawLines();
    [stones, marks, ghost, cursorMark].forEach(function (part) { svg.appendChild(part); });
    showCursor();

    function x(col) { return MARGIN + col + 0.5; }
    function y(row) { return row + 0.5; }

    function drawLines() {
      var path = '';
      var n;
      for (n = 0; n < SIZE; n++) path += 'M' + x(0) + ' ' + y(n) + 'H' + x(14) + 'M' + x(n) + ' ' + y(0) + 'V' + y(14);
      svg.appendChild(draw('rect', { x: MARGIN, y: 0, width: SIZE, height: SIZE, rx: 0.3, 'class': 'gobang-wood' }));
      svg.appendChild(draw('path', { d: path, 'class': 'gobang-lines' }));
      STARS.forEach(function (star) {
        svg.appendChild(draw('circle', { cx: x(star[1]), cy: y(star[0]), r: 0.11, 'class': 'gobang-star' }));
      });
      for (n = 0; n < SIZE; n++) {
        drawLabel(MARGIN / 2, y(n) + 0.16, String(SIZE - n));
        drawLabel(x(n), SIZE + MARGIN * 0.7, LETTERS.charAt(n));
      }
    }

    function drawLabel(left, top, words) {
      var label = draw('text', { x: left, y: top, 'class': 'gobang-label' });
      label.textContent = words;
      svg.appendChild(label);
    }

    function cell() {
      return isZoomed ? Math.max(ZOOMED_CELL, fit) : fit;
    }

    /** `view` is the height of the part that is seen while it is zoomed. */
    function resize(width, height, view) {
      fit = Math.max(8, Math.floor(Math.min(width, height) / SPAN * 10) / 10);
      table.style.setProperty('--gobang-view', Math.floor(view) + 'px');
      if (fit >= TOUCH_CELL) isZoomed = isZoomedByTap = false;
      applySize();
    }

    function applySize() {
      table.style.setProperty('--gobang-cell', cell() + 'px');
      table.setAttribute('data-zoomed', isZoomed ? '1' : '0');
      if (!isZoomed) element.style.padding = '';
    }

    /** Zooms around a point of the board, which comes to a place of the screen: under the finger, else the middle. */
    function zoom(isIn, point, place) {
      isZoomed = isIn;
      if (!isIn) isZoomedByTap = false;
      applySize();
      changed();
      if (isIn) bring(point, place);
    }

    /** Beyond its edges the board gets room, so that a point near them can be brought anywhere too. */
    function bring(point, place) {
      var box = scroll.getBoundingClientRect();
      var size = SPAN * cell();
      var left = x(point[1]) * cell() - (place ? place[0] - box.left : scroll.clientWidth / 2);
      var top = y(point[0]) * cell() - (place ? place[1] - box.top : scroll.clientHeight / 2);
      var right = left + scroll.clientWidth - size;
      var bottom = top + scroll.clientHeight - size;
      element.style.padding = !place ? '' : [top * -1, right, bottom, left * -1].map(function (one) {
        return Math.max(0, Math.ceil(one)) + 'px';
      }).join(' ');
      scroll.scrollLeft = left;
      scroll.scrollTop = top;
    }

    function pointAt(event) {
      var box = svg.getBoundingClientRect();
      var col = Math.floor((event.clientX - box.left) / box.width * SPAN - MARGIN);
      var row = Math.floor((event.clientY - box.top) / box.height * SPAN);
      return row >= 0 && row < SIZE && col >= 0 && col < SIZE ? [row, col] : null;
    }

    function isFree(point) {
      return point !== null && !taken[point.join()];
    }

    function isSame(one, other) {
      return one !== null && other !== null && one[0] === other[0] && one[1] === other[1];
    }

    function showGhost(point) {
      clear(ghost);
      if (!point || !shown.canPlay || !shown.color) return;
      ghost.setAttribute('class', 'gobang-ghost gobang-' + shown.color + (picked ? ' is-picked' : ''));
      addStone(ghost, x(point[1]), y(point[0]), 0.44);
    }

    function pick(point) {
      picked = point;
      showGhost(point);
      if (point) say(t('room.empty_point', { point: pointName(point[0], point[1]) }));
      changed();
    }

    function confirm() {
      var point = picked;
      if (!point || !shown.canPlay) return;
      pick(null);
      if (isZoomedByTap) zoom(false);
      play(point[0], point[1]);
    }

    function onPointer(event) {
      pointer = event.pointerType || 'mouse';
    }

    function onMove(event) {
      onPointer(event);
      if (pointer !== 'mouse' || picked) return;
      var point = pointAt(event);
      showGhost(isFree(point) ? point : null);
    }

    function onLeave() {
      if (!picked) showGhost(null);
    }

    function onClick(event) {
      var point = pointAt(event);
      if (!shown.canPlay || !isFree(point)) return;
      cursor = point;
      showCursor();
      if (pointer === 'mouse' || cell() >= SURE_CELL) {
        picked = null;
        showGhost(null);
        play(point[0], point[1]);
      } else if (isSame(point, picked)) confirm();
      else {
        pick(point);
        if (cell() < TOUCH_CELL) {
          isZoomedByTap = true;
          zoom(true, point, [event.clientX, event.clientY]);
        }
      }
    }

    var STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

    function onKey(event) {
      var step = STEPS[event.key];
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (step) {
        cursor = [(cursor[0] + step[0] + SIZE) % SIZE, (cursor[1] + step[1] + SIZE) % SIZE];
        showCursor();
        if (isZoomed) bring(cursor);
        say(describe(cursor));
      } else if (event.key === 'Enter' || event.key === ' ') {
        if (shown.canPlay && isFree(cursor)) play(cursor[0], cursor[1]);
        else say(describe(cursor));
      } else if (event.key === 'Escape' && picked) {
        pick(null);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    }

    function describe(point) {
      var color = taken[point.join()];
      var name = pointName(point[0], point[1]);
      if (!color) return t('room.empty_point', { point: name });
      return t('room.taken_point', { point: name, color: t('room.' + color) });
    }

    function showCursor() {
      cursorMark.setAttribute('x', x(cursor[1]) - 0.45);
      cursorMark.setAttribute('y', y(cursor[0]) - 0.45);
    }

    function show(next) {
      var isLonger = next.moves.length === shown.moves.length + 1;
      shown = next;
      taken = {};
      clear(stones);
      clear(marks);
      next.moves.forEach(function (move, n) {
        var color = n % 2 === 0 ? 'black' : 'white';
        var isLast = n === next.moves.length - 1;
        var stone = draw('g', { 'class': 'gobang-stone gobang-' + color + (isLast && isLonger ? ' is-new' : '') });
        taken[move.join()] = color;
        addStone(stone, x(move[1]), y(move[0]), 0.44);
        if (isLast) {
          stone.appendChild(draw('circle', { cx: x(move[1]), cy: y(move[0]), r: 0.16, 'class': 'gobang-last' }));
        }
        stones.appendChild(stone);
      });
      if (next.line) showLine(next.line);
      if (picked && (!next.canPlay || !isFree(picked))) {
        picked = null;
        if (isZoomedByTap) zoom(false);
      }
      showGhost(picked);
      table.setAttribute('data-can-play', next.canPlay ? '1' : '0');
    }

    function showLine(line) {
      var last = line[line.length - 1];
      marks.appendChild(draw('path', {
        d: 'M' + x(line[0][1]) + ' ' + y(line[0][0]) + 'L' + x(last[1]) + ' ' + y(last[0]),
        'class': 'gobang-line'
      }));
      line.forEach(function (point) {
        marks.appendChild(draw('circle', { cx: x(point[1]), cy: y(point[0]), r: 0.47, 'class': 'gobang-won' }));
      });
    }

    element.addEventListener('pointerdown', onPointer);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerleave', onLeave);
    element.addEventListener('click', onClick);
    element.addEventListener('keydown', onKey);

    return {
      table: table,
      resize: resize,
      show: show,
      confirm: confirm,
      picked: function () { return picked; },
      isZoomed: function () { return isZoomed; },
      canZoom: function () { return fit < TOUCH_CELL; },
      toggleZoom: function () { zoom(!isZoomed, picked || shown.moves[shown.moves.length - 1] || [7, 7]); }
    };
  }

  // --- the lobby ---------------------------------------------------------------------------------------------------

  /** `open()`, `join(code)` and `reload()` are what its buttons do. */
  function createLobby(t, open, join, reload) {
    var openButton = makeButton(t('lobby.open'), 'is-primary', open);
    var field = make('input', 'gobang-field');
    var joinButton = make('button', 'gobang-button', t('lobby.join'));
    var form = make('form', 'gobang-join', [field, joinButton]);
    var heading = make('h2', 'gobang-heading', t('lobby.rooms'));
    var list = make('div', 'gobang-list');
    var element = make('div', 'gobang-lobby', [make('div', 'gobang-start', [openButton, form]), heading, list]);
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
      join(field.value);
    });

    function makeState(title, hint, button) {
      var picture = make('div', 'gobang-picture', [makeStone('black'), makeStone('white')]);
      var parts = [picture, make('p', 'gobang-state-title', title)];
      if (hint) parts.push(make('p', 'gobang-soft', hint));
      if (button) parts.push(button);
      return make('div', 'gobang-state', parts);
    }

    function makeRow(room) {
      var players = room.players;
      var names = players.length > 1
        ? t('lobby.pair', { one: players[0].name, other: players[1].name })
        : t('lobby.alone', { name: players.length ? players[0].name : room.code });
      var state = t('lobby.' + room.status, { n: room.moves });
      if (room.spectators > 0) state += ' · ' + t('lobby.watching', { n: room.spectators });
      var verb = room.mine ? 'lobby.resume' : players.length < 2 ? 'lobby.enter' : 'lobby.watch';
      var button = makeButton(t(verb), room.mine ? 'is-primary' : '', function () { join(room.code); });
      button.setAttribute('data-key', room.code);
      button.setAttribute('aria-label', t(verb) + ' ' + names);
      var words = make('div', 'gobang-row-words', [
        make('strong', '', names),
        make('span', 'gobang-soft', room.code + ' · ' + state)
      ]);
      return make('li', 'gobang-row', [words, button]);
    }

    /** Draws anew only what reads differently, and gives the focus back to the button that had it. */
    function show(rooms, failure) {
      var next = JSON.stringify([rooms, failure]);
      if (next === drawn) return;
      drawn = next;
      var focused = list.contains(document.activeElement) ? document.activeElement.getAttribute('data-key') : null;
      clear(list);
      if (failure && !rooms) {
        list.appendChild(makeState(t('lobby.failed'), failure, makeButton(t('lobby.retry'), '', reload)));
      } else if (!rooms) list.appendChild(make('p', 'gobang-soft gobang-loading', t('lobby.loading')));
      else if (rooms.length === 0) list.appendChild(makeState(t('lobby.empty'), t('lobby.empty_hint')));
      else list.appendChild(make('ul', 'gobang-rows', rooms.map(makeRow)));
      var again = focused && list.querySelector('[data-key="' + focused + '"]');
      if (again) again.focus();
    }

    return {
      element: element,
      show: show,
      busy: function (isBusy) { [openButton, joinButton].forEach(function (one) { enable(one, !isBusy); }); }
    };
  }

  // --- the room ----------------------------------------------------------------------------------------------------

  /** `acts` has what the buttons do; `me()` answers the own user id. */
  function createRoom(t, me, acts) {
    var code = make('output', 'gobang-code');
    var title = make('h2', 'gobang-room-title');
    var inviteButton = makeButton(t('room.invite'), '', function () {
      isInviting = !isInviting;
      update();
    });
    var back = makeButton('‹ ' + t('room.back'), 'is-quiet', acts.back);
    var bar = make('div', 'gobang-bar', [back, title, inviteButton]);
    var players = make('div', 'gobang-players');
    var status = make('p', 'gobang-status');
    var spoken = make('p', 'gobang-hidden');
    var askText = make('p', 'gobang-ask-text');
    var accept = makeButton(t('act.accept'), 'is-primary', function () { answer(true); });
    var refuse = makeButton(t('act.refuse'), '', function () { answer(false); });
    var ask = make('div', 'gobang-ask', [askText, make('div', 'gobang-buttons', [accept, refuse])]);
    var confirmMove = makeButton('', 'is-primary', function () { board.confirm(); });
    var pickHint = make('p', 'gobang-soft gobang-pick-hint', t('room.pick'));
    var zoomButton = makeButton('', '', function () { board.toggleZoom(); });
    var rematch = makeButton(t('act.rematch'), 'is-primary', function () { acts.post('/rematch'); });
    var undo = makeButton(t('act.undo'), '', function () { acts.post('/undo'); });
    var resign = makeButton(t('act.resign'), '', acts.resign);
    var claim = makeButton(t('act.claim'), '', function () { acts.post('/claim'); });
    var sit = makeButton(t('act.sit'), 'is-primary', function () { acts.post('/join'); });
    var leave = makeButton(t('act.leave'), 'is-quiet', acts.leave);
    var buttons = [confirmMove, rematch, sit, zoomButton, undo, resign, claim, leave];
    var copy = makeButton(t('invite.copy'), '', function () {
      acts.copy(state.code, function () { copy.textContent = t('invite.copied'); });
    });
    var invite = make('div', 'gobang-invite', [
      make('p', 'gobang-soft', t('invite.hint')),
      code,
      make('div', 'gobang-buttons', [copy, makeButton(t('invite.share'), 'is-primary', acts.share)])
    ]);
    var logTitle = make('summary', '');
    var log = make('ol', 'gobang-moves');
    var logBox = make('details', 'gobang-log', [logTitle, log]);
    var watchers = make('p', 'gobang-soft gobang-watchers');
    var board = createBoard(t, acts.play, say, updateButtons);
    var panel = make('div', 'gobang-panel', [
      status, ask, pickHint, make('div', 'gobang-buttons', buttons), invite, logBox, watchers, spoken
    ]);
    var main = make('div', 'gobang-main', [players, board.table, panel]);
    var element = make('div', 'gobang-room', [bar, main]);
    var state = null;
    /** The length of the game as the server has told it. */
    var heard = 0;
    var isBusy = false;
    var isInviting = false;

    status.setAttribute('role', 'status');
    spoken.setAttribute('role', 'status');

    function say(words) {
      setText(spoken, words);
    }

    function answer(isAccepted) {
      if (state.request.kind === 'undo') acts.post('/undo/answer', { accept: isAccepted });
      else acts.post(isAccepted ? '/rematch' : '/rematch/decline');
    }

    function player(user) {
      return state.players.filter(function (one) { return one.user_id === user; })[0];
    }

    function nameOf(user) {
      var one = player(user);
      return one ? one.name : '';
    }

    function opponent() {
      return state.players.filter(function (one) { return one.user_id !== me(); })[0];
    }

    function canPlay() {
      return state.turn === me() && !isBusy;
    }

    function makeCard(one) {
      if (!one) return make('div', 'gobang-card is-empty', [make('span', 'gobang-soft', t('room.waiting_seat'))]);
      var isOwn = one.user_id === me();
      var isOnline = isOwn || one.online;
      var name = isOwn ? t('room.you', { name: one.name }) : one.name;
      var words = (one.color ? t('room.' + one.color) + ' · ' : '') + t('room.wins', { n: one.wins }) + ' · ' +
        t(isOnline ? 'room.online' : 'room.offline');
      var marks = (state.turn === one.user_id ? ' is-turn' : '') + (isOnline ? '' : ' is-away');
      var card = make('div', 'gobang-card' + marks);
      if (one.color) card.appendChild(makeStone(one.color));
      var lines = [make('strong', '', name), make('span', 'gobang-soft', words)];
      card.appendChild(make('div', 'gobang-card-words', lines));
      return card;
    }

    function statusText() {
      var mine = player(me());
      if (state.status === 'waiting') {
        if (!mine) return t('status.waiting_spectator');
        if (state.reason === 'left' && state.winner === me()) return t('status.left_won');
        return t(state.reason ? 'status.left' : 'status.waiting');
      }
      if (state.status === 'playing' && state.turn) {
        var color = t('room.' + player(state.turn).color);
        if (state.turn === me()) return t('status.your_turn', { color: color });
        return t('status.their_turn', { name: nameOf(state.turn), color: color });
      }
      if (state.status === 'playing') return t('status.sending');
      if (!state.winner) return t('status.draw');
      var end = state.winner === me() ? t('status.you_won')
        : t(mine ? 'status.you_lost' : 'status.won', { name: nameOf(state.winner) });
      var reason = state.reason === 'resign' && mine && state.winner !== me() ? 'you_resigned' : state.reason;
      return end + ' · ' + t('reason.' + reason);
    }

    function askWords() {
      var other = opponent();
      var request = state.request;
      if (!player(me())) return '';
      if (request && request.from === me()) return t('ask.' + request.kind + '_sent');
      if (request) return t('ask.' + request.kind, { name: nameOf(request.from) });
      var isAlone = state.status === 'playing' && state.turn !== me() && other && !other.online;
      return isAlone ? t('ask.claim', { name: other.name }) : '';
    }

    function updateLog() {
      setText(logTitle, t('room.log', { n: state.moves.length }));
      while (log.children.length > state.moves.length) log.removeChild(log.lastChild);
      state.moves.forEach(function (move, n) {
        var color = t(n % 2 ? 'room.white' : 'room.black');
        var words = t('room.log_line', { color: color, point: pointName(move[0], move[1]) });
        if (!log.children[n]) log.appendChild(make('li', '', words));
        else setText(log.children[n], words);
      });
    }

    function updateButtons() {
      if (!state) return;
      var mine = player(me());
      var isPlaying = state.status === 'playing' && Boolean(mine);
      var other = opponent();
      var request = state.request;
      var picked = board.picked();
      var asked = Boolean(request && mine && request.from !== me());
      confirmMove.hidden = !picked;
      if (picked) setText(confirmMove, t('room.confirm', { point: pointName(picked[0], picked[1]) }));
      pickHint.hidden = !(isPlaying && state.turn === me() && board.canZoom() && !picked && state.moves.length < 4);
      zoomButton.hidden = !board.canZoom() || state.moves.length === 0 && !isPlaying;
      setText(zoomButton, t(board.isZoomed() ? 'room.zoom_out' : 'room.zoom_in'));
      undo.hidden = resign.hidden = !isPlaying;
      enable(undo, !isBusy && !request && state.moves.length > (mine && mine.color === 'white' ? 1 : 0));
      claim.hidden = !(isPlaying && other && !other.online && state.turn !== me());
      rematch.hidden = !(state.status === 'over' && mine && !request);
      sit.hidden = Boolean(mine) || state.players.length > 1;
      accept.hidden = refuse.hidden = !asked;
      if (asked) setText(refuse, t(request.kind === 'undo' ? 'act.refuse' : 'act.decline'));
      [accept, refuse, rematch, resign, claim, sit, leave].forEach(function (one) { enable(one, !isBusy); });
    }

    function update() {
      var words = askWords();
      setText(title, t('room.title', { code: state.code }));
      setText(code, state.code);
      setText(status, statusText());
      var isEnd = state.status === 'over' && Boolean(player(me()));
      status.setAttribute('data-end', !isEnd ? '' : state.winner === me() ? 'won' : 'lost');
      status.setAttribute('data-mine', state.turn === me() ? '1' : '0');
      clear(players);
      [0, 1].forEach(function (n) { players.appendChild(makeCard(state.players[n])); });
      setText(askText, words);
      ask.hidden = words === '';
      invite.hidden = !(isInviting || state.status === 'waiting' && state.players.length < 2);
      inviteButton.hidden = state.status === 'waiting';
      inviteButton.setAttribute('aria-expanded', isInviting ? 'true' : 'false');
      logBox.hidden = state.moves.length === 0;
      updateLog();
      var names = state.spectators.map(function (one) { return one.name; }).join(t('room.and'));
      watchers.hidden = names === '';
      setText(watchers, t('room.watchers', { names: names }));
      var mine = player(me());
      board.show({ moves: state.moves, line: state.line, color: mine ? mine.color : null, canPlay: canPlay() });
      updateButtons();
    }

    /**
     * The screen reader hears who played where; the status beside it says whose turn it is. `isPending`: the last move
     * is on its way to the server, so it is not said yet.
     */
    function show(next, isPending) {
      var isSame = state && state.code === next.code;
      var isNewMove = isSame && !isPending && next.moves.length > heard;
      state = next;
      if (!isSame) isInviting = false;
      if (!isPending) heard = next.moves.length;
      if (isNewMove) {
        var move = next.moves[next.moves.length - 1];
        var color = next.moves.length % 2 ? 'black' : 'white';
        var who = next.players.filter(function (one) { return one.color === color; })[0];
        if (who) say(t('room.moved', { name: who.name, point: pointName(move[0], move[1]) }));
      }
      copy.textContent = t('invite.copy');
      update();
    }

    return {
      element: element,
      show: show,
      busy: function (now) {
        isBusy = now;
        if (state) update();
      },
      /** The board gets the height that bar, cards and buttons leave, so that a phone shows all of them. */
      layout: function (isRow, width, height) {
        var space = board.table.getBoundingClientRect();
        var first = bar.offsetHeight + players.offsetHeight + status.offsetHeight + 84;
        var left = Math.max(Math.min(space.width, 260), height - first);
        if (isRow) board.resize(space.width, space.height, space.height);
        else board.resize(space.width, left, Math.max(left, Math.min(space.width, height * 0.6)));
        updateButtons();
      }
    };
  }

  // --- the app -----------------------------------------------------------------------------------------------------

  function start(container, context) {
    var t = createTexts();
    var realtime = context.data.realtime;
    var link = make('p', 'gobang-link', t('link.lost'));
    var notice = make('p', 'gobang-notice');
    var loading = make('p', 'gobang-soft gobang-loading', t('room.loading'));
    var lobby = createLobby(t, open, join, loadRooms);
    var room = createRoom(t, me, {
      back: showLobby, post: post, play: play, resign: resign, leave: leave, share: share, copy: copyText
    });
    var body = make('div', 'gobang-body-box', [loading, lobby.element, room.element]);
    var root = make('div', 'gobang', [link, notice, body]);
    var isOver = false;
    var isBusy = false;
    var rooms = null;
    var state = null;
    var noticeTimer = 0;
    var ends = [];

    link.hidden = notice.hidden = true;
    link.setAttribute('role', 'status');
    notice.setAttribute('role', 'alert');
    container.appendChild(root);

    function me() {
      var user = context.user || {};
      return String(user.user_id || user.id || '');
    }

    /** Answers `data` of the envelope; a refusal has the word of the server in `error`. */
    function request(method, path, content) {
      var address = '/gobang' + path;
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
      setText(notice, words);
      notice.hidden = false;
      noticeTimer = setTimeout(function () { notice.hidden = true; }, 5000);
    }

    function refuse(failure) {
      if (isOver) return;
      tell(t('error.' + (failure.word || 'failed')));
    }

    function setBusy(now) {
      isBusy = now;
      lobby.busy(now);
      room.busy(now);
    }

    /** Runs one act at a time; the answer is the new state. `failed()` comes before the word about the failure. */
    function run(path, content, failed) {
      if (isBusy) return;
      setBusy(true);
      request('post', path, content).then(
        function (next) {
          setBusy(false);
          take(next, true);
        },
        function (failure) {
          setBusy(false);
          loading.hidden = true;
          if (failed && !isOver) failed();
          refuse(failure);
          if (state) refresh();
          else showLobby();
        }
      );
    }

    function show(part) {
      loading.hidden = part !== 'loading';
      lobby.element.hidden = part !== 'lobby';
      room.element.hidden = part !== 'room';
      if (part === 'room') layout();
    }

    function showLobby() {
      state = null;
      setAddress('');
      show('lobby');
      loadRooms();
    }

    /** The address of the app names the room, so that a reload comes back to it and a link leads there. */
    function setAddress(code) {
      if (askedCode() !== code) context.router.replace('/gobang' + (code ? '?roomCode=' + code : ''));
    }

    function askedCode() {
      var query = context.route.query;
      return String(query.roomCode || query.room_code || context.route.params.roomCode || '');
    }

    /** Another link to a room may be opened while the window is there. */
    function onAddress() {
      var code = askedCode();
      if (code && (!state || state.code !== code)) join(code);
    }

    function loadRooms() {
      return request('get', '/rooms').then(
        function (data) {
          if (isOver) return;
          rooms = data.rooms;
          lobby.show(rooms, '');
        },
        function (failure) {
          if (!isOver) lobby.show(rooms, t('error.' + failure.word));
        }
      );
    }

    /** Takes a state, unless a newer one is there; states come as answers, as events, and both may be late. */
    function take(next, isAnswer) {
      if (isOver) return;
      if (next.status === 'closed') {
        if (!isAnswer && state && state.code === next.code) tell(t('error.closed'));
        if (isAnswer || state && state.code === next.code) showLobby();
        return;
      }
      var isIn = next.players.concat(next.spectators).some(function (one) { return one.user_id === me(); });
      if (!isIn) {
        if (isAnswer || state && state.code === next.code) showLobby();
        return;
      }
      if (!isAnswer && (!state || state.code !== next.code)) return;
      if (state && state.code === next.code && next.version < state.version) return;
      var refused = state && state.code === next.code ? refusedRequest(state, next) : '';
      state = next;
      room.show(next);
      if (refused) tell(t('ask.' + refused + '_refused'));
      if (room.element.hidden) show('room');
      if (isAnswer) setAddress(next.code);
    }

    /** What the member asked for and the other side did not want: the request is gone, and else nothing has changed. */
    function refusedRequest(before, next) {
      var request = before.request;
      var isGone = request && request.from === me() && !next.request && next.status === before.status;
      return isGone && next.moves.length === before.moves.length ? request.kind : '';
    }

    function refresh() {
      if (!state) return loadRooms();
      var code = state.code;
      request('get', '/rooms/' + code).then(
        function (next) {
          if (state && state.code === code) take(next, false);
        },
        function (failure) {
          // Whoever is not in the room any more belongs into the lobby; anything else is tried again later.
          var isGone = failure.word === 'room_gone' || failure.word === 'not_a_member';
          if (isGone && !isOver && state && state.code === code) showLobby();
        }
      );
    }

    function open() {
      run('/rooms');
    }

    function join(words) {
      var code = String(words).toUpperCase().replace(/[^A-Z0-9]/g, '');
      if (code.length !== 6) return tell(t('error.code'));
      run('/rooms/' + code + '/join');
    }

    function post(path, content) {
      if (state) run('/rooms/' + state.code + path, content);
    }

    /** The stone is shown at once; when it does not come to the server, or is refused there, it goes again. */
    function play(row, col) {
      var before = state;
      if (isBusy) return;
      var pending = Object.assign({}, before, {
        moves: before.moves.concat([[row, col]]), turn: null, request: null
      });
      state = pending;
      room.show(pending, true);
      var move = { row: row, col: col, number: before.moves.length };
      run('/rooms/' + before.code + '/moves', move, function () {
        if (state !== pending) return;
        state = before;
        room.show(before);
      });
    }

    function confirm(title, words, verb, act) {
      context.modal
        .confirm({ title: title, message: words, confirmText: verb, cancelText: t('confirm.cancel') })
        .then(function (isSure) {
          if (isSure && !isOver) act();
        });
    }

    function resign() {
      confirm(t('confirm.resign'), t('confirm.resign_text'), t('act.resign'), function () { post('/resign'); });
    }

    function leave() {
      var plays = state.status === 'playing' && state.players.some(function (one) { return one.user_id === me(); });
      if (!plays) return post('/leave');
      confirm(t('confirm.leave'), t('confirm.leave_text'), t('act.leave'), function () { post('/leave'); });
    }

    function share() {
      var words = t('invite.text', { code: state.code });
      var forward = JSON.stringify({ roomCode: state.code, title: words });
      context.router.push('/chat?forward=' + encodeURIComponent(forward) + '&forwardType=gobang_invite');
    }

    function copyText(words, done) {
      context.system.clipboard(words).then(function (isCopied) { if (isCopied && !isOver) done(); });
    }

    /** The height of the root is that of the window, so nothing that is laid out here changes what is measured. */
    function layout() {
      var width = root.clientWidth;
      var height = root.clientHeight;
      var rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      var isRow = width >= rem * 36 && width > height * 1.05;
      // The board gets a square of the height, and what is beside it the rest.
      var side = Math.max(rem * 18, Math.min(rem * 22, width - height + rem * 3));
      root.style.setProperty('--gobang-side', Math.floor(side) + 'px');
      root.style.setProperty('--gobang-height', height + 'px');
      root.setAttribute('data-layout', isRow ? 'row' : 'column');
      root.setAttribute('data-size', width < 420 ? 'small' : width < 900 ? 'medium' : 'large');
      if (!room.element.hidden) room.layout(isRow, width, height);
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

    /** Any member may publish an event under any name; only what the server itself says has no sender. */
    function hear(event, act) {
      ends.push(realtime.subscribe(event, function (payload, whole) {
        if (!(whole && whole.sender_id) && payload) act(payload);
      }));
    }

    var observer = new ResizeObserver(layout);
    observer.observe(root);
    ends.push(function () { observer.disconnect(); });

    hear('gobang.room.changed', function (payload) { if (payload.state) take(payload.state, false); });
    hear('gobang.rooms.changed', function () { if (!state) loadRooms(); });
    ends.push(realtime.on('_connectionStateChange', function (change) {
      if (change.state === 'connected') {
        // What happened while the connection was away did not come; the server knows it.
        if (!link.hidden) refresh();
        link.hidden = true;
      } else if (change.state !== 'connecting') link.hidden = false;
    }));
    realtime.connect();

    every(ROOM_MS, function () { if (state) refresh(); });
    every(LOBBY_MS, function () { if (!state) loadRooms(); });
    listen(document, 'visibilitychange', function () { if (document.visibilityState !== 'hidden') refresh(); });

    ends.push(context.route.onChange(onAddress));
    var invited = askedCode();
    lobby.show(null, '');
    show(invited ? 'loading' : 'lobby');
    if (invited) join(invited);
    else loadRooms();
    layout();

    return function stop() {
      if (isOver) return;
      isOver = true;
      clearTimeout(noticeTimer);
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
    name: 'gobang',
    mount: function (container, context) {
      unmount();
      stop = start(container, context);
      context.app.onDestroy(unmount);
    },
    unmount: unmount
  });
})();
