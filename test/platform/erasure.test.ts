import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { redactDatabaseUrl } from '../../src/lib/database/redact-database-url.ts';
import { chosenContact } from '../../src/platform/rules/booking-contact.ts';
import { importNumbered } from '../../src/platform/store/import.ts';
import { openStore } from '../../src/platform/store/store.ts';
import { cleanEnvironment, startProgram } from '../support/program.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { PASSWORD, signIn } from './support/dashboard.ts';
import { eventually, notificationOf, type Salon } from './support/salon.ts';
import {
  addViolet,
  dump,
  type ErasingSalon,
  NUMBER,
  OF_VIOLET,
  ofViolet,
  openErasingSalon,
  VIOLET,
} from './support/violet.ts';

/** The built program erases a customer from the database of a platform that runs and delivers. */
let erasing: ErasingSalon;
let salon: Salon;
let target: Upstream;
beforeEach(async () => {
  target = await startUpstream(json(200, {}));
  erasing = await openErasingSalon();
  salon = erasing.salon;
});
afterEach(() => Promise.all([erasing.close(), target.close()]));

/** The records: what is computed from them, is computed at any time. */
const records = async () =>
  (await dump(salon.database)).filter((row) => /^(contacts|bookings|calls|call_reports|events) /.test(row));

/** Marks the first promise of each call as kept. */
async function markPromises(key: string) {
  await salon.platform.users.setPassword('owner.a@example.com', PASSWORD);
  const owner = await signIn(salon.send, 'owner.a@example.com');
  const { calls } = (await salon.send('GET', '/v1/follow-ups?from=2000-01-01T00:00:00Z', { key })).body
    .data as never as {
    calls: { id: string; promises: { kind: string; number: number }[] }[];
  };
  for (const { id, promises } of calls) {
    const body = { kind: promises[0]?.kind, number: promises[0]?.number, status: 'done' };
    const marked = await owner.send('POST', `/dashboard/teams/team_a/calls/${id}/promise-marks`, body);
    expect(marked.status).toBe(200);
  }
}

