// The weather on the server, for the window and for the widget. The server asks the provider no oftener than the parts
// change, so a screen on the wall may look every few minutes.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { api, send } from '@/api/client';
import { batched } from '@/core/batch';
import { language } from '@/core/i18n';
import { useRefreshOn } from '@/core/refresh-on';
import type { Weather, WeatherSummary } from './types';

export const ALL_KEY = ['weather', 'all'];
export const NOW_KEY = ['weather', 'now'];
const ICONS_KEY = ['weather', 'icons'];
const LOOK_MS = 5 * 60_000;
const ALERTS = ['weather_alert', 'weather_alert_ended', 'weather_alert_renewed'] as const;

/** A hidden tab does not look, and looks at once when it is seen again. */
const LOOKING = { refetchInterval: LOOK_MS, refetchOnWindowFocus: 'always' } as const;

/** Everything; its words are in the language of the screen. */
export function useWeather(): UseQueryReturnType<Weather, Error> {
  useRefreshOn(ALERTS, [ALL_KEY]);
  return useQuery({
    queryKey: [...ALL_KEY, language],
    queryFn: () => send(api.GET('/api/weather')),
    ...LOOKING,
  });
}

/** What the widget shows. */
export function useWeatherSummary(): UseQueryReturnType<WeatherSummary, Error> {
  return useQuery({
    queryKey: [...NOW_KEY, language],
    queryFn: () => send(api.GET('/api/weather/now', { fetch: batched })),
    ...LOOKING,
  });
}

/** Where the icons are, by their names: the portal may have its own. */
export function useIcons(): UseQueryReturnType<ReadonlyMap<string, string>, Error> {
  return useQuery({
    queryKey: ICONS_KEY,
    queryFn: async () => {
      const icons = await send(api.GET('/api/assets/weather-icons'));
      return new Map(icons.map(({ name, url }) => [name, url]));
    },
    staleTime: Infinity,
  });
}
