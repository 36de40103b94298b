import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '../../../src/lib/logging/logger.ts';
import type { Interval } from '../../../src/lib/time/intervals.ts';
import { type CalendarBusy, calendarBusy } from '../../../src/platform/calendars/busy.ts';
import type { CalendarSettings } from '../../../src/platform/calendars/settings.ts';
import { type DeliverySettings, openPlatform, type Platform } from '../../../src/platform/index.ts';
import { openStore, type Store } from '../../../src/platform/store/store.ts';
import { newDatabase, type TestDatabase } from '../../support/engines.ts';
import { smallBusiness } from '../support/fixture.ts';
import { calendar, event } from './cases.ts';

export const DAY_MS = 86_400_000;
export const SECRET = 'private-7f3a9c';
export const PERSON = 'st_1_a';

/** A calendar with one event, tomorrow from 10:00 to 11:00 UTC, and that time. */
export const tomorrow: Interval = (() => {
  const start = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS + 10 * 3_600_000;
  return { start, end: start + 3_600_000 };
})();
const basic = (time: number) => new Date(time).toISOString().replace(/[-:]|\.000/g, '');
export const eventAt = ({ start, end }: Interval, ...lines: string[]) =>
  event(`DTSTART:${basic(start)}`, `DTEND:${basic(end)}`, ...lines);
export const goodCalendar = calendar(eventAt(tomorrow, 'SUMMARY:Root canal of Erika Muster'));

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers with a calendar. */
export const sends =
  (text: string, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/calendar', ...headers }).end(text);

/** A server with a calendar, `goodCalendar` at first. */
export interface CalendarServer {
  /** Address of the calendar. */
  url: string;
  requests: IncomingMessage[];
  answer(answer: Answer): void;
  close(): Promise<void>;
}

/** A database with two people, a server with their calendars, and processes that read them. */
export interface Office extends CalendarServer {
  test: TestDatabase;
  log: string[];
  setAddress(url: string | null, staffId?: string): Promise<void>;
  /** Starts a process that reads. */
  open(calendars?: Partial<CalendarSettings>, deliveries?: Partial<DeliverySettings>): Promise<Platform>;
  busy(later?: number, window?: Interval): Promise<CalendarBusy | undefined>;
}

export const QUICK_READING: Partial<CalendarSettings> = {
  intervalMs: 50,
  pollMs: 20,
  timeoutMs: 1_000,
  leaseMs: 2_000,
};

export async function openOffice(): Promise<Office> {
  const test = await newDatabase();
  const creator = await openPlatform({ database: test.database, business: smallBusiness(), deliveries: false });
  await creator.close();
  const store: Store = await openStore(test.database, Date.now());
  const log: string[] = [];
  const platforms: Platform[] = [];
  const server = await openCalendarServer();
  const logger = createLogger({ level: 'debug', format: 'json', write: (line) => void log.push(line) });
  return {
    test,
    url: server.url,
    requests: server.requests,
    log,
    answer: server.answer,
    setAddress: (url, staffId = PERSON) =>
      store.write(
        async (tx) =>
          void (await tx.updateTable('staff').set({ calendar_url: url }).where('id', '=', staffId).execute()),
        'all',
      ),
    async open(calendars = {}, deliveries = {}) {
      const platform = await openPlatform({
        database: test.database,
        logger,
        deliveries,
        calendars: { ...QUICK_READING, ...calendars },
      });
      platforms.push(platform);
      return platform;
    },
    busy: (later = 0, window = { start: Date.now() - DAY_MS, end: Date.now() + 7 * DAY_MS }) =>
      store.read(async (db) => (await calendarBusy(db, [PERSON], window, (await store.now(db)) + later)).get(PERSON)),
    async close() {
      await Promise.all(platforms.map((platform) => platform.close()));
      await store.close();
      await server.close();
      await test.remove();
    },
  };
}

export async function openCalendarServer(): Promise<CalendarServer> {
  const requests: IncomingMessage[] = [];
  let behaviour: Answer = sends(goodCalendar);
  const server = createServer((request, response) => {
    requests.push(request);
    behaviour(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${SECRET}/basic.ics`,
    requests,
    answer: (next) => {
      behaviour = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
