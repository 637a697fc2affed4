// What the widget shows in the gallery before anybody has said a word.
import type { WidgetSample } from '@/core/apps';
import { pick, type Label } from '@/core/i18n';
import { loaded, rooms } from './state/rooms';
import type { Message, Room } from './types';

function room(id: string, name: Label, words: Label, unread: number): Room {
  const last_message: Message = {
    id,
    seq: 1,
    room_id: id,
    type: 'text',
    content: pick(words),
    sender_id: '',
    sender_name: '',
    mentions: [],
    reactions: [],
    recalled: false,
    created_at: new Date().toISOString(),
  };
  return {
    room_id: id,
    kind: 'group',
    name: pick(name),
    members_count: 2,
    created_at: last_message.created_at,
    last_message,
    unread,
    unread_mentions: 0,
    read_seq: 0,
    muted: false,
    receipts: false,
  };
}

const sample: WidgetSample = {
  isEmpty: () => loaded.value && !rooms.value.some(({ last_message }) => last_message),
  given: () => [
    room('1', { zh: '班级', en: 'Our class' }, { zh: '明天记得带地图册', en: 'Bring the atlas tomorrow' }, 3),
    room('2', { zh: '值日小组', en: 'Duty group' }, { zh: '我来擦黑板', en: 'I clean the board' }, 0),
    room('3', { zh: '篮球社', en: 'Basketball' }, { zh: '周三放学后训练', en: 'Training on Wednesday' }, 0),
  ],
};
export default sample;
