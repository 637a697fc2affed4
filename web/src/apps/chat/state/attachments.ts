// Files that are chosen for a room and not sent yet. The browser keeps a file for this page only, so they stay as
// long as the page does, also while the window is closed.
import { shallowReactive } from 'vue';
import type { ChosenFile } from '@/core/files/chosen';
import { isPicture } from '@/core/files/file';
import { newId } from '@/core/ids';
import { t } from '../i18n';

export interface Attachment extends ChosenFile {
  file: File;
}

/** More at once would only be a slip of the hand. */
export const MAX_AT_ONCE = 9;

const chosen = shallowReactive(new Map<string, readonly Attachment[]>());
const NONE: readonly Attachment[] = [];

/** What is chosen for a room. Reactive. */
export function attachmentsOf(room: string): readonly Attachment[] {
  return chosen.get(room) ?? NONE;
}

/** Adds files; answers in words which of them cannot be sent, or nothing. */
export function attach(room: string, files: readonly File[]): string {
  const here = attachmentsOf(room);
  const empty = files.find(({ size }) => size === 0);
  const whole = files.filter(({ size }) => size > 0);
  const fitting = whole.slice(0, MAX_AT_ONCE - here.length);
  if (fitting.length > 0) chosen.set(room, [...here, ...fitting.map(attachment)]);
  if (fitting.length < whole.length) return t('composer.too_many', { n: MAX_AT_ONCE });
  return empty ? t('composer.empty_file', { name: empty.name }) : '';
}

function attachment(file: File): Attachment {
  const { name, size, type } = file;
  return { id: newId(), file, name, size, picture: isPicture(type) ? URL.createObjectURL(file) : '' };
}

/** Takes one out again. */
export function detach(room: string, id: string): void {
  const left = attachmentsOf(room).filter((one) => one.id !== id || release(one));
  if (left.length > 0) chosen.set(room, left);
  else chosen.delete(room);
}

/** Gives all of a room out, to be sent. */
export function takeAttachments(room: string): File[] {
  const files = attachmentsOf(room).map(({ file }) => file);
  attachmentsOf(room).forEach(release);
  chosen.delete(room);
  return files;
}

/** Forgets everything; someone else may sit here next. */
export function forgetAttachments(): void {
  [...chosen.keys()].forEach(takeAttachments);
}

function release({ picture }: Attachment): false {
  if (picture) URL.revokeObjectURL(picture);
  return false;
}
