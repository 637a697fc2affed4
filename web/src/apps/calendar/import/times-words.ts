// How often an event of a file takes place.
import { t as shared } from '../i18n';
import { choiceOf } from '../form/rule';
import { repeatWords } from '../form/words';
import type { FileEvent } from '../types';
import { t } from './i18n';

/** 每周二，共 4 次，除去 1 次: a rule counts also the times that the file leaves out. */
export function timesWords({ rule, starts, exdates }: Pick<FileEvent, 'rule' | 'starts' | 'exdates'>): string {
  const words = repeatWords(choiceOf(rule, starts), starts);
  const left = new Set(exdates).size;
  return left > 0 ? [words, t('without', { n: left })].join(shared('comma')) : words;
}
