import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dumpDatabase } from '../../support/engines.ts';
import { smallBusiness } from '../support/fixture.ts';
import { eventually } from '../support/salon.ts';
import { calendar, event } from './cases.ts';
import { DAY_MS, eventAt, goodCalendar, type Office, openOffice, SECRET, sends, tomorrow } from './office.ts';

const HOUR_MS = 3_600_000;
let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.close());

const state = async (later = 0) => (await office.busy(later))?.state;
/** The address is read once, successfully. */
async function readOnce(): Promise<void> {
  await office.setAddress(office.url);
  await office.open();
  await eventually(() => state()).toBe('fresh');
}

describe('a private calendar', () => {
  it('blocks the times of its events', async () => {
    await readOnce();
    expect(await office.busy()).toMatchObject({ busy: [tomorrow], state: 'fresh', asOf: expect.any(Number) });
    expect(await office.busy(0, { start: tomorrow.end, end: tomorrow.end + HOUR_MS })).toMatchObject({ busy: [] });
    expect(office.requests[0]?.headers).toMatchObject({ 'accept-encoding': 'identity', 'user-agent': 'rcpt-mcp' });
  });

  it('counts as unknown until it has been read, and has no entry without an address', async () => {
    expect(await office.busy()).toBeUndefined();
    await office.setAddress(office.url);
    expect(await office.busy()).toEqual({ busy: [], asOf: null, state: 'unknown' });
  });

  it('a changed appointment of the calendar moves the busy time', async () => {
    await readOnce();
    const moved = { start: tomorrow.start + HOUR_MS, end: tomorrow.end + HOUR_MS };
    office.answer(sends(calendar(eventAt(moved))));
    await eventually(async () => (await office.busy())?.busy).toEqual([moved]);
  });

  it('keeps its copy if its server says that it has not changed', async () => {
    office.answer((request, response) => {
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
      else sends(goodCalendar, { etag: '"v1"', 'last-modified': 'Mon, 02 Mar 2026 09:00:00 GMT' })(request, response);
    });
    await readOnce();
    const first = (await office.busy())?.asOf ?? 0;
    await eventually(async () => ((await office.busy())?.asOf ?? 0) > first).toBe(true);
    expect(await office.busy()).toMatchObject({ busy: [tomorrow], state: 'fresh' });
    expect(office.requests[1]?.headers['if-modified-since']).toBe('Mon, 02 Mar 2026 09:00:00 GMT');
  });

  it('leaves nothing but times in the database, and its address nowhere in the log', async () => {
    await readOnce();
    office.answer(sends(`${goodCalendar}garbage ${SECRET}`));
    await eventually(() => state()).toBe('stale');
    const dump = await dumpDatabase(office.test.database);
    expect(dump).toContain(String(tomorrow.start));
    expect(dump).not.toMatch(/Root canal|Dentist/);
    expect(office.log.join('\n')).toMatch(/cannot read a calendar/);
    expect(office.log.join('\n')).not.toMatch(new RegExp(`${SECRET}|127\\.0\\.0\\.1|Root canal`));
  });

  it('has no effect any more when its address changes or is removed', async () => {
    await readOnce();
    office.answer(() => {});
    await office.setAddress(`${office.url}?other`);
    expect(await office.busy()).toEqual({ busy: [], asOf: null, state: 'unknown' });
    await office.setAddress(null);
    await eventually(async () => (await dumpDatabase(office.test.database)).includes(`[[${tomorrow.start}`)).toBe(
      // The file of SQLite keeps deleted rows until their space is used again.
      process.env.TEST_ENGINE !== 'postgres',
    );
    expect(await office.busy()).toBeUndefined();
  });
});

describe('the appointments of the business in a private calendar', () => {
  const copyOf = (uid: string, ...lines: string[]) => calendar(eventAt(tomorrow, `UID:${uid}`, ...lines));

  it('copies of them do not block the person: the booking itself does', async () => {
    office.answer(sends(copyOf('bk_1_a@rcpt-mcp')));
    await readOnce();
    expect(await office.busy()).toMatchObject({ busy: [], state: 'fresh' });
  });

  it.each([
    ['of another installation', copyOf('bk_7_x@rcpt-mcp')],
    ['of another business in the same database', copyOf('bk_1_b@rcpt-mcp')],
    ['with the same id in another program', copyOf('bk_1_a@example.com')],
    ['that the person made a series', copyOf('bk_1_a@rcpt-mcp', 'RRULE:FREQ=YEARLY')],
  ])('a copy blocks the person if it is one %s', async (_which, text) => {
    office.answer(sends(text));
    await office.setAddress(office.url);
    const platform = await office.open();
    await platform.addBusiness(smallBusiness('b'));
    await eventually(() => state()).toBe('fresh');
    expect((await office.busy())?.busy).toEqual([tomorrow]);
  });
});

