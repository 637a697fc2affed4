// Writing a post, a poll or a survey from the palette.
import { ChartBar, ClipboardList } from '@lucide/vue';
import { openAppPath } from '@/core/app-path';
import { defineTexts } from '@/core/i18n';
import { definePalette } from '@/core/palette-source';
import { prefill } from '@/core/prefill';
import type { PostType } from './types';

const zh = { poll: '发起投票', survey: '发起问卷', kind: '社区', effect: '打开一张空白表单，发布前还能改' };
const t = defineTexts(zh, async () => ({
  default: {
    poll: 'Start a poll',
    survey: 'Start a survey',
    kind: 'Community',
    effect: 'Opens an empty form; nothing is posted yet',
  },
}));

function write(type: PostType): void {
  prefill('community', type);
  openAppPath('community', 'new');
}

export default definePalette({
  entries: () => [
    {
      id: 'act:community-poll',
      title: t('poll'),
      kind: t('kind'),
      keywords: 'faqi toupiao tp new poll vote',
      effect: t('effect'),
      icon: ChartBar,
      run: () => write('poll'),
    },
    {
      id: 'act:community-survey',
      title: t('survey'),
      kind: t('kind'),
      keywords: 'faqi wenjuan wj new survey',
      effect: t('effect'),
      icon: ClipboardList,
      run: () => write('survey'),
    },
  ],
});
