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

/** The key of the files in the field; a question that is edited has its own, so that those of the draft stay. */
export const draftKeyOf = (conversation: string, isEditing: boolean): string => (isEditing ? EDITED : conversation);
const EDITED = 'edited';
const storageKeyOf = (draftKey: string): string => `ai-files:${user.value?.user_id ?? ''}:${draftKey}`;

/** What is chosen for a draft. Reactive. */
export function filesAt(draftKey: string): readonly Chosen[] {
  return chosen.get(draftKey) ?? keptAt(draftKey);
}

/** Adds files; answers in words why some of them are not there, or nothing. */
export function addFiles(draftKey: string, files: readonly File[]): string {
  const fitting = files.slice(0, MAX_FILES - filesAt(draftKey).length);
  const added = fitting.map((file): Chosen => {
    const { name, size } = file;
    return { id: newId(), name, size, picture: '', progress: null, uploaded: null, file };
  });
  setList(draftKey, [...filesAt(draftKey), ...added]);
  added.forEach(({ id }) => void upload(draftKey, id));
  return fitting.length < files.length ? t('files.too_many', { n: MAX_FILES }) : '';
}

export function removeFile(draftKey: string, id: string): void {
  running.get(id)?.abort();
  const files = filesAt(draftKey);
  files.filter((one) => one.id === id).forEach(release);
  setList(
    draftKey,
    files.filter((one) => one.id !== id),
  );
}

export function retryFile(draftKey: string, id: string): void {
  change(draftKey, id, { failure: '', progress: null });
  void upload(draftKey, id);
}

/** Gives all out, to be asked about. */
export function takeFiles(draftKey: string): Attachment[] {
  const files = filesAt(draftKey);
  files.forEach(release);
  setList(draftKey, NONE);
  return uploadedOf(files);
}

/** Puts files there that the portal has, in the place of all others. */
export function setFiles(draftKey: string, files: readonly Attachment[]): void {
  filesAt(draftKey).forEach(({ id }) => removeFile(draftKey, id));
  setList(draftKey, files.map(chosenOf));
}

async function upload(draftKey: string, id: string): Promise<void> {
  const file = filesAt(draftKey).find((one) => one.id === id)?.file;
  if (!file) return;
  const abort = new AbortController();
  running.set(id, abort);
  try {
    const { blob, name, isImage: isShown } = await readable(file);
    // It may have been taken out meanwhile.
    if (abort.signal.aborted) return;
    const picture = isShown ? URL.createObjectURL(blob) : '';
    filesAt(draftKey)
      .filter((one) => one.id === id)
      .forEach(release);
    change(draftKey, id, { name, size: blob.size, picture, progress: 0 });
    const onProgress = (part: number): void => change(draftKey, id, { progress: Math.min(part, 0.99) });
    const { hash, size, mime, url } = await uploadFile(blob, name, { onProgress, signal: abort.signal });
    change(draftKey, id, { progress: 1, uploaded: { hash, name, size, mime, url } });
  } catch (cause) {
    if (abort.signal.aborted) return;
    const isUnfit = cause instanceof UnreadableFile;
    const failure = isUnfit ? t(`files.${cause.fault}`) : failureText(asFailure(cause));
    change(draftKey, id, { failure, retriable: !isUnfit });
  } finally {
    if (running.get(id) === abort) running.delete(id);
  }
}

function change(draftKey: string, id: string, changes: Partial<Chosen>): void {
  const files = filesAt(draftKey);
  if (files.some((one) => one.id === id))
    setList(
      draftKey,
      files.map((one) => (one.id === id ? { ...one, ...changes } : one)),
    );
}

function setList(draftKey: string, files: readonly Chosen[]): void {
  const before = uploadedOf(filesAt(draftKey));
  chosen.set(draftKey, files);
  const uploaded = uploadedOf(files);
  const isSame = uploaded.length === before.length && uploaded.every((one, i) => one === before[i]);
  if (isSame || draftKey === EDITED || !user.value) return;
  if (uploaded.length > 0) writePersonal(storageKeyOf(draftKey), uploaded);
  else removePersonal(storageKeyOf(draftKey));
}

const uploadedOf = (files: readonly Chosen[]): Attachment[] =>
  files.map(({ uploaded }) => uploaded).filter((one) => one !== null);

function keptAt(draftKey: string): readonly Chosen[] {
  const known = kept.get(draftKey);
  if (known) return known;
  const read = draftKey === EDITED ? null : readPersonal(storageKeyOf(draftKey));
  const files = Array.isArray(read) ? (read as Attachment[]).filter(({ hash, name }) => hash && name) : [];
  const list = files.length > 0 ? files.map(chosenOf) : NONE;
  kept.set(draftKey, list);
  return list;
}

function chosenOf(uploaded: Attachment): Chosen {
  const { name, size, hash } = uploaded;
  return { id: newId(), name, size, picture: isImage(uploaded) ? addressOf(hash, THUMB_PX) : '', uploaded };
}

/** Frees the memory of the picture that is shown of a file. */
function release({ picture }: Chosen): void {
  if (picture.startsWith('blob:')) URL.revokeObjectURL(picture);
}
