// Categories of events, and colours. Colours are data here, chosen so that they are told apart on light and dark
// ground; the words are always there too.
import { pick, type Bilingual } from '@/core/i18n';

interface Category extends Bilingual {
  color: string;
}

export const CATEGORIES: readonly Category[] = [
  { zh: '考试', en: 'Exam', color: '#c5303c' },
  { zh: '作业', en: 'Homework', color: '#b8720a' },
  { zh: '活动', en: 'Activity', color: '#7440c8' },
  { zh: '会议', en: 'Meeting', color: '#2f63d6' },
  { zh: '比赛', en: 'Contest', color: '#b83280' },
  { zh: '放假', en: 'Days off', color: '#2f8f3a' },
];

/** Colours of a choice of their own. */
export const COLORS = [
  { name: 'blue', value: '#2f63d6' },
  { name: 'teal', value: '#0b7f8f' },
  { name: 'green', value: '#2f8f3a' },
  { name: 'amber', value: '#b8720a' },
  { name: 'red', value: '#c5303c' },
  { name: 'pink', value: '#b83280' },
  { name: 'violet', value: '#7440c8' },
  { name: 'gray', value: '#66738a' },
] as const;

/** Of events without a category. */
const OF_OWNER = { class: '#2f63d6', self: '#0b7f8f' } as const;
const OF_KIND: Readonly<Record<string, string>> = { birthday: '#b83280', countdown: '#b8720a', duty: '#2f8f3a' };

/** A known category by its word in either language. */
const known = (word: string): Category | undefined => CATEGORIES.find(({ zh, en }) => zh === word || en === word);

/** The word for a category in the language on screen; one that nobody knows stays as it is. */
export function categoryWord(word: string): string {
  const category = known(word);
  return category ? pick(category) : word;
}

/** The colour of an event that has none of its own. */
export const usualColor = (category: string, owner: 'class' | 'self'): string =>
  known(category)?.color ?? OF_OWNER[owner];

/** The colour of what another app shows. */
export const kindColor = (kind: string): string => OF_KIND[kind] ?? OF_OWNER.self;
