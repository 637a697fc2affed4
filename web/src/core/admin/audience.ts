// Whom something is for: in words, and how many that are.
import { useQuery } from '@tanstack/vue-query';
import { computed, type ComputedRef, type Ref } from 'vue';
import { api, send } from '@/api/client';
import type { Reach } from '@/api/types';
import { classTitle } from '../class-title';
import { language } from '../i18n';
import { user } from '../session';
import { t } from './i18n';
import { classOf } from './rights';

export const REACH_ROLES = ['all', 'officers', 'class_admins'] as const;

/** "1 班、2 班 · 班干部"; without classes those of all of them. */
export function audienceText({ classes = [], role = 'all' }: Reach): string {
  const comma = language.value === 'en' ? ', ' : '、';
  const where = classes.map((value) => classTitle(value)).join(comma);
  if (classes.length === 0) return t(`audience.${role}`);
  return role === 'all' ? where : `${where} · ${t(`audience.${role}`)}`;
}

/**
 * How many active members that are now, without the one who asks: as many as it will have been sent to. One question per class would be many, so it is `countable` where one
 * question answers it.
 */
export function useAudienceSize(reach: Ref<Reach>): { countable: ComputedRef<boolean>; size: Ref<number | undefined> } {
  const classes = computed(() => reach.value.classes ?? []);
  const countable = computed(() => (reach.value.role ?? 'all') === 'all' && classes.value.length < 2);
  const { data: size } = useQuery({
    queryKey: computed(() => ['admin', 'users', 'size', classes.value]),
    queryFn: () => {
      const query = { status: 'active', limit: 1, ...(classes.value[0] && { class: classes.value[0] }) };
      return send(api.GET('/api/admin/users', { params: { query } }));
    },
    select: ({ total }) => total - Number(isAmong(user.value?.user_id ?? '', classes.value)),
    enabled: countable,
  });
  return { countable, size };
}

function isAmong(id: string, classes: readonly string[]): boolean {
  return id !== '' && (classes.length === 0 || classes.includes(classOf(id)));
}
