import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorBody } from '../../../src/contract/index.ts';
import { loadSqlite } from '../../../src/platform/store/sqlite/driver.ts';
import type { SqliteConnection } from '../../../src/platform/store/sqlite/sqlite-api.ts';
import { startChild } from '../support/child.ts';
import type { Answer, ListBody, OneBody } from '../support/client.ts';
import { commitsOf } from '../support/commits.ts';
import { startWorld, type World } from '../support/world.ts';

type Answered = Answer<OneBody & ListBody & ErrorBody>;

let world: World;
let other: SqliteConnection;

beforeAll(async () => {
  world = await startWorld();
  other = new (await loadSqlite())(world.database);
  // Creates that fail together with others: their names select how.
  other.exec(`
    create table poison (id text references contacts (id) deferrable initially deferred);
    create trigger poisoned after insert on contacts when new.name like 'Lost %' or new.name like 'Uncommittable %' begin
      select raise(rollback, 'lost') where new.name like 'Lost %';
      insert into poison values ('ct_none');
    end;
    create trigger taken before insert on staff when new.name = 'Taken' begin select raise(ignore); end`);
  // Writes when the key was used, which is not written again within a minute.
  await post('/v1/contacts', { name: 'First' });
});
afterAll(async () => {
  other.close();
  await world.close();
});

const post = (path: string, body: unknown): Promise<Answered> => world.send('POST', path, { key: world.keyA, body });
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
const statuses = (answers: readonly Answered[]) => answers.map(({ status }) => status);

/** The names of the stored contacts that begin with a prefix, in the order of their positions. */
const stored = (prefix: string) =>
  (
    other.prepare('select name from contacts where name like ? order by position').all(`${prefix} %`) as {
      name: string;
    }[]
  ).map(({ name }) => name);

/** Sends requests while another process holds the write lock, so that all wait when it is released. */
async function together(requests: () => Promise<Answered>[]): Promise<Answered[]> {
  other.exec('begin immediate');
  const sent = requests();
  for (let read = 0; read < 20; read++) await world.send('GET', '/v1/contacts', { key: world.keyA });
  other.exec('commit');
  return Promise.all(sent);
}

