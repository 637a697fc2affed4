// What the app does while its window is closed: it shows new warnings in the island, each once on this device. The
// server tells of each once; what was told before this desktop was there comes with the list, which is read some time
// after the start and whenever frames may have been missed.
import { api, send } from '@/api/client';
import { asFailure } from '@/api/failure';
import { subscribe } from '@/core/live';
import { onGap } from '@/core/live/on-gap';
import { notify, takeBackNotice } from '@/core/notify';
import { readPersonal, writePersonal } from '@/core/storage';
import { serverNow } from '@/core/time';
import { t } from './i18n';
import type { WeatherAlert } from './types';

const STORED = 'weather-alerts';
/** A place has a handful at a time. */
const REMEMBERED = 50;
/** Longer than other notices: a warning has a whole sentence. */
const SHOWN_MS = 12_000;

/** What a desktop asks for at its start is more pressing. */
const FIRST_READ_MS = 15_000;

/** Starts; answers what ends it. */
export default function start(): () => void {
  let isStopped = false;
  /** After a reading that failed. */
  let isUnread = false;
  /** The ids of the warnings that were told and are in force as far as is known. */
  const told = new Set<string>();
  const hear = (alert: WeatherAlert): void => {
    told.add(alert.id);
    tell(alert);
  };
  const takeBack = (id: string): void => {
    told.delete(id);
    takeBackNotice(keyOf(id));
  };
  const take = (alerts: readonly WeatherAlert[], before: readonly string[]): void => {
    // Its end was missed. What was told during the request may be newer than the list.
    before.filter((id) => !alerts.some((alert) => alert.id === id)).forEach(takeBack);
    // The newest comes last, so that it stands at the top of the history.
    [...alerts].sort((a, b) => (a.published_at < b.published_at ? -1 : 1)).forEach(hear);
  };
  const read = (): void => {
    const before = [...told];
    window.clearTimeout(first);
    isUnread = false;
    send(api.GET('/api/weather/alerts')).then(
      ({ alerts }) => {
        if (!isStopped) take(alerts, before);
      },
      (cause: unknown) => {
        asFailure(cause);
        isUnread = true;
      },
    );
  };
  const first = window.setTimeout(read, FIRST_READ_MS);
  const stops = [
    () => window.clearTimeout(first),
    subscribe('weather_alert', hear),
    subscribe('weather_alert_ended', ({ id }) => takeBack(id)),
    subscribe('weather_alert_renewed', read),
    onGap(read, { alsoIf: () => isUnread }),
  ];
  return () => {
    isStopped = true;
    stops.forEach((stop) => stop());
  };
}

function tell(alert: WeatherAlert): void {
  const isOver = alert.expires_at !== null && Date.parse(alert.expires_at) <= serverNow();
  if (isOver || seen().includes(alert.id)) return;
  notify({
    key: keyOf(alert.id),
    title: `${t(`level.${alert.level}`)} · ${alert.title}`,
    text: alert.text,
    app: 'weather',
    at: Date.parse(alert.published_at),
    ms: SHOWN_MS,
    ...(alert.level === 'red' && { priority: 'urgent', emphasis: 'urgent' }),
    ...(alert.level === 'orange' && { emphasis: 'important' }),
    onShown: () => remember(alert.id),
  });
}

function seen(): string[] {
  const stored = readPersonal(STORED);
  return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : [];
}

function remember(id: string): void {
  writePersonal(STORED, [...seen().filter((known) => known !== id), id].slice(-REMEMBERED));
}

function keyOf(id: string): string {
  return `weather:${id}`;
}
