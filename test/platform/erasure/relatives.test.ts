import { afterEach, beforeEach, expect, it } from 'vitest';
import { addGenericSource, endedCall } from '../../voice/support/generic-source.ts';
import { PASSWORD, signIn } from '../support/dashboard.ts';
import { dump, type ErasingSalon, NUMBER, openErasingSalon } from '../support/violet.ts';

let erasing: ErasingSalon;
beforeEach(async () => {
  erasing = await openErasingSalon();
});
afterEach(() => erasing.close());

it('an erasure names the bookings of a relative that have the name of the customer, and leaves them', async () => {
  const maria = await erasing.contact({ name: 'Maria Reed', phone: NUMBER });
  const tom = { name: 'Tom Reed', phone: NUMBER };
  const booked = await erasing.book({ contact: tom, notes: 'Tom has epilepsy' });
  expect(booked.contact_id).toBe(maria);
  await erasing.book({ contact: { name: 'Maria Reed', phone: NUMBER } });
  const byMail = { name: 'TOM REED', email: 'tom@example.org' };
  await erasing.contact({ ...byMail, name: 'Ann Reed' });
  const other = await erasing.book({ contact: byMail });
  const id = await erasing.contact({ ...tom, email: byMail.email });

  const asked = await erasing.erase(id);
  const stay =
    '2 bookings of other customers have this name with this number or e-mail address, and nothing in them is erased: ';
  expect(asked.stderr).toContain(stay);
  expect(asked.stderr).toContain('Nothing was changed.');
  const { stdout } = await erasing.erase(id, '--yes', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ erased: { bookings: 0 }, bookings_of_others: [booked.id, other.id] });
  const rows = (await dump(erasing.salon.database)).filter((row) => row.startsWith('bookings '));
  expect(rows.filter((row) => row.includes('Tom has epilepsy'))).toHaveLength(1);

  const again = await erasing.contact(tom);
  expect((await erasing.erase(again, '--yes')).stdout).toContain(
    `1 booking of another customer has this name with this number or e-mail address, and nothing in them is erased: ${booked.id}. To erase one too, give it to a new contact (contact.id of PUT /v1/bookings/{id}) and erase that one.`,
  );

  const { salon, key } = erasing;
  const last = await erasing.contact({ name: 'Tom Reed' });
  const given = await salon.send('PUT', `/v1/bookings/${booked.id}`, { key, body: { contact: { id: last } } });
  expect(given.body.data).toMatchObject({ contact_id: last });
  await salon.cancel(booked.id);
  expect((await erasing.erased(last)).erased).toMatchObject({ bookings: 1 });
  expect((await dump(salon.database)).filter((row) => row.includes('Tom has epilepsy'))).toEqual([]);
});

it('an erasure names the calls in which a relative changed a booking of the customer, and leaves them', async () => {
  const { salon, source } = erasing;
  const wife = { name: 'Ann Reed', phone: '+15550100166' };
  await erasing.contact(wife);
  const tom = await erasing.contact({ name: 'Tom Reed', phone: NUMBER });
  const { id } = await erasing.book({ contact: { name: 'Tom Reed', phone: NUMBER } }, 'c-1');
  const started_at = new Date().toISOString();
  const said = { started_at, summary: 'Tom has epilepsy.' };
  const ofWife = (await source.send(endedCall('c-1', { ...said, phone: wife.phone }))).body.call_id;
  // The same id of another system, with a caller who is no contact; and his own call, which is erased.
  const other = await addGenericSource(salon.platform, salon.url, 'back office');
  await other.send(endedCall('c-1', { started_at }));
  await source.send(endedCall('c-2', { ...said, phone: NUMBER }));
  await salon.cancel(id);

  await salon.platform.users.setPassword('owner.a@example.com', PASSWORD);
  const owner = await signIn(salon.send, 'owner.a@example.com');
  const plan = await owner.send('GET', `/dashboard/teams/team_a/contacts/${tom}/erasure`);
  expect(plan.body.data).toMatchObject({ calls: 1, calls_of_others: [ofWife] });
  const sentence = `A booking of this customer was changed in 1 call with another customer, and what was said stays: ${ofWife}. To erase one of them too: rcpt-mcp calls erase ID.`;
  expect((await erasing.erase(tom)).stderr).toContain(sentence);
  expect((await erasing.erase(tom, '--yes')).stdout).toContain(sentence);
  expect(await erasing.erased(tom)).toMatchObject({ calls_of_others: [ofWife] });
  const calls = (await dump(salon.database)).filter((row) => /^calls .*epilepsy/.test(row));
  expect(calls).toHaveLength(1);
  expect(calls[0]).toContain(String(ofWife));
});
