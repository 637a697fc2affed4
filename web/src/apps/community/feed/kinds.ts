// The kinds of posts as they look: each has an icon of its own.
import { ChartBar, ClipboardList, Flame, MessagesSquare, Utensils } from '@lucide/vue';
import type { Component } from 'vue';
import type { PostType } from '../types';

export const KIND_ICONS: Readonly<Record<PostType, Component>> = {
  forum: MessagesSquare,
  food: Utensils,
  hot: Flame,
  poll: ChartBar,
  survey: ClipboardList,
};
