// English texts of swaps.
import type { Dict } from '@/core/i18n';
import type { SwapKey } from './zh';

const en: Dict<SwapKey> = {
  title: 'Swap duty',
  whom: 'Whom do you ask?',
  whom_search: 'Search classmates',
  whom_clear: 'Clear',
  whom_none: 'There is nobody to ask: it takes an account, and no duty on that day.',
  which: 'For which of their days?',
  favour: 'As a favour, nothing in return',
  message: 'A word with it',
  message_sample: 'I have a match on that day',
  effect_pick: 'First choose a classmate.',
  effect_swap: 'If {name} agrees, {name} is on duty {mine} and you are {theirs}. Else nothing changes.',
  effect_favour: 'If {name} agrees, {name} is on duty {mine} in your place. Else nothing changes.',
  send: 'Send the request',
  sent: '{name} was asked, and has to agree',
  'card.in_swap':
    '{name} would like to swap: you are on duty {theirs} for {name} ({roster}), and {name} is on your {mine}.',
  'card.in_favour': '{name} asks a favour: be on duty {theirs} for {name} ({roster}).',
  'card.out': 'Waiting for {name}: {roster}, {day}',
  'card.gone': 'Swap with {name}: {days} ({roster})',
  'state.void': 'The turns have moved',
  'card.message': '“{text}”',
  accept: 'Agree',
  decline: 'Decline',
  cancel: 'Take it back',
  list: 'Requests to swap',
  'done.accept': 'Swapped: both turns are changed',
  'done.decline': 'Declined, nothing has changed',
  'done.cancel': 'The request is taken back',
};

export default en;
