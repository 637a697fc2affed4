// What the console's section reads of panels and does to them.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, type Ref } from 'vue';
import { queryClient } from '@/core/query';
import { useRefreshOn } from '@/core/refresh-on';
import { confirmPanel, deletePanel, patchPanel, readBoard, readPanels } from './calls';
import type { NewPanel, Panel, PanelBoard, PanelChange, PanelList } from './types';

const KEY = ['admin', 'panels'];
const LISTS = [...KEY, 'list'];
/** How often list and pictures are read anew while someone looks at them. */
const LOOK_MS = 30_000;
/** A change of a class may concern several panels, each with a frame; that is one request. */
const GATHER_MS = 300;

/** The panels of a class, empty for all that one manages. Frames keep them and their pictures up to date. */
export function usePanels(one: Ref<string>): UseQueryReturnType<PanelList, Error> {
  useRefreshOn(['panels_changed'], [KEY], { gatherMs: GATHER_MS });
  return useQuery({
    queryKey: computed(() => [...LISTS, one.value]),
    queryFn: () => readPanels(one.value),
    staleTime: 0,
    refetchInterval: LOOK_MS,
    refetchOnWindowFocus: 'always',
  });
}

/** The board that a panel gets now. */
export function useBoard(id: string): UseQueryReturnType<PanelBoard, Error> {
  return useQuery({
    queryKey: [...KEY, 'board', id],
    queryFn: () => readBoard(id),
    refetchInterval: LOOK_MS,
    refetchOnWindowFocus: 'always',
  });
}

/** Makes the screen that shows the code a panel. */
export async function pair(body: NewPanel): Promise<Panel> {
  const panel = await confirmPanel(body);
  refresh();
  return panel;
}

/** Changes name or settings; the list has the answer before this resolves. */
export async function change(id: string, body: PanelChange): Promise<Panel> {
  const panel = await patchPanel(id, body);
  putAll((panels) => panels.map((one) => (one.id === id ? panel : one)));
  refresh();
  return panel;
}

export async function remove(id: string): Promise<void> {
  try {
    await deletePanel(id);
    putAll((panels) => panels.filter((one) => one.id !== id));
  } finally {
    refresh();
  }
}

function putAll(next: (panels: Panel[]) => Panel[]): void {
  queryClient.setQueriesData<PanelList>({ queryKey: LISTS }, (list) => list && { ...list, panels: next(list.panels) });
}

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: KEY });
}
