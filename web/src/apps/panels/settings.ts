// Changes of a panel's settings, each sent at once: what was chosen shows before the answer, and goes back if it fails.
import { computed, ref, type ComputedRef } from 'vue';
import { failureText } from '@/core/failure-text';
import { toast } from '@/core/toast';
import type { PanelSettings } from '@/panel/types';
import { change } from './queries';
import type { Panel } from './types';

interface Settings {
  /** Those of the server with what is on its way. */
  settings: ComputedRef<PanelSettings>;
  set: <K extends keyof PanelSettings>(field: K, value: PanelSettings[K]) => void;
}

/** The settings of a panel and the way to change them; for use in `setup`. */
export function useSettings(panel: () => Panel): Settings {
  const pending = ref<Partial<PanelSettings>>({});
  const settings = computed(() => ({ ...panel().settings, ...pending.value }));
  /** Changes go one after the other: the server must end with the one that was chosen last. */
  let queue: Promise<void> = Promise.resolve();

  async function tell<K extends keyof PanelSettings>(field: K, mark: Partial<PanelSettings>): Promise<void> {
    try {
      await change(panel().id, { settings: mark });
    } catch (cause) {
      toast(failureText(cause), { kind: 'error' });
    } finally {
      // A later choice for the same field is still on its way.
      if (pending.value[field] === mark[field]) {
        const { [field]: _, ...others } = pending.value;
        pending.value = others as Partial<PanelSettings>;
      }
    }
  }

  function set<K extends keyof PanelSettings>(field: K, value: PanelSettings[K]): void {
    const mark: Partial<PanelSettings> = {};
    mark[field] = value;
    pending.value = { ...pending.value, ...mark };
    queue = queue.then(() => tell(field, mark));
  }

  return { settings, set };
}
