import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Booking, CallDetail, readRecord } from '../../../src/contract/index.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { silentLogger } from '../../../src/lib/logging/logger.ts';
import { systemClock } from '../../../src/lib/time/clock.ts';
import { type Mirror, openMirror } from '../../../src/platform/mirror/index.ts';
import { ENGINE, newDatabase, type TestDatabase } from '../../support/engines.ts';

/** Which of two copies of a record an index keeps, whatever the order in which they arrive. */
let test: TestDatabase;
let mirror: Mirror;
let now: number;
beforeEach(async () => {
  test = await newDatabase('empty');
  mirror = await openMirror({
    place: ENGINE === 'sqlite' ? { file: test.database } : { database: test.database },
    account: { address: 'https://one.example/', credential: 'digest', country: 'US' },
    clock: systemClock,
    logger: silentLogger,
  });
  now = await mirror.time();
});
afterEach(async () => {
  await mirror.close();
  await test.remove();
});

const HOUR_MS = 3_600_000;
const storeBooking = (notes: string, readAt: number) => {
  const fields = { id: 'bk_1', start_time: '2199-03-01T10:00:00Z', service_id: 'svc_1', notes };
  const records = [{ id: 'bk_1', read: readRecord(Booking, fields) }];
  return mirror.store({ kind: 'bookings', records, readAt, form: 'list' });
};
const notes = async () => (await booking())?.read.fields as { notes?: string } | undefined;
const booking = async () => (await mirror.records('bookings', ['bk_1'], 'list')).get('bk_1');

const LISTED = { id: 'call_1', started_at: '2199-03-01T10:00:00Z', status: 'completed', summary: 'Before' };
const TRANSCRIPT = [{ speaker: 'caller', text: 'Good morning', offset_seconds: 0 }];
const storeCall = (fields: JsonObject, readAt: number, form: 'list' | 'detail') =>
  mirror.store({ kind: 'calls', records: [{ id: 'call_1', read: readRecord(CallDetail, fields) }], readAt, form });
const call = async () => (await mirror.records('calls', ['call_1'], 'detail')).get('call_1');

describe('a copy that was stored before the clock was set back', () => {
  beforeEach(() => storeBooking('from the future', now + HOUR_MS));

  it('the next copy replaces one that has a later time, from before the clock was set back', async () => {
    await storeBooking('now', now);
    expect(await notes()).toMatchObject({ notes: 'now' });
  });

  it('it is removed when the platform no longer has its record', async () => {
    await mirror.remove('bookings', ['bk_1'], now);
    expect(await booking()).toBeUndefined();
  });
});

describe('a copy that was read later', () => {
  it('it is kept when an earlier one is stored after it, or its record was absent earlier', async () => {
    await storeBooking('later', now);
    await storeBooking('earlier', now - 1_000);
    await mirror.remove('bookings', ['bk_1'], now - 1_000);
    expect(await notes()).toMatchObject({ notes: 'later' });
  });

  it('a transcript that was requested before the list is stored if both say the same', async () => {
    await storeCall(LISTED, now - 2_000, 'list');
    await storeCall(LISTED, now, 'list');
    await storeCall({ ...LISTED, transcript: TRANSCRIPT }, now - 1_000, 'detail');
    expect(await call()).toMatchObject({ read: { fields: { transcript: TRANSCRIPT } }, readAt: now - 1_000 });
    expect(await mirror.callsWithoutDetail(1)).toEqual([]);
  });

  it('a transcript that was requested before the list is read again if the call has changed since', async () => {
    await storeCall(LISTED, now - 2_000, 'list');
    await storeCall({ ...LISTED, summary: 'After' }, now, 'list');
    await storeCall({ ...LISTED, transcript: TRANSCRIPT }, now - 1_000, 'detail');
    expect(await call()).toBeUndefined();
    expect(await mirror.callsWithoutDetail(1)).toMatchObject([{ id: 'call_1' }]);
  });

  it('a transcript that was requested earlier replaces no later one', async () => {
    const later = [...TRANSCRIPT, { speaker: 'receptionist', text: 'Goodbye', offset_seconds: 9 }];
    await storeCall({ ...LISTED, transcript: later }, now, 'detail');
    await storeCall({ ...LISTED, transcript: TRANSCRIPT }, now - 1_000, 'detail');
    expect(await call()).toMatchObject({ read: { fields: { transcript: later } }, readAt: now });
  });

  it('an earlier transcript gets the newer fields of the list, and its age is known until it is read again', async () => {
    await storeCall({ ...LISTED, transcript: TRANSCRIPT }, now - 2_000, 'detail');
    await storeCall({ ...LISTED, summary: 'After' }, now, 'list');
    expect(await call()).toMatchObject({
      read: { fields: { summary: 'After', transcript: TRANSCRIPT } },
      readAt: now - 2_000,
    });
  });
});

describe('a copy that may be outdated', () => {
  it('it keeps the time at which it was read, or gets an earlier one', async () => {
    await storeBooking('old', now - HOUR_MS);
    await mirror.distrust('bookings', ['bk_1'], now - 60_000);
    expect(await booking()).toMatchObject({ readAt: now - HOUR_MS });
    await storeBooking('new', now);
    await mirror.distrust('bookings', ['bk_1'], now - 60_000);
    expect(await booking()).toMatchObject({ readAt: now - 60_000 });
  });

  it('records that the index does not have change nothing', async () => {
    await mirror.distrust('bookings', ['bk_unknown'], now);
    await mirror.distrust('calls', ['call_unknown'], now);
    expect(await mirror.callsWithoutDetail(1)).toEqual([]);
  });
});
