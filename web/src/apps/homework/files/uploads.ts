// Pictures and files while a form is filled: made ready and uploaded at once, in an order that can be changed. What the
// portal has is kept with the form; the rest lives as long as the form does.
import { computed, onScopeDispose, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue';
import { asFailure } from '@/api/failure';
import { failureText } from '@/core/failure-text';
import type { ChosenFile } from '@/core/files/chosen';
import { addressOf, isPicture } from '@/core/files/file';
import { newId } from '@/core/ids';
import { NotAPicture, shrinkPicture } from '@/core/shrink-picture';
import { uploadFile } from '@/core/upload';
import type { KeptFile } from '../write/draft';
import { t } from './i18n';

export interface Upload extends ChosenFile {
  /** What the portal calls it; empty until it is there. */
  hash: string;
  mime: string;
  failure: string;
  retriable: boolean;
  file?: File;
}

export interface Uploads {
  list: ShallowRef<readonly Upload[]>;
  /** Why a chosen file is not there, until the next change. */
  refusal: Ref<string>;
  isUploading: ComputedRef<boolean>;
  hasFailed: ComputedRef<boolean>;
  /** Those that the portal has. */
  uploaded: ComputedRef<KeptFile[]>;
  add: (files: readonly File[]) => void;
  remove: (id: string) => void;
  retry: (id: string) => void;
  /** Has these in the place of all others. */
  reset: (kept: readonly KeptFile[]) => void;
  move: (index: number, by: number) => void;
}

const THUMB_PX = 320;
/** Enough to read a blackboard by; a camera's own has ten times the bytes, and says where it was taken. */
const SIDE_PX = 2560;
const MAX_BYTES = 4_000_000;
/** A part of the bar is left for the answer. */
const ALMOST = 0.99;
/** No room, too large, of a kind that is not taken: another try is refused too. */
const FINAL = [409, 413, 415];

interface Options {
  most: number;
  picturesOnly?: boolean;
}

export function useUploads(kept: readonly KeptFile[], { most, picturesOnly = false }: Options): Uploads {
  const list = shallowRef<readonly Upload[]>(kept.map(uploadOf));
  const refusal = ref('');
  const change = (id: string, by: Partial<Upload>): void => {
    list.value = list.value.map((one) => (one.id === id ? { ...one, ...by } : one));
  };
  const { upload, stop, stopAll } = sender(change, picturesOnly);

  function add(files: readonly File[]): void {
    const fit = picturesOnly ? files.filter(({ type }) => type.startsWith('image/')) : [...files];
    const fitting = fit.slice(0, Math.max(0, most - list.value.length));
    refusal.value = fitting.length < fit.length ? t('too_many', { n: most }) : '';
    if (fit.length < files.length) refusal.value ||= t('no_picture');
    const added = fitting.map(chosen);
    list.value = [...list.value, ...added];
    added.forEach(({ id, file }) => file && void upload(id, file));
  }

  function remove(id: string): void {
    stop(id);
    list.value.filter((one) => one.id === id).forEach(release);
    list.value = list.value.filter((one) => one.id !== id);
    refusal.value = '';
  }

  function retry(id: string): void {
    const { file } = list.value.find((one) => one.id === id) ?? {};
    change(id, { failure: '', retriable: false, progress: null });
    if (file) void upload(id, file);
  }

  function reset(to: readonly KeptFile[]): void {
    stopAll();
    list.value.forEach(release);
    list.value = to.map(uploadOf);
    refusal.value = '';
  }

  function move(index: number, by: number): void {
    const next = [...list.value];
    const [one] = next.splice(index, 1);
    if (one) next.splice(index + by, 0, one);
    list.value = next;
  }

  // The list itself stays: the form that goes keeps it on the device.
  onScopeDispose(() => {
    stopAll();
    list.value.forEach(release);
  });
  return { list, refusal, add, remove, retry, reset, move, ...countsOf(list) };
}

function countsOf(list: Uploads['list']): Pick<Uploads, 'isUploading' | 'hasFailed' | 'uploaded'> {
  return {
    isUploading: computed(() => list.value.some(({ hash, failure }) => !hash && !failure)),
    hasFailed: computed(() => list.value.some(({ failure }) => failure !== '')),
    uploaded: computed(() =>
      list.value.filter(({ hash }) => hash).map(({ hash, name, mime, size }) => ({ hash, name, mime, size })),
    ),
  };
}

interface Sender {
  upload: (id: string, file: File) => Promise<void>;
  stop: (id: string) => void;
  stopAll: () => void;
}

/** Uploads files, and tells `change` how far each is or why it is not there. */
function sender(change: (id: string, by: Partial<Upload>) => void, picturesOnly: boolean): Sender {
  const running = new Map<string, AbortController>();

  async function upload(id: string, file: File): Promise<void> {
    const abort = new AbortController();
    running.set(id, abort);
    try {
      await send(file, picturesOnly, abort.signal, (by) => change(id, by));
    } catch (cause) {
      if (abort.signal.aborted) return;
      const isUnfit = cause instanceof NotAPicture;
      const failure = asFailure(cause);
      const isFinal = isUnfit || FINAL.includes(failure.status);
      change(id, { failure: isUnfit ? t('unfit') : failureText(failure), retriable: !isFinal });
    } finally {
      running.delete(id);
    }
  }
  return {
    upload,
    stop: (id) => running.get(id)?.abort(),
    stopAll: () => running.forEach((one) => one.abort()),
  };
}

/** Makes a file ready, shows it and uploads it; `tell` hears how far that is. */
async function send(
  file: File,
  picturesOnly: boolean,
  signal: AbortSignal,
  tell: (by: Partial<Upload>) => void,
): Promise<void> {
  const blob = await ready(file);
  if (signal.aborted) return;
  tell({ progress: 0, size: blob.size, ...(isPicture(blob.type) && { picture: URL.createObjectURL(blob) }) });
  const onProgress = (part: number): void => tell({ progress: Math.min(part, ALMOST) });
  const { hash, mime, size } = await uploadFile(blob, file.name, { onProgress, signal });
  if (picturesOnly && !isPicture(mime)) throw new NotAPicture(mime);
  tell({ hash, mime, size, progress: 1 });
}

/** A photo is drawn anew, which leaves out what the camera wrote beside it; everything else stays as it is. */
async function ready(file: File): Promise<Blob> {
  const isPhoto = file.type === 'image/jpeg' || (isPicture(file.type) && file.size > MAX_BYTES);
  if (!isPhoto || file.type === 'image/gif') return file;
  return shrinkPicture(file, SIDE_PX, MAX_BYTES);
}

/** A file of the device, before any of it is out. */
const chosen = (file: File): Upload => ({
  ...uploadOf({ hash: '', name: file.name, mime: file.type, size: file.size }),
  file,
});

function uploadOf({ hash, name, mime = '', size = 0 }: KeptFile): Upload {
  const picture = hash && isPicture(mime) ? addressOf(hash, THUMB_PX) : '';
  return { id: newId(), name, size, mime, picture, progress: hash ? 1 : null, failure: '', retriable: false, hash };
}

/** Frees the memory of what is shown of a file. */
function release({ picture }: Upload): void {
  if (picture.startsWith('blob:')) URL.revokeObjectURL(picture);
}
