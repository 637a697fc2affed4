// The tick of a turn: set and taken back by whoever is on duty, and by staff.
import { failureText } from '@/core/failure-text';
import { toast } from '@/core/toast';
import { putTurn } from './calls';
import { refreshDuty } from './queries';
import type { Turn } from './types';

type Ticked = Pick<Turn, 'roster_id' | 'roster' | 'done_at'>;

/** Turns the tick around; the same button takes it back. Answers whether that went well. */
export async function toggleTick(turn: Ticked, date: string): Promise<boolean> {
  try {
    await putTurn(turn.roster_id, date, { done: turn.done_at === null });
    return true;
  } catch (cause) {
    toast(failureText(cause), { kind: 'error' });
    return false;
  } finally {
    refreshDuty();
  }
}
