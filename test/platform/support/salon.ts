import { expect } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { assertNotificationDescribed } from '../../support/openapi.ts';
import { type StartedPlatform, type StartOptions, startPlatform } from '../../support/platform.ts';
import type { Received } from '../../support/upstream.ts';
import { httpClient, type Send } from './client.ts';
import { smallBusiness } from './fixture.ts';
import { QUICK } from './quick.ts';

export interface Subscription {
  id: string;
  secret: string;
}

/** A delivering platform with the real clock, and helpers for tests. */
export interface Salon extends StartedPlatform {
  send: Send;
  subscribe(url: string, events?: string[]): Promise<Subscription>;
  /** Books a new slot each time. Returns the booking's id. */
  book(): Promise<string>;
  change(id: string, notes: string): Promise<void>;
  cancel(id: string): Promise<void>;
  /** Reads the record of a webhook. */
  webhook(id: string): Promise<JsonObject>;
}

let slots = 0;

export async function openSalon(options: StartOptions = {}): Promise<Salon> {
  const started = await startPlatform({ business: smallBusiness(), deliveries: QUICK, ...options });
  const key = await started.key();
  const client = httpClient(started.url);
  const ok = async (method: string, path: string, body?: unknown) => {
    const answer = await client(method, path, { key, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data;
  };
  return {
    ...started,
    send: client,
    subscribe: async (url, events = ['booking.created', 'booking.updated', 'booking.cancelled', 'call.completed']) =>
      (await ok('POST', '/v1/webhooks', { url, events })) as unknown as Subscription,
    async book() {
      slots += 1;
      const start_time = new Date(Date.UTC(2200, 0, 1) + slots * 3_600_000).toISOString();
      const contact = { name: 'Ann', phone: '+15550100101' };
      return String((await ok('POST', '/v1/bookings', { service_id: 'sv_cut_a', start_time, contact })).id);
    },
    change: async (id, notes) => void (await ok('PUT', `/v1/bookings/${id}`, { notes })),
    cancel: async (id) => void (await ok('POST', `/v1/bookings/${id}/cancel`, {})),
    webhook: (id) => ok('GET', `/v1/webhooks/${id}`),
  };
}

/** Parses the notification of a delivery, which the OpenAPI document must describe. */
export function notificationOf({ headers, body }: Received) {
  const notification = JSON.parse(body) as {
    id: string;
    type: string;
    time: string;
    team_id: string;
    data: JsonObject;
  };
  assertNotificationDescribed(headers, notification);
  return notification;
}

/** Polls an expectation with a timeout that is long enough for slow machines. */
export const eventually = (check: () => unknown, what?: string) =>
  expect.poll(check, { timeout: 25_000, interval: 20, ...(what === undefined ? {} : { message: what }) });
