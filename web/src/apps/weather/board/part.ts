// What the board is told about the weather, and where its pictures are. Pure.

/** An official warning, in the words of the office that has published it. */
interface Warning {
  title: string;
  level: 'blue' | 'yellow' | 'orange' | 'red';
}

export interface WeatherPart {
  place: string;
  /** In °C, as `high` and `low`. */
  temperature: number | null;
  text: string;
  /** The name of a built-in picture, or the address of another. */
  icon: string;
  high: number | null;
  low: number | null;
  /** The quality of the air in words. */
  air: string | null;
  /** The newest first; absent from servers that are older than the page. */
  warnings?: Warning[];
  stale: boolean;
  /** ISO 8601. */
  fetched_at: string;
  /** Until when it is shown, in ms, where the server has nothing newer. */
  until?: number;
}

const LEVELS = ['red', 'orange', 'yellow', 'blue'] as const;

/** The most severe of some warnings, of several the newest, and how many more there are. Only its kind is named. */
export function worstOf(warnings: readonly Warning[] = []): (Warning & { more: number }) | undefined {
  const [worst, ...others] = LEVELS.flatMap((level) => warnings.filter((one) => one.level === level));
  return worst && { ...worst, title: worst.title.replace(/^.*发布(?=.)|信号$/g, ''), more: others.length };
}

/** Where a picture is: a panel may not ask for the list of them. */
export const iconUrl = (icon: string): string =>
  icon.startsWith('/') ? icon : `/resources/builtin/weather-icons/${icon}.svg`;