describe('contacts erase', () => {
  it('nothing of an erased customer is left in any table, and all of the others is', async () => {
    const { key } = erasing;
    const { id: booking, contact_id: contact } = await addViolet(erasing);
    await markPromises(key);
    const before = await dump(salon.database);
    const kinds = new Set(before.filter((row) => OF_VIOLET.test(row)).map((row) => row.split(' ')[0]));
    expect([...kinds]).toEqual(
      expect.arrayContaining(['contacts', 'bookings', 'calls', 'call_reports', 'events', 'promises']),
    );

    const { stdout, stderr } = await erasing.erase('violet@example.org', '--yes', '--json');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      contact_id: contact,
      applied: true,
      erased: { bookings: 1, calls: 3, reports: 3, events: expect.any(Number) },
      bookings_of_others: [],
      calls_of_others: [],
      possible: { contacts: [], bookings: [], calls: [] },
      included: [],
    });

    const after = await dump(salon.database);
    expect(after.filter((row) => OF_VIOLET.test(row))).toEqual([]);
    const marks = (rows: string[]) => rows.filter((row) => row.startsWith('promise_marks '));
    expect(marks(before)).not.toEqual([]);
    expect(marks(after)).toEqual([]);
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
    const { key } = erasing;
    const { contact_id: contact } = await addViolet(erasing);
    const store = await openStore(salon.database, Date.now());
    const team = salon.platform.team.id;
    const { conditions } = await store.read((db) => chosenContact(db, team, contact));
    const holds = async () => {
      const { rows } = await store.read((db) => sql<{ n: number }>`select 1 as n where ${conditions[0]}`.execute(db));
      return rows.length === 1;
    };
    expect(await holds()).toBe(true);
    expect((await erasing.erase(contact, '--yes')).stdout).toContain('is erased');
    expect(await holds()).toBe(false);
    await store.close();

    const chosen = { ...VIOLET, id: contact };
    const body = { service_id: 'sv_cut_a', start_time: '2199-02-03T10:00:00Z', contact: chosen };
    const refused = await salon.send('POST', '/v1/bookings', { key, body });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: 'contact_erased', message: expect.stringContaining('The customer of this contact was erased') },
    });
    expect(await ofViolet(erasing.salon.database)).toEqual([]);
  });

  it('subscribers receive each erased record, without the data', async () => {
    await addViolet(erasing);
    await salon.subscribe(target.url, ['booking.updated', 'call.updated']);
    expect((await erasing.erase(NUMBER, '--yes')).stdout).toContain(
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
    const { id, contact_id: contact } = await erasing.book({ contact: VIOLET });
    const before = await records();
    const { code, stderr } = await erasing.erase(contact, '--yes');
    expect([code, stderr]).toEqual([
      1,
      `rcpt-mcp: The customer has a booking that has not ended: ${id} on Friday 2199-02-01 11:00 (Europe/Vienna). Nothing was changed. Cancel it, and later ones, or wait for their end; then repeat the command.\n`,
    ]);
    expect(await records()).toEqual(before);
  });

  it('without --yes nothing is erased where nothing can be asked', async () => {
    const before = await records();
    const { code, stderr } = await erasing.erase('ct_3_a');
    expect(code).toBe(2);
    expect(stderr).toContain('Erase "No Reach" (ct_3_a)?');
    expect(stderr).toContain('Add --yes to confirm. Nothing was changed.');
    expect(await records()).toEqual(before);
  });

  it('a number that two customers have is refused with the ids of both', async () => {
    const { key } = erasing;
    const body = { name: 'Child', phone: '+15550100102' };
    const child = await salon.send('POST', '/v1/contacts', { key, body });
    const { code, stderr } = await erasing.erase('+1 555 010 0102', '--yes');
    expect(code).toBe(1);
    expect(stderr).toContain(`Several customers have it: ct_2_a "Hans Muster", ${child.body.data.id} "Child".`);
    expect((await erasing.erase('Hans Muster', '--yes')).stderr).toBe(
      `rcpt-mcp: No customer has the id, e-mail address or telephone number "Hans Muster"; names are not searched. Nothing was changed. To see all with their ids: rcpt-mcp contacts export --database ${redactDatabaseUrl(salon.database)}\n`,
    );
  });

  it('calls from a number that two customers share are left, as far as they belong to no contact', async () => {
    const { key } = erasing;
    await salon.send('POST', '/v1/contacts', { key, body: { name: 'Child', phone: '+15550100101' } });
    const { body } = await salon.send('GET', '/v1/contacts?per_page=100', { key });
    const child = (body.data as unknown as { id: string; name: string }[]).find(({ name }) => name === 'Child');
    expect(JSON.parse((await erasing.erase(child?.id ?? '', '--yes', '--json')).stdout).erased.calls).toBe(0);
  });

  it('a second erasure of the same customer changes nothing', async () => {
    const { contact_id: contact } = await addViolet(erasing);
    await erasing.erased(contact);
    const before = await records();
    expect((await erasing.erased(contact)).erased).toEqual({ bookings: 0, calls: 0, reports: 0, events: 0 });
    expect(await records()).toEqual(before);
  });

  it('an erasure that was killed in the middle is completed by the next one', async () => {
    const { id: booking, contact_id: contact } = await addViolet(erasing);
    const store = await openStore(salon.database, Date.now());
    const [row] = await store.read((db) => db.selectFrom('bookings').selectAll().where('id', '=', booking).execute());
    const copies = Array.from({ length: 450 }, (_, index) => ({ ...row, id: `bk_copy_${index}` }));
    await store.write(
      (tx) => importNumbered(tx, salon.platform.team.id, 'bookings', copies as never[], 'created_at'),
      'all',
    );
    const erased = async () =>
      (await store.read((db) => db.selectFrom('bookings').select('id').where('notes', '=', '').execute())).length;
    const running = startProgram(
      ['contacts', 'erase', contact, '--yes', '--database', salon.database],
      cleanEnvironment(erasing.home),
    );
    await vi.waitFor(async () => expect(await erased()).toBeGreaterThan(0), { timeout: 25_000, interval: 2 });
    await running.stop('SIGKILL');
    // The booking itself and its copies.
    expect(await erased()).toBeLessThan(451);
    await store.close();

    expect((await erasing.erase(contact, '--yes')).code).toBe(0);
    expect(await ofViolet(salon.database)).toEqual([]);
  });
});
