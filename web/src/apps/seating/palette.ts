// Changing the plan of seats from the palette, for whoever may.
import { Armchair } from '@lucide/vue';
import { may } from '@/core/admin/rights';
import { defineTexts } from '@/core/i18n';
import { definePalette } from '@/core/palette-source';
import { user } from '@/core/session';

const zh = { title: '编辑座位表', kind: '座位', effect: '打开座位表，拖动、打乱或轮换，保存前什么都不变' };
const t = defineTexts(zh, async () => ({
  default: {
    title: 'Edit the seating plan',
    kind: 'Seats',
    effect: 'Opens the plan to drag, shuffle or rotate; nothing changes before it is saved',
  },
}));

export default definePalette({
  entries: () =>
    may(user.value, 'manage_duty')
      ? [
          {
            id: 'act:seating-edit',
            title: t('title'),
            kind: t('kind'),
            keywords: 'bianji zuowei bjzw zuoweibiao huanzuo paizuo lunhuan edit seats plan',
            effect: t('effect'),
            icon: Armchair,
            run: () => void (location.hash = '#/app/seating/edit'),
          },
        ]
      : [],
});
