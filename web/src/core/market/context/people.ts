// `user`, `store` and `theme`: what apps know of the member and of the look of the desktop. Each is one object for the
// life of an app, which follows what changes.
import { watch } from 'vue';
import { language } from '../../i18n';
import { user } from '../../session';
import type { Scope } from '../scope';
import { shownTheme } from '../../theme';
import { look, tokensNow } from '../tokens';

type User = ServiceMarket.User;
type State = ReturnType<ServiceMarket.Store['getState']>;

/** The member as one scope sees them. */
export function userOf(scope: Scope): User {
  const shown = {} as User;
  const follow = (): void => {
    const member = user.value;
    // After a sign-out the app goes; until then it keeps the member that it was opened by.
    if (member) Object.assign(shown, member, { id: member.user_id });
  };
  follow();
  scope.onEnd(watch(user, follow, { flush: 'sync' }));
  return shown;
}

/** The theme as one scope sees it. */
export function themeOf(scope: Scope): ServiceMarket.Theme {
  const hearers = new Set<(theme: ServiceMarket.Theme) => void>();
  const theme: ServiceMarket.Theme = {
    ...themeNow(),
    get: (token) => getComputedStyle(document.documentElement).getPropertyValue(token).trim(),
    onChange(hear) {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
  };
  const follow = (): void => {
    Object.assign(theme, themeNow());
    hearers.forEach((hear) => scope.guard(() => hear(theme)));
  };
  // Once the root has its new attributes.
  scope.onEnd(watch([look, language], follow, { flush: 'post' }));
  return theme;
}

function themeNow(): Pick<ServiceMarket.Theme, 'name' | 'isDark' | 'language' | 'tokens'> {
  const name = shownTheme.value;
  return { name, isDark: name === 'dark', language: language.value, tokens: { ...tokensNow() } };
}

/** The state of the desktop that apps may read. */
export function storeOf(shown: User, scope: Scope): ServiceMarket.Store {
  const state = {} as State;
  const hearers = new Set<(state: State) => void>();
  const update = (): void =>
    void Object.assign(state, { user: shown, theme: shownTheme.value, language: language.value });
  update();
  const follow = (): void => {
    update();
    hearers.forEach((hear) => scope.guard(() => hear(state)));
  };
  scope.onEnd(watch([user, shownTheme, language], follow));
  return {
    state,
    getState: () => state,
    subscribe(hear) {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
  };
}
