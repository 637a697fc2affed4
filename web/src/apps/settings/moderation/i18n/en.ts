// English texts of what one has reported, and of what was removed of one's own.
import type { Dict } from '@/core/i18n';
import type { OwnKey } from './zh';

const en: Dict<OwnKey> = {
  'reports.title': 'What I reported',
  'reports.none':
    'You have reported nothing. A message, post or comment that hurts someone or tells private things can be reported from its menu; what came of it stands here.',
  'reports.gone': 'It is gone',
  'reports.why': 'Your reason: {reason}',
  'reports.note': 'The moderator says: {note}',
  'reports.is_open': 'Waiting',
  'reports.is_kept': 'Looked at: it stays',
  'reports.is_removed': 'Settled: it was removed',
  'reports.is_restored': 'Settled: it was restored later',

  'held.title': 'Waiting for a moderator',
  'held.text': 'It is published in your name once a moderator lets it through; you will be told.',
  'held.waits': 'Waits',

  'removals.title': 'Removed and not let through',
  'removals.none': 'No moderator has removed anything of yours or kept it back. If one does, you can appeal here.',
  'removals.is_removed': 'Removed',
  'removals.is_rejected': 'Not let through',
  'removals.is_restored': 'Restored',
  'removals.reason': 'Reason: {reason}',
  'removals.why_rejected': 'Why it was not let through: {reason}',
  'removals.no_reason': 'The moderator gave no reason',
  'removals.appeal': 'Your appeal: {text}',
  'removals.answer': 'The moderator answers: {note}',
  'removals.appeal_open': 'Your appeal waits',
  'removals.appeal_upheld': 'Your appeal was not granted',
  'removals.appeal_granted': 'Your appeal was granted',
  'removals.closed': 'The time for an appeal is over',
  'removals.do_appeal': 'Appeal',
  'removals.appeal_label': 'Appeal: {words}',

  'appeal.title': 'Appeal',
  'appeal.hint':
    'You can appeal once. Moderators read it, if possible another one than the one who removed it; if it is granted, the content is restored or published.',
  'appeal.text': 'Why it should stay or be published',
  'appeal.missing': 'Say why',
  'appeal.send': 'Send the appeal',
  'appeal.done': 'Your appeal is sent; you will be told what comes of it',
};

export default en;
