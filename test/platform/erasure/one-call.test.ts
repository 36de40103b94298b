import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cleanEnvironment, runProgram } from '../../support/program.ts';
import { endedCall } from '../../voice/support/generic-source.ts';
import { dump, type ErasingSalon, importCall, OF_VIOLET, openErasingSalon, REPORT, VIOLET } from '../support/violet.ts';

/** The built program erases single calls from the database of a platform that runs. */
let erasing: ErasingSalon;
beforeEach(async () => {
  erasing = await openErasingSalon();
});
afterEach(() => erasing.close());

const eraseCall = (id: string, ...args: string[]) =>
  runProgram(['calls', 'erase', id, '--database', erasing.salon.database, ...args], cleanEnvironment(erasing.home));
const erased = async (id: string) => {
  const { stdout, stderr } = await eraseCall(id, '--yes', '--json');
  expect(stderr).toBe('');
  return JSON.parse(stdout);
};

/** Sends the report of a call that ended. Returns the id of the call. */
async function called(reference: string, more: object = {}): Promise<string> {
  const { body } = await erasing.source.send(endedCall(reference, { ...REPORT, ...more }));
  return body.call_id as string;
}

const read = async (path: string) => (await erasing.salon.send('GET', path, { key: erasing.key })).body.data;
/** What the platform still knows of the caller, except of its contact. */
const ofCaller = async () =>
  (await dump(erasing.salon.database)).filter((row) => OF_VIOLET.test(row) && !/^(contacts|words) /.test(row));

describe('calls erase', () => {
  it('a call of an unknown caller loses its number and all that was said, and the other calls stay as they are', async () => {
    const id = await called('c-1');
    const other = await called('c-2', {
      phone: '+12125550177',
      turns: [{ speaker: 'caller', text: 'Nutmeg?' }],
      summary: null,
    });
    const before = await read(`/v1/calls/${other}`);
    expect(await erased(id)).toEqual({ call_id: id, erased: { reports: 1, events: 1 } });
    expect(await ofCaller()).toEqual([]);
    expect(await read(`/v1/calls/${id}`)).toMatchObject({
      phone: null,
      summary: null,
      transcript: [],
      duration_seconds: 61,
    });
    expect(await read(`/v1/calls/${other}`)).toEqual(before);
    const { calls } = (await read('/v1/follow-ups?from=2000-01-01T00:00:00Z')) as never as { calls: { id: string }[] };
    expect(calls.map((call) => call.id)).not.toContain(id);
    const found = async (query: string) =>
      ((await read(`/v1/search/calls?query=${query}`)) as never as { call: { id: string } }[]).length;
    expect([await found('saffron'), await found('nutmeg')]).toEqual([0, 1]);
  });

  it('a later report of the call, and a file that has it, change nothing', async () => {
    const id = await called('c-1');
    await erased(id);
    expect(await called('c-1', { summary: 'Violet, analyzed later.' })).toBe(id);
    await importCall(erasing, { ...endedCall('c-1', REPORT), event: undefined });
    expect(await ofCaller()).toEqual([]);
    expect(await erased(id)).toEqual({ call_id: id, erased: { reports: 0, events: 0 } });
  });

  it('a call of a contact stays with the contact, which keeps its name and its other calls', async () => {
    const contact = await erasing.contact(VIOLET);
    const [id, other] = [await called('c-1'), await called('c-2')];
    await erased(id);
    expect(await read(`/v1/calls/${id}`)).toMatchObject({ contact_id: contact, phone: null, transcript: [] });
    expect(await read(`/v1/calls/${other}`)).toMatchObject({ contact_id: contact, summary: REPORT.summary });
    expect(await read(`/v1/contacts/${contact}`)).toMatchObject({ name: VIOLET.name });
  });

  it('an id that no call has is refused, and without consent nothing is erased', async () => {
    const unknown = await eraseCall('call_unknown', '--yes');
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain('There is no call call_unknown. Nothing was changed.');
    const id = await called('c-1');
    const asked = await eraseCall(id);
    expect(asked.code).not.toBe(0);
    expect(asked.stdout + asked.stderr).toContain(`Erase the call ${id} on Sunday 2024-01-07 `);
    expect(await read(`/v1/calls/${id}`)).toMatchObject({ summary: REPORT.summary });
  });
});
