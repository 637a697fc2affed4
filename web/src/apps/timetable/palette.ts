// Changing the lessons of today from the palette, for whoever may.
import { CalendarCog } from '@lucide/vue';
import { may } from '@/core/admin/rights';
import { defineTexts } from '@/core/i18n';
import { definePalette } from '@/core/palette-source';
import { user } from '@/core/session';

const zh = {
  change: '调课：改今天的课',
  edit: '编辑班级课表',
  kind: '课表',
  effect: '打开今天的课，点哪一节就改哪一节',
};
const t = defineTexts(zh, async () => ({
  default: {
    change: 'Change today’s lessons',
    edit: 'Edit the class timetable',
    kind: 'Timetable',
    effect: 'Opens today’s lessons; tap one to change it',
  },
}));

const goTo = (path: string) => (): void => void (location.hash = `#/app/timetable/${path}`);

export default definePalette({
  entries: () =>
    may(user.value, 'manage_timetable')
      ? [
          {
            id: 'act:timetable-change',
            title: t('change'),
            kind: t('kind'),
            keywords: 'tiaoke tk huanke hk daike fangjia substitute swap cancel',
            effect: t('effect'),
            icon: CalendarCog,
            run: goTo('today'),
          },
          {
            id: 'act:timetable-edit',
            title: t('edit'),
            kind: t('kind'),
            keywords: 'bianji kebiao bjkb paike edit timetable',
            icon: CalendarCog,
            run: goTo('class'),
          },
        ]
      : [],
});
