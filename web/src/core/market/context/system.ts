// `toast`, `modal` and what else of `system` the desktop does for an app.
import { limiter } from '../../embed/rate';
import { copyText } from '../../copy';
import { notify } from '../../notify';
import { toast as show } from '../../toast';
import { openDialog } from '../dialogs';
import type { InstalledApp } from '../types';
import type { Scope } from '../scope';

type Modal = ServiceMarket.Modal;
type Question = ServiceMarket.Question;

const loadQuestion = (): Promise<{ default: object }> => import('../AppQuestion.vue');
const MINUTE_MS = 60_000;
const NOTICES = 5;

/** Messages at the bottom of the screen. */
export function toastOf(): ServiceMarket.Toast {
  type Options = Parameters<ServiceMarket.Toast>[1];
  const say = (text: string, { type = 'info', duration }: Options = {}): (() => void) =>
    show(String(text), { kind: type === 'error' ? 'error' : 'info', ms: duration });
  const info = (text: string): (() => void) => say(text);
  return Object.assign(say.bind(null), {
    show: say,
    info,
    success: info,
    warning: info,
    error: (text: string) => say(text, { type: 'error' }),
  });
}

/** Questions over the desktop; those that are open go with the scope, as if they had been given up. */
export function modalOf(scope: Scope): Modal {
  type Kind = 'confirm' | 'alert' | 'prompt';
  function ask(kind: Kind, question: Question | string): Promise<string | null> {
    const asked = typeof question === 'string' ? { message: question } : question;
    return new Promise((resolve) => {
      const props = { kind, question: asked, onAnswer: resolve };
      // An answer comes before the end.
      const forget = scope.onEnd(
        openDialog(loadQuestion, props, () => {
          resolve(null);
          forget();
        }),
      );
    });
  }
  return {
    confirm: async (question) => (await ask('confirm', question)) !== null,
    alert: async (question) => void (await ask('alert', question)),
    prompt: (question) => ask('prompt', question),
  };
}

/** Notices at the top of the screen, in the name of the app. */
export function notifierOf(app: InstalledApp): ServiceMarket.System['notify'] {
  const mayNotify = limiter(NOTICES, MINUTE_MS);
  return (notice) => {
    const { title, text } = typeof notice === 'string' ? { title: notice, text: undefined } : notice;
    if (!title || !mayNotify()) return false;
    notify({ title: `${app.label} · ${title}`.slice(0, 100), text: text?.slice(0, 200), app: app.name });
    return true;
  };
}

export const clipboard: ServiceMarket.Clipboard = Object.assign((text: string) => copyText(String(text)), {
  write: copyText,
  writeText: copyText,
  copy: copyText,
  readText: async () => navigator.clipboard.readText(),
});

/** Shares by the device where it can, else copies. */
export async function share({
  title = '',
  text = '',
  url = '',
}: Parameters<ServiceMarket.System['share']>[0]): Promise<boolean> {
  const words = [title, text, url].filter(Boolean).join('\n');
  if (typeof navigator.share !== 'function') return copyText(words);
  try {
    await navigator.share({ title, text, ...(url && { url }) });
    return true;
  } catch (cause) {
    // Given up by the member; all else is no way to share.
    return (cause as Error).name === 'AbortError' ? false : copyText(words);
  }
}
