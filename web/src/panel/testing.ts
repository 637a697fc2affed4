// A board for tests.
import type { Board, Broadcast, PanelSettings } from './types';

/** A board with some parts, of the class 02. */
export function boardOf(parts: Board['parts'] = {}, settings: Partial<PanelSettings> = {}): Board {
  return {
    panel: {
      id: 'p',
      name: '教室',
      settings: {
        language: 'zh',
        theme: 'light',
        text_scale: 1,
        seconds: true,
        hidden: [],
        night: null,
        ...settings,
      },
    },
    class: '02',
    revision: 'r1',
    zone: 'Asia/Shanghai',
    parts,
  };
}

/** A broadcast from 09:00 to 12:00 UTC. */
export function broadcastOf(id: string, priority: Broadcast['priority'], content = '集合'): Broadcast {
  const times = { created_at: '2026-11-27T09:00:00Z', expires_at: '2026-11-27T12:00:00Z' };
  return { id, priority, content, sender_real_name: '周老师', ...times };
}
