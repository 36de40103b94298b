import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock, type StartedPlatform, startPlatform } from '../support/platform.ts';
import { httpClient, type Send } from './support/client.ts';
import { NOW, smallBusiness } from './support/fixture.ts';

let started: StartedPlatform;
let send: Send;
let key: string;

beforeAll(async () => {
  started = await startPlatform({ business: smallBusiness(), clock: manualClock(NOW) });
  send = httpClient(started.url);
  key = await started.key();
});
afterAll(() => started.close());

const contact = { name: 'Nora New', email: 'nora@example.com', phone: '+15550100150' };

describe('creating a booking', () => {
  it('stores the documented fields and adds its own', async () => {
    const body = { service_id: 'sv_color_a', start_time: '2026-03-03T10:00:00Z', contact, notes: 'Patch test' };
    const created = await send('POST', '/v1/bookings', { key, body });
    expect(created.status).toBe(200);
    expect(created.body.data).toMatchObject({
      ...body,
      id: expect.stringMatching(/^bk_/),
      end_time: '2026-03-03T11:30:00Z',
      status: 'confirmed',
      staff_id: 'st_2_a',
      created_at: NOW,
      updated_at: NOW,
      cancelled_at: null,
    });
    const read = await send('GET', `/v1/bookings/${created.body.data.id}`, { key });
    expect(read.body).toEqual(created.body);
  });
});
