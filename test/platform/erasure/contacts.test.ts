import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/lib/time/units.ts';
import { cleanEnvironment, runProgram } from '../../support/program.ts';
import { type ErasingSalon, ofViolet, openErasingSalon, VIOLET } from '../support/violet.ts';

let erasing: ErasingSalon;
let path: string;
beforeEach(async () => {
  erasing = await openErasingSalon();
  path = join(erasing.home, 'exported.csv');
});
afterEach(() => erasing.close());

const contacts = (...args: string[]) =>
  runProgram(['contacts', ...args, '--database', erasing.salon.database], cleanEnvironment(erasing.home));
const imported = async (...args: string[]) =>
  JSON.parse((await contacts('import', path, '--yes', '--json', ...args)).stdout);

describe('the contact of an erased customer', () => {
  it('a row of an earlier export is refused, and one without the id only taken back with --restore-erased', async () => {
    const violet = await erasing.contact(VIOLET);
    await contacts('export', path);
    await erasing.erased(violet);
    const report = await imported();
    expect(report).toMatchObject({ merged: 0, invalid: 1, problems: [{ line: expect.any(Number) }] });
    expect(JSON.stringify(report)).toContain(
      `contact ${violet} was erased: nothing is added to it. To add a new contact, leave contact_id empty`,
    );
    expect(await ofViolet(erasing.salon.database)).toEqual([]);

    writeFileSync(path, 'contact_id,name,email\n,Violet Quartz,violet@example.org\n');
    expect(await imported()).toMatchObject({ added: 0, erased: 1 });
    expect(await imported('--restore-erased')).toMatchObject({ added: 1, invalid: 0 });
  });

  it('an export made after the erasure is imported without a change', async () => {
    await erasing.erased(await erasing.contact(VIOLET));
    await contacts('export', path);
    expect(await imported()).toMatchObject({ added: 0, merged: 0, invalid: 0 });
    writeFileSync(path, 'name,favourite\nErased customer,saffron\n');
    expect(await imported('--keep-columns')).toMatchObject({ merged: 0, invalid: 1 });
    expect(await ofViolet(erasing.salon.database)).toEqual([]);
  });

  it('a change of an erased contact is refused', async () => {
    const { salon, key } = erasing;
    const violet = await erasing.contact(VIOLET);
    await erasing.erased(violet);
    for (const body of [VIOLET, { favourite: 'saffron' }]) {
      expect(await salon.send('PUT', `/v1/contacts/${violet}`, { key, body })).toMatchObject({
        status: 400,
        body: {
          error: 'contact_erased',
          message:
            'The customer of this contact was erased, and it can neither be changed nor booked for: create a new contact',
        },
      });
    }
    expect(await ofViolet(salon.database)).toEqual([]);
  });

  it('no appointment is imported for it, and no name written on its bookings', async () => {
    const { salon, key } = erasing;
    const { contact_id, id } = await erasing.book({ contact: VIOLET });
    await salon.cancel(id);
    await erasing.erased(contact_id);
    const rows = [new Date(Date.now() + 30 * DAY_MS).toISOString(), '2020-05-12T10:00:00Z'].map(
      (start) => `${contact_id},Violet Quartz,${start},Cut,Sam,saffron`,
    );
    writeFileSync(path, ['contact_id,name,start,service,staff,notes', ...rows].join('\n'));
    const args = ['bookings', 'import', path, '--database', salon.database, '--yes', '--json'];
    const report = JSON.parse((await runProgram(args, cleanEnvironment(erasing.home))).stdout);
    const text = `contact ${contact_id} was erased, and cannot be booked for`;
    expect(report).toMatchObject({
      added: 0,
      invalid: 2,
      problems: [
        { line: 2, text },
        { line: 3, text },
      ],
    });
    const put = { key, body: { contact: { name: VIOLET.name } } };
    expect(await salon.send('PUT', `/v1/bookings/${id}`, put)).toMatchObject({ status: 400 });
    expect(await ofViolet(salon.database)).toEqual([]);
  });
});
