// The post that is being sent to a chat; the window has one dialog for all lists and views.
import { shallowRef } from 'vue';
import type { Post } from '../types';

export const sharing = shallowRef<Post | null>(null);
