import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ViewData } from '../../src/tools/views/view-data.ts';
import { bookingsInCalls } from '../support/bookings-in-calls.ts';
import { connect, DRAWS_VIEWS } from '../support/clients.ts';
import { temporaryFolder } from '../support/engines.ts';
import { useOffice } from '../support/office.ts';
import { startWithout } from '../support/without-extensions.ts';

/** Calls in which several things of one kind, or a place on a waiting list, were promised. */
const office = useOffice();
const callIds: Record<string, string> = {};
const PHONE = '+12125550123';

/** What the business says, and its caller in between. */
const CONVERSATIONS: Record<string, { turns: string[]; promised: string[] }> = {
  'two promises in English': {
    turns: [
      'Let me see. We will call you back about the bill tomorrow.',
      'caller: And what about my X-ray?',
      'And Dr. Lee will call you on Friday about the X-ray.',
      'caller: Thank you.',
      'You are welcome. So someone will call you tomorrow, and Dr. Lee will call you on Friday.',
    ],
    promised: ['So someone will call you tomorrow', 'Dr. Lee will call you on Friday.'],
  },
  'two promises in German': {
    turns: [
      'Wir rufen Sie morgen wegen der Rechnung zurück.',
      'caller: Und die Röntgenbilder?',
      'Frau Dr. Weber ruft Sie am Freitag zu Ihren Röntgenbildern zurück.',
    ],
    promised: [
      'Wir rufen Sie morgen wegen der Rechnung zurück.',
      'Frau Dr. Weber ruft Sie am Freitag zu Ihren Röntgenbildern zurück.',
    ],
  },
  'two promises in Spanish': {
    turns: [
      'Claro. Le llamaremos mañana por la factura.',
      'caller: ¿Y la radiografía?',
      'Y la doctora López le llamará el viernes por la radiografía.',
    ],
    promised: ['Le llamaremos mañana por la factura.', 'Y la doctora López le llamará el viernes por la radiografía.'],
  },
  'two promises in one sentence, one of them repeated in other words': {
    turns: [
      'We will call you tomorrow about the bill and on Friday about the X-ray.',
      'caller: Good.',
      'So someone will call you tomorrow about that invoice.',
    ],
    promised: ['So someone will call you tomorrow about that invoice.', 'on Friday about the X-ray.'],
  },
  'a second promise without a verb of its own in English': {
    turns: [
      'We will call you back tomorrow about the invoice. And on Friday about the X-ray.',
      'caller: All right.',
      'And Dr. Lee on Monday about the insurance.',
    ],
    promised: [
      'We will call you back tomorrow about the invoice.',
      'And on Friday about the X-ray.',
      'And Dr. Lee on Monday about the insurance.',
    ],
  },
  'a second promise without a verb of its own in German': {
    turns: ['Wir rufen Sie morgen wegen der Rechnung zurück. Gut. Und am Freitag wegen der Röntgenbilder.'],
    promised: ['Wir rufen Sie morgen wegen der Rechnung zurück.', 'Und am Freitag wegen der Röntgenbilder.'],
  },
  'a second promise without a verb of its own in Spanish': {
    turns: ['Le llamaremos mañana por la factura. Y el viernes por la radiografía.'],
    promised: ['Le llamaremos mañana por la factura.', 'Y el viernes por la radiografía.'],
  },
  'a second promise without a verb of its own in French': {
    turns: ['Nous vous rappellerons demain au sujet de la facture. Et vendredi au sujet de la radio.'],
    promised: ['Nous vous rappellerons demain au sujet de la facture.', 'Et vendredi au sujet de la radio.'],
  },
  'a second promise without a verb of its own in Italian': {
    turns: ['La richiamiamo domani per la fattura. E il venerdì per la radiografia.'],
    promised: ['La richiamiamo domani per la fattura.', 'E il venerdì per la radiografia.'],
  },
  'a second promise without a verb of its own in Portuguese': {
    turns: ['Ligamos para você amanhã sobre a fatura. E na sexta-feira sobre a radiografia.'],
    promised: ['Ligamos para você amanhã sobre a fatura.', 'E na sexta-feira sobre a radiografia.'],
  },
  'sentences after a promise that promise nothing': {
    turns: [
      'We will call you back tomorrow about the invoice. And the dentist is in on Friday.',
      'We will call you back tomorrow about the invoice. And on Friday about the X-ray?',
      'We will call you back tomorrow about the invoice. And about the X-ray: you had it on Friday.',
      'We will call you back tomorrow about the invoice. Your appointment with Dr. Lee stays on Friday.',
      'We will call you back tomorrow about the invoice. Please bring it along. And on Friday about the X-ray.',
    ],
    promised: ['We will call you back tomorrow about the invoice.'],
  },
  'two promises of people without names': {
    turns: [
      'Die Buchhaltung ruft Sie morgen zurück.',
      'caller: Und die Zahnärztin?',
      'Die Zahnärztin ruft Sie am Freitag an.',
      'Frau Dr. Weber ruft Sie vor Mittag an.',
    ],
    promised: ['Die Buchhaltung ruft Sie morgen zurück.', 'Frau Dr. Weber ruft Sie vor Mittag an.'],
  },
  'an assurance three times in English': {
    turns: [
      'Someone will call you back.',
      'caller: But really?',
      'Yes, someone will call you back about your question tomorrow.',
      'caller: Not before noon, please.',
      'Of course. And someone will call you back in the afternoon. We will get back to you!',
    ],
    promised: ['And someone will call you back in the afternoon.'],
  },
  'an assurance three times in German': {
    turns: [
      'Wir rufen Sie zurück.',
      'caller: Morgen passt mir nicht.',
      'Dann rufen wir Sie am Freitag zurück. Es ruft Sie auf jeden Fall jemand zurück.',
      'caller: Sicher?',
      'Ja, und wir rufen Sie spätestens am Montag an.',
    ],
    promised: ['Ja, und wir rufen Sie spätestens am Montag an.'],
  },
  'an assurance three times in Spanish': {
    turns: [
      'Le llamaremos mañana.',
      'caller: Mañana no puedo.',
      'No hay problema, le llamaremos el viernes.',
      'caller: ¿Seguro?',
      'Sí, le llamaremos. Y el viernes le llamaremos por la tarde.',
    ],
    promised: ['Y el viernes le llamaremos por la tarde.'],
  },
};

