import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cleanEnvironment, runProgram } from '../../support/program.ts';
import { startHttp } from '../../support/session.ts';
import { endedCall } from '../../voice/support/generic-source.ts';
import { PASSWORD, type SignedIn, signIn } from '../support/dashboard.ts';
import { dump, type ErasingSalon, importCall, openErasingSalon } from '../support/violet.ts';

/** A number and an address that a merge did not keep go on identifying the merged contact. */
const ANNA = { name: 'Anna Weber', phone: '+15550100201', email: 'anna@example.com' };
const OTHER = { name: 'A. Weber', phone: '+15550100202', email: 'Weber@Example.org' };

let opened: ErasingSalon;
let owner: SignedIn;
let kept: string;
beforeEach(async () => {
  opened = await openErasingSalon();
  await opened.salon.platform.users.setPassword('owner.a@example.com', PASSWORD);
  owner = await signIn(opened.salon.send, 'owner.a@example.com');
  kept = await opened.contact(ANNA);
  await merge(kept, await opened.contact(OTHER));
});
afterEach(() => opened.close());

async function merge(contact: string, other: string, take: string[] = []) {
  const path = `/dashboard/teams/team_a/contacts/${contact}/merge/${other}`;
  const { state } = (await owner.send('GET', path)).body.data;
  expect((await owner.send('POST', path, { take, state })).status).toBe(200);
}
const send = async (method: string, path: string, body?: object) => {
  const answer = await opened.salon.send(method, path, { key: opened.key, ...(body ? { body } : {}) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const found = async (filter: Record<string, string>) =>
  (await send('GET', `/v1/contacts?${new URLSearchParams({ order: 'asc', ...filter })}`)).data.map(({ id }) => id);
const count = async () => (await send('GET', '/v1/contacts?per_page=1')).meta.total;
const change = (body: object) => send('PUT', `/v1/contacts/${kept}`, body);
const callFrom = async (call_id: string, phone: string) => {
  await opened.source.send(endedCall(call_id, { phone }));
  return (await send('GET', '/v1/calls?per_page=1')).data[0] as unknown as { contact_id: string | null };
};
const bookedBy = async (contact: object) => (await opened.book({ contact })).contact_id;

describe('a number and an address that a merge did not keep', () => {
  it('bookings with either are of the merged contact, as far as names go as with its own', async () => {
    const before = await count();
    for (const contact of [
      { name: 'Anna Weber', phone: OTHER.phone },
      { name: 'Weber', email: 'weber@example.org' },
      { name: 'Max', phone: OTHER.phone },
    ])
      expect(await bookedBy(contact)).toBe(kept);
    expect(await count()).toBe(before);
  });

  it('a booking stays with the merged contact when its number changes to the one that lost', async () => {
    const { id } = await opened.book({ contact: ANNA });
    const body = { contact: { name: 'Anna Weber', phone: OTHER.phone, email: null } };
    expect((await send('PUT', `/v1/bookings/${id}`, body)).data.contact_id).toBe(kept);
  });

  it('calls from the number are linked to the merged contact, reported or imported', async () => {
    expect((await callFrom('c-1', OTHER.phone)).contact_id).toBe(kept);
    const line = { call_id: 'old-1', phone: OTHER.phone, started_at: '2024-01-08T15:00:00Z', duration_seconds: 60 };
    await importCall(opened, line);
    expect((await send('GET', `/v1/calls?contact_id=${kept}`)).data).toHaveLength(2);
  });

  it('filters by number and address find the merged contact, also both together and with words', async () => {
    for (const filter of [
      { phone: OTHER.phone },
      { email: 'WEBER@example.org' },
      { phone: OTHER.phone, email: OTHER.email },
      { phone: ANNA.phone, email: OTHER.email },
      { phone: OTHER.phone, email: ANNA.email },
      { phone: OTHER.phone, name: 'weber' },
      { phone: OTHER.phone, order: 'desc' },
    ])
      expect(await found(filter), JSON.stringify(filter)).toEqual([kept]);
    expect(await found({ phone: OTHER.phone, email: 'other@example.com' })).toEqual([]);
    expect(await found({ phone: OTHER.phone, name: 'miller' })).toEqual([]);
  });

  it('a contact whose own number it is comes first, and the name decides between both', async () => {
    const zoe = await opened.contact({ name: 'Zoe Zimmer', phone: OTHER.phone });
    expect(await found({ phone: OTHER.phone })).toEqual([kept, zoe]);
    expect((await callFrom('c-1', OTHER.phone)).contact_id).toBe(zoe);
    expect(await bookedBy({ name: 'Max', phone: OTHER.phone })).toBe(zoe);
    expect(await bookedBy({ name: 'Anna Weber', phone: OTHER.phone })).toBe(kept);
  });

  it('imports of customers and appointments with either add no contact', async () => {
    const before = await count();
    const load = async (kind: string, ...lines: string[]) => {
      const path = join(opened.home, `${kind}.csv`);
      writeFileSync(path, `${lines.join('\n')}\n`);
      const args = [kind, 'import', path, '--yes', '--json', '--database', opened.salon.database];
      const { stdout, stderr } = await runProgram(args, cleanEnvironment(opened.home));
      expect(stdout, stderr).not.toBe('');
      return JSON.parse(stdout);
    };
    const contacts = ['Name,E-mail,Phone', `Anna Weber,,${OTHER.phone}`, `"Weber, A.",${OTHER.email},`];
    expect(await load('contacts', ...contacts)).toMatchObject({ added: 0 });
    const [slot, client] = ['2025-03-04,10:00', `Anna Weber,${OTHER.phone}`];
    const appointments = ['Date,Time,Client,Mobile,Treatment,Therapist', `${slot},${client},Cut,Sam`];
    expect(await load('bookings', ...appointments)).toMatchObject({ problems: [] });
    expect(await count()).toBe(before);
    expect(await load('contacts', 'Name,Phone', `Bob Other,${OTHER.phone}`)).toMatchObject({ added: 1 });
  });

  it('a number that the owner removes or changes on the contact identifies it no longer', async () => {
    await change({ other_phone: '+1 555 010-0209' });
    expect(await found({ phone: OTHER.phone })).toEqual([]);
    expect(await found({ phone: '+15550100209' })).toEqual([kept]);
    await change({ other_phone: null, other_email: null });
    expect(await found({ phone: '+15550100209' })).toEqual([]);
    expect((await callFrom('c-1', OTHER.phone)).contact_id).toBeNull();
    expect(await bookedBy({ name: 'Anna Weber', email: OTHER.email })).not.toBe(kept);
  });

  it('a further merge takes all numbers along, also that of an earlier merge of the other contact', async () => {
    const first = await opened.contact({ name: 'Anna', phone: '+15550100203' });
    await merge(first, kept, ['name']);
    expect((await send('GET', `/v1/contacts/${first}`)).data).toMatchObject({
      phone: '+15550100203',
      email: ANNA.email,
      other_phone: ANNA.phone,
      other_phone_2: OTHER.phone,
      other_email: OTHER.email,
    });
    for (const phone of ['+15550100203', ANNA.phone, OTHER.phone]) expect(await found({ phone })).toEqual([first]);
  });

  it('an erasure by the number erases its calls, and nothing of it is left', async () => {
    await opened.source.send(endedCall('c-0', { phone: OTHER.phone }));
    // From before the merge, and of no contact.
    const others = { phone: '+15550100204', summary: 'Likes tea' };
    await opened.source.send(endedCall('c-1', others));
    await change({ other_phone_2: others.phone });
    await opened.source.send({ event: 'started', call_id: 'c-2', phone: others.phone });
    const { contact_id, erased } = await opened.erased(others.phone);
    expect(contact_id).toBe(kept);
    expect(erased).toMatchObject({ calls: 2, reports: 3 });
    const known = (await dump(opened.salon.database)).filter((row) => /weber|555010020[1-4]|likes tea/i.test(row));
    expect(known).toEqual([]);
  });

  it('an erasure leaves calls from a number that another contact has in a further field', async () => {
    await opened.source.send(endedCall('c-1', { phone: '+15550100205', summary: 'Likes tea' }));
    const zoe = await opened.contact({ name: 'Zoe', phone: '+15550100205' });
    await change({ other_phone_2: '+15550100205' });
    expect((await opened.erased(zoe)).erased).toMatchObject({ calls: 0 });
  });

  it('lookup_caller finds the merged contact, and create_contact adds no other one', async () => {
    const before = await count();
    const { client, close } = await startHttp({ RCPT_BASE_URL: opened.salon.url, RCPT_API_KEY: opened.key });
    try {
      const call = async (name: string, args: Record<string, string>) => (await client.call(name, args)).data;
      expect(await call('lookup_caller', { query: OTHER.phone })).toMatchObject({ matches: [{ id: kept }] });
      for (const details of [{ phone: OTHER.phone }, { email: 'weber@example.org' }])
        expect(await call('create_contact', { name: 'Anna Weber', ...details })).toMatchObject({
          created: false,
          contact: { id: kept },
        });
    } finally {
      await close();
    }
    expect(await count()).toBe(before);
  });
});
