// Adding a classroom screen from the palette, for whoever may.
import { Tv } from '@lucide/vue';
import { may } from '@/core/admin/rights';
import { defineTexts } from '@/core/i18n';
import { definePalette } from '@/core/palette-source';
import { prefill } from '@/core/prefill';
import { user } from '@/core/session';

const zh = { title: '添加教室大屏', kind: '大屏', effect: '打开配对窗口，输入大屏上的六位码' };
const t = defineTexts(zh, async () => ({
  default: {
    title: 'Add a classroom screen',
    kind: 'Panels',
    effect: 'Opens the dialog for the six digits that the screen shows',
  },
}));

function open(): void {
  prefill('panel-pairing', '');
  location.hash = '#/app/admin/panels';
}

export default definePalette({
  entries: () =>
    may(user.value, 'manage_app_control')
      ? [
          {
            id: 'act:panel-pair',
            title: t('title'),
            kind: t('kind'),
            keywords: 'tianjia jiaoshi daping tjjsdp peidui pingmu pair panel screen code',
            effect: t('effect'),
            icon: Tv,
            run: open,
          },
        ]
      : [],
});
