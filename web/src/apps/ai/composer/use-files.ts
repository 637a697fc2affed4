// The files of the field: chosen, pasted or dropped, and what keeps the question from going out because of them.
import { computed, ref, watch, type ComputedRef, type Ref } from 'vue';
import { filesOfPaste } from '@/core/composer/files';
import { isImage } from '../model/readable';
import { addFiles, filesAt, removeFile, retryFile, type Chosen } from '../state/attachments';
import type { Model } from '../types';

export interface ComposerFiles {
  files: ComputedRef<readonly Chosen[]>;
  /** Why a chosen file is not there, until the next change. */
  refusal: Ref<string>;
  isUploading: ComputedRef<boolean>;
  hasFailed: ComputedRef<boolean>;
  /** There is a picture, and the model sees none. */
  isBlind: ComputedRef<boolean>;
  mayAsk: ComputedRef<boolean>;
  add: (files: readonly File[]) => void;
  remove: (id: string) => void;
  retry: (id: string) => void;
  onPaste: (event: ClipboardEvent) => void;
}

export function useFiles(draftKey: () => string, model: Readonly<Ref<Model | undefined>>): ComposerFiles {
  const refusal = ref('');
  const files = computed(() => filesAt(draftKey()));
  const hasFailed = computed(() => files.value.some(({ failure }) => failure));
  const isUploading = computed(() => files.value.some(({ uploaded, failure }) => !uploaded && !failure));
  const hasImage = computed(() => files.value.some(({ uploaded }) => uploaded && isImage(uploaded)));
  const isBlind = computed(() => hasImage.value && model.value?.supports_images === false);
  const mayAsk = computed(() => !hasFailed.value && !isUploading.value && !isBlind.value);
  watch(draftKey, () => (refusal.value = ''));

  function add(more: readonly File[]): void {
    refusal.value = addFiles(draftKey(), more);
  }

  function remove(id: string): void {
    refusal.value = '';
    removeFile(draftKey(), id);
  }

  function onPaste(event: ClipboardEvent): void {
    const pasted = filesOfPaste(event);
    if (pasted.length === 0) return;
    event.preventDefault();
    add(pasted);
  }
  const retry = (id: string): void => retryFile(draftKey(), id);
  return { files, refusal, isUploading, hasFailed, isBlind, mayAsk, add, remove, retry, onPaste };
}
