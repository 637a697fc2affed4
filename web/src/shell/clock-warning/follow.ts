// Says once that the clock of this device is wrong: the portal shows the time of its server, the device another one.
import { watch } from 'vue';
import { clockSkew } from '@/core/connection';
import { notify } from '@/core/notify';
import { t } from './i18n';

/** Watches as long as the effect scope lasts. How far the clock is off differs with every answer of the server. */
export function followClock(): void {
  watch(
    () => clockSkew.value !== 0,
    (isWrong) => {
      if (isWrong) notify({ key: 'clock', title: t('wrong'), text: t('corrected'), priority: 'urgent' });
    },
    { immediate: true },
  );
}
