import { expect, it, onTestFinished } from 'vitest';
import { useOffice } from '../support/office.ts';
import { startWithout } from '../support/without-extensions.ts';

/** lookup_caller with a misspelt name, on a platform that searches contacts and on one whose contacts are read. */
const office = useOffice();

it.each([
  ['Alvares', ['María Álvarez']],
  ['Fitsgerald Nora', ['Nora Fitzgerald']],
  ['Mr. Novack', ['Zdeněk Novák']],
  ['Zyxquist', undefined],
])('%j has contacts with a similar name: %j', async (query, expected) => {
  const plain = await startWithout(office.platform.url, 'list_filters');
  onTestFinished(plain.close);
  const reading = await office.startServer({ RCPT_BASE_URL: plain.url });
  for (const { client } of [office.session, reading]) {
    const { data, text } = await client.call('lookup_caller', { query });
    expect(data.total_matches, text).toBe(0);
    expect((data.similar as { name: string; id: string }[] | undefined)?.map(({ name }) => name)).toEqual(expected);
    if (expected)
      expect(text).toContain('No contact matches. similar has 1 contact with such a name: ask whether it is meant.');
  }
});

it('list_contacts without a match for a name refers to lookup_caller, which finds other spellings', async () => {
  const plain = await startWithout(office.platform.url, 'list_filters');
  onTestFinished(plain.close);
  const reading = await office.startServer({ RCPT_BASE_URL: plain.url });
  for (const { client } of [office.session, reading]) {
    const omitted = async (args: object) => (await client.call('list_contacts', { ...args })).data.omitted;
    const hint = 'Names in other spellings or without their title: lookup_caller finds them.';
    expect(await omitted({ query: 'Fitsgerald' })).toBe(hint);
    expect(await omitted({ query: 'Ms Fitzgerald' })).toBe(hint);
    for (const query of ['Fitzgerald', '0199 8877', 'quibble@example.com'])
      expect(await omitted({ query })).toBeUndefined();
    expect(await omitted({ query: 'Fitsgerald', no_appointment_ahead: true })).toBeUndefined();
  }
});
