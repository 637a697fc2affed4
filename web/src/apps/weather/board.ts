// The weather on the board of a classroom.
import { defineBoardPart } from '@/core/board';
import NowWeather from './board/NowWeather.vue';
import type { WeatherPart } from './board/part';

export default defineBoardPart<WeatherPart>({
  name: 'weather',
  order: 15,
  area: 'side',
  bare: true,
  label: { zh: '天气', en: 'Weather' },
  lines: ({ temperature, text, until = Infinity }, now) => (now < until && (temperature !== null || text) ? 3 : 0),
  view: NowWeather,
});
