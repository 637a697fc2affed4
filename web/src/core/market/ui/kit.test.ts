// The parts of `ui`: what they show, what they tell the app, and how they are changed.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { crashOf } from '../crashes';
import { Scope } from '../scope';
import { createUi } from './index';

let scope: Scope;
let box: HTMLElement;
let ui: ServiceMarket.Ui;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  scope = new Scope('kit', 'frontend/entry.js');
  box = document.createElement('div');
  document.body.appendChild(box);
  ui = createUi(scope, box);
});
afterEach(() => {
  scope.end();
  box.remove();
});

const show = <O>(part: ServiceMarket.Part<O>): ServiceMarket.Part<O> => {
  box.appendChild(part.root);
  return part;
};
const press = (element: Element | null | undefined, key: string): boolean =>
  element?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })) === true;

it('makes elements of names, attributes and content, and takes markup for words', () => {
  const pressed = vi.fn();
  const node = ui.el(
    'button',
    { class: 'go', style: { marginTop: '2px', '--x': 1 }, onClick: pressed, disabled: false },
    ['<b>a</b>', 1, null, ui.el('i', { text: 'c', hidden: true, dataset: { id: '7' } })],
  );
  node.click();
  expect(pressed).toHaveBeenCalledTimes(1);
  expect([node.className, node.style.marginTop, node.style.getPropertyValue('--x')]).toEqual(['go', '2px', '1']);
  expect(node.textContent).toBe('<b>a</b>1c');
  expect(node.querySelector('b')).toBeNull();
  expect(node.querySelector('i')?.outerHTML).toContain('data-id="7"');
});

it('changes a part by options or by a function, and takes it away', () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const button = show(ui.button({ text: '开始', onClick: first }));
  button.root.click();
  button.update({ text: '停', kind: 'danger', onClick: second });
  button.root.click();
  button.update((root, options) => {
    root.title = options.text;
    return { busy: true };
  });
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
  expect(button.root.outerHTML).toContain('svc-ui-danger');
  expect([button.root.title, button.root.textContent, button.root.getAttribute('aria-busy')]).toEqual([
    '停',
    '停',
    'true',
  ]);
  button.destroy();
  expect(box.childElementCount).toBe(0);
});

it('an error in what a part calls costs the app alone', () => {
  const button = show(ui.button({ text: 'x', onClick: () => expect.fail('mine') }));
  button.root.click();
  expect(crashOf('kit')?.text).toContain('mine');
});

it('shows cards and lists, which are pressed by hand and by key', () => {
  const [card, row] = [vi.fn(), vi.fn()];
  const shown = show(
    ui.card({ title: '规则', subtitle: '先手', content: '黑', footer: ui.badge({ text: 2 }), onClick: card }),
  );
  expect(shown.root.textContent).toBe('规则先手黑2');
  expect(press(shown.root, 'Enter')).toBe(false);
  press(shown.root, 'x');
  shown.root.click();
  expect(card).toHaveBeenCalledTimes(2);
  shown.update({ onClick: undefined });
  expect(shown.root.getAttribute('role')).toBeNull();
  const list = show(ui.list({ items: [{ title: '林明', subtitle: '黑', value: '2', onClick: row }, { title: '王' }] }));
  list.root.querySelector('button')?.click();
  expect([row.mock.calls.length, list.root.textContent]).toEqual([1, '林明黑2王']);
  list.update({ items: [], emptyText: '没有人' });
  expect(list.root.textContent).toBe('没有人');
});

it('chooses one of several by hand and by arrows, and tells only of changes', () => {
  const changed = vi.fn();
  const options = [1, 2, 3].map((value) => ({ value, label: `第 ${value} 局` }));
  const { root, update } = show(ui.segmented({ options, value: 1, onChange: changed }));
  const chosen = (): string | undefined => root.querySelector('[aria-checked=true]')?.textContent ?? undefined;
  root.querySelectorAll('button')[1]?.click();
  root.querySelectorAll('button')[1]?.click();
  press(root.querySelector('[aria-checked=true]'), 'ArrowRight');
  press(root.querySelector('[aria-checked=true]'), 'ArrowRight');
  expect([chosen(), document.activeElement?.textContent]).toEqual(['第 1 局', '第 1 局']);
  expect(changed.mock.calls).toEqual([[2], [3], [1]]);
  update({ value: 3 });
  expect([chosen(), root.querySelectorAll('[tabindex="0"]').length]).toEqual(['第 3 局', 1]);
});

