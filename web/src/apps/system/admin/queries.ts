// The talk of app control, of the lock and of the exam mode with the server.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import type { Ref } from 'vue';
import { api, send } from '@/api/client';
import type { AppControl, ExamMode } from '../types';
import { asOwnAct } from '@/core/own-acts';
import { queryClient } from '@/core/query';
import { useRefreshOn } from '@/core/refresh-on';

const KEY = ['admin', 'app-control'];
const EXAM_KEY = ['admin', 'exam-mode'];

/** Names a class to the server; nothing for the whole portal, or the own class of those who have one. */
const named = (one: string): { class?: string } => (one ? { class: one } : {});

/**
 * Every app with its switch, and the lock: those of the named class, else of what one manages. What others
 * switch shows by itself.
 */
export function useAppControl(one: Ref<string>): UseQueryReturnType<AppControl, Error> {
  useRefreshOn(['lock_screen_changed', 'market_app_control_changed'], [KEY]);
  return useQuery({
    queryKey: [...KEY, one],
    queryFn: () => send(api.GET('/api/admin/app-control', { params: { query: named(one.value) } })),
    staleTime: 0,
  });
}

/** Turns an app on or off. */
export async function switchApp(one: string, app_name: string, enabled: boolean): Promise<void> {
  const body = { app_name, enabled, ...named(one) };
  await after(asOwnAct(app_name, () => send(api.PUT('/api/system/app-control', { body }))));
}

/** Locks or unlocks the screens. */
export async function setLock(one: string, enabled: boolean): Promise<void> {
  await after(send(api.PUT('/api/admin/lock-screen', { body: { enabled, ...named(one) } })));
}

/** The exam mode of the named class, else of what one manages. What others change shows by itself. */
export function useExamMode(one: Ref<string>): UseQueryReturnType<ExamMode, Error> {
  useRefreshOn(['exam_mode_changed'], [EXAM_KEY]);
  return useQuery({
    queryKey: [...EXAM_KEY, one],
    queryFn: () => send(api.GET('/api/admin/exam-mode', { params: { query: named(one.value) } })),
    staleTime: 0,
  });
}

/** Sets the exam mode; without an exam it ends at once. */
export async function setExam(one: string, exam: { from: string | null; until: string } | null): Promise<void> {
  const body = { from: exam?.from ?? null, until: exam?.until ?? null, ...named(one) };
  await after(send(api.PUT('/api/admin/exam-mode', { body })), refreshExam);
}

async function after(request: Promise<unknown>, then = refresh): Promise<void> {
  try {
    await request;
  } finally {
    then();
  }
}

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: KEY });
}

function refreshExam(): void {
  void queryClient.invalidateQueries({ queryKey: EXAM_KEY });
}
