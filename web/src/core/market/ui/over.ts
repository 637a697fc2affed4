// The parts of `ui` that lie over the app: messages, dialogs, sheets. They stay inside of its container.
import { t } from '../i18n';
import { native } from '../native';
import type { Scope } from '../scope';
import { el, fill } from './element';
import { makePart } from './part';
import { buttonOf } from './parts';

type Ui = ServiceMarket.Ui;
type Part<O> = ServiceMarket.Part<O>;
type DialogOptions = ServiceMarket.DialogOptions;

const TOAST_MS = 3000;

/** Messages over the container of one scope. */
export const toastOf =
  (scope: Scope, container: HTMLElement): Ui['toast'] =>
  (given) => {
    const root = el('div', { role: 'status' });
    const part = makePart(
      scope,
      root,
      given,
      (options) => () => {
        root.className = `svc-ui-toast svc-ui-toast-${options.kind ?? 'info'}`;
        root.textContent = options.text;
      },
      () => {
        native.clearTimeout(timer);
        forget();
      },
    );
    const { ms = TOAST_MS } = given;
    const timer = ms > 0 ? native.setTimeout(part.destroy, ms) : 0;
    const forget = scope.onEnd(part.destroy);
    container.appendChild(root);
    return part;
  };

/** Dialogs over the container of one scope; a `sheet` rises from its bottom. */
export const dialogOf =
  (scope: Scope, container: HTMLElement, kind: 'modal' | 'sheet') =>
  (given: DialogOptions): Part<DialogOptions> => {
    const panel = el('div', {
      class: `svc-ui-panel svc-ui-${kind}`,
      role: 'dialog',
      'aria-modal': 'true',
      tabindex: '-1',
    });
    const root = el('div', { class: `svc-ui-over svc-ui-over-${kind}` }, panel);
    const before = document.activeElement;
    const part = makePart(
      scope,
      root,
      given,
      (options, call) => {
        const close = (): void => {
          part.destroy();
          call(options.onClose);
        };
        const giveUp = (): void => {
          if (options.closable !== false) close();
        };
        root.addEventListener('click', (event) => event.target === root && giveUp());
        root.addEventListener('keydown', (event) => {
          keepInside(panel, event);
          if (event.key !== 'Escape' || event.defaultPrevented) return;
          // It would close the window.
          event.preventDefault();
          giveUp();
        });
        return () => drawDialog(panel, options, close, scope);
      },
      () => {
        forget();
        if (before instanceof HTMLElement && before.isConnected) before.focus();
      },
    );
    const forget = scope.onEnd(part.destroy);
    container.appendChild(root);
    panel.focus();
    return part;
  };

function drawDialog(panel: HTMLElement, options: DialogOptions, close: () => void, scope: Scope): void {
  const button = buttonOf(scope);
  const { title, content, actions = [] } = options;
  panel.setAttribute('aria-label', title ?? '');
  const buttons = actions.map(({ text, kind, onClick }) =>
    button({
      text,
      kind,
      onClick: () => {
        let stays = false;
        // An action that answers `false` keeps the dialog.
        scope.guard(() => (stays = onClick?.() === false));
        if (!stays) close();
      },
    }),
  );
  const out = button({ text: t('ui.close'), kind: 'quiet', onClick: close });
  fill(panel, [
    title ? el('h2', { class: 'svc-ui-panel-title', text: title }) : null,
    el('div', { class: 'svc-ui-panel-content' }, content),
    buttons.length > 0 || options.closable !== false
      ? el('div', { class: 'svc-ui-panel-actions' }, buttons.length > 0 ? buttons : out)
      : null,
  ]);
}

/** Tab goes round inside of a dialog. */
function keepInside(panel: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab') return;
  const all = Array.from(
    panel.querySelectorAll<HTMLElement>('button, input, textarea, select, a[href], [tabindex="0"]'),
  );
  const [first, last] = [all[0], all[all.length - 1]];
  const at = document.activeElement;
  const next = event.shiftKey ? (at === first || at === panel) && last : (at === last || !last) && first;
  if (!next && first) return;
  event.preventDefault();
  if (next) next.focus();
}
