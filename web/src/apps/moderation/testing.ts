// A case for tests of the console.
import type { Case } from './types';

/** A message that two members have reported and nobody has decided on. */
export const CASE: Case = {
  id: '019a2f6e',
  kind: 'message',
  content_id: '7',
  place: 'class_01',
  title: '',
  type: 'text',
  words: '你就是个笨蛋',
  words_hidden: false,
  anonymous: false,
  author_id: '260102',
  author_name: '默默',
  author_real_name: '李沐默',
  origin: 'report',
  held: false,
  status: 'open',
  reporters: 2,
  decided_by: null,
  decider_name: null,
  decider_real_name: null,
  decided_at: null,
  reason: '',
  note: '',
  appeal: null,
  may_restore: false,
  may_reopen: false,
  created_at: '2026-11-20T01:00:00.000Z',
};
