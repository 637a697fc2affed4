// Writing homework from the palette, for whoever may.
import { BookOpenCheck } from '@lucide/vue';
import { may } from '@/core/admin/rights';
import { defineTexts } from '@/core/i18n';
import { definePalette } from '@/core/palette-source';
import { user } from '@/core/session';

const zh = { title: '布置作业', kind: '作业', effect: '打开一张空白作业，发布前还能改' };
const t = defineTexts(zh, async () => ({
  default: { title: 'Set homework', kind: 'Homework', effect: 'Opens an empty form; nothing is published yet' },
}));

export default definePalette({
  entries: () =>
    may(user.value, 'manage_announcements')
      ? [
          {
            id: 'act:homework',
            title: t('title'),
            kind: t('kind'),
            keywords: 'buzhi zuoye bzzy xiezuoye pai heiban set new homework',
            effect: t('effect'),
            icon: BookOpenCheck,
            run: () => void (location.hash = '#/app/homework/new'),
          },
        ]
      : [],
});
