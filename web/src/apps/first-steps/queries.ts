// What the server knows of a class that begins.
import { computed, ref, type ComputedRef, type Ref } from 'vue';
import type { Enrolment } from '@/api/types';
import { useAnnouncements } from '@/core/announcements';
import { findApp } from '@/core/apps';
import { slipCount, slipsOf } from '@/core/enrolment/model';
import { useEnrolment } from '@/core/enrolment/queries';
import { usePictures } from '@/core/follow-pictures';
import { useDefaultLayout } from '@/core/layout/default-layout';
import { useSettings } from '@/core/preferences';
import { readPersonal, writePersonal } from '@/core/storage';
import type { Facts } from './model';

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
  const announcements = useAnnouncements(announces);
  // Where no default holds for the member, the class has none of its own: one request less for each start.
  const settings = useSettings().data;
  const mayHaveDefault = computed(() => Boolean(settings.value?.default_layout));
  const defaultLayout = useDefaultLayout(mayHaveDefault);
  const pictures = usePictures();
  const all = [enrolment, announcements, defaultLayout, pictures];

  const facts = computed<Facts | undefined>(() => {
    const own = defaultLayout.data.value;
    if (!enrolment.data.value || !settings.value || !pictures.data.value) return undefined;
    if ((mayHaveDefault.value && !own) || (announces.value && !announcements.data.value)) return undefined;
    const { classes, claim_codes } = enrolment.data.value;
    const sum = (key: 'registered' | 'total'): number => classes.reduce((all_, entry) => all_ + entry[key], 0);
    return {
      registered: sum('registered'),
      total: sum('total'),
      slips: claim_codes ? slipCount(slipsOf(classes)) : null,
      printed: printed.value,
      announcements: announces.value ? (announcements.data.value?.pages[0]?.total ?? 0) : null,
      hasDefault: Boolean(own?.desktop_layout),
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
