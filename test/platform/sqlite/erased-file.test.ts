import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endedCall } from '../../voice/support/generic-source.ts';
import { addViolet, type ErasingSalon, openErasingSalon, REPORT, VIOLET } from '../support/violet.ts';

/**
 * The built program erases a customer from the database of a platform that runs. Pages of the word index have words without the
 * beginning that they share with the word before.
 */
const OF_VIOLET = /iolet|uartz|5550100177|affron|ylophone|armalade|aprikot/gi;

let erasing: ErasingSalon;
beforeEach(async () => {
  erasing = await openErasingSalon();
});
afterEach(() => erasing.close());

/** What the files of the database have of Violet, with the bytes around it. */
function ofVioletInFiles(): string[] {
  const { database } = erasing.salon;
  const names = readdirSync(dirname(database)).filter((name) => name.startsWith(basename(database)));
  return names.flatMap((name) => {
    // In another process: to close a file in this one would end the locks that SQLite has on it here.
    const bytes = execFileSync('cat', [join(dirname(database), name)], { encoding: 'latin1', maxBuffer: 64 * 2 ** 20 });
    return [...bytes.matchAll(OF_VIOLET)].map(({ 0: found, index }) => {
      const around = bytes.slice(Math.max(0, index - 40), index + 40).replace(/[^ -~]/g, '.');
      return `${name} at ${index}: ${found}: ${around}`;
    });
  });
}

describe('contacts erase', () => {
  it('no byte of the database files has what an erased customer was called, wrote or said', async () => {
    const { key, salon } = erasing;
    const { contact_id: contact } = await addViolet(erasing);
    expect(ofVioletInFiles()).not.toEqual([]);
    await erasing.erased(contact);
    expect(ofVioletInFiles()).toEqual([]);
    expect((await salon.send('GET', `/v1/contacts/${contact}`, { key })).body).toMatchObject({
      data: { name: 'Erased customer' },
    });
  });

  it('earlier texts of records that were changed before the erasure are gone from the files, too', async () => {
    const { key, salon, source } = erasing;
    const change = async (path: string, body: object) =>
      expect((await salon.send('PUT', path, { key, body })).status).toBe(200);
    const { id, contact_id: contact } = await erasing.book({ contact: VIOLET, notes: 'Marmalade '.repeat(400) });
    await source.send(endedCall('c-9', REPORT));
    await source.send(endedCall('c-9', { ...REPORT, summary: 'Likes marmalade, too.' }));
    await change(`/v1/bookings/${id}`, { notes: 'Aprikot' });
    await change(`/v1/bookings/${id}`, { notes: '' });
    await change(`/v1/contacts/${contact}`, { name: 'Vera Plain', phone: '+15550100178', email: 'vera@example.org' });
    await salon.cancel(id);
    await erasing.erased(contact);
    expect(ofVioletInFiles()).toEqual([]);
  });
});
