// The form that posts: its draft, which outlives a reload, and the way of it to the server.
import { computed, reactive, ref, shallowRef, watch, type ComputedRef, type Ref } from 'vue';
import type { ApiFailure } from '@/api/failure';
import { newId } from '@/core/ids';
import { keptForm, useKeptForm } from '@/core/kept-form';
import { unlessWaiting } from '@/core/moderation/held';
import { useSubmit } from '@/core/submit';
import { serverNow } from '@/core/time';
import { toast } from '@/core/toast';
import { changePost, createPost, readPost } from '../api';
import {
  bodyOf,
  changeOf,
  draftOf,
  emptyDraft,
  faultsOf,
  hasVotes,
  isTouched,
  KEPT,
  type Draft,
  type Fault,
  type KeptDraft,
} from '../model/draft';
import { putPost, refreshLists } from '../state/cache';
import { madeHere } from '../state/follow';
import type { Post } from '../types';
import { fieldOf, type Field } from './faults';
import { t } from './i18n';
import { usePictures, type Pictures } from './pictures';

export interface PostForm {
  draft: Draft;
  pictures: Pictures;
  /** The form begins with what was left of an earlier one. */
  isRestored: Ref<boolean>;
  isKept: Ref<boolean>;
  faults: ComputedRef<readonly Fault[]>;
  tried: Ref<boolean>;
  busy: Ref<boolean>;
  blocked: ComputedRef<boolean>;
  text: ComputedRef<string>;
  /** What the server says of one field; empty where it speaks of another, or of all. */
  refusalOf: (field: Field) => string;
  /** What it says of the post as a whole. */
  refusal: ComputedRef<string>;
  isConflict: ComputedRef<boolean>;
  /** Somebody has voted: title and text stay. */
  isFixed: ComputedRef<boolean>;
  isChanged: () => boolean;
  clear: () => void;
  /** Begins with an empty form again. */
  discard: () => void;
  drop: () => void;
  /** Posts, or saves; answers the post where that went well, and `waiting` where a moderator looks at it first. */
  submit: () => Promise<Saved>;
  /** Takes what somebody else has saved meanwhile as the state that is changed. */
  overwrite: () => Promise<Saved>;
}

export type Saved = Post | 'waiting' | null;

export function usePostForm(edited?: Post): PostForm {
  const keptAs = edited ? `${KEPT}-${edited.id}` : KEPT;
  const restored = keptForm<KeptDraft>(keptAs);
  const before = shallowRef(edited);
  const fresh = (): Draft => (before.value ? draftOf(before.value) : emptyDraft());
  const draft = reactive<Draft>({ ...fresh(), ...restored?.draft });
  let key = restored?.key ?? newId();
  const isRestored = ref(restored !== null);
  const tried = ref(false);
  const pictures = usePictures(draft.pictures);
  const { busy, blocked, failure, text, run, clear, reset } = useSubmit();
  watch(pictures.uploaded, (uploaded) => (draft.pictures = uploaded));

  const isChanged = (): boolean => (before.value ? changeOf(before.value, draft) !== null : isTouched(draft));
  const { kept: isKept, drop } = useKeptForm(keptAs, () => (isChanged() ? { draft, key } : null));
  const faultsNow = (): Fault[] => faultsOf(draft, new Date(serverNow()), before.value);

  // What is kept on the device may be older than the first vote.
  watch(before, (now) => Object.assign(draft, fixedWords(now)), { immediate: true });

  function discard(): void {
    Object.assign(draft, fresh());
    pictures.reset(draft.pictures);
    key = newId();
    isRestored.value = false;
    tried.value = false;
    reset();
  }

  async function submit(): Promise<Saved> {
    tried.value = true;
    if (faultsNow().length > 0) return null;
    let done: Saved = null;
    await run(async () => void (done = await (before.value ? save(before.value, draft) : post(draft, key))));
    // The first vote came while the form was open.
    if (before.value && failure.value?.slug === 'community_poll_has_votes')
      before.value = await withVotes(before.value);
    return done;
  }

  async function overwrite(): Promise<Saved> {
    const latest = edited && (await readPost(edited.id).catch(() => null));
    if (!latest) return null;
    before.value = latest;
    reset();
    return submit();
  }

  return {
    draft,
    pictures,
    isRestored,
    isKept,
    tried,
    busy,
    blocked,
    text,
    isFixed: computed(() => before.value !== undefined && hasVotes(before.value)),
    isChanged,
    clear,
    discard,
    drop,
    submit,
    overwrite,
    faults: computed(() => (tried.value ? faultsNow() : [])),
    ...refusalsOf(failure, text),
  };
}

function refusalsOf(
  failure: Ref<ApiFailure | null>,
  text: Ref<string>,
): Pick<PostForm, 'isConflict' | 'refusal' | 'refusalOf'> {
  const field = computed(() => fieldOf(failure.value?.slug ?? ''));
  const isConflict = computed(() => failure.value?.slug === 'revision_conflict');
  return {
    isConflict,
    refusalOf: (name) => (field.value === name ? text.value : ''),
    refusal: computed(() => (field.value || isConflict.value ? '' : text.value)),
  };
}

/** The title and the text of a post that keeps them. */
function fixedWords(saved?: Post): Partial<Draft> {
  return saved && hasVotes(saved) ? { title: saved.title, content: saved.content } : {};
}

/** The post with the votes of now. Its revision stays, so that no change of elsewhere is overwritten. */
async function withVotes(saved: Post): Promise<Post> {
  const latest = await readPost(saved.id).catch(() => saved);
  return { ...saved, poll: latest.poll };
}

async function post(draft: Draft, key: string): Promise<Post | 'waiting'> {
  const made = await unlessWaiting(createPost(bodyOf(draft, key)));
  if (!made) return 'waiting';
  madeHere('post', made.id);
  putPost(made);
  refreshLists();
  toast(t('posted'));
  return made;
}

async function save(before: Post, draft: Draft): Promise<Post> {
  const change = changeOf(before, draft);
  if (!change) return before;
  const saved = await changePost(before.id, change);
  putPost(saved);
  toast(t('saved'));
  return saved;
}
