import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openBrowser, type TestBrowser } from './support/browser.ts';
import { type Host, openHost, type View } from './support/host-page/host.ts';
import { recordedSource } from './support/host-page/source.ts';
import { expectSettled, viewHtml } from './support/views.ts';

type Fields = Record<string, unknown>;

const AT = '2199-03-04T15:00:00Z';
const [MONDAY, TUESDAY] = ['2199-03-04', '2199-03-05'];
const OPEN = { open: [{ from: '08:00', to: '17:00' }] };
const WORKS = { hours: [{ from: '08:00', to: '17:00' }] };

/** What the agenda says of its days, their people and their appointments, beside the grid and in the list of a phone. */
describe.skipIf(CHROMIUM === undefined)('days of the agenda', () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  /** An appointment from a time of New York to another. */
  const booking = (start: string, end: string, more: Fields = {}): Fields => ({
    id: `bk_${start}`,
    contact_name: 'Anna Lee',
    service_name: 'Cleaning',
    staff_id: 'stf_1',
    staff_name: 'Maria Silva',
    status: 'confirmed',
    start_time: `${start}:00-05:00`,
    end_time: `${end}:00-05:00`,
    ...more,
  });

  /** Opens an agenda of these days, and does something with it. */
  async function using(
    width: number,
    { bookings, ...agenda }: Fields & { bookings: Fields[] },
    use: (view: View, host: Host) => Promise<void>,
  ): Promise<void> {
    const answer = { items: bookings, time_zone: 'America/New_York' };
    const view = {
      tool: 'list_bookings',
      tools: [],
      time_zone: 'America/New_York',
      now: AT,
      agenda: {
        from: TUESDAY,
        to: TUESDAY,
        days: [{ date: TUESDAY, ...OPEN }],
        staff: [],
        services: [],
        bookings,
        ...agenda,
      },
    };
    const result = { content: [], structuredContent: answer, _meta: { 'rcpt-mcp/view': view } };
    const source = recordedSource({ html: viewHtml('agenda'), results: { list_bookings: result } });
    const host = await openHost(browser, { source, at: AT, width });
    try {
      const opened = await host.open({ tool: 'list_bookings' });
      await opened.frame.locator('.agenda [data-cell]').first().waitFor();
      await expectSettled(opened);
      await use(opened, host);
      expect(host.watch.problems()).toEqual([]);
    } finally {
      await host.close();
    }
  }
  const textOf = async ({ frame }: View) => plain((await frame.locator('.agenda').allInnerTexts()).join());
  const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '').replace(/\s+/g, ' ');
  const labelOf = async ({ frame }: View, of = 0) =>
    plain((await frame.locator('[data-cell] .visually-hidden').nth(of).textContent()) ?? '');
  const seenIn = async ({ frame }: View, selector: string) =>
    plain((await frame.locator(`${selector} .seen`).first().allInnerTexts()).join());

  const headingOf = async ({ frame }: View) =>
    plain((await frame.locator('.column-heading').first().allInnerTexts()).join());

  const NOON = booking(`${TUESDAY}T12:00`, `${TUESDAY}T13:00`);

  it.each([
    ['for a reason', [{ date: TUESDAY, open: [], closed: 'Easter' }], 'Closed: “Easter”.'],
    ['without a reason', [{ date: TUESDAY, open: [], closed: 'closed' }], 'Closed.'],
    ['because the weekday has no hours', [{ date: TUESDAY, open: [] }], 'Closed.'],
  ])('a day with appointments that is closed %s is called closed on a phone', (_why, days, text) =>
    using(390, { days, bookings: [NOON] }, async (view) => {
      expect(await view.frame.locator('.list-day').count()).toBe(1);
      expect(await textOf(view)).toContain(text);
    }),
  );

  it('an open day with appointments is not called closed on a phone', () =>
    using(390, { bookings: [NOON] }, async (view) => {
      expect(await textOf(view)).not.toContain('Closed');
    }));

  const MARIA = { id: 'stf_1', name: 'Maria Silva' };
  const TOM = { id: 'stf_2', name: 'Tom Bell' };
  const idle = { days: [{ date: TUESDAY, hours: [] }] };
  const busy = { days: [{ date: TUESDAY, ...WORKS }] };

  it('an appointment of a person who does not work on the day says it in the list of a phone', () =>
    using(
      390,
      {
        staff: [
          { ...MARIA, ...idle },
          { ...TOM, ...busy },
        ],
        bookings: [NOON],
      },
      async (view) => {
        expect(await seenIn(view, '.row')).toContain('Cleaning with Maria Silva, not working on this day');
        expect(await labelOf(view)).toContain('with Maria Silva, not working on this day');
      },
    ));

  it('the column of a person who does not work on the day says it once', () =>
    using(
      1024,
      {
        staff: [
          { ...MARIA, ...idle },
          { ...TOM, ...busy },
        ],
        bookings: [NOON],
      },
      async (view) => {
        expect(await headingOf(view)).toBe('Maria Silva Not working');
      },
    ));

  it('the column of a person who is away is called away once', () => {
    const away = { days: [{ date: TUESDAY, hours: [], away: [{ from: '00:00', to: '24:00' }] }] };
    return using(
      1024,
      {
        staff: [
          { ...MARIA, ...away },
          { ...TOM, ...busy },
        ],
        bookings: [NOON],
      },
      async (view) => {
        expect(await headingOf(view)).toBe('Maria Silva Away all day');
      },
    );
  });

  it.each([
    ['all day', '00:00', '24:00'],
    ['from noon on', '12:00', '24:00'],
  ])('a person who is away %s does not add the hours of the night to the day', (_when, from, to) =>
    using(
      1024,
      {
        staff: [
          { ...MARIA, days: [{ date: TUESDAY, ...WORKS, away: [{ from, to }] }] },
          { ...TOM, ...busy },
        ],
        bookings: [NOON],
      },
      async (view) => {
        const hours = await view.frame.locator('.axis .hour').allInnerTexts();
        expect([hours[0], hours.at(-1)].map((text) => text?.trim())).toEqual(['8 AM', '4 PM']);
        expect(await textOf(view)).toContain('Away');
      },
    ),
  );

  it('an appointment of a person who works, and one that was cancelled, are not marked', () =>
    using(
      390,
      {
        staff: [
          { ...MARIA, ...busy },
          { ...TOM, ...idle },
        ],
        bookings: [
          NOON,
          booking(`${TUESDAY}T14:00`, `${TUESDAY}T15:00`, {
            staff_id: 'stf_2',
            staff_name: 'Tom Bell',
            status: 'cancelled',
          }),
        ],
      },
      async (view) => {
        expect(await view.frame.locator('.row').count()).toBe(2);
        expect((await view.frame.locator('.list-day').allInnerTexts()).join()).not.toContain('not working');
      },
    ));

  it('people who all do not work on an open day are named', () =>
    using(
      390,
      {
        staff: [
          { ...MARIA, ...idle },
          { ...TOM, ...idle },
        ],
        bookings: [booking(`${TUESDAY}T12:00`, `${TUESDAY}T13:00`, { staff_id: undefined, staff_name: undefined })],
      },
      async (view) => {
        expect(await textOf(view)).toContain('Not working on this day: “Maria Silva”, “Tom Bell”.');
      },
    ));

  it.each([
    ['a short block', `${TUESDAY}T00:40`, 'since 10:00 PM'],
    ['a high block', `${TUESDAY}T03:00`, 'since 10:00 PM, until 3:00 AM'],
  ])('%s of an appointment over midnight shows when it began on its second day', (_size, end, text) =>
    using(1024, { bookings: [booking(`${MONDAY}T22:00`, end)] }, async (view) => {
      const seen = await seenIn(view, '.block');
      expect(seen).toContain(text);
      expect(seen).not.toContain('12:00');
    }),
  );

  it('the block of an appointment that began days before shows the day', () =>
    using(1024, { bookings: [booking('2199-03-01T22:00', `${TUESDAY}T00:40`)] }, async (view) => {
      expect(await seenIn(view, '.block')).toContain('since Fri, Mar 1');
    }));

  it.each([390, 1024])('long names have an ellipsis and are there as a whole, %s pixels wide', (width) => {
    const name = `Anna ${'Lee '.repeat(45)}`.trim();
    const names = { contact_name: name, service_name: `Care ${name}`, staff_name: `Dr ${name}` };
    return using(width, { bookings: [booking(`${TUESDAY}T12:00`, `${TUESDAY}T15:00`, names)] }, async (view) => {
      const seen = view.frame.locator('.block .seen').first();
      const said = await seen
        .locator('.said')
        .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('title')]));
      expect(said.length).toBeGreaterThan(1);
      for (const [text, title] of said) {
        expect(text).toMatch(/…$/);
        expect(Object.values(names)).toContain(title);
      }
      for (const whole of Object.values(names)) expect(await labelOf(view)).toContain(whole);
    });
  });

  it('a long name in a narrow block ends with the last line that has room', () => {
    const name = 'Annabelle Featherstonehaugh Cholmondeley Marchbanks Wolfeschlegelstein of Worcestershire and Others';
    const two = [1, 2].map((id) =>
      booking(`${TUESDAY}T12:00`, `${TUESDAY}T13:30`, { id: `bk_${id}`, contact_name: name }),
    );
    return using(700, { to: '2199-03-11', bookings: two }, async (view) => {
      const below = await view.frame.locator('.grid .booking .seen').evaluateAll((all) =>
        all.map((seen) => {
          const line = seen.querySelector('.line:has(.who), .line.who');
          return Math.round((line?.getBoundingClientRect().bottom ?? 0) - seen.getBoundingClientRect().bottom);
        }),
      );
      expect(below.length).toBe(2);
      expect(Math.max(...below)).toBeLessThanOrEqual(0);
    });
  });
});