describe('a calendar with an event that is not understood', () => {
  it('all other events block their times, and the calendar counts as unknown until all are understood', async () => {
    const odd = event('DTSTART:tomorrow');
    const asked: unknown[] = [];
    office.answer((request, response) => {
      asked.push(request.headers['if-none-match']);
      sends(calendar([...odd, ...eventAt(tomorrow)]), { etag: '"v1"' })(request, response);
    });
    await office.setAddress(office.url);
    await office.open();
    await eventually(async () => (await office.busy())?.busy).toEqual([tomorrow]);
    await eventually(() => asked.length).toBeGreaterThan(1);
    expect(await office.busy()).toMatchObject({ state: 'unknown', asOf: expect.any(Number) });
    expect(office.log.join()).toContain('time_not_understood');
    // Never asked for changes only: it must be read again.
    expect(new Set(asked)).toEqual(new Set([undefined]));
    office.answer((_request, response) => response.writeHead(500).end());
    await eventually(() => office.log.join().includes('http_500')).toBe(true);
    expect(await office.busy()).toMatchObject({ state: 'unknown', busy: [tomorrow] });
    office.answer(sends(goodCalendar));
    await eventually(() => state()).toBe('fresh');
  });

  it('appointments that are new since then block their times', async () => {
    await readOnce();
    const later = { start: tomorrow.start + 3 * HOUR_MS, end: tomorrow.end + 3 * HOUR_MS };
    office.answer(sends(calendar([...eventAt(tomorrow), ...event('DTSTART:tomorrow'), ...eventAt(later)])));
    await eventually(async () => (await office.busy())?.busy).toEqual([tomorrow, later]);
    expect(await state()).toBe('unknown');
  });
});

describe('the age of a copy', () => {
  it('makes it stale after half an hour, and unknown after a day', async () => {
    await readOnce();
    expect([await state(29 * 60_000), await state(31 * 60_000), await state(23 * HOUR_MS)]).toEqual([
      'fresh',
      'stale',
      'stale',
    ]);
    const later = await office.busy(25 * HOUR_MS);
    expect(later).toMatchObject({ state: 'unknown', busy: [tomorrow] });
  });

  it('counts in both directions, if the clock is set back', async () => {
    await readOnce();
    expect([await state(-31 * 60_000), await state(-25 * HOUR_MS)]).toEqual(['stale', 'unknown']);
  });

  it('covers nothing beyond the longest booking window', async () => {
    await readOnce();
    const window = (days: number) => ({ start: Date.now(), end: Date.now() + days * DAY_MS });
    expect((await office.busy(0, window(400)))?.state).toBe('fresh');
    expect((await office.busy(0, window(410)))?.state).toBe('unknown');
  });
});

