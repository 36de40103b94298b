import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { parseBusinessFile } from '../../../src/cli/business/read-file.ts';
import { PRUNABLE_LISTS } from '../../../src/contract/business.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { type StartedPlatform, startPlatform, temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, runProgram } from '../../support/program.ts';
import { httpClient, type Send } from './client.ts';

/** Services `cut`: 30 minutes and a quarter of an hour to clean up; `colour`: 90 minutes, which Cleo alone performs. */
export const SALON = `
name: Salon
time_zone: Europe/Vienna
country: AT
currency: EUR
opening_hours: ["daily 08:00-18:00"]
services:
  - { id: cut, name: Cut, duration: 30m, price: 45.00, buffer_after: 15m, staff: [sam, cleo] }
  - { id: colour, name: Colour, duration: 90m, price: 95.00, staff: [cleo] }
staff:
  - { id: sam, name: Sam Ortiz }
  - { id: cleo, name: Cleo Lang }
rules: { minimum_notice: 0m, booking_window: 900d, slot_interval: 15m, max_per_customer_and_day: 1 }
`;

const HEADER = 'Number,Date,Start,Minutes,Service,Staff,Customer,Phone,Status';
/** The first column has the number of an appointment. */
export const NUMBERED = ['--map', 'booking_id=Number'];

export type Report = JsonObject & Record<'problems' | 'repetitions' | 'differences', { line: number; text: string }[]>;

/** A platform with the salon, into which the built program imports bookings while the platform is running. */
interface Started {
  home: string;
  started: StartedPlatform;
  key: string;
  send: Send;
}

/** Starts a platform for each test of a file. */
export function useSalonImports(business = SALON) {
  let salon: Started;
  beforeEach(async () => {
    const home = temporaryFolder();
    const started = await startPlatform();
    salon = { home, started, key: await started.key(), send: httpClient(started.url) };
    await apply(business);
  });
  afterEach(async () => {
    await salon.started.close();
    rmSync(salon.home, { recursive: true, force: true });
  });

  const run = (args: string[]) =>
    runProgram([...args, '--database', salon.started.database], cleanEnvironment(salon.home));
  /** Makes this the business, without what it does not have, as `business apply FILE --prune` would. */
  const apply = async (text: string) => {
    const { file } = parseBusinessFile(text, 'business.yaml');
    await salon.started.platform.business.apply(file, { prune: PRUNABLE_LISTS });
  };
  const fileOf = (...rows: string[]) => {
    const path = join(salon.home, 'appointments.csv');
    writeFileSync(path, [HEADER, ...rows, ''].join('\n'));
    return path;
  };
  const list = async (kind: 'bookings' | 'contacts') => {
    const { status, body } = await salon.send('GET', `/v1/${kind}?per_page=100`, { key: salon.key });
    expect(status).toBe(200);
    return body.data as JsonObject[];
  };
  const bookings = () => list('bookings');
  return {
    get home() {
      return salon.home;
    },
    get started() {
      return salon.started;
    },
    run,
    apply,
    fileOf,
    /** Sends a request of the business. */
    request: (method: string, path: string, body?: JsonObject) =>
      salon.send(method, path, { key: salon.key, ...(body && { body }) }),
    /** Imports rows with `--yes --json`, and returns the report. */
    async load(...rows: string[]): Promise<Report> {
      const { stdout, stderr } = await run(['bookings', 'import', fileOf(...rows), '--yes', '--json', ...NUMBERED]);
      expect(stdout, stderr).not.toBe('');
      return JSON.parse(stdout) as Report;
    },
    /** The newest first. */
    bookings,
    async one(): Promise<JsonObject> {
      const all = await bookings();
      expect(all).toHaveLength(1);
      return all[0] as JsonObject;
    },
    contacts: () => list('contacts'),
  };
}

/** A day that is some days ahead, or before today if negative, ISO 8601. In winter and summer, noon is on the same day everywhere here. */
export const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

export const counts = (added: number, unchanged = 0, repeated = 0, cancelled = 0, invalid = 0) => ({
  added,
  unchanged,
  repeated,
  cancelled,
  invalid,
});

/** A time of day in Vienna as an instant. */
export const instant = (date: string, time: string) =>
  [0, 1, 2]
    .map((hours) => new Date(Date.parse(`${date}T${time}:00Z`) - hours * 3_600_000))
    .find((at) => at.toLocaleTimeString('sv', { timeZone: 'Europe/Vienna' }).startsWith(time))
    ?.toISOString()
    .replace('.000Z', 'Z');
