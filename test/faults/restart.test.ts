import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS, connect, field, type TestClient } from '../support/clients.ts';
import { openHour } from '../support/open-hours.ts';
import { type StartedPlatform, startPlatform, temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from '../support/program.ts';

/** The MCP server over HTTP is killed and started again at the same address, without notice to its clients. */
const home = temporaryFolder();
let platform: StartedPlatform;
let remote: Record<string, string>;

beforeAll(async () => {
  platform = await startPlatform({ demo: true });
  remote = { RCPT_BASE_URL: platform.url, RCPT_API_KEY: await platform.key() };
});
afterAll(async () => {
  await platform?.close();
  rmSync(home, { recursive: true });
});

interface Restartable {
  url: string;
  /** Kills the process with SIGKILL, and starts another at the same address. */
  restart(): Promise<void>;
  stop(): Promise<unknown>;
}

async function startServer(env: Record<string, string>): Promise<Restartable> {
  const start = async (port: string): Promise<[RunningProgram, string]> => {
    const program = startProgram(['http', '--port', port], cleanEnvironment(home, env));
    return [program, (await program.until(/http:\/\/\S+\/mcp/))[0]];
  };
  let [program, url] = await start('0');
  return {
    url,
    async restart() {
      expect(await program.stop('SIGKILL')).toBe(null);
      [program] = await start(new URL(url).port);
    },
    stop: () => program.stop(),
  };
}

const createRequest = (year: number) => ({
  service_id: 'svc_cleaning',
  start_time: openHour(100, year),
  contact_name: 'Rita Restart',
  contact_email: `rita.${year}@example.com`,
});

let year = 2200;

describe.each(['remote', 'embedded'] as const)('a restart of the HTTP server with the %s platform', (mode) => {
  let server: Restartable;
  beforeAll(async () => {
    server = await startServer({ ...(mode === 'remote' ? remote : {}), RCPT_CONFIRM: 'destructive' });
  });
  afterAll(() => server?.stop());

  it('interrupts no client of any protocol revision, and preserves their writes', async () => {
    const booked = await Promise.all(
      CLIENTS.map(async (kind) => {
        const client = await connect(kind, { url: server.url });
        const answer = await client.call('create_booking', createRequest(++year));
        expect(answer.isError, answer.text).toBe(false);
        return { client, id: field(answer.data, 'booking', 'id') };
      }),
    );
    await server.restart();
    for (const { client, id } of booked) {
      const read = await client.call('get_booking', { booking_id: id });
      expect(field(read.data, 'booking', 'id'), read.text).toBe(id);
    }
    await server.restart();
    for (const { client, id } of booked) {
      expect((await client.read(`rcpt://bookings/${id}`)).text).toContain('Rita Restart');
      const changed = await client.call('update_booking', { booking_id: id, notes: 'still here' });
      expect(field(changed.data, 'booking', 'notes'), changed.text).toBe('still here');
      expect((await client.tools()).length).toBeGreaterThan(10);
      await client.close();
    }
  });

  it('preserves pending confirmations', async () => {
    const client = await connect('v1', { url: server.url });
    const id = field((await client.call('create_booking', createRequest(++year))).data, 'booking', 'id');
    const token = await requestConfirmToken(client, id);
    await server.restart();
    const answer = await client.call('cancel_booking', { booking_id: id, confirm_token: token });
    expect(field(answer.data, 'booking', 'status'), answer.text).toBe('cancelled');
    await client.close();
  });
});

async function requestConfirmToken(client: TestClient, id: unknown): Promise<unknown> {
  return field(
    (await client.call('cancel_booking', { booking_id: id })).data,
    'question',
    'repeat_with',
    'confirm_token',
  );
}
