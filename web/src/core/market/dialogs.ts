// Dialogs of the desktop that apps ask for: each has a root of its own, so that it lies over everything, and goes with
// the app that has asked.
import { createApp, type Component } from 'vue';
import { VueQueryPlugin } from '@tanstack/vue-query';
import { loadView, type LoadView } from '../apps';
import { queryClient } from '../query';
import { phase } from '../session';
import { toast } from '../toast';
import { t } from '@/i18n';

/** Opens a dialog, which closes by its event `close`; answers what closes it. */
export function openDialog(load: LoadView, props: Record<string, unknown>, closed?: () => void): () => void {
  let end: (() => void) | undefined;
  let isOver = false;
  function close(): void {
    if (isOver) return;
    isOver = true;
    end?.();
    closed?.();
  }
  loadView(load)
    .then((view: Component) => {
      if (isOver || phase.value !== 'member') return close();
      const app = createApp(view, { ...props, onClose: close });
      app.use(VueQueryPlugin, { queryClient });
      app.mount(document.createElement('div'));
      end = () => app.unmount();
    })
    .catch(() => {
      toast(t('part.missing'), { kind: 'error' });
      close();
    });
  return close;
}
