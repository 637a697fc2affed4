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
  'about.normal': 'Ten seconds at the top of the screen; with “do not disturb” only among the notifications.',
  'about.important':
    'Stays at the top of the screen until it is closed; with “do not disturb” only among the notifications.',
  'about.urgent':
    'Gets through “do not disturb”, before all other notices, and stays until it is closed; it fills classroom panels {end}. Only for what must be known at once.',
  'end.at': 'until {time}, unless you recall it before',
  'end.open': 'until it expires or you recall it',
  'form.lasts': 'How long it is shown to whoever comes later',
  'lasts.usual': 'By its priority',
  'lasts.600': '10 minutes',
  'lasts.3600': '1 hour',
  'lasts.86400': '1 day',
  'lasts.604800': '7 days',
  'form.no_panel': 'Your class has no panel yet: an urgent broadcast shows on the devices of its members only.',
  'form.no_panel_there':
    'These classes have no panel yet: an urgent broadcast shows on the devices of their members only.',
  'form.add_panel': 'Add a classroom panel',
  'form.preview': 'What others will see',
  'form.sample': 'Type a text above',
  'form.send': 'Send',
  'form.sent': 'Sent to {n} member|Sent to {n} members',
  'form.urgent_title': 'Send an urgent broadcast?',
  'form.urgent_effect':
    'It gets through “do not disturb” and stands at the top of every screen of {audience} at once, until each is closed; it fills classroom panels {end}.',

  'list.title': 'Sent',
  'list.none': 'No broadcast yet',
  'list.reached': 'Shown to {reached} of {size}',
  'list.known': '{reached} of {size} pressed “Got it”',
  'list.recipients': 'Who has seen it',
  'list.live': 'until {time}',
  'list.over': 'over',
  'list.recalled': 'recalled {time}',
  'list.by': '{name}, {time}',
  'list.recall': 'Recall',

  'recipients.title': 'Who has seen it',
  'recipients.counts': 'Seen by {reached} of {size}',
  'recipients.missing': 'Not seen yet · {n}',
  'recipients.seen': 'Seen · {n}',
  'recipients.at': 'seen {time}',
  'recipients.all': 'Everyone has seen it',
  'recipients.none': 'It was sent to nobody',

  'recall.title': 'Recall this broadcast?',
  'recall.effect':
    'It leaves every screen and list at once. Seen by {n} member so far.|It leaves every screen and list at once. Seen by {n} members so far.',
  'recall.do': 'Recall',
  'recall.done': 'Broadcast recalled',
};

export default en;
