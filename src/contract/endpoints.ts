import type * as z from 'zod';
import { ApiKeyBody, ContactBody, CreateBooking, WebhookBody } from './bodies.ts';
import { Capabilities } from './extensions.ts';
import { PageQuery } from './paging.ts';
import type { Resource } from './resource.ts';
import {
  ApiKey,
  Booking,
  Call,
  CallDetail,
  Contact,
  CreatedWebhook,
  Deleted,
  Service,
  Webhook,
  WebhookEvent,
} from './resources.ts';
import type { Scope } from './scopes.ts';

/** Effect of an endpoint on the platform's data. Retries, confirmation and tool annotations derive from it. */
export type Effect = 'read' | 'create' | 'update' | 'delete';

/**
 * Required authentication. `key`: an API key. `public`: none, but a key that is sent must be valid. `session`: the
 * dashboard's session cookie.
 */
export type EndpointAuth = 'key' | 'public' | 'session';

/** One row of the endpoint table: that of the specification, or an extension of it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below `{base_url}/api`, with parameters in braces. */
  path: string;
  query: typeof PageQuery | null;
  body: z.ZodType | null;
  /** `list`: `{ data: [], meta }`. `one`: `{ data: {} }`. */
  response: { shape: 'one' | 'list'; of: Resource };
  auth: EndpointAuth;
  /** The scope that the embedded platform requires. The specification does not show it for any endpoint. */
  scope: Scope | null;
  effect: Effect;
  /** True if the response has an `ETag`, and a change can require one with `If-Match`: extension `optimistic_locking`. */
  entityTag?: true;
  /** True if the specification does not have this endpoint: docs/platform-extensions.md. */
  extension?: true;
}

const get = { method: 'GET', query: null, body: null, auth: 'key', effect: 'read' } as const;
const list = { ...get, query: PageQuery } as const;
const one = <R extends Resource>(of: R) => ({ shape: 'one' as const, of });
const listOf = <R extends Resource>(of: R) => ({ shape: 'list' as const, of });

/** All endpoints, in the order of the specification, then those of extensions. */
export const ENDPOINTS = {
  listBookings: { ...list, path: '/v1/bookings', response: listOf(Booking), scope: 'read:bookings' },
  createBooking: {
    method: 'POST',
    path: '/v1/bookings',
    query: null,
    body: CreateBooking,
    response: one(Booking),
    auth: 'key',
    scope: 'write:bookings',
    effect: 'create',
    entityTag: true,
  },
  getBooking: { ...get, path: '/v1/bookings/{id}', response: one(Booking), scope: 'read:bookings', entityTag: true },
  updateBooking: {
    method: 'PUT',
    path: '/v1/bookings/{id}',
    query: null,
    body: CreateBooking,
    response: one(Booking),
    auth: 'key',
    scope: 'write:bookings',
    effect: 'update',
    entityTag: true,
  },
  cancelBooking: {
    method: 'POST',
    path: '/v1/bookings/{id}/cancel',
    query: null,
    body: CreateBooking,
    response: one(Booking),
    auth: 'key',
    scope: 'write:bookings',
    effect: 'delete',
    entityTag: true,
  },
  listContacts: { ...list, path: '/v1/contacts', response: listOf(Contact), scope: 'read:contacts' },
  createContact: {
    method: 'POST',
    path: '/v1/contacts',
    query: null,
    body: ContactBody,
    response: one(Contact),
    auth: 'key',
    scope: 'write:contacts',
    effect: 'create',
    entityTag: true,
  },
  getContact: { ...get, path: '/v1/contacts/{id}', response: one(Contact), scope: 'read:contacts', entityTag: true },
  updateContact: {
    method: 'PUT',
    path: '/v1/contacts/{id}',
    query: null,
    body: ContactBody,
    response: one(Contact),
    auth: 'key',
    scope: 'write:contacts',
    effect: 'update',
    entityTag: true,
  },
  listCalls: { ...list, path: '/v1/calls', response: listOf(Call), scope: 'read:calls' },
  getCall: { ...get, path: '/v1/calls/{id}', response: one(CallDetail), scope: 'read:calls' },
  listServices: { ...list, path: '/v1/services', response: listOf(Service), scope: 'read:services' },
  listWebhooks: { ...list, path: '/v1/webhooks', response: listOf(Webhook), scope: 'webhooks:manage' },
  createWebhook: {
    method: 'POST',
    path: '/v1/webhooks',
    query: null,
    body: WebhookBody,
    response: one(CreatedWebhook),
    auth: 'key',
    scope: 'webhooks:manage',
    effect: 'create',
  },
  getWebhook: { ...get, path: '/v1/webhooks/{webhookId}', response: one(Webhook), scope: 'webhooks:manage' },
  deleteWebhook: {
    method: 'DELETE',
    path: '/v1/webhooks/{webhookId}',
    query: null,
    body: null,
    response: one(Deleted),
    auth: 'key',
    scope: 'webhooks:manage',
    effect: 'delete',
  },
  listWebhookEvents: {
    ...list,
    path: '/v1/webhooks/events',
    response: listOf(WebhookEvent),
    auth: 'public',
    scope: null,
  },
  createApiKey: {
    method: 'POST',
    path: '/teams/{team_id}/api-keys',
    query: null,
    body: ApiKeyBody,
    response: one(ApiKey),
    auth: 'session',
    scope: null,
    effect: 'create',
  },
  getCapabilities: {
    ...get,
    path: '/v1/capabilities',
    response: one(Capabilities),
    auth: 'public',
    scope: null,
    extension: true,
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;
export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as EndpointName[];

/** The parameter names of a path: `'id'` for `/v1/bookings/{id}`. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never;
