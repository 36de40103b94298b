import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, field } from '../support/clients.ts';
import { fill, onSmallDisk } from '../support/confined.ts';
import {
  bookingId,
  type LocalServer,
  type LocalServers,
  newBooking,
  serversOfRemotePlatform,
  serversOnOneFile,
} from '../support/local-servers.ts';
import { cleanEnvironment, startProgram } from '../support/program.ts';

const LONG = { timeout: 180_000 };
const REPEATED = 'The same request was made minutes ago';

const times = (emails: readonly string[], email: string) => emails.filter((one) => one === email).length;

/** Runs `work` for each number below `count`, at most `concurrency` at a time. */
async function forEachConcurrently(count: number, concurrency: number, work: (index: number) => Promise<void>) {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

describe.each([
  ['on one SQLite file', serversOnOneFile],
  ['in front of one remote platform', serversOfRemotePlatform],
])('two stdio servers %s', (_where, startServers) => {
  let servers: LocalServers;
  let pair: [LocalServer, LocalServer];
  beforeAll(async () => {
    servers = await startServers();
    pair = [await servers.start(), await servers.start()];
  });
  afterAll(() => servers.close());

  it('make one booking of the same request, one after the other', async () => {
    const request = newBooking('after');
    const [first, second] = pair;
    const booked = await first.client.call('create_booking', request);
    expect(booked.isError, booked.text).toBe(false);
    const repeated = await second.client.call('create_booking', request);
    expect(repeated.text).toContain(REPEATED);
    expect(bookingId(repeated)).toBe(bookingId(booked));
    expect(times(await servers.bookedEmails(), request.contact_email)).toBe(1);
  });

  it('make 150 bookings of 150 pairs of identical requests at the same time', LONG, async () => {
    const PAIRS = 150;
    const requests = Array.from({ length: PAIRS }, () => newBooking('pair'));
    const failures: string[] = [];
    await forEachConcurrently(PAIRS, 16, async (index) => {
      const [one, other] = await Promise.all(pair.map(({ client }) => client.call('create_booking', requests[index])));
      const ids = [one, other].map((answer) => answer && bookingId(answer));
      if (ids[0] === undefined || ids[0] !== ids[1]) failures.push(`${one?.text}\n${other?.text}`);
    });
    expect(failures).toEqual([]);
    const booked = (await servers.bookedEmails()).filter((email) => email?.startsWith('pair.'));
    expect(booked.sort()).toEqual(requests.map(({ contact_email }) => contact_email).sort());
  });

  it('make one second booking of requests that allow a duplicate, and return each for its repetition', async () => {
    const [first, second] = pair;
    const request = newBooking('twice');
    const booked = bookingId(await first.client.call('create_booking', request));
    const duplicate = await second.client.call('create_booking', { ...request, allow_duplicate: true });
    expect(duplicate.isError, duplicate.text).toBe(false);
    expect(bookingId(duplicate)).not.toBe(booked);
    expect(times(await servers.bookedEmails(), request.contact_email)).toBe(2);
    const again = await first.client.call('create_booking', { ...request, allow_duplicate: true });
    expect(bookingId(again)).toBe(bookingId(duplicate));
    expect(bookingId(await second.client.call('create_booking', request))).toBe(booked);
    expect(times(await servers.bookedEmails(), request.contact_email)).toBe(2);
  });

  it('return the booking of a server that was killed after it had answered', async () => {
    const request = newBooking('restart');
    const before = await servers.start();
    const booked = await before.client.call('create_booking', request);
    before.kill();
    const after = await servers.start();
    const repeated = await after.client.call('create_booking', request);
    expect(repeated.text).toContain(REPEATED);
    expect(bookingId(repeated)).toBe(bookingId(booked));
    expect(times(await servers.bookedEmails(), request.contact_email)).toBe(1);
  });

  it('make at most one booking of requests whose server is killed at any moment', LONG, async () => {
    const DELAYS_MS = [0, 2, 4, 6, 9, 12, 16, 25];
    const requests = DELAYS_MS.map(() => newBooking('killed'));
    const [survivor] = pair;
    await forEachConcurrently(DELAYS_MS.length, 1, async (index) => {
      const victim = await servers.start();
      await victim.client.call('list_bookings');
      const call = victim.client.call('create_booking', requests[index]).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, DELAYS_MS[index]));
      victim.kill();
      await call;
    });
    const repeated = await Promise.all(
      requests.map((request) => survivor.client.call('create_booking', request, { timeout: 90_000 })),
    );
    const booked = await servers.bookedEmails();
    for (const [index, answer] of repeated.entries()) {
      const made = times(booked, requests[index]?.contact_email ?? '');
      if (bookingId(answer) === undefined) {
        expect(answer.text).toMatch(/An earlier request for the same .* Ask again in \d+ seconds/);
        expect(made).toBe(0);
      } else expect(made).toBe(1);
    }
  });
});

