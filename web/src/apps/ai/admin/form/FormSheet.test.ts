// What every form in a sheet does: it tells what is wrong after a try, saves and closes, and asks before anything is lost.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp, defineComponent, h, nextTick, reactive, type App } from 'vue';
import { ApiFailure } from '@/api/failure';
import TextField from '@/ui/TextField.vue';
import FormSheet from './FormSheet.vue';
import { useSheetForm } from './sheet-form';

let app: App;
let draft: { label: string };
let answer: ApiFailure | null;
let saved: string[];
let isClosed: boolean;

const Sheet = defineComponent(() => {
  const form = useSheetForm<'label'>({
    typed: () => draft,
    faultsOf: () => (draft.label === '' ? ['label'] : []),
    fieldOf: ({ slug }) => (slug === 'label_invalid' ? 'label' : undefined),
    save: async () => {
      if (answer) throw answer;
      saved.push(draft.label);
    },
    close: () => (isClosed = true),
  });
  const field = () =>
    h(TextField, {
      label: '名称',
      modelValue: draft.label,
      'onUpdate:modelValue': (value: string) => (draft.label = value),
      error: form.errorOf('label', '请填写名称'),
    });
  return () => h(FormSheet, { title: '编辑', form }, field);
});

beforeEach(() => {
  draft = reactive({ label: '' });
  answer = null;
  saved = [];
  isClosed = false;
  app = createApp(Sheet);
  app.mount(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  app.unmount();
  document.body.innerHTML = '';
});

const input = (): HTMLInputElement => document.querySelector('form input') as HTMLInputElement;
const settled = async (): Promise<void> => void (await new Promise((done) => setTimeout(done)));
/** The last one of the name: that of the question, where one is asked. */
const button = (name: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')]
    .filter((one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name)
    .pop();

async function press(name: string): Promise<void> {
  (button(name) as HTMLButtonElement).click();
  await nextTick();
}

async function type(text: string): Promise<void> {
  input().value = text;
  input().dispatchEvent(new Event('input', { bubbles: true }));
  await nextTick();
}

async function submit(): Promise<void> {
  document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
  await settled();
}

it('begins at its first field and says nothing of it before a try', () => {
  expect(document.activeElement).toBe(input());
  expect(input().getAttribute('aria-invalid')).toBeNull();
});

it('sends nothing that is wrong, and goes to the field', async () => {
  input().blur();
  await submit();
  expect([saved, isClosed]).toEqual([[], false]);
  expect(document.querySelector('form')?.textContent).toContain('请填写名称');
  expect(document.activeElement).toBe(input());
});

it('closes once it is saved', async () => {
  await type('作文评改');
  await submit();
  expect([saved, isClosed]).toEqual([['作文评改'], true]);
});

it('shows a refusal beside the field that it is about, and any other above the button', async () => {
  await type('作文评改');
  answer = new ApiFailure(400, '名称已被使用', { slug: 'label_invalid' });
  await submit();
  expect([isClosed, input().getAttribute('aria-invalid')]).toEqual([false, 'true']);
  expect(document.querySelector('[role="alert"]')).toBeNull();
  answer = new ApiFailure(403, '没有权限', { slug: 'no_permission' });
  await submit();
  expect(input().getAttribute('aria-invalid')).toBeNull();
  expect(document.querySelector('[role="alert"]')?.textContent).toContain('没有权限');
});

it('is closed at once when nothing was typed, and else after a question', async () => {
  await type('作');
  await press('取消');
  expect([isClosed, button('放弃')?.textContent.trim()]).toEqual([false, '放弃']);
  await press('取消');
  expect([isClosed, button('放弃')]).toEqual([false, undefined]);
  await type('');
  await press('关闭');
  expect(isClosed).toBe(true);
  isClosed = false;
  await type('作');
  document.querySelector<HTMLButtonElement>('[aria-label="关闭"]')?.click();
  await nextTick();
  await press('放弃');
  expect([isClosed, saved]).toEqual([true, []]);
});
