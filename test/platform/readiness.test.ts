import { chmodSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { underModes } from '../support/confined.ts';
import { ENGINE, newDatabase, type TestDatabase } from '../support/engines.ts';
import { runStatements, USER } from '../support/postgres/server.ts';
import { type SharedDatabase, sharedDatabase } from '../support/postgres/shared.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from '../support/program.ts';

/** `/readyz` of the built program's servers while their database can be read but not written. */
let database: string;
let shared: SharedDatabase | undefined;
let file: TestDatabase | undefined;
const COMMANDS = ['http', 'platform'];
let programs: RunningProgram[];
let urls: string[];

beforeAll(async () => {
  if (ENGINE === 'postgres') shared = await sharedDatabase('demo');
  else file = await newDatabase('demo');
  database = shared?.database ?? file?.database ?? '';
  const env = cleanEnvironment('/nonexistent', { RCPT_DATABASE: database });
  programs = COMMANDS.map((command) =>
    startProgram([command, '--port', '0'], env, ENGINE === 'sqlite' ? underModes : []),
  );
  urls = await Promise.all(programs.map(async (program) => (await program.until(/http:\/\/[^/]+\//))[0]));
});
afterAll(async () => {
  await Promise.all((programs ?? []).map((program) => program.stop()));
  await shared?.remove();
  await file?.remove();
});

const statusesOfReadyz = () => Promise.all(urls.map(async (url) => (await fetch(new URL('/readyz', url))).status));
const logged = () => programs.map(({ output }) => output.stderr);

/** A state in which the database cannot be written: how it begins, how it ends, and what the log says. */
async function expectNotReady(begin: () => unknown, end: () => unknown, reason: string) {
  expect(await statusesOfReadyz()).toEqual([200, 200]);
  const before = logged().map(({ length }) => length);
  const loggedSince = () => logged().map((text, index) => text.slice(before[index]));
  await begin();
  expect(await statusesOfReadyz()).toEqual([503, 503]);
  for (const index of COMMANDS.keys()) await expect.poll(() => loggedSince()[index]).toMatch(/not ready/);
  for (const text of loggedSince()) expect(text).toContain(reason);
  await end();
  await expect.poll(statusesOfReadyz).toEqual([200, 200]);
}

it.runIf(ENGINE === 'sqlite' && underModes)('/readyz is 503 while the SQLite file may not be written', async () => {
  await expectNotReady(
    () => chmodSync(database, 0o400),
    () => chmodSync(database, 0o600),
    'you may not write to it or to its folder',
  );
});

const asAdministrator = (statement: string) => runStatements(shared?.administration ?? '', statement);

it.runIf(ENGINE === 'postgres')('/readyz is 503 while the PostgreSQL user may not insert contacts', async () => {
  await expectNotReady(
    () => asAdministrator(`revoke insert on contacts from ${USER}`),
    () => asAdministrator(`grant insert on contacts to ${USER}`),
    'does not let this user do that',
  );
});

it.runIf(ENGINE === 'postgres')('/readyz is 503 while the PostgreSQL database is read-only', async () => {
  const { pathname } = new URL(database);
  const name = pathname.slice(1);
  const endConnections = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = '${USER}'`;
  await expectNotReady(
    async () => {
      await asAdministrator(`alter database ${name} set default_transaction_read_only = on`);
      await asAdministrator(endConnections);
    },
    () =>
      runStatements(
        shared?.administration ?? '',
        'set default_transaction_read_only = off',
        `alter database ${name} set default_transaction_read_only = off`,
      ),
    'it is a standby, or read-only',
  );
});
