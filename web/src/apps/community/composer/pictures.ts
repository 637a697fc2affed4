// The pictures of a post while it is written: made ready and uploaded at once, in an order that can be changed. What
// the portal has stays with the draft; the rest lives as long as the form does.
import { computed, onScopeDispose, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue';
import { asFailure } from '@/api/failure';
import { failureText } from '@/core/failure-text';
import { addressOf, isPicture } from '@/core/files/file';
import { newId } from '@/core/ids';
import { NotAPicture, shrinkPicture } from '@/core/shrink-picture';
import { uploadFile } from '@/core/upload';
import { MAX_PICTURES, type DraftPicture } from '../model/draft';
import { moved } from '../model/questions';
import { t } from './i18n';

export interface Picture {
  id: string;
  name: string;
  /** What is shown of it here; empty before it could be opened. */
  preview: string;
  /** How much of it is out, 0 to 1. */
  progress: number;
  failure: string;
  /** What the portal calls it; empty until it is there. */
  hash: string;
  file?: File;
}

export interface Pictures {
  list: ShallowRef<readonly Picture[]>;
  /** Why a chosen file is not there, until the next change. */
  refusal: Ref<string>;
  isUploading: ComputedRef<boolean>;
  hasFailed: ComputedRef<boolean>;
  /** Those that the portal has. */
  uploaded: ComputedRef<DraftPicture[]>;
  add: (files: readonly File[]) => void;
  remove: (id: string) => void;
  retry: (id: string) => void;
  /** Has these in the place of all others. */
  reset: (kept: readonly DraftPicture[]) => void;
  move: (index: number, by: number) => void;
}

const THUMB_PX = 320;
/** Enough for a screen; a camera's own has ten times the bytes, and says where it was taken. */
const SIDE_PX = 2560;
const MAX_BYTES = 4_000_000;

export function usePictures(kept: readonly DraftPicture[]): Pictures {
  const list = shallowRef<readonly Picture[]>(kept.map(pictureOf));
  const refusal = ref('');
  const running = new Map<string, AbortController>();

  function change(id: string, by: Partial<Picture>): void {
    list.value = list.value.map((one) => (one.id === id ? { ...one, ...by } : one));
  }

  async function upload(id: string, file: File): Promise<void> {
    const abort = new AbortController();
    running.set(id, abort);
    try {
      await send(file, abort.signal, (by) => change(id, by));
    } catch (cause) {
      if (abort.signal.aborted) return;
      change(id, { failure: cause instanceof NotAPicture ? t('pictures.unfit') : failureText(asFailure(cause)) });
    } finally {
      running.delete(id);
    }
  }

  function add(files: readonly File[]): void {
    const pictures = files.filter(({ type }) => isPicture(type));
    const fitting = pictures.slice(0, MAX_PICTURES - list.value.length);
    refusal.value = fitting.length < pictures.length ? t('pictures.too_many', { n: MAX_PICTURES }) : '';
    if (pictures.length < files.length) refusal.value ||= t('pictures.no_picture');
    const added = fitting.map((file) => ({ ...pictureOf({ hash: '', name: file.name }), file }));
    list.value = [...list.value, ...added];
    added.forEach(({ id, file }) => void upload(id, file));
  }

  function remove(id: string): void {
    running.get(id)?.abort();
    list.value.filter((one) => one.id === id).forEach(release);
    list.value = list.value.filter((one) => one.id !== id);
    refusal.value = '';
  }

  function retry(id: string): void {
    const { file } = list.value.find((one) => one.id === id) ?? {};
    change(id, { failure: '', progress: 0 });
    if (file) void upload(id, file);
  }

  function reset(to: readonly DraftPicture[]): void {
    running.forEach((one) => one.abort());
    list.value.forEach(release);
    list.value = to.map(pictureOf);
    refusal.value = '';
  }

  onScopeDispose(() => reset([]));

  return {
    list,
    refusal,
    add,
    remove,
    retry,
    reset,
    isUploading: computed(() => list.value.some(({ hash, failure }) => !hash && !failure)),
    hasFailed: computed(() => list.value.some(({ failure }) => failure !== '')),
    uploaded: computed(() => list.value.filter(({ hash }) => hash).map(({ hash, name }) => ({ hash, name }))),
    move: (index, by) => (list.value = moved(list.value, index, by)),
  };
}

/** Makes a picture ready, shows it and uploads it; `tell` hears how far that is. */
async function send(file: File, signal: AbortSignal, tell: (by: Partial<Picture>) => void): Promise<void> {
  const blob = await readyPicture(file);
  if (signal.aborted) return;
  tell({ preview: URL.createObjectURL(blob) });
  const onProgress = (part: number): void => tell({ progress: Math.min(part, 0.99) });
  const { hash, mime } = await uploadFile(blob, file.name, { onProgress, signal });
  if (!isPicture(mime)) throw new NotAPicture(mime);
  tell({ hash, progress: 1 });
}

/** A photo is drawn anew, which leaves out what the camera wrote beside it; what moves or is drawn stays as it is. */
async function readyPicture(file: File): Promise<Blob> {
  if (file.type !== 'image/jpeg' && file.size <= MAX_BYTES) return file;
  if (file.type === 'image/gif') return file;
  return shrinkPicture(file, SIDE_PX, MAX_BYTES);
}

function pictureOf({ hash, name }: DraftPicture): Picture {
  const preview = hash ? addressOf(hash, THUMB_PX) : '';
  return { id: newId(), name, preview, progress: hash ? 1 : 0, failure: '', hash };
}

/** Frees the memory of what is shown of a file. */
function release({ preview }: Picture): void {
  if (preview.startsWith('blob:')) URL.revokeObjectURL(preview);
}
