// The lessons by which ends are named, handed down from the window to its chips.
import { inject, ref, type InjectionKey, type Ref } from 'vue';
import type { LessonsOn } from './due';

export const LESSONS: InjectionKey<Readonly<Ref<LessonsOn>>> = Symbol('lessons');

/** What the window knows of lessons; nothing outside of it, as in a widget. */
export const injectLessons = (): Readonly<Ref<LessonsOn>> => inject(LESSONS, () => ref<LessonsOn>(() => []), true);
