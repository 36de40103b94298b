import { afterEach, beforeEach, expect, it } from 'vitest';
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
