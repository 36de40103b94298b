import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chosenContact } from '../../src/platform/rules/booking-contact.ts';
import { importNumbered } from '../../src/platform/store/import.ts';
import { openStore } from '../../src/platform/store/store.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, runProgram, startProgram } from '../support/program.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { addGenericSource, endedCall } from '../voice/support/generic-source.ts';
import { eventually, notificationOf, openSalon, type Salon } from './support/salon.ts';

/** The built program erases a customer from the database of a platform that runs and delivers. */
let home: string;
let salon: Salon;
let target: Upstream;
beforeEach(async () => {
  home = temporaryFolder();
  target = await startUpstream(json(200, {}));
  salon = await openSalon();
});
afterEach(async () => {
  await Promise.all([salon.close(), target.close()]);
  rmSync(home, { recursive: true, force: true });
});

const NUMBER = '+15550100177';
const VIOLET = { name: 'Violet Quartz', email: 'Violet@Example.org', phone: NUMBER };
/** What the platform knows of Violet, in any spelling. */
const OF_VIOLET = /violet|quartz|5550100177|saffron|xylophone/i;

const erase = async (customer: string, ...args: string[]) =>
  runProgram(['contacts', 'erase', customer, '--database', salon.database, ...args], cleanEnvironment(home));

/** A customer with a cancelled booking that was made in a call, and with a call that no contact was known for. */
async function addViolet() {
  const { platform, send, url } = salon;
  const key = await salon.key();
  const source = await addGenericSource(platform, url);
  const turns = [{ speaker: 'caller', text: 'Violet Quartz here, I collect saffron. Please call me back.' }];
  const report = { phone: NUMBER, turns, summary: 'Has an allergy to xylophone music.', outcome: 'callback_promised' };
  await source.send(endedCall('c-1', report));
  const body = { service_id: 'sv_cut_a', start_time: '2199-02-02T10:00:00Z', contact: VIOLET, notes: 'Saffron tea' };
  const headers = { 'x-call-reference': 'c-2' };
  const booked = await send('POST', '/v1/bookings', { key, body, headers });
  expect(booked.status).toBe(200);
  await source.send(endedCall('c-2', { ...report, phone: null }));
  await source.send(endedCall('c-3', report));
  const { id, contact_id } = booked.body.data as unknown as { id: string; contact_id: string };
  const additional = { favourite: 'saffron' };
  expect((await send('PUT', `/v1/contacts/${contact_id}`, { key, body: additional })).status).toBe(200);
  return { key, booking: id, contact: contact_id };
}

/** All rows of the platform's tables as text, except the list of words. */
async function dump(): Promise<string[]> {
  const store = await openStore(salon.database, Date.now());
  try {
    return await store.read(async (db) => {
      const rows: string[] = [];
      for (const { name } of await db.introspection.getTables()) {
        if (/word/.test(name)) continue;
        const content = await db
          .selectFrom(name as 'contacts')
          .selectAll()
          .execute();
        // What is computed in the background changes nothing else.
        rows.push(...content.map((row) => `${name} ${JSON.stringify({ ...row, derived_version: 0 })}`));
      }
      return rows.sort();
    });
  } finally {
    await store.close();
  }
}

/** The records: what is computed from them, is computed at any time. */
const records = async () => (await dump()).filter((row) => /^(contacts|bookings|calls|call_reports|events) /.test(row));

