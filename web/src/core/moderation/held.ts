// Words that wait for a moderator before they are published. The server refuses them, but nothing is wrong: it has them.
import { asFailure } from '@/api/failure';
import { openAppPath } from '@/core/app-path';
import { toast, type ToastAction } from '@/core/toast';
import { t } from './i18n';
import { refreshOwn } from './own';

/** Whether a refusal says so. */
export function waitsForModerator(cause: unknown): boolean {
  return asFailure(cause).slug === 'held';
}

const openOwn = (): void => openAppPath('settings', 'moderation');

/** The action that leads to what one has reported, and to what waits or was removed. */
export function seeOwn(): ToastAction {
  return { label: t('report.see'), run: openOwn, page: '#/app/settings/moderation' };
}

/** Tells the author, who finds what waits in the settings. */
export function tellWaiting(): void {
  toast(t('held.done'), { action: seeOwn() });
  refreshOwn();
}

/** Answers what a request does, or null for what waits for a moderator from now on. */
export async function unlessWaiting<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (cause) {
    if (!waitsForModerator(cause)) throw cause;
    tellWaiting();
    return null;
  }
}
