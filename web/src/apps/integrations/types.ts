// The payloads of the API that this app passes around.
import type { components, paths } from '@/api/generated/schema';
import type { BodyOf } from '@/api/types';

type Schemas = components['schemas'];

export type Integration = Schemas['Integration'];
export type LogEntry = Schemas['IntegrationLogEntry'];
export type LogPiece = Schemas['IntegrationLog'];
export type Delivery = Schemas['IntegrationDelivery'];
export type DeliveryPiece = Schemas['IntegrationDeliveries'];
export type DeliveryRequest = Schemas['IntegrationDeliveryRequest'];
export type Attempt = DeliveryRequest['history'][number];
export type NewIntegration = BodyOf<paths['/api/integrations/tokens']['post']>;
export type IntegrationChange = BodyOf<paths['/api/integrations/tokens/{id}']['put']>;

/** A secret that was just made; no request answers it again. */
export interface MadeSecret {
  name: string;
  token: string;
  secret: string;
  /** The same for libraries that verify events. */
  webhookSecret: string;
  scopes: readonly string[];
  /** Until when the one before holds. */
  previousUntil?: string | null;
}
