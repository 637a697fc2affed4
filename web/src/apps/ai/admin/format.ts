// Amounts in words. Pure.

/** 12345 as `12,345`. */
export function whole(n: number): string {
  return new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 }).format(n);
}

/** `¥12.30`; what is less than one yuan with up to four places, since an answer costs so little. */
export function yuan(n: number): string {
  if (n === 0) return '¥0';
  if (n < 0.0001) return '<¥0.0001';
  const places = n < 1 ? { maximumFractionDigits: 4 } : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `¥${new Intl.NumberFormat('en-GB', places).format(n)}`;
}

/** A share of a whole as `37%`; `0%` of nothing. */
export function percent(part: number, all: number): string {
  return `${all > 0 ? Math.round((part / all) * 100) : 0}%`;
}
