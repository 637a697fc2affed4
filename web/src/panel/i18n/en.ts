// English texts of the panel page.
import type { Dict } from '@/core/i18n';
import type { PanelKey } from './zh';

const en: Dict<PanelKey> = {
  'pairing.title': 'Make this the classroom screen',
  'pairing.where': 'On a phone, open “Admin → Panels” and enter this code',
  'pairing.address': 'On the phone, go to {address}',
  'pairing.until': 'Holds until {time}; a new one follows by itself',
  'pairing.qr': 'Scan to open “Admin → Panels”',
  'pairing.asking': 'Getting a code…',
  'pairing.away': 'Cannot reach the portal, trying again…',
  'board.week': 'Week {n}',
  'board.stale': 'No network: this is from {time}',
  'exam.title': 'Exam in progress',
  'exam.soon': 'Exam begins soon',
  'exam.left': '{n} min left',
  'exam.begins': 'Begins in {time}',
  'lock.title': 'All screens of the class are locked',
  'broadcast.urgent': 'Urgent',
  'broadcast.important': 'Important',
  'broadcast.normal': 'Broadcast',
};
export default en;
