// The wizard's draft outlives a reload of its tab, with the code of the address that the server has printed. Nothing of
// it stays on the device, and no password is kept at all.
import { watch, type WatchStopHandle } from 'vue';
import { readTab, writeTab } from '@/core/storage';
import { draft } from './draft';

const KEY = 'setup-draft';

/** Puts back what this tab has kept, and keeps the draft from now on; answers whether there was something. */
export function keepDraft(): { restored: boolean; stop: () => void } {
  const kept = readTab(KEY);
  const restored = isDraft(kept);
  if (restored)
    Object.assign(draft, kept, { account: { ...draft.account, ...kept.account, password: '', confirm: '' } });
  const unwatch: WatchStopHandle = watch(withoutSecrets, (now) => writeTab(KEY, now), { deep: true });
  return { restored, stop: unwatch };
}

/** Called once all is saved. */
export function dropDraft(): void {
  writeTab(KEY, null);
}

function withoutSecrets(): object {
  const { account, claimCode: _, force: __, ...rest } = draft;
  return { ...rest, account: { realName: account.realName, netName: account.netName } };
}

function isDraft(value: unknown): value is typeof draft {
  const { classes, account } = (value ?? {}) as Partial<typeof draft>;
  return Array.isArray(classes) && classes.length > 0 && typeof account === 'object';
}
