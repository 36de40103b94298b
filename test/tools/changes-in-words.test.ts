import { afterEach, describe, expect, it } from 'vitest';
import { type ForeignPlatform, startForeignPlatform } from '../support/foreign-platform.ts';
import { type HttpSession, startHttp } from '../support/session.ts';

/** On 3 November 2199 the clocks in New York show 1:30 twice. */
const [FIRST, SECOND] = ['2199-11-03T05:30:00Z', '2199-11-03T06:30:00Z'];

let platform: ForeignPlatform;
let session: HttpSession;
afterEach(async () => {
  await Promise.all([session?.close(), platform?.close()]);
});

async function start(booking: object) {
  platform = await startForeignPlatform({ put: 'replaces' });
  platform.records.set('bk', { id: 'bk', status: 'confirmed', contact: { name: 'Ana' }, ...booking });
  session = await startHttp({
    RCPT_BASE_URL: platform.url,
    RCPT_API_KEY: 'sk_live_x',
    RCPT_TIME_ZONE: 'America/New_York',
  });
  return async (name: string, args: Record<string, unknown>) =>
    (await session.client.call(name, { booking_id: 'bk', ...args })).text;
}

describe('update_booking in words', () => {
  it('a move between two equal local times at a clock change names both offsets', async () => {
    const call = await start({ service_id: 'cut', start_time: FIRST });
    expect(await call('update_booking', { start_time: '2199-11-03T01:30', clock_change: 'later' })).toContain(
      'Moved from Sunday 2199-11-03 01:30 (UTC-04:00) to Sunday 2199-11-03 01:30 (UTC-05:00) (America/New_York).',
    );
  });

  it('a time that comes once has no offset, also on the day of a clock change', async () => {
    const call = await start({ service_id: 'cut', start_time: SECOND });
    expect(await call('update_booking', { start_time: '2199-11-03T12:00' })).toContain(
      'Moved from Sunday 2199-11-03 01:30 (UTC-05:00) to Sunday 2199-11-03 12:00 (America/New_York).',
    );
  });

  it('a change of the service alone names the service, and one with the time both', async () => {
    const call = await start({ service_id: 'cut', start_time: '2199-11-05T15:00:00Z' });
    expect(await call('update_booking', { service_id: 'color' })).toContain(
      'Changed to "color" instead of "cut"; it still starts on Tuesday 2199-11-05 10:00 (America/New_York).',
    );
    expect(await call('update_booking', { service_id: 'cut', start_time: '2199-11-06T10:00' })).toContain(
      'Moved from Tuesday 2199-11-05 10:00 to Wednesday 2199-11-06 10:00 (America/New_York), and changed to "cut" instead of "color".',
    );
  });
});
