import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSqlite } from '../../src/platform/store/sqlite/driver.ts';
import { startBookingPlatform } from './booking-platform.ts';
import { connect, field, type TestClient, type ToolAnswer } from './clients.ts';
import { openHour } from './open-hours.ts';
import { temporaryFolder } from './platform.ts';
import { cleanEnvironment, PROGRAM } from './program.ts';

/** A stdio server as a desktop client starts it. */
export interface LocalServer {
  client: TestClient;
  /** Ends it as a crash does. */
  kill(): void;
}

/** The servers of one user: one home folder, and one platform. */
export interface LocalServers {
  home: string;
  start(env?: Record<string, string>): Promise<LocalServer>;
  /** E-mail addresses of the customers of all bookings that the platform has. */
  bookedEmails(): Promise<string[]>;
  close(): Promise<void>;
}

function localServers(env: Record<string, string>, home: string) {
  const clients: TestClient[] = [];
  let started = 0;
  return {
    home,
    async start(extra: Record<string, string> = {}): Promise<LocalServer> {
      const pidFile = join(home, `pid-${++started}`);
      const client = await connect('v2 2026-07-28', {
        command: ['sh', '-c', 'echo $$ > "$0"; exec "$@"', pidFile, process.execPath, PROGRAM],
        args: [],
        env: cleanEnvironment(home, { ...env, ...extra }),
      });
      clients.push(client);
      return { client, kill: () => void process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL') };
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Servers with the embedded platform on one SQLite file. */
export async function serversOnOneFile(): Promise<LocalServers> {
  const home = temporaryFolder();
  const database = join(home, 'platform.db');
  const connection = async () => new (await loadSqlite())(database);
  return {
    ...localServers({ RCPT_DATABASE: database }, home),
    async bookedEmails() {
      const opened = await connection();
      const rows = opened.prepare('select contact_email as email from bookings').all() as { email: string }[];
      opened.close();
      return rows.map(({ email }) => email);
    },
  };
}

/** Servers in front of one platform of another vendor. */
export async function serversOfRemotePlatform() {
  const home = temporaryFolder();
  const platform = await startBookingPlatform();
  const servers = localServers({ RCPT_BASE_URL: platform.url, RCPT_API_KEY: 'sk_live_local' }, home);
  return {
    ...servers,
    platform,
    bookedEmails: async () => platform.bookings.map((booking) => field(booking, 'contact', 'email') as string),
    async close() {
      await servers.close();
      await platform.close();
    },
  };
}

let serial = 0;
/** Arguments of `create_booking` for another customer and hour with each call. */
export function newBooking(name: string) {
  const number = ++serial;
  return {
    service_id: 'svc_cleaning',
    start_time: openHour(number),
    contact_name: `${name} ${number}`,
    contact_email: `${name}.${number}@example.com`,
  };
}

export const bookingId = ({ data }: ToolAnswer) => field(data, 'booking', 'id') as string | undefined;
