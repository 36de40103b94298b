import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ClientKind, connect, field, type TestClient } from '../support/clients.ts';
import { newDatabase, type TestDatabase, temporaryFolder } from '../support/engines.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from '../support/program.ts';

/** What clients bring back to another process on the same database, or to the same one after a restart. */
let home: string;
let test: TestDatabase;
const running: { program: RunningProgram; client: TestClient }[] = [];

beforeAll(() => {
  home = temporaryFolder();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));
beforeEach(async () => {
  test = await newDatabase('demo');
});
afterEach(async () => {
  for (const { program, client } of running.splice(0)) {
    await client.close();
    await program.stop('SIGKILL');
  }
  await test.remove();
});

async function startServer(database = test.database, kind: ClientKind = 'v1'): Promise<TestClient> {
  const env = cleanEnvironment(home, { RCPT_DATABASE: database, RCPT_CONFIRM: 'destructive' });
  const program = startProgram(['http', '--port', '0'], env);
  const client = await connect(kind, { url: (await program.until(/http:\/\/\S+\/mcp/))[0] });
  running.push({ program, client });
  return client;
}

/** Kills all servers without a chance to store anything. */
async function killServers() {
  for (const { program, client } of running.splice(0)) {
    await client.close();
    await program.stop('SIGKILL');
  }
}

const idsOf = (data: unknown) => (field(data, 'items') as { id: string }[]).map(({ id }) => id);

async function expectContinuation(from: TestClient, continueOn: () => Promise<TestClient>) {
  const whole = idsOf((await from.call('list_contacts', { order: 'asc', per_page: 6 })).data);
  const first = await from.call('list_contacts', { order: 'asc', per_page: 3 });
  const request = {
    booking_id: idsOf((await from.call('list_bookings', { status: 'confirmed', per_page: 1 })).data)[0],
  };
  const token = field((await from.call('cancel_booking', request)).data, 'question', 'repeat_with', 'confirm_token');
  expect(token).toEqual(expect.any(String));
  const events = (await from.call('list_recent_events', {})).data.cursor;

  const to = await continueOn();
  const second = await to.call('list_contacts', { order: 'asc', per_page: 3, cursor: first.data.cursor });
  expect(second.isError, second.text).toBe(false);
  expect([...idsOf(first.data), ...idsOf(second.data)]).toEqual(whole);
  const cancelled = await to.call('cancel_booking', { ...request, confirm_token: token });
  expect(field(cancelled.data, 'booking', 'status'), cancelled.text).toBe('cancelled');
  const later = await to.call('list_recent_events', { cursor: events });
  expect(later.isError, later.text).toBe(false);
  expect((field(later.data, 'items') as { type: string }[]).map(({ type }) => type)).toEqual(['booking.cancelled']);
  expect(later.data.note).toBe(undefined);
}

describe('cursors and confirmation tokens of the embedded platform', () => {
  it('continue at every process on the same database', async () => {
    const [one, two] = [await startServer(), await startServer()];
    await expectContinuation(one, async () => two);
  });

  it('continue after the process was killed and started again', async () => {
    await expectContinuation(await startServer(), async () => {
      await killServers();
      return startServer();
    });
  });

  it('have one signing secret if several processes need it first at the same time', async () => {
    const servers = await Promise.all([startServer(), startServer(), startServer()]);
    const cursors = await Promise.all(
      servers.map(async (server) => (await server.call('list_contacts', { order: 'asc', per_page: 3 })).data.cursor),
    );
    for (const server of servers) {
      for (const cursor of cursors) {
        const page = await server.call('list_contacts', { order: 'asc', per_page: 3, cursor });
        expect(page.isError, page.text).toBe(false);
      }
    }
  });

  it('have no effect at a process on another database', async () => {
    const [one, other] = [await startServer(), await startServer(':memory:')];
    const { cursor } = (await one.call('list_contacts', { order: 'asc', per_page: 3 })).data;
    expect((await other.call('list_contacts', { order: 'asc', per_page: 3, cursor })).isError).toBe(true);
  });
});
