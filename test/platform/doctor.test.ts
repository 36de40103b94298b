import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { diagnose } from '../support/doctor.ts';
import { ENGINE, newDatabase, type TestDatabase } from '../support/engines.ts';
import { type Home, newHome } from '../support/installing.ts';

/** The database check of `rcpt-mcp doctor`, on both engines. */
let home: Home;
let test: TestDatabase;

beforeAll(() => {
  home = newHome();
});
afterAll(() => rmSync(home.path, { recursive: true, force: true }));
beforeEach(async () => {
  test = await newDatabase('empty');
});
afterEach(() => test.remove());

const diagnoseDatabase = async () => {
  const { code, check } = await diagnose(home, { RCPT_DATABASE: test.database });
  return { code, ...check('database') };
};
const migrateDatabase = () => home.run(['demo', 'reset', '--yes'], { RCPT_DATABASE: test.database });

it('doctor reports engine and schema of a database of this version', async () => {
  expect((await migrateDatabase()).code).toBe(0);
  const engine = ENGINE === 'sqlite' ? /SQLite 3\./ : /PostgreSQL \d/;
  expect(await diagnoseDatabase()).toMatchObject({
    code: 0,
    status: 'ok',
    summary: expect.stringMatching(engine),
    data: { missing: 0, foreign: false, schema: expect.stringMatching(/^\d{3}-/) },
  });
});

it('doctor warns of a named database without content', async () => {
  expect(await diagnoseDatabase()).toMatchObject({
    code: 0,
    status: 'warning',
    summary: expect.stringMatching(ENGINE === 'sqlite' ? /^There is no database at / : / is empty \(PostgreSQL/),
    fix: expect.stringContaining('the next start creates the demo business'),
  });
});

it('doctor reports a database that a newer version has migrated as a problem', async () => {
  await migrateDatabase();
  await test.direct("insert into schema_migrations (name, applied_at) values ('999-future', 0)");
  const newer = { code: 1, status: 'problem', summary: expect.stringMatching(/newer rcpt-mcp \(999-future\)/) };
  expect(await diagnoseDatabase()).toMatchObject(newer);
});

it('doctor reports a database of another program as a problem and does not change it', async () => {
  await test.direct('create table theirs (id integer)');
  for (const _ of [1, 2]) {
    expect(await diagnoseDatabase()).toMatchObject({
      status: 'problem',
      summary: expect.stringMatching(/another program$/),
    });
  }
});

it('doctor says that the PostgreSQL server has to be started if nothing answers at its address', async () => {
  const { check } = await diagnose(home, { RCPT_DATABASE: 'postgres://desk@127.0.0.1:9/none' });
  expect(check('database')).toMatchObject({
    status: 'problem',
    summary: expect.stringContaining('nothing answers there'),
    fix: expect.stringMatching(/^Start the PostgreSQL server, or correct its address in --database/),
  });
});
