// The paths below /api/page-bridge. Their answers stand outside of the usual envelope: clients of the contract read
// the fields at the top.
'use strict';

const express = require('express');
const { integration } = require('../manifest.json');
const { requireAuth } = require('../../../server/src/middleware/auth');

const router = express.Router();

/** Who calls. Whoever is not signed in gets the 401 of `requireAuth`. */
router.post('/verify', requireAuth, (req, res) => {
  const { user_id, net_name, real_name } = req.user;
  res.json({ valid: true, user: { user_id, net_name, real_name } });
});

/** What a page has to know before it says hello; public, because pages of other servers ask. */
router.get('/config', (req, res) => {
  res.json({
    contract: integration.contract,
    protocolVersion: integration.protocolVersion,
    channels: integration.channels,
    client: '/market-static/page-bridge/client/bridge.js',
  });
});

module.exports = router;
