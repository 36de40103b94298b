import { beforeAll, describe, expect, it } from 'vitest';
import type { ViewData } from '../../src/tools/views/view-data.ts';
import { bookingsInCalls } from '../support/bookings-in-calls.ts';
import { connect, DRAWS_VIEWS } from '../support/clients.ts';
import { useOffice } from '../support/office.ts';
import { startWithout } from '../support/without-extensions.ts';

/** Calls in which several things of one kind, or a place on a waiting list, were promised. */
const office = useOffice();
const callIds: Record<string, string> = {};
const PHONE = '+12125550123';

beforeAll(async () => {
  const { platform } = office.platform;
  const { book, send } = await bookingsInCalls(office.platform);
  await book('listed', 'Ana Díaz', PHONE);
  const ended = new Date().toISOString();
  const report = (call_id: string, phone: string, text: string) => ({
    ...{ event: 'ended' as const, call_id, phone, duration_seconds: 60, ended_at: ended },
    turns: [{ speaker: 'receptionist', text, offset_seconds: 1 }],
  });
  const reports = [
    report('listed', PHONE, "You are booked for Friday. I'll put you on the waiting list, if something opens up."),
    report('refused', '+12125550124', "I'm sorry, I cannot put you on a waiting list."),
    report(
      'two',
      '+12125550125',
      "I'll have Anna call you today on 212 555 0148, and Beat will call you on 212 555 0149.",
    ),
  ];
  await platform.calls.importBatch(reports as never, { dryRun: false });
  const calls = await send<{ id: string; call_reference: string }[]>('GET', 'calls?per_page=10');
  for (const { id, call_reference } of calls) callIds[call_reference] = id;
});

interface Row {
  call_id: string;
  kind: string;
  number?: number;
  status: string;
  sentence?: string;
  overdue?: boolean;
}

describe.each([
  ['with the extension follow_ups', false],
  ['without the extension follow_ups', true],
])('find_follow_ups %s', (_, isWithout) => {
  const find = async (changes: Record<string, string>) => {
    const platform = isWithout ? await startWithout(office.platform.url, 'follow_ups') : undefined;
    try {
      const { client } = await office.startServer({ ...(platform ? { RCPT_BASE_URL: platform.url } : {}), ...changes });
      const { data } = await client.call('find_follow_ups', { status: 'all', limit: 100 });
      return (reference: string) => (data.items as Row[]).filter(({ call_id }) => call_id === callIds[reference]);
    } finally {
      await platform?.close();
    }
  };

  it('lists a place on a waiting list, which the booking of the same call does not keep, and each of two callbacks', async () => {
    const promises = await find({ RCPT_REDACT: 'off' });
    expect(promises('listed')).toEqual([
      expect.objectContaining({
        ...{ kind: 'waiting_list', status: 'open' },
        sentence: "I'll put you on the waiting list, if something opens up.",
      }),
    ]);
    expect(promises('refused')).toEqual([]);
    expect(promises('two').map(({ kind, sentence }) => [kind, sentence])).toEqual([
      ['callback', "I'll have Anna call you today on 212 555 0148"],
      ['callback', 'Beat will call you on 212 555 0149.'],
    ]);
  });

  it('the view data of a call number its callbacks as find_follow_ups does', async () => {
    const promises = await find({});
    const client = await connect('v2 2026-07-28', { url: office.session.url }, DRAWS_VIEWS);
    const { meta } = await client.call('get_call', { call_id: callIds.two });
    const { call } = meta['rcpt-mcp/view'] as ViewData;
    await client.close();
    const numbered = ({ sentence, number }: { sentence?: string; number?: number }) => [sentence, number];
    expect(call?.follow_ups?.map(numbered)).toEqual(promises('two').map(numbered));
    expect(promises('two').map(({ number }) => number)).toEqual([undefined, 2]);
  });

  it('lists two callbacks of one sentence with their own words, also where numbers in them are masked', async () => {
    const masked = (await find({ RCPT_REDACT: 'strict' }))('two').map(({ sentence }) => sentence);
    expect(masked).toEqual([
      expect.stringMatching(/^I'll have Anna call you today on (?!212 555)/),
      expect.stringMatching(/^Beat will call you on (?!212 555)/),
    ]);
  });
});
