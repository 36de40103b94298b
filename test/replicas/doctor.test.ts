import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { diagnose } from '../support/doctor.ts';
import { type Home, newHome } from '../support/installing.ts';
import { PASSWORD, runStatements, USER } from '../support/postgres/server.ts';
import { type SharedDatabase, sharedDatabase } from '../support/postgres/shared.ts';
import { startReplicas } from '../support/replicas.ts';

/** The check of `rcpt-mcp doctor` on the database that replicas share. */
let home: Home;
let shared: SharedDatabase;

beforeAll(async () => {
  home = newHome();
  shared = await sharedDatabase();
});
afterAll(async () => {
  rmSync(home.path, { recursive: true, force: true });
  await shared?.remove();
});

const checkState = async (url = shared.database) => {
  const { code, check, text } = await diagnose(home, { RCPT_STATE: url, RCPT_DATABASE: ':memory:' });
  expect(text).not.toContain(PASSWORD);
  expect(text).not.toContain(encodeURIComponent(PASSWORD));
  return { code, ...check('state') };
};
const version = () => expect.stringMatching(/\/test_\d+: schema rcpt_state, version \d+$/);

it('doctor accepts an unused state database and does not change it', async () => {
  for (const _ of [1, 2]) {
    expect(await checkState()).toMatchObject({
      code: 0,
      status: 'ok',
      summary: expect.stringContaining('at the first start'),
    });
  }
});

it('doctor reports a state database without the privilege to create the schema, and accepts a schema created by an administrator', async () => {
  const database = new URL(shared.administration).pathname.slice(1);
  await runStatements(shared.administration, `alter database ${database} owner to postgres`);
  expect(await checkState()).toMatchObject({
    code: 1,
    status: 'problem',
    fix: expect.stringContaining('create schema rcpt_state authorization'),
  });
  await runStatements(shared.administration, 'create schema rcpt_state');
  for (const right of ['', 'usage', 'create']) {
    if (right !== '') await runStatements(shared.administration, `grant ${right} on schema rcpt_state to ${USER}`);
    expect(await checkState()).toMatchObject(
      right === 'create'
        ? { code: 0, status: 'ok' }
        : {
            code: 1,
            status: 'problem',
            summary: expect.stringMatching(/does not permit this user to use the schema rcpt_state$/),
            fix: expect.stringContaining('alter schema rcpt_state owner to'),
          },
    );
  }
  await runStatements(
    shared.administration,
    'drop schema rcpt_state',
    `create schema rcpt_state authorization ${USER}`,
  );
  expect(await checkState()).toMatchObject({ code: 0, status: 'ok' });
  const replicas = await startReplicas(2, { RCPT_DATABASE: ':memory:', RCPT_STATE: shared.database });
  const ready = await Promise.all(replicas.urls.map((url) => fetch(`${url}/readyz`)));
  await replicas.close();
  expect(ready.map(({ status }) => status)).toEqual([200, 200]);
  expect(await checkState()).toMatchObject({ code: 0, status: 'ok', summary: version() });
});

it('doctor reports a state database with a newer schema', async () => {
  await runStatements(shared.administration, "insert into rcpt_state.schema_migrations values ('999-later', 0)");
  expect(await checkState()).toMatchObject({
    code: 1,
    status: 'problem',
    summary: expect.stringContaining('newer version'),
  });
});

it('doctor reports a state database that does not exist', async () => {
  const url = new URL(shared.database);
  url.pathname = '/nowhere';
  expect(await checkState(url.href)).toMatchObject({
    code: 1,
    status: 'problem',
    summary: expect.stringContaining('does not exist'),
  });
});

