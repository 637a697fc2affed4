// What is half written is kept while nobody types, and Enter sends it unless an input method is at work.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, defineComponent, h, nextTick, ref, type App, type Ref } from 'vue';
import type { UserInfo } from '@/api/types';
import { enter } from '../session';
import { draftsOf, useDraft } from './drafts';
import { useComposerKeys } from './keys';

const drafts = draftsOf('test');
const isEditing = ref(false);
const sent: string[] = [];
let cancelled = 0;
let view: App;
let field: HTMLTextAreaElement;

const Composer = defineComponent({
  setup() {
    const element: Ref<HTMLTextAreaElement | undefined> = ref();
    const { text, keepSoon } = useDraft(
      drafts,
      () => 'room',
      () => isEditing.value,
    );
    const send = (): void => void sent.push(text.value);
    const cancel = (): void => void (cancelled += 1);
    const { onKeydown, insertNewline } = useComposerKeys({ field: element, text, send, cancel, onInput: keepSoon });
    return () =>
      h('textarea', {
        ref: element,
        value: text.value,
        onInput: (event: Event) => {
          text.value = (event.target as HTMLTextAreaElement).value;
          keepSoon();
        },
        onKeydown,
        onDblclick: () => void insertNewline(),
      });
  },
});

function type(words: string): void {
  field.value = words;
  field.dispatchEvent(new Event('input'));
}

function press(key: string, more: KeyboardEventInit = {}): boolean {
  return !field.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, ...more }));
}

beforeEach(() => {
  vi.useFakeTimers();
  enter({ user_info: { user_id: '260101' } as UserInfo, screens_locked: false });
  drafts.keepDraft('room', '');
  isEditing.value = false;
  sent.length = 0;
  cancelled = 0;
  view = createApp(Composer);
  const place = document.body.appendChild(document.createElement('div'));
  view.mount(place);
  field = place.querySelector('textarea') as HTMLTextAreaElement;
});
afterEach(() => {
  view.unmount();
  document.body.innerHTML = '';
  vi.useRealTimers();
});

it('keeps a draft once nothing was typed for a moment, and when the field goes', () => {
  type('写到一半');
  expect(drafts.draftOf('room')).toBe('');
  vi.advanceTimersByTime(500);
  expect(drafts.draftOf('room')).toBe('写到一半');
  type('写到一半，又写');
  view.unmount();
  expect(drafts.draftOf('room')).toBe('写到一半，又写');
  expect(draftsOf('other').draftOf('room')).toBe('');
});

it('keeps nothing of what is edited', () => {
  isEditing.value = true;
  type('早就发出的');
  vi.advanceTimersByTime(500);
  view.unmount();
  expect(drafts.draftOf('room')).toBe('');
});

it('sends by Enter, and not while characters are chosen or with Shift', () => {
  type('你好');
  expect(press('Enter', { shiftKey: true })).toBe(false);
  expect(press('Enter', { isComposing: true })).toBe(false);
  expect(press('Enter')).toBe(true);
  expect(sent).toEqual(['你好']);
});

it('keeps Escape, which would close the window', () => {
  expect(press('Escape')).toBe(true);
  expect(cancelled).toBe(1);
  expect(press('Escape', { isComposing: true })).toBe(false);
  expect(cancelled).toBe(1);
});

it('begins a new line where the cursor stands', async () => {
  type('ab');
  await nextTick();
  field.setSelectionRange(1, 1);
  field.dispatchEvent(new MouseEvent('dblclick'));
  await nextTick();
  expect(field.value).toBe('a\nb');
});
