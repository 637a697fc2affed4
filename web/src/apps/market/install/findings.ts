// Why nothing was installed: the reasons of the sources, and what the check has found, each with its place. Pure.
import type { ApiFailure } from '@/api/failure';
import type { Language } from '@/core/i18n';

/** What is said of a file that cannot be read as a zip. */
const NO_ZIP: Readonly<Record<Language, string>> = {
  zh: '这不是 zip 文件，或者文件已损坏',
  en: 'This is no zip file, or it is damaged',
};

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
    const given = typeof text === 'string' ? text : textOf(asRecord(text)[language]);
    const words = isNoZip(textOf(code), given) ? NO_ZIP[language] : given;
    return words ? { isError: level !== 'warning', code: textOf(code), place: textOf(place), text: words } : undefined;
  });
}

/** The library that reads it says so in English. */
function isNoZip(code: string, text: string): boolean {
  return code === 'zip-invalid' && /invalid zip archive/i.test(text);
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
