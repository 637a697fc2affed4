// The work on a plan: its steps, what is saved under it, and who stays in place when others move.
import { computed, shallowRef, watch, type ComputedRef, type Ref, type ShallowRef } from 'vue';
import { asFailure } from '@/api/failure';
import { useHistory, type History } from '@/core/edit-history';
import { toast } from '@/core/toast';
import { arrange, putPlan } from '../calls';
import { refreshSeating } from '../queries';
import type { How, Person, Seating } from '../types';
import { toastWithUndo } from '../undo';
import { t } from './i18n';
import { draftOf, firstDraft, planOf, unseatedOf, type Draft } from './model';
import { shuffled } from './shuffle';

export interface Moved {
  /** Of a shuffle; a rotation has none. */
  seed: string | null;
  /** How many stayed in place. */
  kept: number;
  /** How many have no seat, and got none. */
  waiting: number;
}

export interface Editing {
  history: History<Draft>;
  /** Who is pinned, by their numbers. */
  pinned: ShallowRef<ReadonlySet<string>>;
  /** What has just moved everybody; undefined before, and after the next step. */
  moved: ShallowRef<Moved | undefined>;
  unseated: ComputedRef<Person[]>;
  /** Begins with what the server has. */
  open: (seating: Seating) => void;
  /** Takes what somebody else has saved for what is stored, and shows it where `shows` says so. */
  meet: (seating: Seating, shows: boolean) => void;
  push: (next: Draft, field?: string) => void;
  pin: (number: string) => void;
  move: (how: How) => Promise<void>;
  save: () => Promise<void>;
}

/** Whether a save began with an older revision than the server has. */
export const isConflict = (cause: unknown): boolean => asFailure(cause).status === 409;

const startOf = ({ plan, people }: Seating): Draft => (plan ? draftOf(plan) : firstDraft(people));

export function useEditing(people: Readonly<Ref<readonly Person[]>>, inClass: () => string | undefined): Editing {
  const before = shallowRef<Seating['plan']>(null);
  const history = useHistory(firstDraft([]));
  const pinned = shallowRef<ReadonlySet<string>>(new Set());
  const moved = shallowRef<Moved>();
  watch(history.state, () => (moved.value = undefined), { flush: 'sync' });

  const push = (next: Draft, field?: string): void => history.push(next, field);
  const pin = (number: string): void => {
    const next = new Set(pinned.value);
    if (!next.delete(number)) next.add(number);
    pinned.value = next;
  };
  const move = async (how: How): Promise<void> => {
    const from = history.state.value;
    const waiting = unseatedOf(people.value, from).length;
    const { seed, plan } = await arrange(how, planOf(from), [...pinned.value], inClass());
    // The server's shuffle would seat those who were put without a seat on purpose.
    const isOfSeated = seed !== null && waiting > 0;
    history.push(isOfSeated ? shuffled(from, people.value, pinned.value, seed) : draftOf(plan));
    moved.value = { seed, kept: pinned.value.size, waiting: isOfSeated ? waiting : 0 };
  };
  const save = async (): Promise<void> => {
    const stored = before.value;
    const saved = await putPlan(planOf(history.state.value), stored?.revision ?? 0, inClass());
    const revision = saved.plan?.revision ?? 0;
    // Before the first plan there was none, which cannot be saved.
    if (stored) toastWithUndo(t('saved'), () => putPlan(planOf(draftOf(stored)), revision, inClass()), t('undone'));
    else toast(t('saved'));
    refreshSeating();
  };
  return {
    history,
    pinned,
    moved,
    unseated: computed(() => unseatedOf(people.value, history.state.value)),
    open: (seating) => {
      before.value = seating.plan;
      history.reset(startOf(seating));
    },
    meet: (seating, shows) => {
      before.value = seating.plan;
      if (shows) push(startOf(seating));
    },
    push,
    pin,
    move,
    save,
  };
}
