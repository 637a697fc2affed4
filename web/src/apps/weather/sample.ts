// What the widget shows in the gallery while there is no weather.
import type { WidgetSample } from '@/core/apps';
import { language, pick } from '@/core/i18n';
import { queryClient } from '@/core/query';
import { todayText } from '@/core/time';
import { NOW_KEY } from './queries';
import type { WeatherDay, WeatherNow, WeatherSummary } from './types';

const text = (): string => pick({ zh: '多云', en: 'Cloudy' });

function now(): WeatherNow {
  return {
    observed_at: new Date().toISOString(),
    temperature: 22,
    feels_like: 22,
    text: text(),
    condition: 'partly-cloudy',
    humidity: 50,
    wind_direction: null,
    wind_scale: null,
    wind_speed: null,
    precipitation: 0,
    pressure: null,
    visibility: null,
  };
}

function today(): WeatherDay {
  return {
    date: todayText(),
    temperature_max: 26,
    temperature_min: 17,
    text_day: text(),
    condition_day: 'partly-cloudy',
    text_night: text(),
    condition_night: 'partly-cloudy-night',
    sunrise: null,
    sunset: null,
    humidity: null,
    precipitation: null,
    uv_index: null,
    wind_direction: null,
    wind_scale: null,
  };
}

function summary(): WeatherSummary {
  const fresh = { fetched_at: new Date().toISOString(), stale: false, problem: null };
  return {
    configured: true,
    missing: [],
    place: { name: pick({ zh: '学校', en: 'School' }), region: '' },
    now: { data: now(), ...fresh },
    today: { data: today(), ...fresh },
    minutely: { data: null, ...fresh },
  };
}

const sample: WidgetSample = {
  isEmpty: () => {
    const known = queryClient.getQueryData<WeatherSummary>([...NOW_KEY, language.value]);
    return known !== undefined && known.now.data === null;
  },
  queries: () => [[[...NOW_KEY, language.value], summary()]],
};
export default sample;
