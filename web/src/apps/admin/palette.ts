// Disabling a member from the palette: the member's form opens with the time in it, and asks before anything happens.
import { Ban } from '@lucide/vue';
import { may } from '@/core/admin/rights';
import { defineTexts } from '@/core/i18n';
import { definePalette } from '@/core/palette-source';
import { prefill } from '@/core/prefill';
import { user } from '@/core/session';
import { parseBan } from './members/ban-words';

const zh = {
  title: '禁用 {name}，{time}',
  kind: '成员',
  hour: '1 小时',
  today: '到今天结束',
  day: '1 天',
  three_days: '3 天',
  week: '7 天',
  never: '一直',
  effect: '打开这位成员并填好时间，按“禁用”才生效',
};
const t = defineTexts(zh, async () => ({
  default: {
    title: 'Disable {name}, {time}',
    kind: 'Members',
    hour: '1 hour',
    today: 'until the end of today',
    day: '1 day',
    three_days: '3 days',
    week: '7 days',
    never: 'without an end',
    effect: 'Opens the member with the time filled in; nothing happens before you press Disable',
  },
}));

export default definePalette({
  acts: (words) => {
    const ban = parseBan(words);
    if (!ban || !may(user.value, 'manage_users')) return [];
    const run = (): void => {
      prefill('ban', ban);
      location.hash = '#/app/admin/members';
    };
    const title = t('title', { name: ban.name, time: t(ban.end) });
    return [{ id: 'act:ban', title, kind: t('kind'), effect: t('effect'), icon: Ban, run }];
  },
});
