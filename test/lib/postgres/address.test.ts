import { expect, it } from 'vitest';
import { redactDatabaseUrl } from '../../../src/lib/database-url.ts';
import { readAddress } from '../../../src/lib/postgres/address.ts';

const FOLDER = '/var/run/postgresql';

it.each([
  [`postgres://me@/team?host=${FOLDER}`, undefined],
  [`postgresql://me:s%40cret@/team?host=${FOLDER}`, 's@cret'],
  [`postgres:///team?host=${FOLDER}&user=me&password=s%40cret`, 's@cret'],
])('the folder of a Unix socket is read from %s', (url, password) => {
  const { client, shown } = readAddress(url);
  expect(client).toMatchObject({ host: FOLDER, user: 'me', database: 'team' });
  if (password !== undefined) expect(client.password).toBe(password);
  expect(shown).toBe(`postgres://me@${encodeURIComponent(FOLDER)}/team`);
  expect(redactDatabaseUrl(url)).not.toContain('cret');
});

it('an address that is none is refused without its text', () => {
  expect(() => readAddress('postgres://me:secret@[/team')).toThrow(/URL is not one\. It looks like/);
  expect(redactDatabaseUrl('postgres://me:secret@[/team')).toBe('postgres://…');
});
