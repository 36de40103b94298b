import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { diagnose } from '../support/doctor.ts';
import { ENGINE, newDatabase, type TestDatabase } from '../support/engines.ts';
import { type Home, newHome } from '../support/installing.ts';

/** What `rcpt-mcp doctor` says of databases, on both engines. */
let home: Home;
let test: TestDatabase;

beforeAll(() => {
  home = newHome();
});
afterAll(() => rmSync(home.path, { recursive: true, force: true }));
beforeEach(async () => {
  test = await newDatabase();
});
afterEach(() => test.remove());

const look = async () => {
  const { code, check } = await diagnose(home, { RCPT_DATABASE: test.database });
  return { code, ...check('database') };
};
const fill = () => home.run(['keys', 'list'], { RCPT_DATABASE: test.database });

it('one of this version', async () => {
  expect((await fill()).code).toBe(0);
  const engine = ENGINE === 'sqlite' ? /SQLite 3\./ : /PostgreSQL \d/;
  expect(await look()).toMatchObject({
    code: 0,
    status: 'ok',
    summary: expect.stringMatching(engine),
    data: { missing: 0, foreign: false, schema: expect.stringMatching(/^\d{3}-/) },
  });
});

it('one of a newer version', async () => {
  await fill();
  await test.direct("insert into schema_migrations (name, applied_at) values ('999-future', 0)");
  const newer = { code: 1, status: 'problem', summary: expect.stringMatching(/newer rcpt-mcp \(999-future\)/) };
  expect(await look()).toMatchObject(newer);
});

it('one of another program, which stays as it is', async () => {
  await test.direct('create table theirs (id integer)');
  for (const _ of [1, 2]) {
    expect(await look()).toMatchObject({ status: 'problem', summary: expect.stringMatching(/another program$/) });
  }
});
