// Why nothing was installed: the reasons of the sources, and what the check has found, each with its place. Pure.
import type { ApiFailure } from '@/api/failure';
import type { Language } from '@/core/i18n';

export interface Finding {
  isError: boolean;
  /** The stable name of the rule. */
  code: string;
  /** A file with line and column, or a path in the manifest; may be empty. */
  place: string;
  text: string;
}

export interface SourceReason {
  source: string;
  message: string;
  findings: Finding[];
}

export interface Trouble {
  sources: SourceReason[];
  findings: Finding[];
}

/** What a refusal tells beyond its sentence; two empty lists where it tells no more. */
export function troubleOf({ fields: { sources, findings } }: ApiFailure, language: Language): Trouble {
  return { sources: listOf(sources, (one) => reasonOf(one, language)), findings: findingsOf(findings, language) };
}

/** The whole as plain lines, to be sent to the author. */
export function troubleText(title: string, { sources, findings }: Trouble): string {
  const reasons = sources.flatMap(({ source, message, findings: own }) =>
    own.length > 0 ? [`${source}:`, ...own.map(line)] : [`${source}: ${message}`],
  );
  return [title, ...reasons, ...findings.map(line)].join('\n');
}

function line({ isError, code, place, text }: Finding): string {
  return `${place ? `${place}: ` : ''}${isError ? 'error' : 'warning'}${code ? `[${code}]` : ''}: ${text}`;
}

function reasonOf(one: unknown, language: Language): SourceReason | undefined {
  const { source, message, findings } = asRecord(one);
  if (typeof message !== 'string') return undefined;
  return { source: textOf(source), message, findings: findingsOf(findings, language) };
}

function findingsOf(list: unknown, language: Language): Finding[] {
  return listOf(list, (one) => {
    const { level, code, place, text } = asRecord(one);
    const words = typeof text === 'string' ? text : textOf(asRecord(text)[language]);
    return words ? { isError: level !== 'warning', code: textOf(code), place: textOf(place), text: words } : undefined;
  });
}

function listOf<T>(list: unknown, read: (one: unknown) => T | undefined): T[] {
  return Array.isArray(list) ? list.map(read).filter((one): one is T => one !== undefined) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
