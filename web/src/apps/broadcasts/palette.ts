// Broadcasting from the palette: the form opens with the words in it, and is sent from there.
import { Radio } from '@lucide/vue';
import { may } from '@/core/admin/rights';
import { defineTexts } from '@/core/i18n';
import { definePalette } from '@/core/palette-source';
import { prefill } from '@/core/prefill';
import { user } from '@/core/session';

const zh = {
  title: '广播「{words}」',
  kind: '广播',
  plain: '发广播',
  effect: '打开广播表单并填好文字，按“发送”才会发出',
  empty: '打开广播表单，按“发送”才会发出',
};
const t = defineTexts(zh, async () => ({
  default: {
    title: 'Broadcast “{words}”',
    kind: 'Broadcasts',
    plain: 'Send a broadcast',
    effect: 'Opens the form with the words in it; nothing is sent before you press Send',
    empty: 'Opens the form; nothing is sent before you press Send',
  },
}));

function open(content: string): void {
  if (content) prefill('broadcast', content);
  location.hash = '#/app/admin/broadcasts';
}

const openEmpty = (): void => open('');
const isAllowed = (): boolean => may(user.value, 'manage_broadcasts');

export default definePalette({
  entries: () => {
    const more = { kind: t('kind'), keywords: 'guangbo gb fa broadcast', effect: t('empty'), icon: Radio };
    return isAllowed() ? [{ id: 'act:broadcast', title: t('plain'), ...more, run: openEmpty }] : [];
  },
  acts: (typed) => {
    const words = /^(?:广播|broadcast)[\s:：]+(.+)$/i.exec(typed)?.[1]?.trim();
    if (!words || !isAllowed()) return [];
    const run = (): void => open(words);
    return [
      {
        id: 'act:broadcast-words',
        title: t('title', { words }),
        kind: t('kind'),
        effect: t('effect'),
        icon: Radio,
        run,
      },
    ];
  },
});
