// The design tokens that apps may rely on (interface 2.15), and the names that apps of the prior system have for them.
import { computed, watch } from 'vue';
import { accent } from '../accent';
import { scale } from '../device';
import { lowPerf } from '../perf';
import { shownTheme } from '../theme';

const SHAPES = ['xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl', 'pill'];
const SPRINGS = ['snappy', 'bouncy', 'smooth', 'interactive'];
const DURATIONS = ['fast', 'normal', 'slow', 'stagger'];
const COLORS = [
  'bg',
  'bg-elevated',
  'text-primary',
  'text-secondary',
  'border',
  'primary',
  'primary-soft',
  'on-primary',
  'danger',
  'on-danger',
  'success',
  'warning',
  'hover',
  'focus',
];
const SIZES = ['caption', 'body', 'title', 'headline', 'display'];

const named = (kind: string, names: readonly string[]): string[] => names.map((name) => `--svc-${kind}-${name}`);

/** The tokens of the contract, by name. */
export const TOKENS: readonly string[] = [
  ...named('shape', SHAPES),
  ...named('spring', SPRINGS),
  ...named('duration', DURATIONS),
  ...named('color', COLORS),
];

const same = (prefix: string, kind: string, names: readonly string[]): [string, string][] =>
  names.map((name) => [`--${prefix}-${name}`, `--svc-${kind}-${name}`]);

/**
 * Older names, each with the token that it stands for: as references, so that they follow what degrades tokens while
 * something moves.
 */
export const ALIASES: readonly (readonly [alias: string, token: string])[] = [
  ...same('ci-color', 'color', COLORS),
  ...same('radius', 'shape', SHAPES),
  ...same('duration', 'duration', DURATIONS),
  ...same('ease', 'spring', SPRINGS),
  ...same('ease-spring', 'spring', SPRINGS),
  ...same('font-size', 'font-size', SIZES),
  ['--ease-out', '--svc-spring-smooth'],
  ['--ease-in-out', '--svc-spring-smooth'],
  ['--font-family', '--svc-font'],
  ['--nav-bg', '--svc-color-surface'],
  ['--glass-blur-container', '--svc-blur'],
  ['--separator-color', '--svc-color-border'],
  ['--border-color', '--svc-color-border'],
  ['--primary-color', '--svc-color-primary'],
  ['--danger-color', '--svc-color-danger'],
  ['--success-color', '--svc-color-success'],
  ['--warning-color', '--svc-color-warning'],
  ['--text-color', '--svc-color-text-primary'],
  ['--text-primary', '--svc-color-text-primary'],
  ['--text-secondary', '--svc-color-text-secondary'],
  ['--bg-color', '--svc-color-bg'],
  ['--card-bg', '--svc-color-bg-elevated'],
];

/** Changes with everything that gives tokens other values. */
export const look = computed(() => [shownTheme.value, accent.value, scale.value, lowPerf.value].join());

let known: { look: string; values: Readonly<Record<string, string>> } | undefined;

/** The values of the tokens now. Read once for each look: it makes the browser compute styles. */
export function tokensNow(): Readonly<Record<string, string>> {
  if (known?.look === look.value) return known.values;
  const style = getComputedStyle(document.documentElement);
  const values: Record<string, string> = {};
  TOKENS.forEach((token) => (values[token] = style.getPropertyValue(token).trim()));
  known = { look: look.value, values };
  return values;
}

/** Keeps the tokens on the container of an app; answers what ends that. */
export function followTokens(container: HTMLElement): () => void {
  ALIASES.forEach(([alias, token]) => container.style.setProperty(alias, `var(${token})`));
  const apply = (): void => {
    Object.entries(tokensNow()).forEach(([token, value]) => value && container.style.setProperty(token, value));
  };
  apply();
  // Once the root has its new attributes.
  return watch(look, apply, { flush: 'post' });
}
