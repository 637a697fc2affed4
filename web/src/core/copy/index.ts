// The clipboard. Browsers give it to pages over HTTPS alone, so a hidden field and the old command
// stand in on a school network.

import { toast } from '../toast';
import { t } from './i18n';

/** Copies a text and says whether that worked, in words of its own where they say more; answers it too. */
export async function copyWithToast(text: string, done = t('done')): Promise<boolean> {
  const isCopied = await copyText(text);
  toast(isCopied ? done : t('failed'), { kind: isCopied ? 'info' : 'error' });
  return isCopied;
}

/** Copies a text; answers whether that worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.setAttribute('aria-hidden', 'true');
  field.className = 'visually-hidden';
  // Inside an open dialog, or its focus trap would take the focus back.
  (before?.closest('[role=dialog]') ?? document.body).appendChild(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
