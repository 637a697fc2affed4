// What the board is told about the weather, and where its pictures are. Pure.

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
  stale: boolean;
  /** ISO 8601. */
  fetched_at: string;
}

/** Where a picture is: a panel may not ask for the list of them. */
export const iconUrl = (icon: string): string =>
  icon.startsWith('/') ? icon : `/resources/builtin/weather-icons/${icon}.svg`;
