import { afterEach, beforeEach, expect, it } from 'vitest';
import { endedCall } from '../../voice/support/generic-source.ts';
import { PASSWORD, signIn } from '../support/dashboard.ts';
import { dump, type ErasingSalon, NUMBER, openErasingSalon } from '../support/violet.ts';

const FORMER = '+15550100161';
const NONE = { contacts: [], bookings: [], calls: [] };

let erasing: ErasingSalon;
beforeEach(async () => {
  erasing = await openErasingSalon();
});
afterEach(() => erasing.close());

/** What `--json` prints about records that may be the customer's. */
const possibleIn = ({ stdout }: { stdout: string }) => JSON.parse(stdout).possible;
const change = async (contact: string, body: object) => {
  const { salon, key } = erasing;
  expect((await salon.send('PUT', `/v1/contacts/${contact}`, { key, body })).status).toBe(200);
};
const reportCall = async (reference: string, phone: string) =>
  (await erasing.source.send(endedCall(reference, { phone, summary: 'Tom has epilepsy.' }))).body.call_id;

it('an erasure names contacts and bookings that have only the name, and leaves them', async () => {
  const { salon } = erasing;
  const tom = await erasing.contact({ name: 'Tom Reed', phone: NUMBER });
  const namesake = await erasing.contact({ name: 'TOM REED' });
  await erasing.contact({ name: 'Tom Reed', phone: '+15550100162' });
  await erasing.contact({ name: 'Tom Reedy' });
  const booked = await erasing.book({ contact: { id: namesake, name: 'Tom Reed' }, notes: 'Tom has epilepsy' });

  const asked = await erasing.erase(tom);
  expect(asked.stderr).toContain(
    `1 other contact has this name with no number or e-mail address, or with one that the customer has or had. That may be the customer, and nothing in it is erased: ${namesake}. Look at each; if it is the customer: rcpt-mcp contacts erase ID.`,
  );
  expect(possibleIn(await erasing.erase(tom, '--yes', '--json'))).toEqual({ ...NONE, contacts: [namesake] });
  expect((await dump(salon.database)).filter((row) => /^bookings .*epilepsy/.test(row))).toHaveLength(1);
  // Erased customers all have the same name.
  await salon.cancel(booked.id);
  await erasing.erased(namesake);
  expect(possibleIn(await erasing.erase(tom, '--yes', '--json'))).toEqual(NONE);
});

it('an erasure names a booking of another contact that has only the name, and leaves it', async () => {
  const { salon, key } = erasing;
  const ann = await erasing.contact({ name: 'Ann Reed' });
  const { id } = await erasing.book({ contact: { id: ann, name: 'Ann Reed' } });
  const put = { key, body: { contact: { name: 'Tom Reed' } } };
  expect((await salon.send('PUT', `/v1/bookings/${id}`, put)).status).toBe(200);
  const tom = await erasing.contact({ name: 'Tom Reed', phone: NUMBER });
  expect(possibleIn(await erasing.erase(tom, '--yes', '--json'))).toEqual({ ...NONE, bookings: [id] });
  expect((await dump(salon.database)).filter((row) => /^bookings .*Tom Reed/.test(row))).toHaveLength(1);
});

it('an erasure names calls of no contact from a number that the customer had before or shares, and leaves them', async () => {
  const { salon } = erasing;
  const before = await reportCall('c-1', FORMER);
  const shared = await reportCall('c-2', NUMBER);
  const stranger = await reportCall('c-3', '+15550100163');
  const { id, contact_id: tom } = await erasing.book({ contact: { name: 'Tom Reed', phone: FORMER } });
  await salon.cancel(id);
  await change(tom, { name: 'Tom Reed', phone: NUMBER });
  await erasing.contact({ name: 'Ann Reed', phone: '+15550100164' }).then((ann) => change(ann, { phone: NUMBER }));
  const earlier = await erasing.contact({ name: 'Tom Reed', phone: FORMER });
  const twin = await erasing.contact({ name: 'Tom Reed' });
  await change(twin, { name: 'Tom Reed', phone: NUMBER });

  await salon.platform.users.setPassword('owner.a@example.com', PASSWORD);
  const owner = await signIn(salon.send, 'owner.a@example.com');
  const plan = await owner.send('GET', `/dashboard/teams/team_a/contacts/${tom}/erasure`);
  const possible = { contacts: [earlier, twin].sort(), bookings: [], calls: expect.arrayContaining([before, shared]) };
  expect(plan.body.data).toMatchObject({ calls: 0, possible });
  const { stdout } = await erasing.erase(tom, '--yes');
  expect(stdout).toContain('2 calls of no customer came from numbers that this one shares or had before.');
  expect(stdout).toContain('Read each; if it was the customer: rcpt-mcp calls erase ID.');
  const left = (await dump(salon.database)).filter((row) => /^calls .*epilepsy/.test(row));
  expect(left.map((row) => [before, shared, stranger].findIndex((call) => row.includes(String(call)))).sort()).toEqual([
    0, 1, 2,
  ]);
});
