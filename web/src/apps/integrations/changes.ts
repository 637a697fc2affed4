// What members and those who run a class do with integrations.
import { api, send } from '@/api/client';
import type { components } from '@/api/generated/schema';
import { refresh } from './queries';
import type { Delivery, Integration, IntegrationChange, MadeSecret, NewIntegration } from './types';

const at = (id: number): { path: { id: string } } => ({ path: { id: String(id) } });

/** Asks for an integration. */
export async function ask(body: NewIntegration): Promise<Integration> {
  return then(send(api.POST('/api/integrations/requests', { body })));
}

/** Changes a request that was refused, and asks again. */
export async function askAgain(id: number, body: NewIntegration): Promise<Integration> {
  return then(send(api.PUT('/api/integrations/requests/{id}', { params: at(id), body })));
}

/** Issues an integration; its secret comes with it. */
export async function issue(body: NewIntegration): Promise<components['schemas']['IssuedIntegration']> {
  return then(send(api.POST('/api/integrations/tokens', { body })));
}

/** Takes a request back, or clears away one that was refused. */
export async function withdraw(id: number): Promise<void> {
  await then(send(api.DELETE('/api/integrations/requests/{id}', { params: at(id) })));
}

/** Approves a request with some of its scopes. */
export async function approve({ id, created_at: asked_at }: Integration, scopes: string[]): Promise<void> {
  const body = { scopes, asked_at };
  await then(send(api.POST('/api/integrations/requests/{id}/approve', { params: at(id), body })));
}

/** Refuses a request, with a reason for the member or without. */
export async function refuse({ id, created_at: asked_at }: Integration, reason: string): Promise<void> {
  const body = { reason, asked_at };
  await then(send(api.POST('/api/integrations/requests/{id}/refuse', { params: at(id), body })));
}

/** Makes the first secret of what the member has asked for. */
export async function takeSecret(integration: Integration): Promise<MadeSecret> {
  const made = then(send(api.POST('/api/integrations/requests/{id}/secret', { params: at(integration.id) })));
  return madeOf(integration, await made);
}

/** Changes an integration. */
export async function change(id: number, body: IntegrationChange): Promise<void> {
  await then(send(api.PUT('/api/integrations/tokens/{id}', { params: at(id), body })));
}

/** Makes a new secret; the one before holds for some hours more. */
export async function changeSecret(integration: Integration, hours: number): Promise<MadeSecret> {
  const body = { overlap_hours: hours };
  const made = then(
    send(api.POST('/api/integrations/tokens/{id}/regenerate-secret', { params: at(integration.id), body })),
  );
  return madeOf(integration, await made);
}

/** Revokes an integration for good. */
export async function revoke(id: number): Promise<void> {
  await then(send(api.DELETE('/api/integrations/tokens/{id}', { params: at(id) })));
}

/** Sends the event of a test to the webhook. */
export async function ping(id: number): Promise<Delivery> {
  return send(api.POST('/api/integrations/tokens/{id}/ping', { params: at(id) }));
}

/** Sends a delivery once more, under the same id. */
export async function resend(id: number, name: string): Promise<Delivery> {
  const params = { path: { id: String(id), delivery: name } };
  return send(api.POST('/api/integrations/tokens/{id}/deliveries/{delivery}/resend', { params }));
}

function madeOf(
  { name, scopes }: Integration,
  made: Pick<components['schemas']['IntegrationSecret'], 'token' | 'secret' | 'webhook_secret' | 'previousSecretUntil'>,
): MadeSecret {
  const { token, secret, webhook_secret: webhookSecret, previousSecretUntil: previousUntil } = made;
  return { name, scopes, token, secret, webhookSecret, previousUntil };
}

/** Reads the lists anew, also after a failure: they may be what was wrong. */
async function then<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } finally {
    refresh();
  }
}
