// What the console does while its window is closed: it counts what waits in its sections. Started by the desktop, ended
// with it.
import { watch } from 'vue';
import type { AdminSection, ViewSection } from '@/core/admin/section';
import { user } from '@/core/session';
import { sectionsFor } from './sections';
import { setWaiting } from './waiting';

const isView = (section: AdminSection): section is ViewSection => 'load' in section;

/** Starts; answers what ends it. */
export default function start(): () => void {
  const stops = new Map<string, () => void>();

  function follow(sections: readonly ViewSection[]): void {
    const there = new Set(sections.map(({ id }) => id));
    [...stops.keys()].filter((id) => !there.has(id)).forEach(end);
    for (const { id, followWaiting } of sections) {
      if (!followWaiting || stops.has(id)) continue;
      const tell = (count: number): void => setWaiting(id, count);
      stops.set(id, followWaiting(tell));
    }
  }

  function end(id: string): void {
    stops.get(id)?.();
    stops.delete(id);
    setWaiting(id, 0);
  }

  // A right may come or go while the desktop is open.
  const stopWatch = watch(user, (me) => follow(sectionsFor(me).filter(isView)), { immediate: true });
  return () => {
    stopWatch();
    [...stops.keys()].forEach(end);
  };
}
