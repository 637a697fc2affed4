// Classmates who have not registered yet, for those who may read the class list.
import { UserRoundX } from '@lucide/vue';
import { api, send } from '@/api/client';
import { ROSTER_KEY } from '@/core/admin/classes';
import { isAtLeast } from '@/core/admin/rights';
import { defineTexts } from '@/core/i18n';
import { definePalette } from '@/core/palette-source';
import { queryClient } from '@/core/query';
import { user } from '@/core/session';

const zh = { missing: '还没有注册', effect: '打开名单' };
const t = defineTexts(zh, async () => ({ default: { missing: 'Not registered yet', effect: 'Opens the class list' } }));

export default definePalette({
  entries: async () => {
    if (!isAtLeast(user.value, 'admin')) return [];
    const { pre_records: classes } = await queryClient.fetchQuery({
      queryKey: ROSTER_KEY,
      queryFn: () => send(api.GET('/api/admin/pre-records')),
    });
    const missing = Object.values(classes)
      .flat()
      .filter(({ registered }) => !registered);
    return missing.map(({ real_name: name, user_id: id }) => ({
      id: `listed:${id}`,
      title: name,
      kind: t('missing'),
      keywords: id,
      names: [name],
      effect: t('effect'),
      icon: UserRoundX,
      run: () => (location.hash = '#/app/admin/roster'),
    }));
  },
});
