import { expect } from 'vitest';
import type { BusinessFile } from '../../../src/contract/business.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { systemClock } from '../../../src/lib/time/clock.ts';
import type { TestClient } from '../../support/clients.ts';
import { type Office, openOffice } from '../../support/office.ts';
import { seedOf } from '../rules/support/stored-practice.ts';

/** An owner with a real client of the built program, and with the API of a real platform. */
export interface Owner extends Pick<TestClient, 'tools'>, Pick<Office, 'call' | 'agree' | 'send'> {
  /** `GET /v1/business` */
  business(): Promise<JsonObject>;
  /** Applies a part of a business file by the API. */
  apply(file: BusinessFile, prune?: readonly string[]): Promise<{ status: number; body: JsonObject }>;
  /** The first and the last start time offered on a date, as local times: `09:00-11:30`. Several ranges have commas. */
  free(service: string, date: string, staff?: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts a platform with the business of a file, and the built program as its MCP server. */
export async function startOwner(file: BusinessFile, clock = systemClock): Promise<Owner> {
  const { session, call, agree, send, close } = await openOffice({
    platform: { business: seedOf(file, clock.now()), clock },
    env: { RCPT_TOOLSETS: 'account,bookings,services,setup', RCPT_CONFIRM: 'destructive' },
  });
  return {
    tools: () => session.client.tools(),
    call,
    agree,
    send,
    business: async () => (await send('GET', '/business')).body.data as JsonObject,
    apply: (business, prune = []) => send('POST', '/business/apply', { business, prune }),
    async free(service_id, date, staff) {
      const window = { from: `${date}T00:00:00Z`, to: `${date}T23:59:00Z` };
      const query = new URLSearchParams({ service_id, ...window, ...(staff ? { staff_id: staff } : {}) });
      const { status, body } = await send('GET', `/availability?${query}`);
      expect(status, JSON.stringify(body)).toBe(200);
      const { free } = body.data as { free: { from: string; to: string }[] };
      return free.map(({ from, to }) => `${from.slice(11, 16)}-${to.slice(11, 16)}`).join(', ');
    },
    close,
  };
}

/** Books a cut at 10:00 UTC on each of some dates. */
export async function bookCuts(owner: Owner, dates: readonly string[]): Promise<void> {
  const contact = { name: 'Ann Archer', email: 'ann@example.com' };
  for (const date of dates) {
    const booking = { service_id: 'cut', start_time: `${date}T10:00:00Z`, contact };
    const { status, body } = await owner.send('POST', '/bookings', booking);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
  }
}

/** Applies a part of a business file, and returns the changes in words. */
export async function applied(owner: Owner, file: BusinessFile, prune?: readonly string[]): Promise<string[]> {
  const { status, body } = await owner.apply(file, prune);
  expect(status, JSON.stringify(body)).toBe(200);
  return ((body.data as JsonObject).changes as { text: string }[]).map(({ text }) => text);
}

/** A salon of two in UTC, so that local times are those of answers. */
export const salon = (): BusinessFile => ({
  name: 'Salon',
  time_zone: 'UTC',
  country: 'US',
  currency: 'USD',
  opening_hours: ['Mon-Fri 09:00-17:00'],
  services: [{ id: 'cut', name: 'Cut', duration: '30m', price: 100 }],
  staff: [
    { id: 'lee', name: 'Dana Lee' },
    { id: 'ortiz', name: 'Sam Ortiz' },
  ],
  rules: { slot_interval: '30m' },
});

/** A Thursday of a century in which no clock of the tests is. */
export const THURSDAY = '2198-12-27';
