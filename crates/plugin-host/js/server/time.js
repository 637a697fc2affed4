// Times as the portal writes them: YYYY-MM-DD HH:mm:ss.
'use strict';

const two = (number) => String(number).padStart(2, '0');

exports.today = (date = new Date()) =>
  date.getFullYear() + '-' + two(date.getMonth() + 1) + '-' + two(date.getDate());

exports.format = exports.formatTime = exports.formatDateTime = (date = new Date()) => {
  const time = date instanceof Date ? date : new Date(date);
  return exports.today(time) + ' ' + two(time.getHours()) + ':' + two(time.getMinutes()) + ':' + two(time.getSeconds());
};

exports.now = exports.nowString = () => exports.format();
exports.timestamp = () => Date.now();
