// English texts of the weather.
import type { Dict } from '@/core/i18n';
import type { WeatherKey } from './zh';

const en: Dict<WeatherKey> = {
  failed: 'The weather could not be loaded',
  'none.title': 'No weather yet',
  'none.text': 'Once an admin has set it up, the weather of the school is here.',
  'none.admin': 'Set these in the environment or the .env of the server, then restart the portal:',
  'none.key': 'the API key from the console of QWeather',
  'none.location': 'longitude,latitude (such as 116.41,39.92), a location ID of QWeather, or a city',
  'none.host': 'the API host from the console of QWeather (such as abc123.re.qweatherapi.com)',
  'none.open': 'Open the weather',

  stale: 'As of {time}',
  'stale.why': 'As of {time}. {reason}',
  'no_data.why': 'No data yet. {reason}',
  no_data: 'No data yet',
  'failed.old': '{reason}. This is the last weather that arrived.',
  'note.of': '{name}: {text}',
  source: 'Data by QWeather',

  feels: 'feels like {n}',
  range: 'High {max}, low {min}',
  'range.short': '{min} to {max}',
  'now.title': 'Now',
  'now.humidity': 'Humidity',
  'now.wind': 'Wind',
  'now.wind_scale': '{direction}, force {scale}',
  'now.pressure': 'Pressure',
  'now.visibility': 'Visibility',
  'now.rain': 'Rain in the last hour',

  'hourly.title': 'Next 24 hours',
  'hourly.pop': '{n}% chance of rain',
  'daily.title': 'Next 7 days',
  'daily.sun': 'Sunrise {rise} · sunset {set}',
  'day.today': 'Today',
  'day.tomorrow': 'Tomorrow',

  'air.title': 'Air quality',
  'air.primary': 'Main pollutant: {name}',
  'indices.title': 'Today’s indices',
  'rain.title': 'Rain in the next two hours',
  'rain.now': 'It is raining',
  'rain.soon': 'Rain in {n} minute|Rain in {n} minutes',
  'snow.now': 'It is snowing',
  'snow.soon': 'Snow in {n} minute|Snow in {n} minutes',
  'rain.none': 'Dry until {time}',

  'warnings.title': 'Warnings',
  'warnings.at': '{sender}, {time}',
  'warnings.at_alone': '{time}',
  'warnings.until': 'until {time}',
  'level.blue': 'Blue warning',
  'level.yellow': 'Yellow warning',
  'level.orange': 'Orange warning',
  'level.red': 'Red warning',
};

export default en;
