// Making a roster of duty from the palette, for whoever may.
import { Brush } from '@lucide/vue';
import { may } from '@/core/admin/rights';
import { defineTexts } from '@/core/i18n';
import { definePalette } from '@/core/palette-source';
import { user } from '@/core/session';

const zh = { title: '新建值日表', kind: '值日', effect: '打开一张空白值日表，保存前什么都不变' };
const t = defineTexts(zh, async () => ({
  default: {
    title: 'New duty roster',
    kind: 'Duty',
    effect: 'Opens an empty roster; nothing changes before it is saved',
  },
}));

export default definePalette({
  entries: () =>
    may(user.value, 'manage_duty')
      ? [
          {
            id: 'act:duty-new',
            title: t('title'),
            kind: t('kind'),
            keywords: 'xinjian zhiribiao xjzrb zhiri paiban fenzu new roster cleaning',
            effect: t('effect'),
            icon: Brush,
            run: () => void (location.hash = '#/app/duty/new'),
          },
        ]
      : [],
});
