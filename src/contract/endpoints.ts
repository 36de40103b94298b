import type * as z from 'zod';
import { Availability, availabilityQuerySchema } from './availability.ts';
import { apiKeyBodySchema, contactBodySchema, createBookingSchema, webhookBodySchema } from './bodies.ts';
import { businessChangeSchema } from './business.ts';
import { BusinessPlan, BusinessRecord, Staff } from './business-resources.ts';
import { CalendarConflicts, calendarConflictsQuerySchema } from './calendar-conflicts.ts';
import { AddressedCalendarFeed, CalendarFeed, calendarFeedBodySchema } from './calendar-feeds.ts';
import { Capabilities, type ExtensionName } from './extensions.ts';
import { FollowUps, followUpQuerySchema } from './follow-ups.ts';
import { bookingQuerySchema, callQuerySchema, contactQuerySchema, transcriptQuerySchema } from './list-queries.ts';
import { pageQuerySchema } from './paging.ts';
import type { Resource } from './resource.ts';
import {
  ApiKey,
  Booking,
  Call,
  CallDetail,
  Contact,
  CreatedBooking,
  CreatedWebhook,
  Deleted,
  Service,
  UpdatedBooking,
  Webhook,
  WebhookEvent,
} from './resources.ts';
import type { Scope } from './scopes.ts';
import { Summary, summaryQuerySchema } from './summary.ts';

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
  /** Builds the schema on first use, because most processes need few of them. */
  query: (() => z.ZodType) | null;
  body: (() => z.ZodType) | null;
  /** `list`: `{ data: [], meta }`. `one`: `{ data: {} }`. */
  response: { shape: 'one' | 'list'; of: Resource };
  auth: EndpointAuth;
  /** The scope that the embedded platform requires. The specification does not show it for any endpoint. */
  scope: Scope | null;
  /** The scope that suffices instead for a part of what the endpoint changes. The endpoint refuses the rest. */
  partialScope?: Scope;
  /** A second scope that the embedded platform requires, because the response gives access to what it protects. */
  furtherScope?: Scope;
  /** The scope that a request with a certain value of a parameter requires instead. */
  scopeBy?: { parameter: string; scopes: Readonly<Record<string, Scope>> };
  effect: Effect;
  /** True if the response has an `ETag`, and a change can require one with `If-Match`: extension `optimistic_locking`. */
  entityTag?: true;
  /** True if a request can state the call that it is made in, with `X-Call-Reference`: extension `call_reference`. */
  callReference?: true;
  /** Fields of the response that state what the request did. They are no part of the record, and its `ETag` omits them. */
  outcomeFields?: readonly string[];
  /** Statuses of errors that follow from no other field of the row. */
  errors?: readonly (404 | 412)[];
  /**
   * Set if the specification does not have this endpoint: the extension that it belongs to, or true if that has the name of
   * the endpoint's path (platform-extensions.md).
   */
  extension?: true | ExtensionName;
}

const get = { method: 'GET', query: null, body: null, auth: 'key', effect: 'read' } as const;
const list = { ...get, query: pageQuerySchema } as const;
const one = <R extends Resource>(of: R) => ({ shape: 'one' as const, of });
const listOf = <R extends Resource>(of: R) => ({ shape: 'list' as const, of });

const businessChange = {
  method: 'POST',
  query: null,
  body: businessChangeSchema,
  response: one(BusinessPlan),
  auth: 'key',
  scope: 'business:manage',
  partialScope: 'time_off:manage',
  extension: 'business_changes',
} as const;

const calendarFeed = { auth: 'key', scope: 'business:manage', extension: 'calendar_feeds' } as const;

