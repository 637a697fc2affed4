// Real names on the clipboard, to be pasted into the chat of a class.
import { copyWithToast } from '../copy';
import { t } from './i18n';

/** Copies them and says how many that are, or that it did not work. */
export async function copyNames(people: readonly { real_name: string }[]): Promise<void> {
  await copyWithToast(people.map(({ real_name }) => real_name).join('、'), t('names.copied', { n: people.length }));
}
