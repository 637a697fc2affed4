// What a message says whose words are gone, and one that a moderator looks at first.
import { afterEach, expect, it } from 'vitest';
import { createApp, h, type App, type Component } from 'vue';
import type { UserInfo } from '@/api/types';
import { enter } from '@/core/session';
import type { Outgoing } from '../model/outgoing';
import type { Message } from '../types';
import MessageBody from './MessageBody.vue';
import OutgoingRow from './OutgoingRow.vue';

let app: App;
afterEach(() => app.unmount());

function shown(component: Component, props: Record<string, unknown>): HTMLElement {
  enter({ user_info: { user_id: '260101' } as UserInfo, screens_locked: false });
  const root = document.createElement('div');
  app = createApp(() => h(component, props));
  app.mount(root);
  return root;
}

it.each([
  ['260102', undefined, '消息已撤回'],
  ['260101', undefined, '消息已撤回'],
  ['260102', 'moderator', '消息已被管理员移除'],
  ['260101', 'moderator', '你的消息已被管理员移除，详情和申诉见通知'],
  ['260101', 'owner', '消息已被群主移除'],
])('says to 260101 of what %s has sent and %s has removed: %s', (sender_id, removed_by, text) => {
  const message = {
    type: 'text',
    content: '',
    recalled: true,
    mentions: [],
    sender_id,
    removed_by,
  } as unknown as Message;
  expect(shown(MessageBody, { message }).textContent).toBe(text);
});

it('says that a message waits for review, and offers nothing that would undo it', () => {
  const draft = { content: '答案', msg_type: 'text' } as const;
  const item: Outgoing = { temp_id: 't', room_id: 'class_01', draft, state: 'in_review', at: 1, reason: '' };
  const row = shown(OutgoingRow, { item, first: true });
  expect(row.querySelector('.words')?.textContent).toBe('答案');
  expect(row.querySelector('[role=status]')?.textContent?.trim()).toBe('待审核');
  expect(row.querySelectorAll('button')).toHaveLength(0);
});
