import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sourceDigest } from '../../src/platform/calendars/source.ts';
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

describe('doctor on private calendars', () => {
  const ZONE = 'America/New_York';
  const addressOf = (id: string) => `https://127.0.0.1:1/canary-${id}.ics`;
  /** Applies a business whose people have private calendars, which no server reads. */
  async function addPeople(people: Record<string, string>): Promise<void> {
    const staff = Object.entries(people).map(([id, name]) => ({ id, name, calendar: addressOf(id) }));
    const business = { name: 'Corner Salon', time_zone: ZONE, country: 'US', currency: 'USD', staff };
    home.write('private.json', JSON.stringify(business));
    const file = join(home.path, 'private.json');
    const { code, stderr } = await home.run(['business', 'apply', '--yes', file], { RCPT_DATABASE: test.database });
    expect(code, stderr).toBe(0);
  }
  const attempt = (id: string, fetched: number | null, error: string | null) =>
    test.direct(
      `insert into staff_calendars (staff_id, source_digest, fetched_at, parsed_at, attempted_at, error, next_at, leased_until)
       values ('${id}', '${sourceDigest({ calendar_url: addressOf(id), time_zone: ZONE })}', ${fetched}, ${fetched},
         ${fetched}, ${error === null ? null : `'${error}'`}, 0, 0)`,
    );
  async function warnings() {
    const { checks, text } = await diagnose(home, { RCPT_DATABASE: test.database });
    expect(text).not.toContain('canary');
    return checks.filter(({ id }) => id === 'health.calendars');
  }

  it('names the people whose calendars were not read, or long ago, and those whose cannot be read, with the reason', async () => {
    await addPeople({ anna: 'Anna Müller', luc: 'Luc Béguin', mia: 'Mia', noe: 'Noé', zoe: 'Zoe' });
    const ago = (days: number) => Date.now() - days * 86_400_000 - 60_000;
    await attempt('luc', ago(3), null);
    await attempt('mia', ago(2), 'not_a_calendar');
    await attempt('noe', null, 'http_404');
    await attempt('zoe', ago(0), null);
    expect(await warnings()).toMatchObject([
      {
        status: 'warning',
        summary:
          'Private calendars that cannot be read: 2. ' +
          'Mia: the address leads to a web page, not to a calendar, last read 2 days ago; ' +
          'Noé: its server answered HTTP 404',
        fix: expect.stringContaining('business file'),
        data: { count: 2 },
      },
      {
        status: 'warning',
        summary: expect.stringMatching(/: 2\. Anna Müller: not read yet; Luc Béguin: last read 3 days ago$/),
        fix: expect.stringContaining('Start a server'),
        data: { count: 2 },
      },
    ]);
  });

  it('names five people at most, and counts the others', async () => {
    await addPeople(Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => [id, `Person ${id}`])));
    const [only, ...more] = await warnings();
    expect(more).toEqual([]);
    expect(only?.summary).toMatch(/: 7\. Person a: not read yet; .*Person e: not read yet; and 2 more$/);
  });
});

it('doctor says that the PostgreSQL server has to be started if nothing answers at its address', async () => {
  const { check } = await diagnose(home, { RCPT_DATABASE: 'postgres://desk@127.0.0.1:9/none' });
  expect(check('database')).toMatchObject({
    status: 'problem',
    summary: expect.stringContaining('nothing answers there'),
    fix: expect.stringMatching(/^Start the PostgreSQL server, or correct its address in --database/),
  });
});
