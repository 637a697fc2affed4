// Moving an event by days: of a series it is asked first which times are meant.
import { shallowRef, type ShallowRef } from 'vue';
import { failureText } from '@/core/failure-text';
import { toast } from '@/core/toast';
import { moveByDays } from '../changes';
import type { Item } from '../model';
import type { Occurrence, Scope } from '../types';

interface Move {
  occurrence: Occurrence;
  days: number;
}

interface Moving {
  /** What waits for the answer. */
  asked: ShallowRef<Move | undefined>;
  begin: (item: Item, days: number) => void;
  answer: (scope: Scope) => void;
}

export function useMoving(): Moving {
  const asked = shallowRef<Move>();
  return {
    asked,
    begin: ({ occurrence }, days) => {
      if (!occurrence) return;
      const move = { occurrence, days };
      if (occurrence.repeats && !occurrence.series_id) asked.value = move;
      else void run(move, occurrence.series_id ? 'this' : 'all');
    },
    answer: (scope) => {
      const move = asked.value;
      asked.value = undefined;
      if (move) void run(move, scope);
    },
  };
}

async function run({ occurrence, days }: Move, scope: Scope): Promise<void> {
  try {
    await moveByDays(occurrence, days, scope);
  } catch (cause) {
    toast(failureText(cause), { kind: 'error' });
  }
}
