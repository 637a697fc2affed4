// Where a provider answers and with which key, as it is typed. Pure.
import type { ManagedModel, ModelTest } from '../types';

/** Addresses of well-known providers, to be filled in by a press. */
export const PROVIDERS = [
  { name: { zh: 'DeepSeek', en: 'DeepSeek' }, url: 'https://api.deepseek.com/v1' },
  { name: { zh: '通义千问', en: 'Qwen' }, url: 'https://dashscope.aliyuncs.com/compatible-mode/v1' },
  { name: { zh: '智谱', en: 'Zhipu' }, url: 'https://open.bigmodel.cn/api/paas/v4' },
  { name: { zh: 'Moonshot', en: 'Moonshot' }, url: 'https://api.moonshot.cn/v1' },
  { name: { zh: 'SiliconFlow', en: 'SiliconFlow' }, url: 'https://api.siliconflow.cn/v1' },
  { name: { zh: 'OpenAI', en: 'OpenAI' }, url: 'https://api.openai.com/v1' },
  { name: { zh: 'Ollama', en: 'Ollama' }, url: 'http://localhost:11434/v1' },
] as const;

/** What the form holds. The key is in memory alone, and only until it is sent. */
export interface Connection {
  url: string;
  key: string;
  /** The id of a model whose stored key is taken; empty for none. */
  reuse: string;
}

/** The fields of a request for a new model. */
export function connectionOf({ url, key, reuse }: Connection): {
  api_url: string;
  api_key?: string;
  reuse_key_from?: string;
} {
  if (reuse !== '') return { api_url: url.trim(), reuse_key_from: reuse };
  return { api_url: url.trim(), ...(key.trim() !== '' && { api_key: key.trim() }) };
}

/** What is tried with these values; with `id` the stored key stands for one that was not typed. */
export function testOf(connection: Connection, model: string, id?: string): ModelTest {
  return { ...connectionOf(connection), ...(model !== '' && { model }), ...(id && { id }) };
}

/** Whether an address is one that the server takes. */
export function isAddress(text: string): boolean {
  const url = parsed(text);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.hash === ''
  );
}

/** `api.deepseek.com`, with the port where it is not the usual one; the text itself where it is no address. */
export function hostOf(text: string): string {
  return parsed(text)?.host ?? text;
}

/** Whether both are of one scheme, host and port: a key belongs to these. */
export function isSameOrigin(one: string, other: string): boolean {
  const [a, b] = [parsed(one), parsed(other)];
  return a !== null && b !== null && a.origin === b.origin;
}

/** Whether a key would go over the network unencrypted. */
export function isOpen(text: string): boolean {
  const url = parsed(text);
  return url?.protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname);
}

/** A model whose key may be used for an address, if one is stored. */
export function keyHolder(models: readonly ManagedModel[], url: string): ManagedModel | undefined {
  return models.find((model) => model.has_key && !model.builtin && isSameOrigin(model.api_url, url));
}

function parsed(text: string): URL | null {
  try {
    return new URL(text.trim());
  } catch {
    return null;
  }
}
