// The pages of integrations as apps of the desktop, and the server behind them.
import { AppWindow } from '@lucide/vue';
import { h, type Component } from 'vue';
import { api, send } from '@/api/client';
import type { components } from '@/api/generated/schema';
import type { AppManifest } from '@/core/apps';
import { PLUGIN_CHANNELS } from '@/core/embed/plugin-messages';
import type { EmbeddedBackend, EmbeddedManifest } from '@/core/embed/types';
import { queryClient } from '@/core/query';
import { user } from '@/core/session';

export type Page = components['schemas']['IntegrationPage'];

export const PAGES = ['integrations', 'pages'];
/** Backgrounds of icons, each dark enough for white. */
const COLORS = ['#2f6fde', '#0e7c66', '#a8471f', '#7440c8', '#b0307a', '#4d6a1f'];
/** Behind the apps of the portal. */
const ORDER = 200;

/** Reads the pages anew. */
export async function refreshPages(): Promise<void> {
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
    icon: AppWindow,
    color: COLORS[page.id % COLORS.length],
    order: ORDER,
    partOf: 'integrations',
    layout: { mode: 'window', width: 860, height: 640, minWidth: 320, minHeight: 320 },
    App: load,
  };
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
      if (!user.value || !REPORTED.includes(code as Reported)) return;
      const body = { code: code as Reported, channel };
      send(api.POST('/api/integration-pages/{id}/refusals', { params: { path }, body })).catch(() => undefined);
    },
  };
}

type Reported = components['schemas']['PageRefusal'];
/** What the log of an integration has words for. */
const REPORTED: readonly Reported[] = [
  'origin_refused',
  'version_unsupported',
  'message_invalid',
  'handshake_needed',
  'channel_unknown',
  'scope_missing',
  'rate_limited',
];
