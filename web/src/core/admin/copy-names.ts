// Real names on the clipboard, to be pasted into the chat of a class.
import { copyText } from '../copy';
import { toast } from '../toast';
import { t } from './i18n';

/** Copies them and says how many that are, or that it did not work. */
export async function copyNames(people: readonly { real_name: string }[]): Promise<void> {
  const done = await copyText(people.map(({ real_name }) => real_name).join('、'));
  toast(t(done ? 'names.copied' : 'names.not_copied', { n: people.length }), done ? {} : { kind: 'error' });
}
