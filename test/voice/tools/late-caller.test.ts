import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CALLER, type Call, confirmed, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** A customer who is late calls after the appointment has begun. */
let office: VoiceOffice;
let call: Call;
beforeEach(async () => {
  office = await openVoiceOffice();
  call = office.as(CALLER);
  await confirmed(call, 'create_booking', { ...CLEANING, start: '2026-03-02T13:00' });
  office.clock.advance(3 * 60 * 60_000 + 5 * 60_000);
});
afterEach(() => office.close());

const CLEANING = { service: 'Cleaning', staff: 'Jin Kim', caller_name: 'Ann Archer' };
const RUNNING = 'Cleaning with Jin Kim today at 13:00';
const LATER = 'Cleaning with Jin Kim on Thursday the 5th at 9:00';

describe('an appointment that has begun', () => {
  it('appears in the list of its customer', async () => {
    expect((await call('list_bookings')).text).toContain(RUNNING);
  });

  it('moves to a later time', async () => {
    const { asked, done } = await confirmed(call, 'update_booking', { new_start: '2026-03-02T15:30' });
    expect(asked).toContain(RUNNING);
    expect(done).toBe('It is moved. You now have Cleaning with Jin Kim today at 15:30.');
  });

  it('makes the agent ask before another one is moved or cancelled', async () => {
    await confirmed(call, 'create_booking', { ...CLEANING, start: '2026-03-05T09:00' });
    for (const [name, args] of [
      ['cancel_booking', {}],
      ['update_booking', { new_start: '2026-03-02T14:00' }],
    ] as const) {
      const { text } = await call(name, args);
      expect(text).toContain(RUNNING);
      expect(text).toContain(LATER);
      expect(text).not.toMatch(/Is that right/);
    }
  });

  it('leaves the list when it has ended', async () => {
    office.clock.advance(3 * 60 * 60_000);
    expect((await call('list_bookings')).text).toBe(
      'I find no appointment ahead under the number you are calling from.',
    );
  });
});
