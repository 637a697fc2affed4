// English texts of forwarding to a chat.
import type { Dict } from '@/core/i18n';
import type { ForwardKey } from './zh';

const en: Dict<ForwardKey> = {
  title: 'Forward to a chat',
  send: 'Forward',
  done: 'Forwarded to “{name}”',
  open: 'Open',
  none: 'There is no chat to forward to',
};

export default en;
