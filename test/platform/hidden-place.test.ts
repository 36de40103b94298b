import { mkdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { connect } from '../support/clients.ts';
import { ENGINE, newDatabase, temporaryFolder } from '../support/engines.ts';
import { cleanEnvironment, startProgram } from '../support/program.ts';

/** Where the database is, the operator reads in the log and callers never read: no path, host, port, user or name. */
const folder = temporaryFolder();
const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Failure {
  database: string;
  /** Texts that only the operator may read. */
  hidden: string[];
  /** What the operator reads in the log. Default: the first of these texts. */
  logged?: string;
  /** Breaks the database after it was used. */
  breakLater?: () => void;
}

let count = 0;
const path = () => join(folder, `place${++count}`, 'private.db');
const written = (content: string) => {
  const file = path();
  mkdirSync(join(file, '..'));
  writeFileSync(file, content);
  return file;
};

const SQLITE: [string, () => Promise<Failure>][] = [
  [
    'a file that is no database',
    async () => ({ database: written('Dear Sir or Madam, '.repeat(100)), hidden: [folder] }),
  ],
  ['a folder', async () => ({ database: folder, hidden: [folder] })],
  ['a path through a file', async () => ({ database: join(written(''), 'x.db'), hidden: [folder] })],
  [
    'a database of another program',
    async () => {
      const test = await newDatabase('empty');
      ended.push(test.remove);
      await test.direct('create table theirs (id integer)');
      return { database: test.database, hidden: [test.database], logged: 'belongs to another program' };
    },
  ],
  [
    'a file that is deleted later',
    async () => {
      const database = path();
      return { database, hidden: [folder], breakLater: () => unlinkSync(database) };
    },
  ],
];

const withPart = async (
  change: Partial<Pick<URL, 'hostname' | 'port' | 'pathname' | 'search'>>,
  ...hidden: string[]
): Promise<Failure> => {
  const test = await newDatabase();
  ended.push(test.remove);
  const url = new URL(test.database);
  Object.assign(url, change);
  return { database: url.href, hidden: [...hidden, url.port, 'postgres://'].filter((text) => text.length > 3) };
};
const POSTGRES: [string, () => Promise<Failure>][] = [
  ['a host that does not exist', () => withPart({ hostname: 'private.invalid' }, 'private.invalid')],
  ['a port on which nothing listens', () => withPart({ port: '1' }, '127.0.0.1:1', 'postgres')],
  ['a name that does not exist', () => withPart({ pathname: '/private_name' }, 'private_name')],
  [
    'certificates that cannot be read',
    () => withPart({ search: `?sslmode=verify-full&sslrootcert=${folder}/ca.pem` }, folder, 'ca.pem'),
  ],
];

it.each(ENGINE === 'sqlite' ? SQLITE : POSTGRES)(
  'callers do not read where the database is if it is %s',
  async (_, prepare) => {
    const { database, hidden, breakLater, logged = hidden[0] } = await prepare();
    const env = cleanEnvironment(join(folder, 'home'), { RCPT_DATABASE: database, RCPT_CONFIRM: 'writes' });
    const program = startProgram(['http', '--port', '0'], env);
    ended.push(() => program.stop('SIGKILL'));
    // Only stdio starts with a database that cannot be used.
    const url = breakLater && (await program.until(/http:\/\/\S+\/mcp/))[0];
    if (!breakLater) expect([await program.ended, program.output.stdout]).toEqual([1, '']);
    const client = await connect('v1', url ? { url } : { args: [], env });
    ended.push(() => client.close());
    if (breakLater) {
      expect((await client.call('list_services')).isError).toBe(false);
      breakLater();
    }
    const seen: string[] = [];
    const start_time = '2200-01-01T10:00:00Z';
    for (const [tool, args] of [
      ['list_services', {}],
      ['list_recent_events', {}],
      ['get_account_context', {}],
      ['create_contact', { name: 'Nora', email: 'nora@example.com' }],
      [
        'create_booking',
        { service_id: 'svc_cleaning', start_time, contact_name: 'Nora', contact_phone: '+15550100101' },
      ],
      ['cancel_booking', { booking_id: 'bk_x' }],
    ] as const) {
      const answer = await client.call(tool, args);
      seen.push(answer.text, JSON.stringify(answer.data));
    }
    seen.push(await client.read('rcpt://services').then(JSON.stringify, String));
    if (url) {
      const ready = await fetch(new URL('/readyz', url));
      seen.push(await ready.text());
      expect(ready.status).toBe(503);
    }
    expect(seen.join('\n')).toMatch(/the operator must fix it first/);
    expect(seen.join('\n')).not.toMatch(/internal error/i);
    for (const text of hidden) expect(seen.join('\n')).not.toContain(text);
    // The operator does read it.
    expect(program.output.stderr).toContain(logged);
  },
);
