// What the gallery says of the first steps.
import { defineDetails } from '@/core/apps';

export default defineDetails({
  descriptions: {
    'first-steps-list': { zh: '开班第一周要做的几件事', en: 'What a class needs in its first week' },
  },
});
