// What the editor works on: what is stored or a new timetable, every step of the changes, and those that were left
// without being saved, which the device keeps.
import { computed, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue';
import { useHistory, type History } from '@/core/edit-history';
import { language } from '@/core/i18n';
import { newId } from '@/core/ids';
import { keptForm, useKeptForm } from '@/core/kept-form';
import { todayText } from '@/core/time';
import { readDays, readTimetable } from '../calls';
import { addDays, mondayOf } from '../dates';
import { placeInRows, type Row } from '../rows';
import type { Full, Owner } from '../types';
import { t } from './i18n';
import { draftOf, type Draft } from './model';
import { withKeptRows } from './spare-rows';
import { newDraft } from './template';

/** Which timetable is edited: a stored one by its id, or a new one. */
export interface Edited {
  id?: string;
  owner: Owner;
  /** For admins of all classes: whose. */
  inClass?: string;
}

interface Kept {
  draft: Draft;
  before: Full | null;
  /** The id of a new one, so that saving again after a lost answer meets the first one. */
  key: string;
}

export interface EditedDraft {
  history: History<Draft | undefined>;
  /** What is stored, as the changes began with it; null for a new one. */
  before: Readonly<ShallowRef<Full | null>>;
  /** The id of a new one. */
  key: () => string;
  touched: ComputedRef<boolean>;
  /** Changes of an earlier time were brought back. */
  restored: Ref<boolean>;
  /** Whether the device has the changes as they are. */
  isKept: Ref<boolean>;
  load: () => Promise<void>;
  /** Reads what somebody else has saved; the changes go over it from now on. */
  readTheirs: () => Promise<void>;
  /** Shows what was read so; undo brings the changes back. */
  showTheirs: () => void;
  /** Gives up changes of an earlier time, for what is stored now. */
  discard: () => void;
  /** Forgets what the device keeps. */
  drop: () => void;
}

export function useDraft({ id, owner, inClass }: Edited): EditedDraft {
  const name = ['timetable', id ?? owner, !id && owner === 'class' && inClass].filter(Boolean).join(':');
  const history = useHistory<Draft | undefined>(undefined);
  const before = shallowRef<Full | null>(null);
  /** The draft without any change. */
  const start = shallowRef<Draft>();
  const restored = ref(false);
  let key = newId();
  /** What the editor was opened with; changes of an earlier time may have begun with an older version. */
  let fresh: { before: Full | null; draft: Draft } | undefined;

  const touched = computed(
    () => !!history.state.value && JSON.stringify(history.state.value) !== JSON.stringify(start.value),
  );
  // What was left half edited stays kept until the editor has taken it.
  const kept = keptForm<Kept>(name);
  const { kept: isKept, drop } = useKeptForm(name, () => {
    const draft = history.state.value;
    if (!draft) return kept;
    return touched.value ? { draft, before: before.value, key } : null;
  });

  function begin(stored: Full | null, draft: Draft): void {
    before.value = stored;
    start.value = draft;
    history.reset(draft);
  }

  async function load(): Promise<void> {
    const stored = id ? await readTimetable(id) : null;
    fresh = { before: stored, draft: stored ? draftOfStored(stored) : await emptyDraft(owner) };
    begin(fresh.before, fresh.draft);
    if (!kept) return;
    key = kept.key;
    if (kept.before) begin(kept.before, draftOfStored(kept.before));
    history.push(kept.draft);
    restored.value = true;
  }

  async function readTheirs(): Promise<void> {
    if (before.value) before.value = await readTimetable(before.value.id);
  }

  function showTheirs(): void {
    if (!before.value) return;
    start.value = draftOfStored(before.value);
    history.push(start.value);
    restored.value = false;
  }

  function discard(): void {
    if (fresh) begin(fresh.before, fresh.draft);
    key = newId();
    restored.value = false;
  }

  return { history, before, key: () => key, touched, restored, isKept, load, readTheirs, showTheirs, discard, drop };
}

const draftOfStored = (stored: Full): Draft => withKeptRows(stored.id, draftOf(stored));

async function emptyDraft(owner: Owner): Promise<Draft> {
  const times = owner === 'self' ? await classTimes() : [];
  const name = t(owner === 'self' ? 'new.self_name' : 'new.class_name');
  return newDraft(owner, name, todayText(), language.value, times);
}

/** One's own lessons are at the times of the class. */
async function classTimes(): Promise<Row[]> {
  const monday = mondayOf(todayText());
  const days = await readDays(monday, addDays(monday, 6), 'class').catch(() => []);
  return placeInRows(days.map(({ lessons }) => lessons)).rows;
}