beforeAll(async () => {
  const { platform } = office.platform;
  const { book, send } = await bookingsInCalls(office.platform);
  await book('listed', 'Ana Díaz', PHONE);
  const now = Date.now();
  const report = (call_id: string, phone: string, text: string, hoursAgo = 0) => ({
    ...{ event: 'ended' as const, call_id, phone, duration_seconds: 60 },
    ended_at: new Date(now - hoursAgo * 3_600_000).toISOString(),
    turns: [{ speaker: 'receptionist', text, offset_seconds: 1 }],
  });
  const conversation = ([call_id, { turns }]: (typeof conversations)[number]) => ({
    ...report(call_id, '+12125550126', ''),
    turns: turns.map((text, index) => {
      const speaker = text.startsWith('caller: ') ? 'caller' : 'receptionist';
      return { speaker, text: text.replace('caller: ', ''), offset_seconds: index };
    }),
  });
  const conversations = Object.entries(CONVERSATIONS);
  const twoPromises = 'Anna will call you today about the bill, and Beat will call you on Friday about the X-ray.';
  const reports = [
    report('before one call', '+12125550127', twoPromises, 3),
    report('one call', '+12125550127', 'It is about your bill.', 2),
    report('before two calls', '+12125550128', twoPromises, 3),
    report('first call', '+12125550128', 'It is about your bill.', 2),
    report('second call', '+12125550128', 'It is about your X-ray.', 1),
    ...conversations.map(conversation),
    report('listed', PHONE, "You are booked for Friday. I'll put you on the waiting list, if something opens up."),
    report('refused', '+12125550124', "I'm sorry, I cannot put you on a waiting list."),
    report(
      'two',
      '+12125550125',
      "I'll have Anna call you today on 212 555 0148, and Beat will call you on 212 555 0149.",
    ),
  ];
  await platform.calls.importBatch(reports as never, { dryRun: false });
  const calls = await send<{ id: string; call_reference: string }[]>('GET', 'calls?per_page=50');
  for (const { id, call_reference } of calls) callIds[call_reference] = id;
});

interface Row {
  call_id: string;
  kind: string;
  number?: number;
  status: string;
  done_by?: { id: string };
  contacted_by?: { id: string };
  sentence?: string;
  overdue?: boolean;
}

