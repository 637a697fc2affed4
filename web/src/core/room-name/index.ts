// What a room of the class chat is called on the screen: the public room in the language of the page, a class's by the
// name that the school gives it.
import { classNameOf } from '../portal-info';
import { t } from './i18n';

/** What a name is made of. */
export interface NamedRoom {
  kind: string;
  room_id: string;
  /** What the server calls it, in Chinese alone. */
  name: string;
}

/** Reads the language and the names of the classes: in a template it follows both. */
export function roomNameOf({ kind, room_id: id, name }: NamedRoom): string {
  if (kind === 'public') return t('public');
  if (kind !== 'class') return name;
  const digits = id.replace('class_', '');
  return classNameOf(digits) || t('class', { class: digits });
}