it('switches and searches', () => {
  const [switched, typed, searched] = [vi.fn(), vi.fn(), vi.fn()];
  const toggle = show(ui.toggle({ label: '声音', value: true, onChange: switched }));
  toggle.root.querySelector('input')?.click();
  expect(switched).toHaveBeenCalledWith(false);
  toggle.update({ value: true, disabled: true });
  expect(toggle.root.querySelector('input')).toMatchObject({ checked: true, disabled: true });
  const search = show(ui.searchBar({ onInput: typed, onSearch: searched }));
  const field = search.root.querySelector('input') as HTMLInputElement;
  field.value = '林';
  field.dispatchEvent(new Event('input'));
  press(field, 'Enter');
  expect([typed.mock.calls, searched.mock.calls]).toEqual([[['林']], [['林']]]);
  expect(field.getAttribute('aria-label')).toBe('搜索');
  search.update({ value: '' });
  expect(field.value).toBe('');
});

it('shows messages that go by themselves, and what is empty or busy', async () => {
  ui.toast({ text: '好了', kind: 'error', ms: 20 });
  ui.toast({ text: '留着', ms: 0 });
  expect(box.textContent).toBe('好了留着');
  await vi.waitFor(() => expect(box.textContent).toBe('留着'));
  scope.end();
  expect(box.textContent).toBe('');
  const again = vi.fn();
  const empty = show(ui.emptyState({ title: '没有', text: '开一间', action: { text: '新房间', onClick: again } }));
  empty.root.querySelector('button')?.click();
  expect([again.mock.calls.length, empty.root.textContent]).toEqual([1, '没有开一间新房间']);
  expect(show(ui.spinner()).root.getAttribute('role')).toBe('status');
  expect(show(ui.sectionTitle({ text: '排行', action: { text: '更多', onClick: again } })).root.textContent).toBe(
    '排行更多',
  );
  expect(show(ui.toolbar({ title: '房间', left: 'a', right: 'b' })).root.textContent).toBe('a房间b');
});

it('a dialog closes by its actions, Escape and a tap beside it, and gives the focus back', () => {
  const [closed, refused] = [vi.fn(), vi.fn(() => false)];
  const opener = show(ui.button({ text: 'open' })).root;
  opener.focus();
  const dialog = ui.modal({
    title: '认输？',
    content: '这局算输',
    actions: [{ text: '不' }, { text: '再想想', onClick: refused }],
    onClose: closed,
  });
  const panel = (): HTMLElement | null => box.querySelector('[role=dialog]');
  expect([panel()?.textContent, document.activeElement === panel()]).toEqual(['认输？这局算输不再想想', true]);
  panel()?.querySelectorAll('button')[1]?.click();
  expect([refused.mock.calls.length, closed.mock.calls.length]).toEqual([1, 0]);
  panel()?.querySelectorAll('button')[0]?.click();
  expect([panel(), closed.mock.calls.length, document.activeElement]).toEqual([null, 1, opener]);
  dialog.destroy();

  ui.sheet({ title: '更多', onClose: closed });
  expect(press(panel(), 'Escape'), 'the window must not hear of it').toBe(false);
  ui.sheet({ title: '更多', onClose: closed });
  panel()?.parentElement?.click();
  expect([panel(), closed.mock.calls.length]).toEqual([null, 3]);

  ui.modal({ title: '必须选', closable: false });
  expect(press(panel(), 'Escape'), 'nor of this').toBe(false);
  panel()?.parentElement?.click();
  expect(panel()).not.toBeNull();
  scope.end();
  expect(panel()).toBeNull();
});

it('keeps the Tab key inside of a dialog', () => {
  ui.modal({ title: 'x', actions: [{ text: 'a' }, { text: 'b' }] });
  const [a, b] = [...box.querySelectorAll<HTMLElement>('[role=dialog] button')];
  b?.focus();
  expect(press(b, 'Tab')).toBe(false);
  expect(document.activeElement).toBe(a);
  expect(press(a, 'Tab'), 'left to the browser').toBe(true);
});