const PATHS = ['the extension follow_ups', 'a reading of all calls', 'a local index'] as const;

/** Returns the promises of a call, found in one of these ways. */
async function find(path: (typeof PATHS)[number], changes: Record<string, string>, status = 'all') {
  const platform = path === PATHS[0] ? undefined : await startWithout(office.platform.url, 'follow_ups');
  const index: Record<string, string> =
    path === PATHS[2] ? { RCPT_INDEX: join(temporaryFolder(), 'index.db'), RCPT_POLL: '1h' } : {};
  try {
    const { client } = await office.startServer({
      ...(platform ? { RCPT_BASE_URL: platform.url } : {}),
      ...index,
      ...changes,
    });
    const state = async () => ((await client.call('get_account_context')).data.index as { state: string }).state;
    if (path === PATHS[2]) await expect.poll(state, { timeout: 40_000 }).toBe('complete');
    const { data } = await client.call('find_follow_ups', { status, limit: 100 });
    return (reference: string) => (data.items as Row[]).filter(({ call_id }) => call_id === callIds[reference]);
  } finally {
    await platform?.close();
  }
}

it.each(PATHS)(
  'promises of one kind for different days or about different matters, found by %s, are all listed, and a repeated one once',
  async (path) => {
    const promises = await find(path, { RCPT_REDACT: 'off' });
    for (const [call, { promised }] of Object.entries(CONVERSATIONS)) {
      expect(
        promises(call).map(({ kind, number = 1, sentence }) => [kind, number, sentence]),
        call,
      ).toEqual(promised.map((sentence, index) => ['callback', index + 1, sentence]));
    }
  },
);

it.each(PATHS)('each later call keeps one of two callbacks of a call, found by %s', async (path) => {
  const promises = await find(path, { RCPT_REDACT: 'off' });
  const keptBy = (call: string) =>
    promises(call).map(({ status, done_by, contacted_by }) => [status, (done_by ?? contacted_by)?.id]);
  expect(keptBy('before one call')).toEqual([
    ['done', callIds['one call']],
    ['contacted', callIds['one call']],
  ]);
  expect(keptBy('before two calls')).toEqual([
    ['done', callIds['first call']],
    ['done', callIds['second call']],
  ]);
});

it.each(PATHS)('the promise that one later call leaves is among those of its status, found by %s', async (path) => {
  const left = await find(path, { RCPT_REDACT: 'off' }, 'contacted');
  expect(left('before one call').map(({ number }) => number)).toEqual([2]);
  expect(left('before two calls')).toEqual([]);
  const kept = await find(path, { RCPT_REDACT: 'off' }, 'done');
  expect(kept('before one call').map(({ number = 1 }) => number)).toEqual([1]);
});

describe.each([PATHS[0], PATHS[1]])('find_follow_ups by %s', (path) => {
  it('lists a place on a waiting list, which the booking of the same call does not keep, and each of two callbacks', async () => {
    const promises = await find(path, { RCPT_REDACT: 'off' });
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
    const promises = await find(path, {});
    const client = await connect('v2 2026-07-28', { url: office.session.url }, DRAWS_VIEWS);
    const { meta } = await client.call('get_call', { call_id: callIds.two });
    const { call } = meta['rcpt-mcp/view'] as ViewData;
    await client.close();
    const numbered = ({ sentence, number }: { sentence?: string; number?: number }) => [sentence, number];
    expect(call?.follow_ups?.map(numbered)).toEqual(promises('two').map(numbered));
    expect(promises('two').map(({ number }) => number)).toEqual([undefined, 2]);
  });

  it('lists two callbacks of one sentence with their own words, also where numbers in them are masked', async () => {
    const masked = (await find(path, { RCPT_REDACT: 'strict' }))('two').map(({ sentence }) => sentence);
    expect(masked).toEqual([
      expect.stringMatching(/^I'll have Anna call you today on (?!212 555)/),
      expect.stringMatching(/^Beat will call you on (?!212 555)/),
    ]);
  });

  it('lists a promise without a verb of its own with its own words, also where texts are masked', async () => {
    const call = 'a second promise without a verb of its own in English';
    const masked = (await find(path, { RCPT_REDACT: 'strict' }))(call).map(({ sentence }) => sentence);
    expect(masked).toEqual(CONVERSATIONS[call]?.promised);
  });
});
