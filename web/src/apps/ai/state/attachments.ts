// Files that are chosen for a question: made ready and uploaded at once, so that asking waits for nothing. Those of a
// draft stay with it, also over a reload; the browser keeps what is not uploaded yet for this page only.
import { shallowReactive, watch } from 'vue';
import { asFailure } from '@/api/failure';
import { failureText } from '@/core/failure-text';
import { addressOf } from '@/core/files/file';
import type { ChosenFile } from '@/core/files/chosen';
import { newId } from '@/core/ids';
import { user } from '@/core/session';
import { readPersonal, removePersonal, writePersonal } from '@/core/storage';
import { uploadFile } from '@/core/upload';
import { t } from '../i18n';
import { MAX_FILES } from '../model/limits';
import { isImage, readable, UnreadableFile } from '../model/readable';
import type { Attachment } from '../types';

export interface Chosen extends ChosenFile {
  /** What the portal has of it; null until it is there. */
  uploaded: Attachment | null;
  file?: File;
}

const NONE: readonly Chosen[] = [];
const THUMB_PX = 160;
const chosen = shallowReactive(new Map<string, readonly Chosen[]>());
/** What was kept on the device, as it was read. */
const kept = new Map<string, readonly Chosen[]>();
const running = new Map<string, AbortController>();

watch(
  () => user.value?.user_id,
  () => {
    running.forEach((one) => one.abort());
    chosen.forEach((list) => list.forEach(release));
    running.clear();
    chosen.clear();
    kept.clear();
  },
);

/** The place of the files of a question that is edited; its draft keeps its own. */
export const placeOf = (conversation: string, isEditing: boolean): string => (isEditing ? EDITED : conversation);
const EDITED = 'edited';
const keyOf = (place: string): string => `ai-files:${user.value?.user_id ?? ''}:${place}`;

/** What is chosen at a place. Reactive. */
export function filesAt(place: string): readonly Chosen[] {
  return chosen.get(place) ?? keptAt(place);
}

/** Adds files; answers in words why some of them are not there, or nothing. */
export function addFiles(place: string, files: readonly File[]): string {
  const fitting = files.slice(0, MAX_FILES - filesAt(place).length);
  const added = fitting.map((file): Chosen => {
    const { name, size } = file;
    return { id: newId(), name, size, picture: '', progress: null, uploaded: null, file };
  });
  put(place, [...filesAt(place), ...added]);
  added.forEach(({ id }) => void upload(place, id));
  return fitting.length < files.length ? t('files.too_many', { n: MAX_FILES }) : '';
}

export function removeFile(place: string, id: string): void {
  running.get(id)?.abort();
  put(
    place,
    filesAt(place).filter((one) => one.id !== id || release(one)),
  );
}

export function retryFile(place: string, id: string): void {
  change(place, id, { failure: '', progress: null });
  void upload(place, id);
}

/** Gives all out, to be asked about. */
export function takeFiles(place: string): Attachment[] {
  const files = filesAt(place);
  files.forEach(release);
  put(place, NONE);
  return uploadedOf(files);
}

/** Puts files there that the portal has, in place of all others. */
export function setFiles(place: string, files: readonly Attachment[]): void {
  filesAt(place).forEach(({ id }) => removeFile(place, id));
  put(place, files.map(chosenOf));
}

async function upload(place: string, id: string): Promise<void> {
  const file = filesAt(place).find((one) => one.id === id)?.file;
  if (!file) return;
  const abort = new AbortController();
  running.set(id, abort);
  try {
    const { blob, name, isImage: isShown } = await readable(file);
    // It may have been taken out meanwhile.
    if (abort.signal.aborted) return;
    const picture = isShown ? URL.createObjectURL(blob) : '';
    filesAt(place)
      .filter((one) => one.id === id)
      .forEach(release);
    change(place, id, { name, size: blob.size, picture, progress: 0 });
    const onProgress = (part: number): void => change(place, id, { progress: Math.min(part, 0.99) });
    const { hash, size, mime, url } = await uploadFile(blob, name, { onProgress, signal: abort.signal });
    change(place, id, { progress: 1, uploaded: { hash, name, size, mime, url } });
  } catch (cause) {
    if (abort.signal.aborted) return;
    const isUnfit = cause instanceof UnreadableFile;
    const failure = isUnfit ? t(`files.${cause.fault}`) : failureText(asFailure(cause));
    change(place, id, { failure, retriable: !isUnfit });
  } finally {
    if (running.get(id) === abort) running.delete(id);
  }
}

function change(place: string, id: string, changes: Partial<Chosen>): void {
  const files = filesAt(place);
  if (files.some((one) => one.id === id))
    put(
      place,
      files.map((one) => (one.id === id ? { ...one, ...changes } : one)),
    );
}

function put(place: string, files: readonly Chosen[]): void {
  const before = uploadedOf(filesAt(place));
  chosen.set(place, files);
  const uploaded = uploadedOf(files);
  const isSame = uploaded.length === before.length && uploaded.every((one, i) => one === before[i]);
  if (isSame || place === EDITED || !user.value) return;
  if (uploaded.length > 0) writePersonal(keyOf(place), uploaded);
  else removePersonal(keyOf(place));
}

const uploadedOf = (files: readonly Chosen[]): Attachment[] =>
  files.map(({ uploaded }) => uploaded).filter((one) => one !== null);

function keptAt(place: string): readonly Chosen[] {
  const known = kept.get(place);
  if (known) return known;
  const read = place === EDITED ? null : readPersonal(keyOf(place));
  const files = Array.isArray(read) ? (read as Attachment[]).filter(({ hash, name }) => hash && name) : [];
  const list = files.length > 0 ? files.map(chosenOf) : NONE;
  kept.set(place, list);
  return list;
}

function chosenOf(uploaded: Attachment): Chosen {
  const { name, size, hash } = uploaded;
  return { id: newId(), name, size, picture: isImage(uploaded) ? addressOf(hash, THUMB_PX) : '', uploaded };
}

function release({ picture }: Chosen): false {
  if (picture.startsWith('blob:')) URL.revokeObjectURL(picture);
  return false;
}
