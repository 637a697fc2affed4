// What the app does while its window is closed: the pages of integrations are apps of the desktop. Started by the
// desktop, ended with it.
import { QueryObserver } from '@tanstack/vue-query';
import { shallowRef } from 'vue';
import { api, send } from '@/api/client';
import { batched } from '@/core/batch';
import { registerApp, unregisterApp } from '@/core/apps';
import { queryClient } from '@/core/query';
import { refreshOn } from '@/core/refresh-on';
import { user } from '@/core/session';
import { toast } from '@/core/toast';
import { t } from './i18n';
import { appOf, manifestOf, PAGES, type Page } from './pages';

/** Starts; answers what ends it. */
export default function start(): () => void {
  const pages = shallowRef<readonly Page[]>([]);
  const names = new Map<number, string>();
  const find = (id: number) => (): Page | undefined => pages.value.find((page) => page.id === id);

  function show(next: readonly Page[]): void {
    pages.value = next;
    next
      .filter(({ id, name }) => names.get(id) !== name)
      .forEach((page) => {
        names.set(page.id, page.name);
        registerApp(manifestOf(page, find(page.id)));
      });
    [...names.keys()]
      .filter((id) => !next.some((page) => page.id === id))
      .forEach((id) => {
        // Whoever has it open is told; a sign-out needs no word.
        const isOpen = document.querySelector(`[data-app="${appOf(id)}"]`) !== null;
        if (isOpen && user.value) toast(t('page.gone', { name: names.get(id) ?? '' }));
        names.delete(id);
        unregisterApp(appOf(id));
      });
  }

  const stopFollowing = refreshOn(['integrations_changed'], [PAGES]);
  const listing = new QueryObserver(queryClient, {
    queryKey: PAGES,
    queryFn: () => send(api.GET('/api/integration-pages', { fetch: batched })),
    staleTime: Infinity,
  });
  const showListed = ({ data }: { data?: { pages: readonly Page[] } }): void => {
    if (data) show(data.pages);
  };
  // What is known already is told to no subscriber.
  showListed(listing.getCurrentResult());
  const stopListing = listing.subscribe(showListed);
  return () => {
    stopListing();
    stopFollowing();
    show([]);
  };
}
