// The parts of `ui` that show something, and buttons: each as one scope makes it.
import type { Scope } from '../scope';
import { el, fill } from './element';
import { makePart } from './part';

type Ui = ServiceMarket.Ui;
type Content = ServiceMarket.Content;
type Action = { text: string; onClick: () => void } | undefined;

export const buttonOf =
  (scope: Scope): Ui['button'] =>
  (given) => {
    const root = el('button', { type: 'button' });
    return makePart(scope, root, given, (options, call) => {
      root.addEventListener('click', (event) => call(options.onClick, event));
      return () => {
        root.className = `svc-ui-button svc-ui-${options.kind ?? 'plain'}`;
        root.textContent = options.text;
        root.toggleAttribute('disabled', options.disabled === true || options.busy === true);
        root.setAttribute('aria-busy', String(options.busy === true));
      };
    });
  };

const actionOf = (scope: Scope, offer: Action): Content =>
  offer && buttonOf(scope)({ text: offer.text, kind: 'quiet', onClick: offer.onClick });

export const cardOf =
  (scope: Scope): Ui['card'] =>
  (given) => {
    const root = el('div', { class: 'svc-ui-card' });
    return makePart(scope, root, given, (options, call) => {
      onPress(root, () => call(options.onClick));
      return () => {
        const { title, subtitle, content, footer } = options;
        setPressable(root, options.onClick !== undefined);
        fill(root, [
          title ? el('div', { class: 'svc-ui-card-title', text: title }) : null,
          subtitle ? el('div', { class: 'svc-ui-secondary', text: subtitle }) : null,
          inside('div', 'svc-ui-card-content', content),
          inside('div', 'svc-ui-card-footer', footer),
        ]);
      };
    });
  };

export const listOf =
  (scope: Scope): Ui['list'] =>
  (given) => {
    const root = el('ul', { class: 'svc-ui-list' });
    return makePart(scope, root, given, (options, call) => () => {
      const rows = options.items.map(({ title, subtitle, value, icon, onClick }) => {
        const row = el(onClick ? 'button' : 'div', { class: 'svc-ui-row', type: onClick ? 'button' : null }, [
          inside('span', 'svc-ui-row-icon', icon),
          el('span', { class: 'svc-ui-row-words' }, [
            el('span', { text: title }),
            subtitle ? el('span', { class: 'svc-ui-secondary', text: subtitle }) : null,
          ]),
          inside('span', 'svc-ui-row-value', value),
        ]);
        if (onClick) row.addEventListener('click', () => call(onClick));
        return el('li', null, row);
      });
      const { emptyText } = options;
      const none = emptyText ? el('li', { class: 'svc-ui-row svc-ui-secondary', text: emptyText }) : null;
      fill(root, rows.length > 0 ? rows : none);
    });
  };

export const badgeOf =
  (scope: Scope): Ui['badge'] =>
  (given) => {
    const root = el('span');
    return makePart(scope, root, given, (options) => () => {
      root.className = `svc-ui-badge svc-ui-badge-${options.kind ?? 'plain'}`;
      root.textContent = String(options.text ?? '');
    });
  };

export const emptyStateOf =
  (scope: Scope): Ui['emptyState'] =>
  (given) => {
    const root = el('div', { class: 'svc-ui-empty' });
    return makePart(scope, root, given, (options) => () => {
      const { icon, title, text, action } = options;
      fill(root, [
        icon,
        el('div', { class: 'svc-ui-card-title', text: title }),
        text ? el('div', { class: 'svc-ui-secondary', text }) : null,
        actionOf(scope, action),
      ]);
    });
  };

export const spinnerOf =
  (scope: Scope): Ui['spinner'] =>
  (given = {}) => {
    const root = el('div', { class: 'svc-ui-spinner', role: 'status' });
    return makePart(scope, root, given, (options) => () => {
      const { text } = options;
      const wheel = el('span', { class: 'svc-ui-wheel', 'aria-hidden': 'true' });
      fill(root, [wheel, text ? el('span', { class: 'svc-ui-secondary', text }) : null]);
    });
  };

export const sectionTitleOf =
  (scope: Scope): Ui['sectionTitle'] =>
  (given) => {
    const root = el('div', { class: 'svc-ui-section' });
    return makePart(scope, root, given, (options) => () => {
      fill(root, [el('h3', { class: 'svc-ui-section-text', text: options.text }), actionOf(scope, options.action)]);
    });
  };

export const toolbarOf =
  (scope: Scope): Ui['toolbar'] =>
  (given) => {
    const root = el('div', { class: 'svc-ui-toolbar', role: 'toolbar' });
    return makePart(scope, root, given, (options) => () => {
      fill(root, [
        el('div', { class: 'svc-ui-toolbar-side' }, options.left),
        el('div', { class: 'svc-ui-toolbar-title', text: options.title ?? '' }),
        el('div', { class: 'svc-ui-toolbar-side svc-ui-toolbar-end' }, options.right),
      ]);
    });
  };

/** An element around content; none without it. */
function inside(tag: string, name: string, content: Content): Content {
  return content === undefined || content === null ? null : el(tag, { class: name }, content);
}

/** Lets an element that is no button be pressed by hand and by key. */
function onPress(root: HTMLElement, pressed: () => void): void {
  root.addEventListener('click', pressed);
  root.addEventListener('keydown', (event) => {
    if (event.target !== root || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    pressed();
  });
}

function setPressable(root: HTMLElement, is: boolean): void {
  root.classList.toggle('svc-ui-pressable', is);
  if (is) {
    root.setAttribute('role', 'button');
    root.tabIndex = 0;
  } else {
    root.removeAttribute('role');
    root.removeAttribute('tabindex');
  }
}
