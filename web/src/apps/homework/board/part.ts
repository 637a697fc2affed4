// What the board is told about homework. Pure.

interface Card {
  id: number;
  subject: string;
  /** Empty where it says no more than the subject. */
  title: string;
  /** Markdown; one that is longer than 400 characters is cut there and ends in “…”. */
  text: string;
  /** ISO 8601; null for no end. */
  due_at: string | null;
  /** `YYYY-MM-DD` where a day was set and no time; absent from servers that are older than the page. */
  due_day?: string | null;
}

export interface HomeworkPart {
  /** Nearest first. */
  cards: Card[];
}

/** The cards that are not over at a moment in ms. */
export const cardsAt = ({ cards }: HomeworkPart, now: number): Card[] =>
  cards.filter(({ due_at: due }) => due === null || Date.parse(due) > now);
