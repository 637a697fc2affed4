// The parts of `ui` that hold a value: each as one scope makes it.
import { t } from '../i18n';
import type { Scope } from '../scope';
import { el, fill } from './element';
import { makePart } from './part';

type Ui = ServiceMarket.Ui;

export const segmentedOf =
  (scope: Scope): Ui['segmented'] =>
  (given) => {
    const root = el('div', { class: 'svc-ui-segmented', role: 'radiogroup', 'aria-label': given.label });
    return makePart(scope, root, given, (options, call) => {
      const choose = (value: string | number): void => {
        if (options.value === value) return;
        options.value = value;
        draw();
        root.querySelector<HTMLElement>('[aria-checked=true]')?.focus();
        call(options.onChange, value);
      };
      root.addEventListener('keydown', (event) => {
        const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
        if (!by) return;
        event.preventDefault();
        const at = options.options.findIndex(({ value }) => value === options.value);
        const next = options.options[(at + by + options.options.length) % options.options.length];
        if (next) choose(next.value);
      });
      const draw = (): void => {
        const parts = options.options.map(({ value, label }, i) => {
          const isChosen = value === options.value;
          const isReached = isChosen || (i === 0 && options.value === undefined);
          const one = el('button', {
            class: 'svc-ui-segment',
            type: 'button',
            role: 'radio',
            'aria-checked': String(isChosen),
            tabindex: isReached ? '0' : '-1',
            text: label,
          });
          one.addEventListener('click', () => choose(value));
          return one;
        });
        fill(root, parts);
      };
      return draw;
    });
  };

export const toggleOf =
  (scope: Scope): Ui['toggle'] =>
  (given) => {
    const box = el('input', { type: 'checkbox', role: 'switch', class: 'svc-ui-box' }) as HTMLInputElement;
    const label = el('span', { class: 'svc-ui-toggle-label' });
    const root = el('label', { class: 'svc-ui-toggle' }, [
      label,
      box,
      el('span', { class: 'svc-ui-track', 'aria-hidden': 'true' }),
    ]);
    return makePart(scope, root, given, (options, call) => {
      box.addEventListener('change', () => {
        options.value = box.checked;
        call(options.onChange, box.checked);
      });
      return () => {
        label.textContent = options.label;
        box.checked = options.value === true;
        box.disabled = options.disabled === true;
      };
    });
  };

export const searchBarOf =
  (scope: Scope): Ui['searchBar'] =>
  (given) => {
    const field = el('input', { type: 'search', class: 'svc-ui-input', maxlength: 100 }) as HTMLInputElement;
    const root = el('div', { class: 'svc-ui-search' }, field);
    return makePart(scope, root, given, (options, call) => {
      field.addEventListener('input', () => {
        options.value = field.value;
        call(options.onInput, field.value);
      });
      field.addEventListener('keydown', (event) => {
        // Enter may choose characters of an input method.
        if (event.key === 'Enter' && !event.isComposing) call(options.onSearch, field.value);
      });
      return () => {
        const { placeholder = t('ui.search'), value = '' } = options;
        field.placeholder = placeholder;
        field.setAttribute('aria-label', placeholder);
        if (field.value !== value) field.value = value;
      };
    });
  };
