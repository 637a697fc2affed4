// Says once on a phone that the portal can be installed.
import { watch } from 'vue';
import { smallScreen } from '@/core/device';
import { textsReady } from '@/core/i18n';
import { install, installOffer } from '@/core/install';
import { phase } from '@/core/session';
import { readDevice, writeDevice } from '@/core/storage';
import { toast } from '@/core/toast';
import { t } from './i18n';

/** Says once on this device, on a phone, that the portal can be installed; until someone closes it. */
export function hintOnce(): void {
  const stop = watch(
    () => smallScreen.value && installOffer.value !== undefined && phase.value === 'member',
    (may) => {
      if (!may || readDevice('install') !== null) return;
      writeDevice('install', 'told');
      queueMicrotask(() => stop());
      const action = { label: t('install.do'), run: () => void install() };
      void textsReady().then(() => toast(t('install.hint'), { action, ms: 0 }));
    },
    { immediate: true },
  );
}
