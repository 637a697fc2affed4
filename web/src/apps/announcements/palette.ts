// Writing an announcement from the palette.
import { Megaphone } from '@lucide/vue';
import { may } from '@/core/admin/rights';
import { defineTexts } from '@/core/i18n';
import { definePalette } from '@/core/palette-source';
import { prefill } from '@/core/prefill';
import { user } from '@/core/session';

const zh = { title: '写公告', kind: '公告', effect: '打开一张空白公告，发布前还能改' };
const t = defineTexts(zh, async () => ({
  default: {
    title: 'Write a notice',
    kind: 'Notices',
    effect: 'Opens an empty form; nothing is published yet',
  },
}));

export default definePalette({
  entries: () =>
    may(user.value, 'manage_announcements')
      ? [
          {
            id: 'act:announcement',
            title: t('title'),
            kind: t('kind'),
            keywords: 'xiegonggao xgg tongzhi zuoye new notice homework',
            effect: t('effect'),
            icon: Megaphone,
            run: () => {
              prefill('announcement', true);
              location.hash = '#/app/admin/announcements';
            },
          },
        ]
      : [],
});
