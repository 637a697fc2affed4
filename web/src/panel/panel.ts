// What the panel page knows: the code that waits, or the board; the time; and whether both are fresh. One timer of a
// second moves everything on.
import { computed, onScopeDispose, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue';
import { readBuild } from '@/api/panel';
import { setSchoolClock } from '@/core/time';
import { schoolClockOf } from '@/core/zone/school-clock-of';
import { bridged } from './bridge';
import { stayConnected } from './connection';
import { forgetKept, keep, readKept } from './kept';
import { isRenewalDue, pageRenewal, type Builds } from './renewal';
import { stateReader, stateReporter } from './report';
import { panelNow } from './server-clock';
import type { Arrivals, Board, PairingCode } from './types';
import { broadcastsOf } from './view';

const SECOND_MS = 1000;
/** A connection that comes back within this time is nobody's business in the class room. */
export const STALE_MS = 10_000;

/** Now, on the server's clock, and how fresh what is shown is. Times in ms. */
interface Freshness {
  now: Ref<number>;
  /** When the server was heard last. */
  heardAt: Ref<number>;
  /** When the connection was lost, by the engine's counter, which nobody sets; null while there is one. */
  lostAt: Ref<number | null>;
  /** Whether the server has been away for longer than a moment. */
  isStale: ComputedRef<boolean>;
}

interface Shown {
  board: ShallowRef<Board | null>;
  code: ShallowRef<PairingCode | null>;
  arrivals: ShallowRef<Arrivals>;
}

type Panel = Shown & Pick<Freshness, 'now' | 'heardAt' | 'isStale'>;

/** What is done each second, as far as it is due. */
interface Acts {
  read: ReturnType<typeof stateReader>;
  report: ReturnType<typeof stateReporter>;
  renew: ReturnType<typeof pageRenewal>;
}

/** Runs the panel; to be called inside an effect scope. */
export function usePanel(): Panel {
  const kept = readKept();
  const shown: Shown = { board: shallowRef(null), code: shallowRef(null), arrivals: shallowRef(new Map()) };
  const fresh = freshness(kept?.at ?? 0);
  const builds = { own: '', server: '' };
  if (kept) show(shown, kept.board);

  const stop = stayConnected({
    onCode: (next) => {
      forget(shown);
      shown.code.value = { ...shown.code.value, ...next };
    },
    onBoard: (board) => show(shown, board),
    onHeard: () => {
      // Each new connection may be to a portal that was updated.
      if (fresh.lostAt.value !== null) void readBuilds(builds);
      fresh.lostAt.value = null;
      fresh.now.value = fresh.heardAt.value = panelNow();
      if (shown.board.value) keep(shown.board.value, fresh.heardAt.value);
    },
    onLost: () => (fresh.lostAt.value ??= performance.now()),
    onUnpaired: () => {
      forget(shown);
      shown.code.value = null;
    },
  });
  const acts: Acts = {
    read: stateReader(),
    report: stateReporter(),
    renew: pageRenewal(() => fresh.lostAt.value === null),
  };
  const timer = window.setInterval(() => tick(shown, fresh, builds, acts), SECOND_MS);
  onScopeDispose(() => {
    stop();
    window.clearInterval(timer);
  });
  return { ...shown, ...fresh };
}

function freshness(heard: number): Freshness {
  const now = ref(panelNow());
  const lostAt = ref<number | null>(performance.now());
  const isStale = computed(() => {
    // Asked again with each second.
    void now.value;
    return lostAt.value !== null && performance.now() - lostAt.value >= STALE_MS;
  });
  return { now, heardAt: ref(heard), lostAt, isStale };
}

/** Moves everything on that goes by the clock. */
function tick(shown: Shown, fresh: Freshness, builds: Builds, acts: Acts): void {
  const now = panelNow();
  fresh.now.value = now;
  const board = shown.board.value;
  const state = board && acts.read(board, now, shown.arrivals.value);
  if (state && fresh.lostAt.value === null) acts.report(state, performance.now());
  if (isRenewalDue(builds, now, state ? state.view : null)) acts.renew(performance.now());
}

function show({ board, code, arrivals }: Shown, next: Board): void {
  setSchoolZone(next.zone, board.value?.zone);
  arrivals.value = arrivalsOf(next, arrivals.value, panelNow());
  board.value = bridged(next, board.value, panelNow());
  code.value = null;
}

function forget({ board }: Shown): void {
  board.value = null;
  forgetKept();
}

async function readBuilds(builds: Builds): Promise<void> {
  const build = await readBuild().catch(() => '');
  builds.own ||= build;
  builds.server = build;
}

/** Times on the board are those of the school, in whatever zone the device is. */
function setSchoolZone(zone: string, before: string | undefined): void {
  if (zone === before) return;
  try {
    setSchoolClock(schoolClockOf(zone));
  } catch {
    // An engine that does not know the zone keeps the device's.
  }
}

/** When each of the board's broadcasts came; those that are gone are forgotten. */
function arrivalsOf(board: Board, before: Arrivals, now: number): Arrivals {
  return new Map(broadcastsOf(board).map(({ id }) => [id, before.get(id) ?? now]));
}
