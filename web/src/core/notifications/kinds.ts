// What the desktop knows of the kinds of notifications beyond their names: which concern a member most, and an icon
// for those that lead to no app. The server lists them in the order of its features.
import { AtSign, Bell, Flag, Megaphone, Plug, Reply, UserRound } from '@lucide/vue';
import type { Component } from 'vue';

const ICONS: Readonly<Record<string, Component>> = {
  mention: AtSign,
  reply: Reply,
  announcement: Megaphone,
  account: UserRound,
  integration_message: Plug,
  integration: Plug,
  report: Flag,
};

/** What people say to the member, then what is for all, then what is work for a few. Others stand between. */
const FIRST = ['mention', 'reply', 'announcement', 'account'];
const LAST = ['integration_message', 'integration', 'report'];

export function iconOfKind(kind: string): Component {
  return ICONS[kind] ?? Bell;
}

/** What matters most first; kinds of which nothing is known keep their order. */
export function byImportance<K extends { kind: string }>(kinds: readonly K[]): K[] {
  return [...kinds].sort((a, b) => rank(a.kind) - rank(b.kind));
}

function rank(kind: string): number {
  const [first, last] = [FIRST.indexOf(kind), LAST.indexOf(kind)];
  if (first >= 0) return first;
  return last >= 0 ? FIRST.length + 1 + last : FIRST.length;
}
