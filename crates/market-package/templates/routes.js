// The server part: an Express router in a sandbox, with a database of its own and no network.
'use strict';

const path = require('path');
const express = require('express');

const server = (name) => require(path.resolve(process.cwd(), 'src', name));
const db = server('utils/db');
const { requireAuth } = server('middleware/auth');

db.exec('CREATE TABLE IF NOT EXISTS counts (user_id TEXT PRIMARY KEY, total INTEGER NOT NULL)');

const router = express.Router();
router.use(requireAuth);

function totalOf(userId) {
  const row = db.prepare('SELECT total FROM counts WHERE user_id = ?').get(userId);
  return row ? row.total : 0;
}

router.get('/count', (req, res) => {
  res.json({ code: 200, message: 'ok', data: { total: totalOf(req.user.user_id) } });
});

router.post('/count', (req, res) => {
  const userId = req.user.user_id;
  db.prepare(
    'INSERT INTO counts (user_id, total) VALUES (?, 1) ON CONFLICT (user_id) DO UPDATE SET total = total + 1'
  ).run(userId);
  res.json({ code: 200, message: 'ok', data: { total: totalOf(userId) } });
});

module.exports = router;
