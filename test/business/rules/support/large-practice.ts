import type { BusinessFile } from '../../../../src/contract/index.ts';
import { ensureTeam } from '../../../../src/platform/seed.ts';
import { incrementTotal } from '../../../../src/platform/store/paging.ts';
import type { BookingRow } from '../../../../src/platform/store/schema/schema.ts';
import { openStore } from '../../../../src/platform/store/store.ts';
import { seedOf, TEAM } from './stored-practice.ts';

export const STAFF = 300;
export const BOOKINGS = 20_000;
const DAY_MS = 24 * 3_600_000;
const CHUNK = 1_000;

const staffId = (index: number) => `p${String(index).padStart(3, '0')}`;

/** A business with many people, exceptions and rules. Its zone has no clock changes: UTC-7. */
const file = (): BusinessFile => ({
  time_zone: 'America/Phoenix',
  opening_hours: 'Mon-Fri 08:00-12:00, 13:00-17:00; 1st,3rd Sat 09:00-12:00',
  rules: { minimum_notice: '4h', notice_counts: 'opening_hours', max_per_day: 5_000, max_per_customer_and_day: 1_000 },
  closures: Array.from({ length: 50 }, (_, index) => ({ from: `21${index + 10}-12-25`, reason: 'Christmas' })),
  staff: Array.from({ length: STAFF }, (_, index) => ({
    id: staffId(index),
    ...(index % 3 === 0 ? { opening_hours: 'Mon-Thu 07:00-15:00' } : {}),
    time_off: Array.from({ length: 20 }, (_, year) => ({ from: `21${year + 10}-07-01`, to: `21${year + 10}-07-14` })),
  })),
  services: [
    { id: 'cut', duration: '30m', buffer_after: '5m' },
    ...Array.from({ length: 20 }, (_, index) => ({ id: `other_${index}`, duration: '45m' })),
  ],
});

/** Fills a new database: on each of the next days, the same number of bookings in the first hours of the day. */
export async function fillLargePractice(database: string, now: number): Promise<void> {
  const store = await openStore(database, now);
  await ensureTeam(store, seedOf(file(), now), now);
  const rows = Array.from({ length: BOOKINGS }, (_, index): BookingRow => {
    // Every person has one at a time; 07:00 is 14:00 UTC.
    const round = Math.floor(index / STAFF);
    const start = now + (1 + Math.floor(round / 6)) * 5 * DAY_MS + ((round % 6) * 40 + 7 * 60) * 60_000;
    return {
      id: `bk_${index}`,
      team_id: TEAM,
      position: index + 1,
      service_id: 'cut',
      staff_id: staffId(index % STAFF),
      contact_id: 'ct_xenia',
      contact_name: 'Xenia',
      contact_email: 'xenia@example.com',
      contact_phone: null,
      start_time: start,
      end_time: start + 30 * 60_000,
      busy_start: start,
      busy_end: start + 35 * 60_000,
      status: 'confirmed',
      notes: '',
      created_at: now,
      updated_at: now,
      cancelled_at: null,
      overrides_json: '[]',
      call_reference: null,
      attendance: null,
      sequence: 0,
      contact_name_key: 'xenia',
      contact_email_key: 'xenia@example.com',
      contact_phone_key: null,
      derived_version: 0,
    };
  });
  await store.write(async (tx) => {
    for (let first = 0; first < rows.length; first += CHUNK) {
      await tx
        .insertInto('bookings')
        .values(rows.slice(first, first + CHUNK))
        .execute();
    }
    await incrementTotal(tx, TEAM, 'bookings', BOOKINGS);
  }, 'all');
  await store.close();
}
