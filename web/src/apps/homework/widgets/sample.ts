// What the widget shows in the gallery before there is homework.
import type { WidgetSample } from '@/core/apps';
import { addDays } from '@/core/dates';
import { pick, type Label } from '@/core/i18n';
import { queryClient } from '@/core/query';
import { todayText } from '@/core/time';
import { leftKey } from '../queries';
import type { HomeworkCard, HomeworkLeft } from '../types';

function card(id: number, subject: Label, title: Label, ahead: number, time: string): HomeworkCard {
  const today = todayText();
  const now = new Date().toISOString();
  const due = addDays(today, ahead);
  return {
    id,
    title: pick(title),
    content: '',
    subject: pick(subject),
    assigned_on: today,
    due_date: due,
    due_time: time,
    due_at: new Date(`${due}T${time}:00`).toISOString(),
    pictures: [],
    hand_in: false,
    pinned: false,
    requires_ack: false,
    acknowledged_at: null,
    read: true,
    author_id: '',
    author_name: '',
    author_real_name: '',
    author_title: '',
    revision: 1,
    published_at: now,
    updated_at: now,
    expires_at: null,
    done_at: null,
    submission: null,
    manageable: false,
    progress: null,
  };
}

function sampleLeft(): HomeworkLeft {
  const cards = [
    card(1, { zh: '数学', en: 'Maths' }, { zh: '练习册第 32–33 页', en: 'Workbook, p. 32–33' }, 1, '07:20'),
    card(2, { zh: '英语', en: 'English' }, { zh: '背诵第 2 课', en: 'Learn lesson 2' }, 1, '08:00'),
    card(3, { zh: '物理', en: 'Physics' }, { zh: '实验报告', en: 'Lab report' }, 3, '08:00'),
  ];
  return { tonight: 2, open: 3, next_due_at: cards[0]?.due_at ?? null, cards };
}

const key = (): string[] => leftKey(todayText());

const sample: WidgetSample = {
  isEmpty: () => !queryClient.getQueryData<HomeworkLeft>(key())?.open,
  queries: () => [[key(), sampleLeft()]],
};
export default sample;