describe('contacts erase', () => {
  it('nothing of an erased customer is left in any table, and all of the others is', async () => {
    const { key, booking, contact } = await addViolet();
    await salon.cancel(booking);
    const before = await dump();
    const kinds = new Set(before.filter((row) => OF_VIOLET.test(row)).map((row) => row.split(' ')[0]));
    expect([...kinds]).toEqual(
      expect.arrayContaining(['contacts', 'bookings', 'calls', 'call_reports', 'events', 'promises']),
    );

    const { stdout, stderr } = await erase('violet@example.org', '--yes', '--json');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      contact_id: contact,
      erased: { bookings: 1, calls: 3, reports: 3, events: expect.any(Number) },
    });

    const after = await dump();
    expect(after.filter((row) => OF_VIOLET.test(row))).toEqual([]);
    const ofOthers = (rows: string[]) => rows.filter((row) => /Erika|Hans/.test(row));
    expect(ofOthers(after)).toEqual(ofOthers(before));
    const { body } = await salon.send('GET', `/v1/bookings/${booking}`, { key });
    expect(body.data).toMatchObject({
      status: 'cancelled',
      notes: '',
      contact_id: contact,
      contact: { name: 'Erased customer', email: null, phone: null },
    });
    for (const query of ['query=saffron', 'query=xylophone']) {
      const found = await salon.send('GET', `/v1/search/calls?${query}`, { key });
      expect(found.body.data, query).toEqual([]);
    }
    const visits = await salon.send('GET', '/v1/contacts?no_appointment_ahead=true&per_page=100', { key });
    expect(JSON.stringify(visits.body)).not.toMatch(/Erased customer/);
    expect(visits.body.data).not.toHaveLength(0);
    const promises = await salon.send('GET', '/v1/follow-ups?from=2000-01-01T00:00:00Z', { key });
    expect(promises.body.data).toMatchObject({ calls: [] });
  });

  it('a booking for a contact that is erased meanwhile is not stored, and later ones are refused', async () => {
    const { key, booking, contact } = await addViolet();
    await salon.cancel(booking);
    const store = await openStore(salon.database, Date.now());
    const team = salon.platform.team.id;
    const { conditions } = await store.read((db) => chosenContact(db, team, contact));
    const holds = async () => {
      const { rows } = await store.read((db) => sql<{ n: number }>`select 1 as n where ${conditions[0]}`.execute(db));
      return rows.length === 1;
    };
    expect(await holds()).toBe(true);
    expect((await erase(contact, '--yes')).stdout).toContain('is erased');
    expect(await holds()).toBe(false);
    await store.close();

    const chosen = { ...VIOLET, id: contact };
    const body = { service_id: 'sv_cut_a', start_time: '2199-02-03T10:00:00Z', contact: chosen };
    const refused = await salon.send('POST', '/v1/bookings', { key, body });
    expect(refused).toMatchObject({ status: 400, body: { message: 'contact.id: there is no such contact' } });
    expect((await records()).filter((row) => OF_VIOLET.test(row))).toEqual([]);
  });

  it('subscribers receive each erased record, without the data', async () => {
    const { booking } = await addViolet();
    await salon.cancel(booking);
    await salon.subscribe(target.url, ['booking.updated', 'call.updated']);
    expect((await erase(NUMBER, '--yes')).stdout).toContain(
      "is erased, with the customer's data in 1 booking, 3 calls",
    );
    await eventually(() => target.received.length).toBe(4);
    const received = target.received.map(notificationOf);
    expect(received.map(({ type }) => type).sort()).toEqual([
      'booking.updated',
      'call.updated',
      'call.updated',
      'call.updated',
    ]);
    expect(JSON.stringify(received)).not.toMatch(OF_VIOLET);
  });

  it('a booking that has not ended is kept, and nothing is erased', async () => {
    const { contact } = await addViolet();
    const before = await records();
    const { code, stderr } = await erase(contact, '--yes');
    expect([code, stderr]).toEqual([
      1,
      'rcpt-mcp: The customer has a booking that has not ended, at 2199-02-02T10:00:00Z. Nothing was changed. Cancel it or wait for its end, then repeat the command.\n',
    ]);
    expect(await records()).toEqual(before);
  });

  it('without --yes nothing is erased where nothing can be asked', async () => {
    const before = await records();
    const { code, stderr } = await erase('ct_3_a');
    expect(code).toBe(2);
    expect(stderr).toContain('Erase "No Reach" (ct_3_a)?');
    expect(stderr).toContain('Add --yes to confirm. Nothing was changed.');
    expect(await records()).toEqual(before);
  });

  it('a number that two customers have is refused with the ids of both', async () => {
    const key = await salon.key();
    const body = { name: 'Child', phone: '+15550100102' };
    const child = await salon.send('POST', '/v1/contacts', { key, body });
    const { code, stderr } = await erase('+1 555 010 0102', '--yes');
    expect(code).toBe(1);
    expect(stderr).toContain(`Several customers have it: ct_2_a "Hans Muster", ${child.body.data.id} "Child".`);
    expect((await erase('unknown@example.com', '--yes')).stderr).toContain(
      'There is no customer "unknown@example.com". Nothing was changed.',
    );
  });

  it('calls from a number that two customers share are left, as far as they belong to no contact', async () => {
    const key = await salon.key();
    await salon.send('POST', '/v1/contacts', { key, body: { name: 'Child', phone: '+15550100101' } });
    const { body } = await salon.send('GET', '/v1/contacts?per_page=100', { key });
    const child = (body.data as unknown as { id: string; name: string }[]).find(({ name }) => name === 'Child');
    expect(JSON.parse((await erase(child?.id ?? '', '--yes', '--json')).stdout).erased.calls).toBe(0);
  });

  it('a second erasure of the same customer changes nothing', async () => {
    const { booking, contact } = await addViolet();
    await salon.cancel(booking);
    await erase(contact, '--yes');
    const before = await records();
    const { stdout } = await erase(contact, '--yes', '--json');
    expect(JSON.parse(stdout).erased).toEqual({ bookings: 0, calls: 0, reports: 0, events: 0 });
    const others = (rows: string[]) => rows.filter((row) => !row.startsWith('contacts '));
    expect(others(await records())).toEqual(others(before));
  });

  it('an erasure that was killed in the middle is completed by the next one', async () => {
    const { booking, contact } = await addViolet();
    await salon.cancel(booking);
    const store = await openStore(salon.database, Date.now());
    const [row] = await store.read((db) => db.selectFrom('bookings').selectAll().where('id', '=', booking).execute());
    const copies = Array.from({ length: 450 }, (_, index) => ({ ...row, id: `bk_copy_${index}` }));
    await store.write((tx) => importNumbered(tx, salon.platform.team.id, 'bookings', copies as never[], 'created_at'));
    const erased = async () =>
      (await store.read((db) => db.selectFrom('bookings').select('id').where('notes', '=', '').execute())).length;
    const running = startProgram(
      ['contacts', 'erase', contact, '--yes', '--database', salon.database],
      cleanEnvironment(home),
    );
    await vi.waitFor(async () => expect(await erased()).toBeGreaterThan(0), { timeout: 25_000, interval: 2 });
    await running.stop('SIGKILL');
    await store.close();

    expect((await erase(contact, '--yes')).code).toBe(0);
    expect((await dump()).filter((text) => OF_VIOLET.test(text))).toEqual([]);
  });
});
