import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type CalendarClaim,
  claimCalendar,
  recordCalendar,
} from '../../../src/platform/store/staff/staff-calendars.ts';
import { openStore, type Store } from '../../../src/platform/store/store.ts';
import { type Office, openOffice, PERSON } from './office.ts';

/** One calendar, which processes claim at times of the shared clock. */
const LEASE_MS = 5_000;
const DUE = Date.UTC(2199, 0, 7);
let office: Office;
let store: Store;
beforeEach(async () => {
  office = await openOffice();
  await office.setAddress(office.url);
  store = await openStore(office.test.database, Date.now());
  expect(await claim('wrk_0', DUE, null)).toBe(true);
  await store.write((tx) => recordCalendar(tx, { staffId: PERSON, workerId: 'wrk_0' }, undefined), 'rows');
});
afterEach(async () => {
  await store.close();
  await office.close();
});

function claim(workerId: string, now: number, nextAt: number | null = DUE, sourceDigest = 'one'): Promise<boolean> {
  const claimed: CalendarClaim = { staffId: PERSON, nextAt, sourceDigest, workerId, now, leaseMs: LEASE_MS };
  return store.write((tx) => claimCalendar(tx, claimed), 'rows');
}

it('the lease of a calendar holds for processes that read the clock some time before it was taken', async () => {
  expect(await claim('wrk_1', DUE)).toBe(true);
  for (const at of [DUE - 2_000, DUE - 1, DUE, DUE + LEASE_MS - 1]) {
    expect(await claim('wrk_2', at)).toBe(false);
    expect(await claim('wrk_2', at, DUE, 'another address')).toBe(false);
  }
  expect(await claim('wrk_2', DUE + LEASE_MS)).toBe(true);
});

it('the lease of a calendar from before the clock was set back does not hold', async () => {
  expect(await claim('wrk_1', DUE + 86_400_000)).toBe(true);
  expect(await claim('wrk_2', DUE)).toBe(true);
  expect(await claim('wrk_3', DUE)).toBe(false);
});
