// What the app does while its window is closed: whoever of the class was drawn is told on the island, on every desktop and
// panel of the class. Started by the desktop, ended with it.
import { subscribe, type Frame } from '@/core/live';
import { notify } from '@/core/notify';
import { readDraw } from './calls';
import { t } from './i18n';
import { isShownHere } from './pick/seen';

/** One draw after the other: the island shows the newest. */
const TOPIC = 'picker';
/** The names that fit the island. */
const MOST_NAMES = 6;

const goThere = (): void => void (location.hash = '#/app/seating/pick');

/** Starts; answers what ends it. */
export default function start(): () => void {
  return subscribe('picker_drawn', (frame) => void tell(frame));
}

async function tell({ id, historical }: Frame<'picker_drawn'>): Promise<void> {
  if (historical || isShownHere(id)) return;
  try {
    const { picked, purpose } = await readDraw(id);
    const names = picked.slice(0, MOST_NAMES).map(({ name }) => name);
    const words = { names: names.join(t('names')), n: picked.length };
    const title = t(picked.length > MOST_NAMES ? 'drawn_more' : 'drawn', words);
    notify({
      title,
      text: purpose,
      app: 'seating',
      topic: TOPIC,
      key: `draw:${id}`,
      action: { label: t('show'), run: goThere },
    });
  } catch {
    // It stands in the history of draws all the same.
  }
}
