import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cleanEnvironment, runProgram } from '../../support/program.ts';
import { endedCall } from '../../voice/support/generic-source.ts';
import { dump, type ErasingSalon, OF_VIOLET, openErasingSalon, REPORT, VIOLET } from '../support/violet.ts';

/** The built program erases all old calls from the database of a platform that runs. */
let erasing: ErasingSalon;
beforeEach(async () => {
  erasing = await openErasingSalon();
});
afterEach(() => erasing.close());

const DAY_MS = 86_400_000;
/** The reports of these tests are from January 2024, which is long ago for the program. */
const days = Math.floor((Date.now() - Date.parse('2024-01-07T12:00:00Z')) / DAY_MS);

const erase = (...args: string[]) =>
  runProgram(['calls', 'erase', '--database', erasing.salon.database, ...args], cleanEnvironment(erasing.home));
const erased = async (olderThan: number) => {
  const { stdout, stderr } = await erase('--older-than-days', String(olderThan), '--yes', '--json');
  expect(stderr).toBe('');
  return JSON.parse(stdout).erased;
};

async function called(reference: string, more: object = {}): Promise<string> {
  const { body } = await erasing.source.send(endedCall(reference, { ...REPORT, ...more }));
  return body.call_id as string;
}

const read = async (path: string) => (await erasing.salon.send('GET', path, { key: erasing.key })).body.data;
/** What the platform still knows of the caller, except of its contact, which stays. */
const ofCaller = async () =>
  (await dump(erasing.salon.database)).filter(
    (row) => OF_VIOLET.test(row) && !/^(contacts|contacts_words|words) /.test(row),
  );

describe('calls erase --older-than-days', () => {
  it('erases calls of contacts and of unknown callers, leaves younger ones, and counts them as before', async () => {
    const unknown = await called('c-1');
    const contact = await erasing.contact(VIOLET);
    const known = await called('c-2');
    const before = await read(`/v1/calls/${known}`);
    expect(await erased(days + 2)).toEqual({ calls: 0, reports: 0, events: 0 });
    expect(await read(`/v1/calls/${known}`)).toEqual(before);
    expect(await erased(days - 2)).toMatchObject({ calls: 2, reports: 2 });
    expect(await ofCaller()).toEqual([]);
    for (const id of [unknown, known])
      expect(await read(`/v1/calls/${id}`)).toMatchObject({ phone: null, transcript: [], duration_seconds: 61 });
    expect(await read(`/v1/calls/${known}`)).toMatchObject({ contact_id: contact });
    expect(await read(`/v1/contacts/${contact}`)).toMatchObject({ name: VIOLET.name, phone: VIOLET.phone });
    expect(await erased(days - 2)).toEqual({ calls: 0, reports: 0, events: 0 });
  });

  it('erases more calls than one transaction takes, and all of them only once', async () => {
    const ids = new Set<string>();
    for (let index = 0; index < 205; index++) ids.add(await called(`c-${index}`));
    expect(await erased(days - 2)).toMatchObject({ calls: ids.size, reports: ids.size });
    expect(await ofCaller()).toEqual([]);
  });

  it('asks with the number of the calls, and without consent nothing is erased', async () => {
    const id = await called('c-1');
    const asked = await erase('--older-than-days', String(days - 2));
    expect(asked.code).not.toBe(0);
    expect(asked.stdout + asked.stderr).toMatch(/Erase 1 call from before \w+ 2024-01-\d\d .*Nothing was changed/s);
    expect(await read(`/v1/calls/${id}`)).toMatchObject({ summary: REPORT.summary });
  });

  it.each([
    ['neither a call nor an age', []],
    ['both', ['call_1', '--older-than-days', '30']],
    ['an age of 0 days', ['--older-than-days', '0']],
  ])('refuses %s', async (_title, args) => {
    const id = await called('c-1');
    const refused = await erase(...args, '--yes');
    expect(refused.code).toBe(2);
    expect(refused.stderr).not.toContain('is erased');
    expect(await read(`/v1/calls/${id}`)).toMatchObject({ summary: REPORT.summary });
  });
});
