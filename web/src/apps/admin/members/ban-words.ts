// Reads `禁用 李梓涵 1 小时`, as it is typed into the palette. Pure.

/** Whom to disable, and for how long, as the form has it. */
export interface BanWords {
  name: string;
  end: 'hour' | 'today' | 'day' | 'three_days' | 'week' | 'never';
}

const ENDS: readonly [BanWords['end'], RegExp][] = [
  ['hour', /^([1一]\s*(个)?\s*小时|1\s*h(ours?)?)$/i],
  ['today', /^(今天|today)$/i],
  ['day', /^([1一]\s*天|1\s*d(ays?)?)$/i],
  ['three_days', /^([3三]\s*天|3\s*d(ays?)?)$/i],
  ['week', /^([7七]\s*天|[1一]\s*周|7\s*d(ays?)?|1\s*week)$/i],
  ['never', /^(永久|一直|forever)$/i],
];

/** What is asked; without a time it is one hour, and a time that the form does not have is no order. */
export function parseBan(words: string): BanWords | null {
  const [, name = '', time = ''] = /^(?:禁用|封禁|disable|ban)\s+(\S+)\s*(.*)$/i.exec(words.trim()) ?? [];
  if (!name) return null;
  if (!time) return { name, end: 'hour' };
  const end = ENDS.find(([, pattern]) => pattern.test(time.trim()))?.[0];
  return end ? { name, end } : null;
}
