// The payloads of the API that this app passes around.
import type { paths } from '@/api/generated/schema';
import type { DataOf } from '@/api/types';

export type Weather = DataOf<paths['/api/weather']['get']>;
export type WeatherSummary = DataOf<paths['/api/weather/now']['get']>;
export type WeatherAlert = DataOf<paths['/api/weather/alerts']['get']>['alerts'][number];
export type Condition = NonNullable<Weather['now']['data']>['condition'];
export type WeatherNow = NonNullable<Weather['now']['data']>;
export type WeatherHour = NonNullable<Weather['hourly']['data']>[number];
export type WeatherDay = NonNullable<Weather['daily']['data']>[number];
export type AirQuality = NonNullable<Weather['air']['data']>;
export type LifeIndex = NonNullable<Weather['indices']['data']>[number];
export type RainForecast = NonNullable<Weather['minutely']['data']>;
export type AlertLevel = WeatherAlert['level'];
/** What every part has beside its data. */
export type PartState = Omit<Weather['now'], 'data'>;
