// What the server knows of a class that begins.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, onScopeDispose, ref, type ComputedRef, type Ref } from 'vue';
import { api, send } from '@/api/client';
import type { Enrolment } from '@/api/types';
import { findApp } from '@/core/apps';
import { slipCount, slipsOf } from '@/core/enrolment/model';
import { useEnrolment } from '@/core/enrolment/queries';
import { usePictures } from '@/core/follow-pictures';
import { useDefaultLayout } from '@/core/layout/default-layout';
import { subscribe } from '@/core/live';
import { queryClient } from '@/core/query';
import { readPersonal, writePersonal } from '@/core/storage';
import type { Facts } from './model';

const ANNOUNCEMENTS = ['first-steps', 'announcements'];
const PRINTED = 'slips-printed';

/** Whether the slips were printed on this device; nothing else knows of it. */
const printed = ref(false);

export function markPrinted(): void {
  printed.value = true;
  writePersonal(PRINTED, true);
}

export interface FirstSteps {
  enrolment: Ref<Enrolment | undefined>;
  /** Undefined until all of it is known. */
  facts: ComputedRef<Facts | undefined>;
  error: ComputedRef<unknown>;
  busy: ComputedRef<boolean>;
  refetch: () => Promise<unknown>;
}

/** All that the steps are ticked by. */
export function useFirstSteps(): FirstSteps {
  printed.value = readPersonal(PRINTED) === true;
  const announces = computed(() => findApp('announcements') !== undefined);
  const enrolment = useEnrolment();
  const announcements = useCount(announces);
  const defaultLayout = useDefaultLayout();
  const pictures = usePictures();
  const all = [enrolment, announcements, defaultLayout, pictures];

  const facts = computed<Facts | undefined>(() => {
    if (!enrolment.data.value || !defaultLayout.data.value || !pictures.data.value) return undefined;
    if (announces.value && announcements.data.value === undefined) return undefined;
    const { classes, claim_codes } = enrolment.data.value;
    const sum = (key: 'registered' | 'total'): number => classes.reduce((all_, entry) => all_ + entry[key], 0);
    return {
      registered: sum('registered'),
      total: sum('total'),
      slips: claim_codes ? slipCount(slipsOf(classes)) : null,
      printed: printed.value,
      announcements: announces.value ? (announcements.data.value ?? 0) : null,
      hasDefault: Boolean(defaultLayout.data.value.desktop_layout),
      hasPhoto: pictures.data.value.class_photo !== null,
    };
  });
  return {
    enrolment: enrolment.data,
    facts,
    error: computed(() => all.map(({ error }) => error.value).find(Boolean)),
    busy: computed(() => all.some(({ isFetching }) => isFetching.value)),
    refetch: () =>
      Promise.all(
        [enrolment, defaultLayout, pictures, ...(announces.value ? [announcements] : [])].map((one) => one.refetch()),
      ),
  };
}

/** How many announcements the class has been told. */
function useCount(enabled: Ref<boolean>): UseQueryReturnType<number, Error> {
  const again = (): void => void queryClient.invalidateQueries({ queryKey: ANNOUNCEMENTS });
  const frames = ['announcement_published', 'announcement_removed', 'reset'] as const;
  const stops = frames.map((frame) => subscribe(frame, again));
  onScopeDispose(() => stops.forEach((stop) => stop()));
  return useQuery({
    queryKey: ANNOUNCEMENTS,
    queryFn: async () =>
      (await send(api.GET('/api/announcements', { params: { query: { page: 1, limit: 1 } } }))).total,
    enabled,
  });
}
