// On how many classroom panels something that was sent has been readable, for whoever sent it.
import type { components } from '@/api/generated/schema';
import type { Reach } from '@/api/types';
import { t } from './i18n';

/** What was sent, with the panels of the classes that it addresses, and on how many of them it could be read. */
export interface Sent {
  panels: components['schemas']['PanelCount'];
}

/** 大屏已显示 1/2; empty where no panel is addressed. */
export const panelsText = ({ panels: { of, shown } }: Sent): string => (of > 0 ? t('panels.shown', { shown, of }) : '');

/** Whether the last thing that was sent to the same classes had no panel to be shown on; newest first. */
export function hasNoPanel(sent: readonly (Sent & { audience: Reach })[], { classes = [] }: Reach): boolean {
  const digits = [...classes].sort().join();
  const last = sent.find(({ audience }) => [...(audience.classes ?? [])].sort().join() === digits);
  return last?.panels.of === 0;
}
