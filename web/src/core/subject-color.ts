// The colour of a subject, the same wherever a subject is shown. Colours are data here, chosen so that they are told
// apart on light and dark ground; the name of the subject is always there too.

const KNOWN: Readonly<Record<string, string>> = {
  语文: '#d9485f',
  数学: '#2f63d6',
  英语: '#c26a00',
  物理: '#7440c8',
  化学: '#0b7f8f',
  生物: '#2f8f3a',
  政治: '#b83280',
  道德与法治: '#b83280',
  历史: '#9a5b1e',
  地理: '#0d7a8c',
  体育: '#3c8f1f',
  音乐: '#c2417c',
  美术: '#a04ec7',
  自习: '#66738a',
  班会: '#4f63b8',
};

/** For names that are not known; offered for subjects of the timetable too. */
export const PALETTE = [
  '#2f63d6',
  '#d9485f',
  '#c26a00',
  '#2f8f3a',
  '#0b7f8f',
  '#7440c8',
  '#b83280',
  '#9a5b1e',
  '#4f63b8',
  '#66738a',
] as const;

/** The colour that was chosen, else the one that the name decides. */
export function subjectColor({ subject, color }: { subject: string; color?: string | null }): string {
  if (color) return color;
  const known = KNOWN[subject];
  if (known) return known;
  let sum = 0;
  for (const letter of subject) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return PALETTE[sum % PALETTE.length] ?? PALETTE[0];
}
