import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS, connect, type TestClient } from '../support/clients.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { firstTimeOn, tuesdayAhead } from './support/spoken-booking.ts';

/** The built server with the voice profile, and real clients in each protocol era, one connection a call. */
let platform: StartedPlatform;
let session: HttpSession;
beforeAll(async () => {
  platform = await startPlatform({ demo: true });
  session = await startHttp({
    RCPT_BASE_URL: platform.url,
    RCPT_API_KEY: await platform.key(),
    RCPT_PROFILE: 'voice',
    RCPT_LANGUAGE: 'en-GB',
    RCPT_CALLER_NUMBER_HEADER: 'X-Caller-Number',
  });
});
afterAll(async () => {
  await session?.close();
  await platform?.close();
});

describe.each(CLIENTS.map((kind, index) => [kind, index] as const))('the client %s', (kind, index) => {
  const as = async <T>(number: string | undefined, work: (client: TestClient) => Promise<T>): Promise<T> => {
    const headers: Record<string, string> = {
      'x-call-id': `call_${kind.replaceAll(' ', '_')}_${number ?? 'none'}`,
      ...(number ? { 'x-caller-number': number } : {}),
    };
    const client = await connect(kind, { url: session.url, headers });
    try {
      return await work(client);
    } finally {
      await client.close();
    }
  };
  const call = (number: string | undefined, name: string, args: Record<string, unknown> = {}) =>
    as(number, async (client) => {
      const answer = await client.call(name, args);
      expect(answer.data).toEqual({});
      return answer.text;
    });

  it('the client lists seven tools, and books, hears, moves and cancels as one caller', async () => {
    const [own, other] = [`+1303555010${index}`, `+1303555020${index}`];
    const day = tuesdayAhead(index);
    expect((await as(own, (client) => client.tools())).length).toBe(7);
    const free = await call(own, 'find_open_times', { service: 'Cleaning', date: day });
    const args = { service: 'Cleaning', start: firstTimeOn(day, free), caller_name: 'Ann Archer' };
    await call(own, 'create_booking', args);
    expect(await call(own, 'create_booking', { ...args, confirmed: true })).toMatch(/^It is booked/);
    expect(await call(own, 'list_bookings')).toMatch(/^You have Cleaning/);
    expect(await call(other, 'list_bookings')).toMatch(/^I find no/);
    expect(await call(undefined, 'list_bookings')).toMatch(/^I cannot see the number/);
    await call(own, 'cancel_booking');
    expect(await call(own, 'cancel_booking', { confirmed: true })).toMatch(/^It is cancelled/);
    await call(undefined, 'create_booking', { ...args, callback_number: own });
    expect(await call(undefined, 'create_booking', { ...args, callback_number: own, confirmed: true })).toMatch(
      /^It is booked/,
    );
    expect(await call(own, 'create_booking', { email: 'x' })).toBe(
      'I did not understand that, and nothing was changed. Please say it once more.',
    );
  });
});
