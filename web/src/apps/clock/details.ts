// What the gallery says of the clock.
import { defineDetails } from '@/core/apps';

export default defineDetails({
  descriptions: { 'clock-now': { zh: '现在的时间和日期', en: 'Time and date' } },
});
