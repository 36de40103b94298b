import { expect, it } from 'vitest';
import { redactDatabaseUrl } from '../../../src/lib/database/redact-database-url.ts';
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

it.each([
  ['without a closing bracket', 'postgres://me:secret@[/team'],
  ['with one slash after its scheme', 'postgres:/me:secret@db.example.com/team'],
  ['without slashes after its scheme', 'postgres:me:secret@db.example.com/team'],
  ['with a password that has a slash', 'postgres://me:12/secret@db.example.com/team'],
])('an address %s is refused without its text', (_form, url) => {
  expect(() => readAddress(url)).toThrow(/URL is not one\. It looks like/);
  expect(redactDatabaseUrl(url)).toBe('postgres://…');
});

it('a parameter of an address that may be a part of its password is refused without its text', () => {
  const problem = (url: string) => expect(() => readAddress(url));
  problem('postgres://me:12?secret@db.example.com/team').toThrow(
    /parameter that is not supported\. A \? in a password/,
  );
  problem('postgres://me@db.example.com/team?sslmod=require').toThrow(/not supported: sslmod\.$/);
});
