// What the features of the server register for the console: the permissions of officers, and the words
// of the operation log. They do not change while the server runs.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, type ComputedRef } from 'vue';
import { api, send } from '@/api/client';
import type { Registry } from './types';
import { language } from '@/core/i18n';

export interface Permission {
  id: string;
  name: string;
  about: string;
}

/** The console's words in the language of the screen. A code that nobody registered stands for itself. */
export interface Words {
  permissions: Permission[];
  /** The acts of the operation log that have a name. */
  actions: { id: string; text: string }[];
  permission: (id: string) => string;
  action: (id: string) => string;
  /** What follows the name of whoever did it, with places; empty for an act that nobody registered. */
  sentence: (id: string) => string;
  /** A field of the details of an act. */
  field: (name: string) => string;
  /** A value of such a field. */
  value: (field: string, value: string) => string;
}

/** Fields whose values are ids and never codes: a node may be called like a code that has a word. */
const OF_IDS = /(^|_)(node|ids?)$/;

/** Looks a text up by its id; an id without a text stands for itself. */
function textOf(words: { id: string; text: string }[]): (id: string) => string {
  const byId = new Map(words.map(({ id, text }) => [id, text]));
  return (id) => byId.get(id) ?? id;
}

/**
 * The words of a registry in a language; pure. The log's words are one list of fields and of values,
 * so a field that is the value of another (`fields: ["role"]` says what was changed) has its word too.
 */
export function wordsOf(registry: Registry | undefined, lang: 'zh' | 'en'): Words {
  const permissions = (registry?.permissions ?? []).map(({ id, name, about }) => ({
    id,
    name: name[lang],
    about: about[lang],
  }));
  const texts = (words: Registry['log_words'] = []) => words.map(({ id, text }) => ({ id, text: text[lang] }));
  const actions = texts(registry?.actions);
  const sentences = new Map(registry?.actions.map(({ id, sentence }) => [id, sentence[lang]]));
  const permission = textOf(permissions.map(({ id, name }) => ({ id, text: name })));
  const logWord = textOf(texts(registry?.log_words));
  return {
    permissions,
    actions,
    permission,
    action: textOf(actions),
    sentence: (id) => sentences.get(id) ?? '',
    field: logWord,
    value: (field, value) => {
      if (OF_IDS.test(field)) return value;
      return field === 'permissions' ? permission(value) : logWord(value);
    },
  };
}

/** The words, beside the state of the request for them: without its answer every code stands for itself. */
export function useWords(): UseQueryReturnType<Registry, Error> & { words: ComputedRef<Words> } {
  const query = useQuery({
    // Apart from the keys of the console, which every act of it reads anew.
    queryKey: ['registry'],
    queryFn: () => send(api.GET('/api/admin/registry')),
    staleTime: Infinity,
  });
  return { ...query, words: computed(() => wordsOf(query.data.value, language.value)) };
}
