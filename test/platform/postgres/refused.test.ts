import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseError, openPlatform } from '../../../src/platform/index.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { PASSWORD, runStatements, USER } from '../../support/postgres/server.ts';
import { type SharedDatabase, sharedDatabase } from '../../support/postgres/shared.ts';
import { cleanEnvironment, runProgram } from '../../support/program.ts';

let shared: SharedDatabase;
beforeAll(async () => {
  shared = await sharedDatabase();
});
afterAll(() => shared.remove());

/** The URL of the database with a change. */
function url(change: (url: URL) => void): string {
  const changed = new URL(shared.database);
  change(changed);
  return changed.href;
}
const withParameter = (name: string, value: string) => url(({ searchParams }) => searchParams.set(name, value));

/** The error of opening a database. Checks that neither the operator's nor the public message has the password. */
async function problem(database: string): Promise<DatabaseError> {
  const error = await openPlatform({ database, demo: false }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DatabaseError);
  const refusal = error as DatabaseError;
  for (const text of [refusal.message, refusal.publicMessage, inspect(refusal, { depth: 9 })]) {
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain(encodeURIComponent(PASSWORD));
  }
  return refusal;
}

it('agenda refuses an empty database in PostgreSQL, and leaves it empty', async () => {
  const empty = await sharedDatabase('empty');
  const words = ['agenda', '--database', empty.database];
  const ended = { code: 1, stdout: '', stderr: expect.stringContaining('The database is empty. Choose another one') };
  expect(await runProgram(words, cleanEnvironment(tmpdir()))).toMatchObject(ended);
  expect(await runProgram(words, cleanEnvironment(tmpdir()))).toMatchObject(ended);
  const show = await runProgram(['business', 'show', '--database', empty.database], cleanEnvironment(tmpdir()));
  expect(show.stderr).toContain('There is no business in this database yet.');
  await empty.remove();
});

describe('a PostgreSQL server that cannot be connected to', () => {
  it('gives a clear error for a wrong password', async () => {
    const refusal = await problem(
      url((it) => {
        it.password = 'a wrong one';
      }),
    );
    expect(refusal.message).toMatch(/^The database postgres:\/\/\S+ does not accept the password, or has no such user/);
    expect(refusal.message).toContain(`${USER}@127.0.0.1`);
    expect(refusal.publicMessage).toMatch(/^The database does not accept the password/);
    expect(refusal.publicMessage).not.toContain('127.0.0.1');
  });

  it('gives a clear error for a missing password', async () => {
    const open = url((it) => {
      it.password = '';
    });
    expect((await problem(open)).message).toContain('asks for a password. Set PGPASSWORD');
  });

  it('gives a clear error for a nonexistent database', async () => {
    const nonexistent = url((it) => {
      it.pathname = '/nowhere';
    });
    expect((await problem(nonexistent)).message).toContain('/nowhere does not exist on its server');
  });

  it('gives a clear error if nothing listens on the port', async () => {
    const unreachable = url((it) => {
      it.port = '1';
    });
    expect((await problem(unreachable)).message).toContain('cannot be reached: nothing answers there');
  });

  it('gives a clear error if it has too many connections', async () => {
    await runStatements(shared.administration, `create role crowded login password 'only me' connection limit 0`);
    const crowded = url((it) => {
      it.username = 'crowded';
      it.password = 'only me';
    });
    expect((await problem(crowded)).message).toContain('has too many connections. Lower pool_size');
    await runStatements(shared.administration, 'drop role crowded');
  });

  it('gives a clear error if the URL requires TLS but the server does not offer it', async () => {
    expect((await problem(withParameter('sslmode', 'require'))).message).toContain('offers no encryption');
  });
});

describe('an invalid PostgreSQL URL', () => {
  it.each([
    ['sslmod', 'require', /has a parameter that is not supported: sslmod/],
    ['sslmode', 'prefer', /use disable, require, verify-ca or verify-full/],
    ['pool_size', '1', /pool_size .* must be 2 or more/],
    ['statement_timeout', '30s', /statement_timeout .* must be a whole number/],
    ['sslrootcert', '/nowhere.pem', /The file that sslrootcert .* cannot be read: \/nowhere.pem/],
  ])('gives a clear error for the parameter %s=%s', async (name, value, why) => {
    const secure = name === 'sslrootcert' ? '&sslmode=verify-full' : '';
    expect((await problem(`${withParameter(name, value)}${secure}`)).message).toMatch(why);
  });

  it.each(['postgres://a:b@c:d/e', 'postgres://', 'postgres://user:%zz@localhost/x'])(
    'gives a clear error for %s',
    async (text) => {
      const refusal = await problem(text === 'postgres://' ? 'postgres://[' : text);
      expect(refusal.message).toMatch(/^The database's URL /);
      expect(refusal.message).not.toContain('%zz');
    },
  );
});

describe('an unusable PostgreSQL database', () => {
  const urlOf = (name: string) =>
    url((it) => {
      it.pathname = `/${name}`;
    });

  it('gives a clear error if the user may not create tables', async () => {
    await runStatements(shared.administration, 'create database foreign_owned');
    expect((await problem(urlOf('foreign_owned'))).message).toContain('does not let this user do that');
    await runStatements(shared.administration, 'drop database foreign_owned with (force)');
  });

  it('gives a clear error if it is read-only, like a standby', async () => {
    await runStatements(
      shared.administration,
      `create database still owner ${USER}`,
      'alter database still set default_transaction_read_only = on',
    );
    expect((await problem(urlOf('still'))).message).toContain('it is a standby, or read-only');
    await runStatements(shared.administration, 'drop database still with (force)');
  });

  it.each([
    [['http', '--port', '0']],
    [['platform', '--port', '0']],
    [['business', 'init', 'practice.yaml']],
    [['users', 'list']],
    [['doctor']],
  ])('%j explains that search_path in the URL names no schema', async (words) => {
    const folder = temporaryFolder();
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const database = withParameter('options', '-c search_path=nosuch');
    const { code, stdout, stderr } = await runProgram(words, cleanEnvironment(folder, { RCPT_DATABASE: database }));
    const output = stdout + stderr;
    expect(output.replace(/\s+/g, ' ')).toContain(
      'has no schema that search_path names and this user may use. Create the schema, or correct options in its URL.',
    );
    expect([code, output.includes('    at '), output.includes(PASSWORD)]).toEqual([1, false, false]);
  });

  it('gives a clear error if its encoding is not UTF8', async () => {
    await runStatements(
      shared.administration,
      `create database ascii owner ${USER} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
    );
    expect((await problem(urlOf('ascii'))).message).toContain('must have the encoding UTF8, not SQL_ASCII');
    await runStatements(shared.administration, 'drop database ascii with (force)');
  });
});