it.each([
  [
    'is read-only',
    `owner ${USER}`,
    ['alter database $ set default_transaction_read_only = on'],
    'it is a standby, or read-only',
  ],
  ['belongs to another user', '', [], 'does not let this user do that'],
  [
    'has another encoding',
    `owner ${USER} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
    [],
    'must have the encoding UTF8, not SQL_ASCII',
  ],
] as const)(
  'doctor reports a database of the embedded platform that %s, as the start does',
  async (_what, options, more, reason) => {
    const name = `doctor_${reason.length}`;
    await runStatements(
      shared.administration,
      `create database ${name} ${options}`,
      ...more.map((statement) => statement.replace('$', name)),
    );
    const url = new URL(shared.database);
    url.pathname = `/${name}`;
    const { code, check, text } = await diagnose(home, { RCPT_DATABASE: url.href });
    expect(check('database')).toMatchObject({ status: 'problem', summary: expect.stringContaining(reason) });
    expect([code, text.includes(PASSWORD)]).toEqual([1, false]);
    await runStatements(shared.administration, `drop database ${name} with (force)`);
  },
);

/** An environment in which a database of the embedded platform is in PostgreSQL, and its administration. */
async function platformDatabase(name: string, ...statements: string[]) {
  const at = (base: string) => Object.assign(new URL(base), { pathname: `/${name}` }).href;
  const administration = at(shared.administration);
  await runStatements(shared.administration, `create database ${name}`);
  await runStatements(administration, `grant create on schema public to ${USER}`, ...statements);
  onTestFinished(() => runStatements(shared.administration, `drop database ${name} with (force)`));
  return { env: { RCPT_DATABASE: at(shared.database) }, administration };
}

it('doctor refuses an empty database without the extension that this user may not create, in the words of the first start', async () => {
  const { env, administration } = await platformDatabase('doctor_extension');
  const database = async () => (await diagnose(home, env)).check('database');
  const reason = 'The database needs the extension btree_gist, which this user may not create';
  const start = await home.run(['business', 'init', 'practice.yaml'], env);
  expect(start).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
  expect(await database()).toMatchObject({ status: 'problem', summary: expect.stringContaining(reason) });
  await runStatements(administration, `grant create on database doctor_extension to ${USER}`);
  expect(await database()).toMatchObject({ status: 'warning' });
  await runStatements(
    administration,
    `revoke create on database doctor_extension from ${USER}`,
    'create extension btree_gist',
  );
  expect(await database()).toMatchObject({ status: 'warning' });
});

it('doctor reports that this user may not write the tables of the embedded platform', async () => {
  const filled = await sharedDatabase('platform');
  onTestFinished(filled.remove);
  const database = async () => (await diagnose(home, { RCPT_DATABASE: filled.database })).check('database');
  expect(await database()).toMatchObject({ status: 'ok' });
  for (const [owner, status] of [
    ['postgres', 'problem'],
    [USER, 'ok'],
  ] as const) {
    await runStatements(
      filled.administration,
      `do $$ declare t name; begin
        for t in select tablename from pg_tables where schemaname = 'public' loop
          execute format('alter table %I owner to ${owner}', t);
          execute format('grant select on %I to ${USER}', t);
        end loop;
      end $$`,
    );
    expect(await database()).toMatchObject({ status });
  }
  await runStatements(
    filled.administration,
    'alter table bookings owner to postgres',
    `grant select on bookings to ${USER}`,
  );
  expect(await database()).toMatchObject({
    status: 'problem',
    summary: expect.stringContaining('does not let this user do that'),
  });
});

it('doctor reports that the server may not make the schema of the shared state beside the tables of the embedded platform', async () => {
  const { env, administration } = await platformDatabase('doctor_tables', 'create extension btree_gist');
  const state = async () => (await diagnose(home, env)).check('state');
  expect(await state()).toMatchObject({
    status: 'problem',
    fix: expect.stringContaining('create schema rcpt_state authorization'),
  });
  await runStatements(administration, 'create schema rcpt_state');
  expect(await state()).toMatchObject({
    status: 'problem',
    fix: expect.stringContaining('alter schema rcpt_state owner to'),
  });
  await runStatements(administration, `alter schema rcpt_state owner to ${USER}`);
  const { checks } = await diagnose(home, env);
  expect(checks.map(({ id }) => id)).not.toContain('state');
});

it('doctor reports that a newer version made the shared state beside the tables of the embedded platform, as the server does', async () => {
  const { env, administration } = await platformDatabase('doctor_newer', 'create extension btree_gist');
  await runStatements(
    administration,
    `create schema rcpt_state authorization ${USER}`,
    'create table rcpt_state.schema_migrations (name text primary key, applied_at bigint not null)',
  );
  expect((await diagnose(home, env)).check('state')).toMatchObject({
    status: 'problem',
    summary: expect.stringContaining('does not let this user do that'),
  });
  await runStatements(
    administration,
    `alter table rcpt_state.schema_migrations owner to ${USER}`,
    "insert into rcpt_state.schema_migrations values ('999-later', 0)",
  );
  const reason = 'The schema rcpt_state was migrated by a newer version of this program. Update the program';
  const { code, check, next } = await diagnose(home, env);
  expect(check('state')).toMatchObject({ status: 'problem', summary: expect.stringContaining(reason) });
  expect([code, next]).toEqual([1, expect.stringContaining(reason)]);
  const replicas = await startReplicas(1, env);
  onTestFinished(() => replicas.close());
  expect((await fetch(`${replicas.urls[0]}/readyz`)).status).toBe(503);
  await expect.poll(() => replicas.programs[0]?.output.stderr, { timeout: 20_000 }).toContain(reason);
});
