// English texts of embedded pages.
import type { Dict } from '../../i18n';
import type { EmbedKey } from './zh';

const en: Dict<EmbedKey> = {
  'ask.title': 'Before “{name}” opens',
  'ask.where': 'This page is at {host} and is no part of the portal.',
  'ask.made_approved': '{made} asked for it, {approved} approved it.',
  'ask.approved': '{approved} added it.',
  'ask.sees': 'Once it is open, it can:',
  'ask.sees_nothing': 'It learns nothing about you.',
  'ask.never': 'It sees neither your password nor your chats and profile, and cannot speak in your name.',
  'ask.open': 'Open',
  'ask.leave': 'Leave',
  'ask.changed': 'The address or the scopes of this page have just changed; look again.',
  'can.user:read': 'learn your name and user ID',
  'can.data:read': 'read the data that it keeps in the portal',
  'can.app:read': 'see which apps the portal has switched on',
  'can.countdown:read': 'read your countdowns',
  'can.app:write': 'open other apps of the portal while you look at it',
  'can.notification:write': 'show you notices on this device',

  'bar.where': 'Page of {host}',
  'bar.reload': 'Reload the page',
  'bar.about': 'About this page',
  'bar.play': 'Play',
  'bar.pause': 'Pause',
  'about.withdraw': 'Withdraw',
  'about.withdraw_text': 'The page closes and asks again next time. What it has learned it keeps.',
  'about.withdrawn': '“{name}” has no permission any more',

  'state.loading': 'Opening {host}…',
  'state.slow': '{host} has not answered yet',
  'state.slow_text': 'Its server may be down, or the network is. The page shows as soon as it comes.',
  'state.paused': 'The page is paused',
  'state.paused_text':
    'At most three pages run at a time, so that the desktop stays fast. What was not saved in it may be lost.',
  'state.resume': 'Resume',
  'state.left': 'The page has left {host}',
  'state.left_text': 'It went to another site and is no longer shown.',
  'state.again': 'Open again',
  'state.blocked': 'The desktop needs a reload',
  'state.blocked_text': 'This page was added after you had opened the desktop. It opens after a reload.',
  'state.refresh': 'Reload the desktop',
  'state.own': 'This page cannot be opened',
  'state.insecure_text':
    'The portal is on https and this page is not, so browsers do not show it. Its owner has to put it on https too.',
  'state.own_text': 'Its address is the portal itself. Its owner has to put it at another address or port.',

  'share.title': 'Share this page?',
  'share.copy': 'Copy the link',
  'share.copied': 'Link copied',
  'share.failed': 'The link was not copied; select and copy it yourself',

  'code.version_unsupported': 'This version of the messages is not supported',
  'code.message_invalid': 'The message is not well-formed',
  'code.handshake_needed': 'The handshake comes first',
  'code.channel_unknown': 'There is no such channel',
  'code.scope_missing': 'The integration lacks the scope',
  'code.rate_limited': 'Too many messages; wait a moment',
  'code.not_in_front': 'Apps open only while the page is in front',
  'code.not_found': 'There is no such app',
  'code.failed': 'The portal could not do it',
};

export default en;
