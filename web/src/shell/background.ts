// What goes on behind the desktop: the server's pushes and the services of apps. A chunk of its own,
// started once the desktop stands, ended with it.
import { onScopeDispose, watch } from 'vue';
import { appServices } from '@/core/apps';
import { followPushes } from './pushes';

/** Starts everything; to be called inside an effect scope, which ends it. */
export function runBackground(): void {
  onScopeDispose(followPushes());
  const running = new Map<string, () => void>();
  const wanted = new Set<string>();

  const start = async (name: string, load: () => Promise<{ default: () => () => void }>): Promise<void> => {
    try {
      const service = await load();
      // Switched off, or the desktop is gone, while the code travelled.
      if (wanted.has(name)) running.set(name, service.default());
    } catch {
      wanted.delete(name);
    }
  };
  const stop = (name: string): void => {
    wanted.delete(name);
    running.get(name)?.();
    running.delete(name);
  };

  watch(
    appServices,
    (apps) => {
      const names = new Set(apps.map((app) => app.name));
      [...wanted].filter((name) => !names.has(name)).forEach(stop);
      apps.forEach(({ name, service }) => {
        if (!service || wanted.has(name)) return;
        wanted.add(name);
        void start(name, service);
      });
    },
    { immediate: true },
  );
  onScopeDispose(() => [...wanted].forEach(stop));
}
