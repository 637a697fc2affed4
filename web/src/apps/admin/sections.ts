// The parts of the console: who sees which, and the code of each, which comes when it is opened.
import {
  AppWindow,
  ClipboardList,
  HeartPulse,
  ListOrdered,
  Megaphone,
  Radio,
  Server,
  ShieldHalf,
  SlidersHorizontal,
  Users,
} from '@lucide/vue';
import type { Component } from 'vue';
import type { LoadView } from '@/core/apps';
import type { AdminKey } from './i18n/zh';
import { isAtLeast, may, type Standing } from './rights';

export interface Section {
  /** Also the end of its link, `#/app/admin/<name>`. */
  name: string;
  icon: Component;
  title: AdminKey;
  /** One line for the start page of a phone. */
  about: AdminKey;
  /** What a member must be or hold to see it. */
  isFor: (me: Standing) => boolean;
  load: LoadView;
}

export const SECTIONS: readonly Section[] = [
  {
    name: 'members',
    icon: Users,
    title: 'section.members',
    about: 'about.members',
    isFor: (me) => may(me, 'manage_users'),
    load: () => import('./members/MembersSection.vue'),
  },
  {
    name: 'officers',
    icon: ShieldHalf,
    title: 'section.officers',
    about: 'about.officers',
    isFor: (me) => may(me, 'manage_officers'),
    load: () => import('./officers/OfficersSection.vue'),
  },
  {
    name: 'announcements',
    icon: Megaphone,
    title: 'section.announcements',
    about: 'about.announcements',
    isFor: (me) => may(me, 'manage_announcements'),
    load: () => import('./announcements/AnnouncementsSection.vue'),
  },
  {
    name: 'broadcasts',
    icon: Radio,
    title: 'section.broadcasts',
    about: 'about.broadcasts',
    isFor: (me) => may(me, 'manage_broadcasts'),
    load: () => import('./broadcasts/BroadcastsSection.vue'),
  },
  {
    name: 'apps',
    icon: AppWindow,
    title: 'section.apps',
    about: 'about.apps',
    isFor: (me) => may(me, 'manage_app_control'),
    load: () => import('./control/AppsSection.vue'),
  },
  {
    name: 'roster',
    icon: ListOrdered,
    title: 'section.roster',
    about: 'about.roster',
    isFor: (me) => isAtLeast(me, 'admin'),
    load: () => import('./roster/RosterSection.vue'),
  },
  {
    name: 'settings',
    icon: SlidersHorizontal,
    title: 'section.settings',
    about: 'about.settings',
    isFor: (me) => isAtLeast(me, 'admin'),
    load: () => import('./settings/SettingsSection.vue'),
  },
  {
    name: 'logs',
    icon: ClipboardList,
    title: 'section.logs',
    about: 'about.logs',
    isFor: (me) => isAtLeast(me, 'officer'),
    load: () => import('./logs/LogsSection.vue'),
  },
  {
    name: 'health',
    icon: HeartPulse,
    title: 'section.health',
    about: 'about.health',
    isFor: (me) => isAtLeast(me, 'officer'),
    load: () => import('./health/HealthSection.vue'),
  },
  {
    name: 'server',
    icon: Server,
    title: 'section.server',
    about: 'about.server',
    isFor: (me) => isAtLeast(me, 'class_admin') || may(me, 'manage_app_control'),
    load: () => import('./control/ServerSection.vue'),
  },
];

/** What a member gets to see, in order. */
export function sectionsFor(me: Standing | null): Section[] {
  return me === null ? [] : SECTIONS.filter((section) => section.isFor(me));
}