describe('stdio servers in front of one remote platform', () => {
  let servers: Awaited<ReturnType<typeof serversOfRemotePlatform>>;
  beforeAll(async () => {
    servers = await serversOfRemotePlatform();
  });
  afterAll(() => servers.close());
  const folder = () => join(servers.home, 'rcpt-mcp', 'idempotency');
  const recordFiles = () => readdirSync(folder()).filter((name) => name.endsWith('.json'));

  it('find the booking of a server that was killed before the platform had answered', LONG, async () => {
    const request = newBooking('late');
    const [victim, survivor] = [await servers.start(), await servers.start()];
    const release = servers.platform.holdCreates();
    const posts = () => servers.platform.received.filter(({ method }) => method === 'POST').length;
    const call = victim.client.call('create_booking', request).catch(() => undefined);
    while (posts() === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    victim.kill();
    await call;
    const repetition = survivor.client.call('create_booking', request, { timeout: 60_000 });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    release();
    const repeated = await repetition;
    expect(repeated.isError, repeated.text).toBe(false);
    expect(bookingId(repeated)).toBe(servers.platform.bookings[0]?.id);
    expect(repeated.text).toContain('No second one was created');
    expect(posts()).toBe(1);
  });

  it('record nothing that can be read, in files that only the user can open', async () => {
    const request = newBooking('private');
    const { client } = await servers.start();
    await client.call('create_booking', request);
    const files = recordFiles();
    expect(files.length).toBeGreaterThan(0);
    if (process.platform !== 'win32') expect(statSync(folder()).mode & 0o777).toBe(0o700);
    for (const file of files) {
      if (process.platform !== 'win32') expect(statSync(join(folder(), file)).mode & 0o777).toBe(0o600);
      const text = `${file} ${readFileSync(join(folder(), file), 'utf8')}`;
      for (const secret of [...Object.values(request), 'private', 'sk_live_local']) expect(text).not.toContain(secret);
    }
  });

  it.each([
    ['empty', (file: string) => truncateSync(file)],
    ['cut off', (file: string) => truncateSync(file, 20)],
    ['of another program', (file: string) => writeFileSync(file, '{"name":"something else"}')],
  ])('search for the booking, and make no second one, if its record file is %s', async (_what, damage) => {
    const request = newBooking('damaged');
    const [first, second] = [await servers.start(), await servers.start()];
    const before = new Set(recordFiles());
    const booked = await first.client.call('create_booking', request);
    const [file, ...others] = recordFiles().filter((name) => !before.has(name));
    expect(others).toEqual([]);
    damage(join(folder(), String(file)));
    const repeated = await second.client.call('create_booking', request);
    expect(bookingId(repeated)).toBe(bookingId(booked));
    expect(times(await servers.bookedEmails(), request.contact_email)).toBe(1);
  });
});

it('a server whose data folder cannot be used warns in its log, and books', async () => {
  const servers = await serversOfRemotePlatform();
  const blocked = join(servers.home, 'blocked');
  mkdirSync(blocked);
  writeFileSync(join(blocked, 'rcpt-mcp'), 'a file, not a folder');
  const env = {
    RCPT_BASE_URL: servers.platform.url,
    RCPT_API_KEY: 'sk_live_local',
    XDG_DATA_HOME: blocked,
    LOCALAPPDATA: blocked,
  };
  const { client } = await servers.start(env);
  const request = newBooking('memory');
  const booked = await client.call('create_booking', request);
  expect(booked.isError, booked.text).toBe(false);
  expect((await client.call('create_booking', request)).text).toContain(REPEATED);
  expect(servers.platform.bookings).toHaveLength(1);

  const program = startProgram(['http', '--port', '0'], cleanEnvironment(servers.home, env));
  await program.until(/Ctrl-C/);
  await expect.poll(() => program.output.stderr).toMatch(/create requests are remembered by this process only/);
  expect(await program.stop()).toBe(0);
  await servers.close();
  rmSync(blocked, { recursive: true, force: true });
});

it.skipIf(!onSmallDisk)(
  'a create is refused while the disk of the record files is full, and made afterwards',
  async () => {
    const servers = await serversOfRemotePlatform();
    const data = join(servers.home, 'small');
    mkdirSync(data);
    const env = {
      RCPT_BASE_URL: servers.platform.url,
      RCPT_API_KEY: 'sk_live_local',
      XDG_DATA_HOME: data,
      NODE_DISABLE_COMPILE_CACHE: '1',
    };
    const program = startProgram(
      ['http', '--port', '0'],
      cleanEnvironment(servers.home, env),
      onSmallDisk?.(data, '1m') ?? [],
    );
    const url = (await program.until(/http:\/\/\S+\/mcp/))[0];
    const client = await connect('v2 2026-07-28', { url });
    expect((await client.call('create_booking', newBooking('room'))).isError).toBe(false);
    const free = fill(program.child.pid as number, data);
    const request = newBooking('full');
    const refused = await client.call('create_booking', request);
    expect(refused.text).toMatch(/the records cannot be used \(.*the disk is full\)/);
    expect(field(refused.data, 'error')).toMatchObject({ kind: 'state_unavailable', changed: 'no' });
    expect(servers.platform.bookings).toHaveLength(1);
    free();
    const booked = await client.call('create_booking', request);
    expect(booked.isError, booked.text).toBe(false);
    await client.close();
    await program.stop();
    await servers.close();
  },
);
