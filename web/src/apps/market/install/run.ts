// Looking at a package and installing it: what is being done, how far that is, and how it ended.
import { retryAfterLimit } from '@/api/retry-after-limit';
import { onScopeDispose, ref, shallowRef, type Ref, type ShallowRef } from 'vue';
import { asFailure, type ApiFailure } from '@/api/failure';
import { subscribe } from '@/core/live';
import type { SendOptions } from '@/core/send-bytes';
import { toast } from '@/core/toast';
import { installPackage, installZip, previewPackage, previewZip } from '../changes';
import type { InstallResult, Preview } from '../types';
import { t } from './i18n';
import { advance, NOTHING, uploaded, type Progress } from './progress';
import type { Target } from './target';

/** `looking` and `installing` are under way, `ready` waits for the second click. */
export type Phase = 'looking' | 'ready' | 'installing' | 'done' | 'failed';

export interface InstallRun {
  phase: Ref<Phase>;
  progress: ShallowRef<Progress>;
  preview: ShallowRef<Preview | null>;
  result: ShallowRef<InstallResult | null>;
  failure: ShallowRef<ApiFailure | null>;
  /** Whether the installation itself failed, and not the look before. */
  wasInstalling: Ref<boolean>;
  /** Fetches and checks the package without installing it. */
  look: () => Promise<void>;
  /** Installs what was looked at. */
  install: () => Promise<void>;
}

/** Runs for one target; to be called in `setup`. An installation goes on when what has begun it is closed. */
export function useInstallRun(target: Target): InstallRun {
  const phase = ref<Phase>('looking');
  const progress = shallowRef(NOTHING);
  const preview = shallowRef<Preview | null>(null);
  const result = shallowRef<InstallResult | null>(null);
  const failure = shallowRef<ApiFailure | null>(null);
  const wasInstalling = ref(false);
  const looking = new AbortController();
  let isClosed = false;

  const name = target.kind === 'catalog' ? target.name : '';
  const stop = subscribe('market_install_progress', (frame) => {
    const isUnderWay = phase.value === 'looking' || phase.value === 'installing';
    if (frame.name === name && isUnderWay) progress.value = advance(progress.value, frame);
  });
  onScopeDispose(() => {
    isClosed = true;
    stop();
    looking.abort();
  });
  const onProgress = (part: number): void => {
    progress.value = uploaded(part);
  };

  function begin(next: Phase): void {
    phase.value = next;
    progress.value = NOTHING;
    failure.value = null;
    wasInstalling.value = next === 'installing';
  }

  function fail(cause: unknown): void {
    failure.value = asFailure(cause);
    phase.value = 'failed';
  }

  async function look(): Promise<void> {
    begin('looking');
    try {
      const { signal } = looking;
      preview.value = await retryAfterLimit(() => previewOf(target, { onProgress, signal }), { signal, maxWaits: 2 });
      phase.value = 'ready';
    } catch (cause) {
      if (!isClosed) fail(cause);
    }
  }

  async function install(): Promise<void> {
    const wanted = preview.value;
    if (!wanted || phase.value !== 'ready') return;
    begin('installing');
    try {
      result.value = await (target.kind === 'zip'
        ? installZip(wanted.name, target.zip, { onProgress })
        : installPackage(wanted));
      phase.value = 'done';
      if (isClosed) toast(t('done.toast', { name: wanted.label }));
    } catch (cause) {
      fail(cause);
      if (isClosed) toast(t('failed.toast', { name: wanted.label }), { kind: 'error', ms: 0 });
    }
  }

  return { phase, progress, preview, result, failure, wasInstalling, look, install };
}

function previewOf(target: Target, options: SendOptions): Promise<Preview> {
  if (target.kind === 'zip') return previewZip(target.zip, options);
  const { name, source } = target;
  return previewPackage({ name, ...(source && { source }) });
}
