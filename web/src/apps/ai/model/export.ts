// A conversation as a file: Markdown to read, JSON for programs; pure.
import type { Message } from '../types';

export interface ExportWords {
  question: string;
  answer: string;
  thought: string;
  sources: string;
  files: string;
}

/** The conversation as Markdown. */
export function markdownOf(title: string, messages: readonly Message[], words: ExportWords): string {
  const parts = messages.map((message) => {
    if (message.role === 'user') {
      const names = message.attachments?.map(({ name }) => `- ${name}`) ?? [];
      const files = names.length > 0 ? `\n\n${words.files}\n\n${names.join('\n')}` : '';
      return `## ${words.question}\n\n${message.content}${files}`;
    }
    const label = message.model_label ? `${words.answer}（${message.model_label}）` : words.answer;
    const thought = message.reasoning ? `${quoted(words.thought, message.reasoning)}\n\n` : '';
    const sources = message.sources?.map(({ title: name, url }) => `- [${name.replace(/[[\]]/g, '')}](${url})`) ?? [];
    const list = sources.length > 0 ? `\n\n${words.sources}\n\n${sources.join('\n')}` : '';
    return `## ${label}\n\n${thought}${message.content}${list}`;
  });
  return `${[`# ${title}`, ...parts].join('\n\n')}\n`;
}

/** The conversation as JSON. */
export function jsonOf(title: string, messages: readonly Message[]): string {
  const stored = messages.map((message) => ({ ...message, error: undefined, safety: undefined }));
  return JSON.stringify({ title, messages: stored }, null, 2);
}

/** A name that every file system takes. */
export function fileNameOf(title: string, extension: string): string {
  const name = title.replace(/[\\/:*?"<>|\n\r\t]/g, '_').trim();
  return `${name || 'ai'}.${extension}`;
}

function quoted(head: string, text: string): string {
  return [`**${head}**`, '', ...text.split('\n')].map((line) => `> ${line}`.trimEnd()).join('\n');
}
