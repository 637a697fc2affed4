// Classmates who have not registered yet, for those who look after their class.
import { UserRoundX } from '@lucide/vue';
import { isAtLeast } from '@/core/admin/rights';
import { fetchEnrolment } from '@/core/enrolment/queries';
import { defineTexts } from '@/core/i18n';
import { definePalette } from '@/core/palette-source';
import { user } from '@/core/session';

const zh = { missing: '还没有注册', roster: '打开名单', enrolment: '打开集中注册的页面' };
const en = {
  missing: 'Not registered yet',
  roster: 'Opens the class list',
  enrolment: 'Opens the enrolment page',
};
const t = defineTexts(zh, async () => ({ default: en }));

export default definePalette({
  entries: async () => {
    if (!isAtLeast(user.value, 'class_admin')) return [];
    const { classes } = await fetchEnrolment();
    const missing = classes.flatMap(({ members }) => members).filter(({ registered }) => !registered);
    // The list itself is for system admins.
    const place = isAtLeast(user.value, 'admin') ? 'roster' : 'enrolment';
    return missing.map(({ real_name: name, user_id: id }) => ({
      id: `listed:${id}`,
      title: name,
      kind: t('missing'),
      keywords: id,
      names: [name],
      effect: t(place),
      icon: UserRoundX,
      run: () => (location.hash = place === 'roster' ? '#/app/admin/roster' : '#/enrolment'),
    }));
  },
});
