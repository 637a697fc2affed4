// The console's part of the timetable: the public holidays that all classes follow.
import { CalendarDays } from '@lucide/vue';
import { isAtLeast } from '@/core/admin/rights';
import { defineSections } from '@/core/admin/section';

export default defineSections([
  {
    id: 'public-days',
    icon: CalendarDays,
    title: { zh: '节假日', en: 'Public days' },
    about: { zh: '法定节假日和补班，全校课表都按它来', en: 'Holidays and working weekends for all timetables' },
    order: 75,
    allowed: (me) => isAtLeast(me, 'admin'),
    load: () => import('./public-days/PublicDaysSection.vue'),
  },
]);
