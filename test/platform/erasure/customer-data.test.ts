import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cleanEnvironment, runProgram } from '../../support/program.ts';
import { endedCall } from '../../voice/support/generic-source.ts';
import { addViolet, dump, type ErasingSalon, NUMBER, OF_VIOLET, openErasingSalon, VIOLET } from '../support/violet.ts';

let erasing: ErasingSalon;
let page: string;
beforeEach(async () => {
  erasing = await openErasingSalon();
  page = join(erasing.home, 'customer.html');
});
afterEach(() => erasing.close());

const data = (customer: string, path: string, ...args: string[]) =>
  runProgram(
    ['contacts', 'data', customer, path, '--database', erasing.salon.database, ...args],
    cleanEnvironment(erasing.home),
  );
const dataOf = async (customer: string, ...args: string[]) => {
  const path = join(erasing.home, `${args.length}.json`);
  const { stderr } = await data(customer, path, '--json', ...args);
  expect(stderr).toBe('');
  return JSON.parse(readFileSync(path, 'utf8'));
};

it('the data of a customer are the contact, its bookings and its calls with what was said, and change nothing', async () => {
  const { contact_id: violet, id } = await addViolet(erasing);
  await erasing.source.send(endedCall('c-9', { phone: '+15550100199', summary: 'Of another customer.' }));
  const before = (await dump(erasing.salon.database)).filter((row) => OF_VIOLET.test(row));

  const { stdout, code } = await data(VIOLET.email, page);
  expect(code).toBe(0);
  expect(stdout).toContain(`${page} is written: ${violet}, 1 booking and 3 calls.`);
  expect(statSync(page).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
  const html = readFileSync(page, 'utf8');
  for (const part of [
    '<h1>Data of Violet Quartz</h1>',
    '<dt>favourite</dt><dd dir="auto">saffron</dd>',
    NUMBER,
    'Saffron tea',
    'cancelled',
    'Has an allergy to xylophone music.',
    'Violet Quartz here, I collect saffron. Please call me back.',
  ]) {
    expect(html).toContain(part);
  }
  expect(html).not.toContain('Of another customer.');

  const json = await dataOf(violet);
  expect(json.contacts).toMatchObject([{ id: violet, ...VIOLET, favourite: 'saffron' }]);
  expect(json.bookings).toMatchObject([{ id, notes: 'Saffron tea', status: 'cancelled' }]);
  expect(json.calls).toHaveLength(3);
  for (const call of json.calls) expect(call.transcript).toMatchObject([{ text: expect.stringContaining('saffron') }]);
  expect((await dump(erasing.salon.database)).filter((row) => OF_VIOLET.test(row))).toEqual(before);

  const again = await data(violet, page);
  expect(again.code).toBe(1);
  expect(again.stderr).toContain(`${page} exists already. Nothing was written. Choose another name, or remove it.`);
});

it("a page has the customer's own numbers, and what was extracted from a call next to the call's own values", async () => {
  const eve = await erasing.contact({ name: 'Eve Moss', phone: NUMBER, insurance_id: 'KV-4711' });
  const fields = { summary: 'Extracted words', patient_id: 'P-12' };
  await erasing.source.send(endedCall('c-8', { phone: NUMBER, summary: 'Asked for a price.', fields }));
  await data(eve, page);
  const html = readFileSync(page, 'utf8');
  for (const part of ['KV-4711', 'Asked for a price.', 'Extracted words', 'P-12']) expect.soft(html).toContain(part);
});

it('records that may be those of the customer are named, and in the file only with --include', async () => {
  const tom = await erasing.contact({ name: 'Tom Reed', phone: NUMBER });
  const twin = await erasing.contact({ name: 'TOM REED' });
  const booked = await erasing.book({ contact: { id: twin, name: 'Tom Reed' }, notes: 'Left-handed' });
  const { stdout } = await data(NUMBER, page);
  expect(stdout).toContain(`1 record that may be of the same customer is not in the file: ${twin}.`);
  expect(readFileSync(page, 'utf8')).not.toContain('Left-handed');

  const { contacts, bookings } = await dataOf(tom, '--include', twin);
  expect(contacts).toMatchObject([{ id: tom }, { id: twin }]);
  expect(bookings).toMatchObject([{ id: booked.id, notes: 'Left-handed' }]);

  const ann = await erasing.contact({ name: 'Ann Smith' });
  const other = join(erasing.home, 'other.html');
  const refused = await data(tom, other, '--include', ann);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain(`"${ann}" is not one of the records that may be the customer's`);
  expect(existsSync(other)).toBe(false);
});

it('an included booking of an included contact is written once', async () => {
  const tom = await erasing.contact({ name: 'Tom Reed', phone: NUMBER });
  const twin = await erasing.contact({ name: 'TOM REED' });
  const { id } = await erasing.book({ contact: { id: twin, name: 'Tom Reed', phone: NUMBER } });
  const { stdout } = await data(tom, page);
  expect(stdout).toContain('2 records that may be of the same customer are not in the file:');
  const written = await dataOf(tom, '--include', `${twin},${id}`);
  expect(written.contacts).toMatchObject([{ id: tom }, { id: twin }]);
  expect(written.bookings).toMatchObject([{ id, contact: { phone: NUMBER } }]);
});

it('what a customer said or wrote cannot become markup of the page', async () => {
  const name = '<script>alert(1)</script>"\'&';
  await erasing.contact({ name, email: 'mallory@example.org', field: '</dd><img src=x onerror=alert(1)>' });
  expect((await data('mallory@example.org', page)).code).toBe(0);
  const html = readFileSync(page, 'utf8');
  expect(html).toContain('<title>Data of &lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;</title>');
  expect(html).not.toMatch(/<script|<img/);
});

it('a customer who is not known is refused, and no file is written', async () => {
  const refused = await data('unknown@example.org', page);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('No customer has the id, e-mail address or telephone number');
  expect(refused.stderr).not.toContain('Nothing was changed.');
  expect(existsSync(page)).toBe(false);
});
