// When the server forces new pages, this one reloads at once, or as soon as that loses nothing: text that
// is kept on this device survives, anything else is waited for.
import { watch } from 'vue';
import { forcedUpdate } from '@/core/connection';
import { isPressed, sinceInputMs, wouldLoseText } from '@/core/idle';
import { keptHere, unsaved } from '@/core/layout/store';
import { onceInTab } from '@/core/storage';
import { toast } from '@/core/toast';
import { uploading } from '@/core/uploading';
import { t } from './i18n';

const LOOK_MS = 1_000;
/** What is typed reaches the device within this time. */
const KEPT_MS = 1_500;

interface Moment {
  /** Since something was typed. */
  sinceInput: number;
  pressed: boolean;
  /** Text that is nowhere but on this page. */
  text: boolean;
  /** A layout that is nowhere but on this page. */
  layout: boolean;
  uploading: boolean;
}

/** Whether a reload now would lose nothing. */
export function mayReload({ sinceInput, pressed, text, layout, uploading: isUploading }: Moment): boolean {
  return sinceInput >= KEPT_MS && !pressed && !text && !layout && !isUploading;
}

/** Whether somebody has to save or discard something; what is still being typed may yet reach the device. */
function isHeldByWork({ sinceInput, pressed, text, layout }: Moment): boolean {
  return sinceInput >= KEPT_MS && !pressed && (text || layout);
}

function now(): Moment {
  return {
    sinceInput: sinceInputMs(),
    pressed: isPressed(),
    text: wouldLoseText(),
    layout: unsaved.value && !keptHere.value,
    uploading: uploading.value > 0,
  };
}

/** Obeys forced updates; called once by the root, after the first picture. */
export function followForcedUpdate(reload: () => void = () => location.reload()): void {
  let timer = 0;
  let close: (() => void) | undefined;
  const obey = (order: string): void => {
    window.clearInterval(timer);
    close?.();
    close = undefined;
    if (!order) return;
    const look = (): boolean => {
      const moment = now();
      if (!mayReload(moment)) {
        if (isHeldByWork(moment)) close ??= toast(t('held'), { ms: 0 });
        return false;
      }
      window.clearInterval(timer);
      close?.();
      // Nodes of different builds or clocks must not make a tab reload again and again.
      if (onceInTab(`forced:${order}`)) reload();
      return true;
    };
    if (!look()) timer = window.setInterval(look, LOOK_MS);
  };
  watch(forcedUpdate, obey, { immediate: true });
}
