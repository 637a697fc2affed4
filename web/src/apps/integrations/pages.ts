// The pages of integrations as apps of the desktop, and the server behind them.
import { h, type Component, type FunctionalComponent } from 'vue';
import { api, send } from '@/api/client';
import type { components } from '@/api/generated/schema';
import type { AppManifest } from '@/core/apps';
import { PLUGIN_CHANNELS } from '@/core/embed/plugin-messages';
import type { EmbeddedBackend, EmbeddedManifest } from '@/core/embed/types';
import { queryClient } from '@/core/query';
import { user } from '@/core/session';
import { serverNow } from '@/core/time';

export type Page = components['schemas']['IntegrationPage'];

export const PAGES = ['integrations', 'pages'];
/** Backgrounds of icons, each dark enough for white. */
const COLORS = ['#2f6fde', '#0e7c66', '#a8471f', '#7440c8', '#b0307a', '#4d6a1f'];
/** For so long a page that was never opened counts as new, in milliseconds. */
const NEW_FOR = 14 * 24 * 60 * 60 * 1000;
/** Behind the apps of the portal. */
const ORDER = 200;

/** Reads the pages anew. */
async function refreshPages(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: PAGES });
}

/** The name of the app of a page. */
export function appOf(id: number): string {
  return `page-${id}`;
}

/** What the embedding desktop is told of a page. */
export function embeddedOf(page: Page): EmbeddedManifest {
  return {
    app: appOf(page.id),
    name: page.name,
    url: page.url,
    scopes: page.scopes,
    channels: PLUGIN_CHANNELS,
    madeBy: page.requested_by?.real_name ?? '',
    approvedBy: page.owner.real_name,
    agreed: page.agreed,
    agreedTo: page.agreed_to ?? null,
  };
}

/** The app of a page; `current` answers the page as it is now. */
export function manifestOf(page: Page, current: () => Page | undefined): AppManifest {
  const backend = backendOf(page.id);
  async function load(): Promise<Component> {
    const { default: EmbeddedPage } = await import('@/core/embed/EmbeddedPage.vue');
    return () => {
      const shown = current();
      return shown && h(EmbeddedPage, { page: embeddedOf(shown), backend });
    };
  }
  return {
    name: appOf(page.id),
    title: page.name,
    icon: initialOf(page.name),
    isNew: () => isUnknown(current()),
    color: COLORS[page.id % COLORS.length],
    order: ORDER,
    partOf: 'integrations',
    layout: { mode: 'window', width: 860, height: 640, minWidth: 320, minHeight: 320 },
    App: load,
  };
}

/** The first character of a name as an icon: the colours of pages alone tell nobody which one it is. */
function initialOf(name: string): FunctionalComponent<{ size?: number }> {
  const [initial = ''] = name.trim();
  const style = { fontWeight: 600, lineHeight: 1 };
  return function Initial({ size = 24 }) {
    return h(
      'span',
      { 'aria-hidden': true, title: name, style: { ...style, fontSize: `${size / 16}rem` } },
      initial.toUpperCase(),
    );
  };
}

/** Whether a page has come lately and the member has never agreed to open it. */
function isUnknown(page: Page | undefined): boolean {
  return !!page && !page.agreed_to && serverNow() - Date.parse(page.created_at) < NEW_FOR;
}

function backendOf(id: number): EmbeddedBackend {
  const path = { id: String(id) };
  return {
    async agree({ url, scopes }) {
      const body = { origin: new URL(url).origin, scopes: [...scopes] };
      try {
        await send(api.PUT('/api/integration-pages/{id}/consent', { params: { path }, body }));
      } finally {
        // After a refusal the page is another one: that is what the member reads next.
        await refreshPages();
      }
    },
    async withdraw() {
      await send(api.DELETE('/api/integration-pages/{id}/consent', { params: { path } }));
      await refreshPages();
    },
    issueToken: () => send(api.POST('/api/integration-pages/{id}/token', { params: { path } })),
    async findData(key) {
      const params = { path: { ...path, key } };
      return (await send(api.GET('/api/integration-pages/{id}/data/{key}', { params }))) ?? null;
    },
    async listData(after, limit) {
      const params = { path, query: { after, limit } };
      const { entries, has_more: hasMore } = await send(api.GET('/api/integration-pages/{id}/data', { params }));
      return { entries, has_more: hasMore };
    },
    publishes: ({ integration_id: integration }) => integration === id,
    report(code, channel) {
      if (!user.value) return;
      const body = { code, channel };
      send(api.POST('/api/integration-pages/{id}/refusals', { params: { path }, body })).catch(() => undefined);
    },
  };
}
