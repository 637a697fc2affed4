// The moment of a new level stands over the whole desktop, whatever of the level app is open there: it
// has a root of its own, and there is one at a time.
import { createApp } from 'vue';
import { loadView } from '@/core/apps';
import { phase } from '@/core/session';

let end: (() => void) | undefined;

/** Celebrates a level that was reached just now. Without its code the island alone has told it. */
export async function celebrate(level: number): Promise<void> {
  const view = await loadView(() => import('./LevelUp.vue')).catch(() => null);
  if (!view || phase.value !== 'member') return;
  end?.();
  const app = createApp(view, { level, onClose: () => end?.() });
  end = () => {
    end = undefined;
    app.unmount();
  };
  app.mount(document.createElement('div'));
}