describe('a calendar that cannot be read', () => {
  it.each<[string, string, Parameters<Office['answer']>[0]]>([
    ['404', 'http_404', (_request, response) => response.writeHead(404).end('gone')],
    ['500', 'http_500', (_request, response) => response.writeHead(500).end(goodCalendar)],
    ['an unasked 304', 'http_304', (_request, response) => response.writeHead(304).end()],
    ['a partial answer', 'http_206', (_request, response) => response.writeHead(206).end(goodCalendar)],
    ['a page to sign in', 'not_a_calendar', sends('<!doctype html><title>Sign in</title>')],
    ['a calendar without its end', 'truncated', sends(goodCalendar.replace('END:VCALENDAR', ''))],
    ['too many bytes', 'too_large', sends(goodCalendar + ' '.repeat(200_000))],
    [
      'too many bytes of unknown length',
      'too_large',
      (_request, response) => {
        response.on('error', () => {});
        const more = () => {
          while (response.write('x'.repeat(16_384)));
          response.once('drain', more);
        };
        more();
      },
    ],
    ['no answer', 'timeout', () => {}],
    [
      'an answer that does not end',
      'timeout',
      (_request, response) => void response.writeHead(200).write(goodCalendar),
    ],
    ['a closed connection', 'connection_lost', (_request, response) => void response.socket?.destroy()],
    [
      'an answer that is cut off',
      'connection_lost',
      (_request, response) => {
        response.writeHead(200, { 'content-length': goodCalendar.length + 100 });
        response.write(goodCalendar, () => response.socket?.destroy());
      },
    ],
    [
      'an endless redirect',
      'redirects',
      (request, response) => response.writeHead(302, { location: `${request.url}x` }).end(),
    ],
    ['a redirect without an address', 'http_302', (_request, response) => response.writeHead(302).end()],
    [
      'a redirect into a private network',
      'address_refused',
      (_request, response) => response.writeHead(302, { location: 'https://10.0.0.1/x.ics' }).end(),
    ],
    [
      'a redirect to the metadata of a cloud',
      'address_refused',
      (_request, response) => response.writeHead(301, { location: 'http://169.254.169.254/latest' }).end(),
    ],
    [
      'a redirect to a file',
      'address_refused',
      (_request, response) => response.writeHead(301, { location: 'file:///etc/passwd' }).end(),
    ],
  ])('keeps its last good copy after %s, with its age', async (_what, error, answer) => {
    await office.setAddress(office.url);
    await office.open({ maxBytes: 100_000, timeoutMs: error === 'timeout' ? 500 : 30_000 });
    await eventually(() => state()).toBe('fresh');
    const { asOf } = (await office.busy()) ?? {};
    office.answer(answer);
    await eventually(() => state()).toBe('stale');
    const after = await office.busy();
    expect(after?.busy).toEqual([tomorrow]);
    expect(after?.asOf).toBeGreaterThanOrEqual(asOf ?? 0);
    expect(await office.busy(25 * HOUR_MS)).toMatchObject({ state: 'unknown' });
    expect(
      office.log.filter((line) => line.includes('cannot read a calendar')).map((line) => JSON.parse(line).error),
    ).toEqual([error]);
    office.answer(sends(goodCalendar));
    await eventually(() => state()).toBe('fresh');
  });

  it('counts as unknown if it never was readable', async () => {
    office.answer((_request, response) => response.writeHead(403).end());
    await office.setAddress(office.url);
    await office.open();
    await eventually(() => office.requests.length).toBeGreaterThan(1);
    expect(await office.busy()).toEqual({ busy: [], asOf: null, state: 'unknown' });
  });

  it("follows a redirect of the calendar's address", async () => {
    office.answer((request, response) => {
      if (request.url?.endsWith('/moved')) sends(goodCalendar)(request, response);
      else response.writeHead(301, { location: `/${SECRET}/moved` }).end();
    });
    await readOnce();
    expect((await office.busy())?.busy).toEqual([tomorrow]);
  });

  it('waits for as long as its server asks', async () => {
    office.answer((_request, response) => response.writeHead(503, { 'retry-after': '60' }).end());
    await office.setAddress(office.url);
    await office.open();
    await eventually(() => office.log.some((line) => line.includes('http_503'))).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(office.requests.length).toBe(1);
  });
});

describe('the address of a calendar', () => {
  it.each([
    ['this computer, if that is not allowed', 'http://127.0.0.1:1/x.ics', { loopback: false }],
    ['a private network', 'https://192.168.1.1/x.ics', {}],
    ['another computer without TLS', 'http://calendar.example.com/x.ics', {}],
    ['a file', 'file:///etc/passwd', {}],
    ['a name that leads into a private network', 'https://calendar.example.com/x.ics', { resolve: privateNetwork }],
    ['a name with one bad address', 'webcal://calendar.example.com/x.ics', { resolve: oneBad }],
  ])('leads to no request if it is that of %s', async (_what, url, deliveries) => {
    await office.setAddress(url);
    await office.open({}, deliveries);
    await eventually(() => office.log.some((line) => line.includes('address_refused'))).toBe(true);
    expect(await state()).toBe('unknown');
  });

  it('means https if it begins with webcal://', async () => {
    const asked: string[] = [];
    await office.setAddress('webcal://calendar.example.com/x.ics');
    await office.open({}, { resolve: (name) => Promise.reject(new Error(String(asked.push(name)))) });
    await eventually(() => office.log.some((line) => line.includes('name_not_found'))).toBe(true);
    expect(asked).toContain('calendar.example.com');
  });

  it('can be no URL at all, which is reported without its text', async () => {
    await office.setAddress(`my calendar ${SECRET}`);
    await office.open();
    await eventually(() => office.log.some((line) => line.includes('address_refused'))).toBe(true);
    expect(office.log.join('\n')).not.toContain(SECRET);
  });
});

const privateNetwork = async () => [{ address: '10.1.2.3', family: 4 }];
const oneBad = async () => [
  { address: '93.184.215.14', family: 4 },
  { address: '169.254.169.254', family: 4 },
];
