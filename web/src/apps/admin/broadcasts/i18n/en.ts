// English texts of the console's broadcasts.
import type { Dict } from '@/core/i18n';
import type { BroadcastsKey } from './zh';

const en: Dict<BroadcastsKey> = {
  'form.title': 'Send a broadcast',
  'form.content': 'Text',
  'form.content_hint': 'Plain text, {n}/500',
  'form.content_error': 'A text has 1–500 characters',
  'form.priority': 'Priority',
  'priority.normal': 'Normal',
  'priority.important': 'Important',
  'priority.urgent': 'Urgent',
  'about.normal': 'A few seconds at the top of the screen; not for those who do not want to be disturbed.',
  'about.important': 'Stays at the top of the screen until it is closed.',
  'about.urgent': 'Gets through “do not disturb” and fills the screens of classrooms. Only for what must be known at once.',
  'form.lasts': 'How long it is shown to whoever comes later',
  'lasts.600': '10 minutes',
  'lasts.3600': '1 hour',
  'lasts.86400': '1 day',
  'lasts.604800': '7 days',
  'form.preview': 'What others will see',
  'form.sample': 'Type a text above',
  'form.send': 'Send',
  'form.sent': 'Sent to {n} member|Sent to {n} members',
  'form.urgent_title': 'Send an urgent broadcast?',
  'form.urgent_effect': 'It fills every screen of {audience} at once, until someone has seen and closed it.',

  'list.title': 'Sent',
  'list.none': 'No broadcast yet',
  'list.reached': 'Shown to {reached} of {size}',
  'list.live': 'until {time}',
  'list.over': 'over',
  'list.recalled': 'recalled {time}',
  'list.by': '{name}, {time}',
  'list.recall': 'Recall',

  'recall.title': 'Recall this broadcast?',
  'recall.effect': 'It leaves every screen and list at once. Seen by {reached} so far.',
  'recall.do': 'Recall',
  'recall.done': 'Broadcast recalled',
};

export default en;
