// The checklist of whoever runs a class, taken out of a layout; putting it in is part of the first load, see `withSteps`.
import { BUILT_IN, readDocument, STEPS, withSteps, type LayoutDocument, type WidgetEntry } from './document';
import { changeLayout, layout, stepsOpen } from './store';

/** The cards that the checklist of the default stands for. */
function replaced(): WidgetEntry[] {
  const [page] = BUILT_IN;
  const kept = withSteps(readDocument(null)).pages[0]?.widgets ?? [];
  return page?.widgets.filter(({ id }) => !kept.some((widget) => widget.id === id)) ?? [];
}

/** Where a card of the default stands there: before the first of those that follow it. */
function putBack(widgets: readonly WidgetEntry[], card: WidgetEntry): WidgetEntry[] {
  const order = BUILT_IN.flatMap((page) => page.widgets.map(({ id }) => id));
  const next = widgets.findIndex(({ id }) => order.indexOf(id) > order.indexOf(card.id));
  const at = next < 0 ? widgets.length : next;
  return [...widgets.slice(0, at), card, ...widgets.slice(at)];
}

/** A layout as pupils shall have it: without the checklist, and with the cards that the one of the default stands for. */
export function withoutSteps(document: LayoutDocument): LayoutDocument {
  const known = new Set(document.pages.flatMap(({ widgets }) => widgets.map(({ id }) => id)));
  const back = replaced().filter(({ id }) => !known.has(id));
  const pages = document.pages.map((page) => {
    const rest = page.widgets.filter(({ type }) => type !== STEPS.type);
    if (rest.length === page.widgets.length) return page;
    return {
      ...page,
      widgets: page.widgets.some(({ id }) => id === STEPS.id) ? back.reduce<WidgetEntry[]>(putBack, rest) : rest,
    };
  });
  // Whether they are done is each one's own, and no part of what others get.
  return { ...document, pages, steps_done: undefined };
}

/** Whether the first steps were marked as done, on whatever device. */
export function areStepsDone(): boolean {
  return Boolean(layout.value.steps_done);
}

/** Marks them as done: the default of the next start has no checklist. */
export function markStepsDone(): void {
  if (!areStepsDone()) changeLayout((document) => ({ ...document, steps_done: true }));
}

/** Takes the checklist off the desktop; answers what puts it back. */
export function hideSteps(): () => void {
  const before = layout.value;
  const wasOpen = stepsOpen.value;
  // Before the change: whoever follows the default goes on to follow it.
  stepsOpen.value = false;
  changeLayout((document) => ({ ...withoutSteps(document), steps_done: true }));
  return () => {
    stepsOpen.value = wasOpen;
    changeLayout(() => ({ ...before, steps_done: false }));
  };
}