describe('writes that come together to a SQLite file', () => {
  it('share commits, and each is stored when it is answered', async () => {
    const before = commitsOf(world.database);
    const answers = await together(() => names('Shared', 40).map((name) => post('/v1/contacts', { name })));
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    expect(stored('Shared').toSorted()).toEqual(names('Shared', 40).toSorted());
    const commits = commitsOf(world.database) - before;
    expect(commits).toBeGreaterThan(0);
    expect(commits).toBeLessThanOrEqual(20);
  });

  it('store nothing of one that is refused after its first statement, and all of the others', async () => {
    const get = async () => (await world.send('GET', '/v1/business', { key: world.keyA })).body.data;
    const before = await get();
    // The name is stored before a person is refused whose id another business took after the plan.
    const business = { name: 'Half applied', staff: [{ id: 'st_new', name: 'Taken' }] };
    const slot = { service_id: 'sv_cut_a', start_time: '2199-03-04T10:00:00Z' };
    const answers = await together(() =>
      names('Beside', 8).flatMap((name, index) => [
        post('/v1/contacts', { name }),
        post('/v1/business/apply', { business, prune: [] }),
        post('/v1/bookings', { ...slot, contact: { name: `Crowd ${index}`, email: `crowd.${index}@example.com` } }),
      ]),
    );
    const of = (kind: number) => answers.filter((_, index) => index % 3 === kind);
    expect(new Set(statuses(of(0)))).toEqual(new Set([200]));
    expect(stored('Beside').length).toBe(8);
    for (const { status, body } of of(1))
      expect([status, body.message]).toEqual([400, expect.stringMatching(/st_new is not available/)]);
    expect(await get()).toEqual(before);
    const won = of(2).filter(({ status }) => status === 200);
    expect(won.map(({ body }) => body.data.staff_id).toSorted()).toEqual(['st_1_a', 'st_2_a']);
    expect(stored('Crowd').length).toBe(2);
    expect(new Set(statuses(of(2)))).toEqual(new Set([200, 400]));
  });

  it('run again if SQLite undid them together with one that failed', async () => {
    const answers = await together(() =>
      ['Kept 0', 'Kept 1', 'Lost 0', 'Kept 2', 'Lost 1', 'Kept 3'].map((name) => post('/v1/contacts', { name })),
    );
    expect(statuses(answers)).toEqual([200, 200, 500, 200, 500, 200]);
    expect(stored('Kept').toSorted()).toEqual(names('Kept', 4));
    expect(stored('Lost')).toEqual([]);
    const { data, meta } = (await world.send('GET', '/v1/contacts?per_page=100', { key: world.keyA })).body;
    expect(meta.total).toBe(data.length);
  });

  it('fail together, with nothing stored, if their commit fails', async () => {
    const before = (await world.send('GET', '/v1/contacts', { key: world.keyA })).body.meta.total;
    const attempted = [...names('Uncommitted', 5), 'Uncommittable 0'];
    const answers = await together(() => attempted.map((name) => post('/v1/contacts', { name })));
    const refused = answers.filter(({ status }) => status === 500);
    // Those that were committed before the failing one joined are stored, and no others.
    expect(stored('Uncommitted').length).toBe(attempted.length - refused.length);
    expect(refused.length).toBeGreaterThan(1);
    expect(answers.at(-1)?.status).toBe(500);
    expect(stored('Uncommittable')).toEqual([]);
    const total = (await world.send('GET', '/v1/contacts', { key: world.keyA })).body.meta.total;
    expect(total).toBe(before + stored('Uncommitted').length);
    expect((await post('/v1/contacts', { name: 'Afterwards' })).status).toBe(200);
  });

  it('decide later bookings by no change of the business that failed together with them', async () => {
    const lasting = (minutes: number) =>
      post('/v1/business/apply', {
        business: { services: [{ id: 'sv_cut_a', duration: `${minutes}m` }] },
        prune: [],
      });
    const book = (day: string) =>
      post('/v1/bookings', {
        service_id: 'sv_cut_a',
        start_time: `2199-04-${day}T10:00:00Z`,
        contact: { name: 'Ines', email: 'ines@example.com' },
      });
    // Each is sent after the one before it has joined the queue; the first has its own transaction.
    const sendInTurn = async (attempt: number) => {
      const answers: Promise<Answered>[] = [];
      other.exec('begin immediate');
      const changes = [
        () => post('/v1/contacts', { name: `Alone ${attempt}` }),
        () => lasting(55),
        () => book(`1${attempt}`),
        () => post('/v1/contacts', { name: `Uncommittable ${attempt}` }),
      ];
      for (const change of changes) {
        answers.push(change());
        for (let read = 0; read < 20; read++) await world.send('GET', '/v1/contacts', { key: world.keyA });
      }
      other.exec('commit');
      return statuses(await Promise.all(answers));
    };
    // On a busy machine the first can take the lock late, and others then have a transaction without the one that fails.
    const failedTogether = [200, 500, 500, 500];
    let outcome: number[] = [];
    for (let attempt = 0; attempt < 6 && `${outcome}` !== `${failedTogether}`; attempt++)
      outcome = await sendInTurn(attempt);
    expect(outcome).toEqual(failedTogether);
    // This change gets the revision of the one that failed.
    expect((await lasting(25)).status).toBe(200);
    const { body } = await book('02');
    expect([body.data.start_time, body.data.end_time]).toEqual(['2199-04-02T10:00:00Z', '2199-04-02T10:25:00Z']);
  });

  it('fail together after ten seconds if another process does not release the lock', async () => {
    other.exec('begin immediate');
    const started = performance.now();
    const answers = await Promise.all(names('Locked', 12).map((name) => post('/v1/contacts', { name })));
    const seconds = (performance.now() - started) / 1_000;
    other.exec('rollback');
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([
        500,
        { error: 'storage_failed', message: expect.stringMatching(/is locked by another process/), changed: false },
      ]);
    }
    expect(seconds).toBeGreaterThan(9);
    // The first may have begun to wait before the others came.
    expect(seconds).toBeLessThan(25);
    expect(stored('Locked')).toEqual([]);
  });

  it('leave another process its turn', async () => {
    const child = startChild('create-contacts.ts', [world.database]);
    let isOver = false;
    let written = 0;
    const callers = names('Busy', 16).map(async (name) => {
      while (!isOver) {
        expect((await post('/v1/contacts', { name })).status).toBe(200);
        written++;
      }
    });
    const acknowledged: string[] = [];
    for (let count = 0; count < 40; count++) acknowledged.push(await child.line());
    isOver = true;
    await Promise.all(callers);
    child.kill();
    await child.ended;
    expect(written).toBeGreaterThan(40);
    const found = await Promise.all(
      acknowledged.map((id) => world.send('GET', `/v1/contacts/${id}`, { key: world.keyA })),
    );
    expect(new Set(statuses(found))).toEqual(new Set([200]));
  });
});
