// What a countdown is about: an icon, and the colour that one of the kind has unless another is chosen.
import { Cake, Flag, GraduationCap, Hourglass, TreePalm } from '@lucide/vue';
import type { Component } from 'vue';
import { PALETTE } from './form';
import type { Countdown } from './types';

export type Category = Countdown['category'];

const colorOf = (name: (typeof PALETTE)[number]['name']): string =>
  PALETTE.find((color) => color.name === name)?.value ?? PALETTE[0].value;

export const CATEGORIES: readonly { value: Category; icon: Component; color: string }[] = [
  { value: 'exam', icon: GraduationCap, color: colorOf('red') },
  { value: 'holiday', icon: TreePalm, color: colorOf('green') },
  { value: 'birthday', icon: Cake, color: colorOf('pink') },
  { value: 'activity', icon: Flag, color: colorOf('purple') },
  { value: 'other', icon: Hourglass, color: colorOf('blue') },
];

const known = (category: string) => CATEGORIES.find(({ value }) => value === category);

/** Its icon; that of anything else for one that this code does not know. */
export const iconOf = (category: string): Component => known(category)?.icon ?? Hourglass;

/** The colour of the next category, where the colour is that of the one before; else the colour that was chosen. */
export function colorAfter(color: string, before: Category, next: Category): string {
  return known(before)?.color === color ? (known(next)?.color ?? color) : color;
}
