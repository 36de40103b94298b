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

const OF_TOM = /^(?:contacts|bookings|calls|call_reports|events) .*(?:reed|epilepsy|5550100161|tom@)/i;
const ofTom = async () => (await dump(erasing.salon.database)).filter((row) => OF_TOM.test(row));

/** What else the database has, such as the index of words and deliveries, changes in the background. */
const records = async () =>
  (await dump(erasing.salon.database)).filter((row) => /^(?:contacts|bookings|calls|call_reports|events) /.test(row));

/** Tom, with another contact of the name, its booking, a booking of Ann's with the name, and a call from a former number. */
async function addTom() {
  const { salon, key } = erasing;
  const put = async (path: string, body: object) =>
    expect((await salon.send('PUT', path, { key, body })).status).toBe(200);
  const { body } = await erasing.source.send(endedCall('c-1', { phone: FORMER, summary: 'Tom has epilepsy.' }));
  const first = await erasing.book({ contact: { name: 'Tom Reed', phone: FORMER, email: 'tom@former.example' } });
  await salon.cancel(first.id);
  await put(`/v1/contacts/${first.contact_id}`, { name: 'Tom Reed', phone: NUMBER, email: 'tom@example.org' });
  const twin = await erasing.book({ contact: { name: 'TOM REED', email: 'tom@former.example' }, notes: 'epilepsy' });
  const ann = await erasing.contact({ name: 'Ann Smith' });
  const ofAnn = await erasing.book({ contact: { id: ann, name: 'Ann Smith' } });
  await put(`/v1/bookings/${ofAnn.id}`, { contact: { name: 'Tom Reed' } });
  return { tom: first.contact_id, twin, ofAnn: ofAnn.id, call: String(body.call_id) };
}

it('an erasure names a contact with a former e-mail address, and includes the records that the operator names', async () => {
  const { tom, twin, ofAnn, call } = await addTom();
  const before = await records();
  const include = [twin.contact_id, ofAnn, call];

  const asked = await erasing.erase(tom);
  for (const id of include) expect(asked.stderr).toContain(id);
  expect(asked.stderr).toContain('repeat the command with --include ID.');
  const ahead = await erasing.erase(tom, '--include', include.join(), '--yes');
  expect(ahead.stderr).toContain('The customer, or what --include names, has a booking that has not ended: ');
  const other = await erasing.erase(tom, '--include', `${call},ct_none`, '--yes');
  expect(other.stderr).toContain('"ct_none" is not one of the records that may be the customer\'s');
  expect(await records()).toEqual(before);

  for (const id of [twin.id, ofAnn]) await erasing.salon.cancel(id);
  const preview = await erasing.erase(tom, '--include', include.join());
  expect(preview.stderr).toContain(` with ${include.join(', ')}? All of these, and what 3 bookings and 1 call tell`);
  expect(await ofTom()).not.toEqual([]);
  const { stdout, stderr } = await erasing.erase(tom, '--include', include.join(), '--yes', '--json');
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({ erased: { bookings: 3, calls: 1 }, included: include, possible: NONE });
  expect(await ofTom()).toEqual([]);
  expect((await dump(erasing.salon.database)).filter((row) => /^contacts .*Ann Smith/.test(row))).toHaveLength(1);
});

it('the dashboard includes the records that a user names, and refuses others without a change', async () => {
  const { salon } = erasing;
  const { tom, twin, ofAnn, call } = await addTom();
  for (const id of [twin.id, ofAnn]) await salon.cancel(id);
  await salon.platform.users.setPassword('owner.a@example.com', PASSWORD);
  const owner = await signIn(salon.send, 'owner.a@example.com');
  const erasure = `/dashboard/teams/team_a/contacts/${tom}/erasure`;
  const { possible } = (await owner.send('GET', erasure)).body.data;
  expect(possible).toEqual({ contacts: [twin.contact_id], bookings: [ofAnn], calls: [call] });
  const before = await ofTom();
  expect((await owner.send('POST', erasure, { include: [call, 'ct_none'] })).body).toMatchObject({
    error: 'erasure_refused',
  });
  expect(await ofTom()).toEqual(before);
  const erased = await owner.send('POST', erasure, { include: [twin.contact_id, ofAnn, call] });
  expect(erased.body.data).toMatchObject({ contact_id: tom, bookings: 3, calls: 1 });
  expect(await ofTom()).toEqual([]);
});
