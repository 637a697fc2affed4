// A secret that is set: replaced, removed or kept, by the keys as well.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp, h, nextTick, ref, type App } from 'vue';
import type { ConfigField } from '../types';
import SettingField from './SettingField.vue';
import { draftOf, type FieldDraft } from './values';

const field: ConfigField = { key: 'KEY', label: '密钥', type: 'secret', required: false, value: null, is_set: true };
const draft = ref<FieldDraft>();
let app: App;

beforeEach(() => {
  draft.value = draftOf([field]).KEY;
  app = createApp(() =>
    h(SettingField, {
      field,
      modelValue: draft.value as FieldDraft,
      'onUpdate:modelValue': (next: FieldDraft) => (draft.value = next),
    }),
  );
  app.mount(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  app.unmount();
  document.body.textContent = '';
});

async function press(name: string): Promise<void> {
  const button = [...document.querySelectorAll('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  );
  button?.focus();
  button?.click();
  await nextTick();
  await nextTick();
}

it('takes the focus along to what stands in the place of the button', async () => {
  await press('更换「密钥」');
  expect([draft.value?.secret, document.activeElement?.localName]).toEqual(['replace', 'input']);
  await press('保留原来的');
  expect([draft.value?.secret, document.activeElement?.textContent]).toEqual(['keep', '更换']);
  await press('清除「密钥」');
  expect([draft.value?.secret, document.activeElement?.textContent]).toEqual(['clear', '更换']);
});
