import { afterEach, beforeEach, expect, it } from 'vitest';
import { cleanEnvironment, runProgram } from '../../support/program.ts';
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
  const planned = await erasing.erase(tom, '--include', `${twin.contact_id},${call}`, '--json');
  expect(planned).toMatchObject({ code: 2 });
  expect(planned.stderr).toContain('Nothing was changed. To erase the customer, repeat the command with --yes.');
  expect(JSON.parse(planned.stdout)).toEqual({
    contact_id: tom,
    applied: false,
    planned: { bookings: 2, calls: 1 },
    included: [twin.contact_id, call],
    bookings_of_others: [],
    calls_of_others: [],
    possible: { contacts: [], bookings: [ofAnn], calls: [] },
  });
  expect(await ofTom()).not.toEqual([]);
  const { stdout, stderr } = await erasing.erase(tom, '--include', include.join(), '--yes', '--json');
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({ erased: { bookings: 3, calls: 1 }, included: include, possible: NONE });
  expect(await ofTom()).toEqual([]);
  expect((await dump(erasing.salon.database)).filter((row) => /^contacts .*Ann Smith/.test(row))).toHaveLength(1);
});

it('an erasure that was interrupted is completed by the same command, although some of its records are erased already', async () => {
  const { salon } = erasing;
  const { tom, twin, ofAnn, call } = await addTom();
  const include = [twin.contact_id, ofAnn, call].join();
  // As far as an interrupted one can come: the booking is the customer's, and the call and the other contact are erased.
  const put = { key: erasing.key, body: { contact: { id: tom, name: 'Tom Reed' } } };
  expect((await salon.send('PUT', `/v1/bookings/${ofAnn}`, put)).status).toBe(200);
  for (const id of [twin.id, ofAnn]) await salon.cancel(id);
  for (const args of [
    ['calls', 'erase', call],
    ['contacts', 'erase', twin.contact_id],
  ])
    expect(
      (await runProgram([...args, '--yes', '--database', salon.database], cleanEnvironment(erasing.home))).code,
    ).toBe(0);

  const { stdout, stderr } = await erasing.erase(tom, '--include', include, '--yes', '--json');
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({ erased: { bookings: 2, calls: 0 }, possible: NONE });
  expect(await ofTom()).toEqual([]);
  const again = await erasing.erase(tom, '--include', include, '--yes', '--json');
  expect(JSON.parse(again.stdout)).toMatchObject({ erased: { bookings: 0, calls: 0, reports: 0 } });
});

it('an erasure refuses to include records that it has not named and that are not erased', async () => {
  const { salon } = erasing;
  const { tom, call } = await addTom();
  const ann = await erasing.contact({ name: 'Ann Other' });
  const ofAnn = await erasing.book({ contact: { id: ann, name: 'Ann Other' } });
  const { body } = await erasing.source.send(endedCall('c-2', { phone: '+15550100199', summary: 'Of another.' }));
  await salon.cancel(ofAnn.id);
  const before = await records();
  for (const id of [ann, ofAnn.id, String(body.call_id), tom]) {
    const { stderr } = await erasing.erase(tom, '--include', `${call},${id}`, '--yes');
    expect(stderr).toContain(`"${id}" is not one of the records that may be the customer's. Nothing was changed.`);
  }
  expect(await records()).toEqual(before);
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
