// What a member has done of homework: the app of homework and the lists of announcements say the same of a card.
import type { paths } from '@/api/generated/schema';
import type { DataOf } from '@/api/types';
import { user } from './session';

export type HomeworkList = DataOf<paths['/api/homework']['get']>;
type HomeworkCard = HomeworkList['homework'][number];
type DoneFacts = Pick<HomeworkCard, 'hand_in' | 'submission' | 'done_at'>;

/** All queries of homework begin with it, so that a tick shows in each list at once. */
export const HOMEWORK_KEY = ['homework'];

export type HomeworkState = 'open' | 'over' | 'done' | 'handed_in' | 'late';

/** Whether homework is for this member to do: class admins set it and look after it. */
export const hasHomework = (): boolean => user.value?.is_class_admin !== true;

/** Whether a card is done only with what is handed in. Nothing is asked of class admins. */
export const asksToHandIn = ({ hand_in: handIn }: Pick<HomeworkCard, 'hand_in'>): boolean => handIn && hasHomework();

/** Whether this member has done what a card asks for. */
export const isDone = (card: DoneFacts): boolean => (asksToHandIn(card) ? card.submission : card.done_at) !== null;

/** Whether the end is past. */
export const isOver = ({ due_at: due }: Pick<HomeworkCard, 'due_at'>, now: Date): boolean =>
  due !== null && Date.parse(due) < now.getTime();

/** How far this member has come with a card. */
export function homeworkState(card: DoneFacts & Pick<HomeworkCard, 'due_at'>, now: Date): HomeworkState {
  if (card.submission) return card.submission.late ? 'late' : 'handed_in';
  if (isDone(card)) return 'done';
  return isOver(card, now) ? 'over' : 'open';
}