/** All endpoints, in the order of the specification, then those of extensions. */
export const ENDPOINTS = {
  listBookings: {
    ...list,
    path: '/v1/bookings',
    query: bookingQuerySchema,
    response: listOf(Booking),
    scope: 'read:bookings',
  },
  createBooking: {
    method: 'POST',
    path: '/v1/bookings',
    query: null,
    body: createBookingSchema,
    response: one(CreatedBooking),
    outcomeFields: ['contact_created', 'calendars'],
    auth: 'key',
    scope: 'write:bookings',
    effect: 'create',
    entityTag: true,
    callReference: true,
  },
  getBooking: { ...get, path: '/v1/bookings/{id}', response: one(Booking), scope: 'read:bookings', entityTag: true },
  updateBooking: {
    method: 'PUT',
    path: '/v1/bookings/{id}',
    query: null,
    body: createBookingSchema,
    response: one(UpdatedBooking),
    outcomeFields: ['calendars'],
    auth: 'key',
    scope: 'write:bookings',
    effect: 'update',
    entityTag: true,
    callReference: true,
  },
  cancelBooking: {
    method: 'POST',
    path: '/v1/bookings/{id}/cancel',
    query: null,
    body: createBookingSchema,
    response: one(Booking),
    auth: 'key',
    scope: 'write:bookings',
    effect: 'delete',
    entityTag: true,
    callReference: true,
  },
  listContacts: {
    ...list,
    path: '/v1/contacts',
    query: contactQuerySchema,
    response: listOf(Contact),
    scope: 'read:contacts',
  },
  createContact: {
    method: 'POST',
    path: '/v1/contacts',
    query: null,
    body: contactBodySchema,
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
    body: contactBodySchema,
    response: one(Contact),
    auth: 'key',
    scope: 'write:contacts',
    effect: 'update',
    entityTag: true,
  },
  listCalls: {
    ...list,
    path: '/v1/calls',
    query: callQuerySchema,
    response: listOf(Call),
    scope: 'read:calls',
  },
  searchCalls: {
    ...get,
    path: '/v1/search/calls',
    query: transcriptQuerySchema,
    response: listOf(CallDetail),
    scope: 'read:calls',
    extension: 'call_search',
  },
  getCall: { ...get, path: '/v1/calls/{id}', response: one(CallDetail), scope: 'read:calls' },
  listServices: { ...list, path: '/v1/services', response: listOf(Service), scope: 'read:services' },
  listWebhooks: { ...list, path: '/v1/webhooks', response: listOf(Webhook), scope: 'webhooks:manage' },
  createWebhook: {
    method: 'POST',
    path: '/v1/webhooks',
    query: null,
    body: webhookBodySchema,
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
    body: apiKeyBodySchema,
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
  getBusiness: {
    ...get,
    path: '/v1/business',
    response: one(BusinessRecord),
    scope: 'read:services',
    extension: true,
  },
  planBusiness: { ...businessChange, path: '/v1/business/plan', effect: 'read' },
  applyBusiness: { ...businessChange, path: '/v1/business/apply', effect: 'update', errors: [412] },
  listStaff: { ...list, path: '/v1/staff', response: listOf(Staff), scope: 'read:staff', extension: true },
  getStaff: { ...get, path: '/v1/staff/{id}', response: one(Staff), scope: 'read:staff', extension: true },
  getAvailability: {
    ...get,
    path: '/v1/availability',
    query: availabilityQuerySchema,
    response: one(Availability),
    errors: [404],
    scope: 'read:bookings',
    extension: true,
  },
  getSummary: {
    ...get,
    path: '/v1/summary',
    query: summaryQuerySchema,
    response: one(Summary),
    scope: 'read:bookings',
    scopeBy: { parameter: 'kind', scopes: { calls: 'read:calls' } },
    extension: 'activity_summary',
  },
  getCalendarConflicts: {
    ...get,
    path: '/v1/calendar-conflicts',
    query: calendarConflictsQuerySchema,
    response: one(CalendarConflicts),
    scope: 'read:bookings',
    extension: 'calendar_conflicts',
  },
  listCalendarFeeds: { ...list, ...calendarFeed, path: '/v1/calendar-feeds', response: listOf(CalendarFeed) },
  createCalendarFeed: {
    ...calendarFeed,
    method: 'POST',
    path: '/v1/calendar-feeds',
    query: null,
    body: calendarFeedBodySchema,
    response: one(AddressedCalendarFeed),
    furtherScope: 'read:bookings',
    effect: 'create',
  },
  renewCalendarFeed: {
    ...calendarFeed,
    method: 'POST',
    path: '/v1/calendar-feeds/{id}/renew',
    query: null,
    body: null,
    response: one(AddressedCalendarFeed),
    furtherScope: 'read:bookings',
    effect: 'update',
  },
  revokeCalendarFeed: {
    ...calendarFeed,
    method: 'DELETE',
    path: '/v1/calendar-feeds/{id}',
    query: null,
    body: null,
    response: one(Deleted),
    effect: 'delete',
  },
  listFollowUps: {
    ...get,
    path: '/v1/follow-ups',
    query: followUpQuerySchema,
    response: one(FollowUps),
    scope: 'read:calls',
    extension: 'follow_ups',
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;
export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as EndpointName[];

/** The parameter names of a path: `'id'` for `/v1/bookings/{id}`. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never;
