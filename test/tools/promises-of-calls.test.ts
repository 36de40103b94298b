import { describe, expect, it } from 'vitest';
import type { PromisingCall } from '../../src/lib/promises/candidates.ts';
import { promisesOf } from '../../src/lib/promises/promises.ts';
import { splitSentences } from '../../src/lib/promises/sentences.ts';
import { parseOpeningHours } from '../../src/lib/time/opening-hours.ts';
import { demoBusiness } from '../../src/platform/demo/index.ts';

const hours = parseOpeningHours('Mon-Fri 08:00-17:00');
const occasion = { start: Date.parse('2026-11-16T15:00:00Z'), zone: 'America/New_York', hours };

/** `speaker: text` for each turn. */
async function found(turns: string[], rest: Partial<PromisingCall> = {}) {
  const call = {
    turns: turns.map((line, index) => {
      const [, speaker, text = ''] = /^(?:([^:]*): )?(.*)$/s.exec(line) ?? [];
      return { turn: index + 1, ...(speaker ? { speaker } : {}), text };
    }),
    ...{ summary: undefined, status: 'completed', outcome: undefined, direction: 'inbound', contactName: undefined },
    ...rest,
  };
  return (await promisesOf(call, occasion)).map(({ kind, sentence, source }) => ({ kind, sentence, source }));
}
const callback = (sentence: string | undefined, source: unknown) => [{ kind: 'callback', sentence, source }];

describe('what a call promises', () => {
  it('what the caller says is no promise, whatever the speakers are called', async () => {
    for (const [business, caller] of [
      ['receptionist', 'caller'],
      ['agent', 'user'],
      ['Customer service', 'Customer'],
      ['AI', 'Nora Fitz'],
      ['Dana', 'Patient'],
    ]) {
      expect(await found([`${business}: Hello`, `${caller}: I'll call you back tomorrow.`]), caller).toEqual([]);
      const said = [`${caller}: Hello`, `${business}: I'll call you back tomorrow.`];
      expect(await found(said), business).toEqual(callback("I'll call you back tomorrow.", { turn: 1 }));
    }
  });

  it('a speaker with the name of the contact is the caller', async () => {
    const turns = ["Nora: I'll call you back.", 'Sam: Thanks.'];
    expect(await found(turns, { contactName: 'Nora Fitz' })).toEqual([]);
    expect(await found(turns, { contactName: 'Sam Ray' })).toHaveLength(1);
  });

  it('without known speakers, only what no person promises about themselves counts', async () => {
    expect(await found(["I'll call you back tomorrow."])).toEqual([]);
    expect(await found(['Someone will call you back tomorrow.'])).toHaveLength(1);
    expect(await found(["0: I'll call you back.", '1: The office will call you back.'])).toEqual(
      callback('The office will call you back.', { turn: 1 }),
    );
  });

  it('the sentence that names the time is quoted, the last of several', async () => {
    const turns = [
      "agent: We'll call you back.",
      'agent: She calls you back tomorrow.',
      "agent: We'll call you on Friday.",
    ];
    expect(await found(turns)).toEqual(callback("We'll call you on Friday.", { turn: 2 }));
    const summary = 'Caller asked for a price. Billing is to call back by Friday.';
    expect(await found(["agent: We'll call you back."], { summary })).toEqual(
      callback('Billing is to call back by Friday.', 'summary'),
    );
    expect(await found(["agent: We'll call you back."], { summary: 'Billing is to call back.' })).toEqual(
      callback("We'll call you back.", { turn: 0 }),
    );
  });

  it('an announcement promises a callback only to those who leave a message', async () => {
    const greeting = "agent: Please leave a message after the tone, and we'll call you back.";
    const voicemail = { status: 'voicemail' };
    expect(await found([greeting], voicemail)).toEqual([]);
    expect(await found([greeting], { status: 'missed' })).toEqual([]);
    expect(await found([greeting, 'caller: Hi, it is me.'], voicemail)).toHaveLength(1);
    expect(await found([greeting, 'caller: Oh, hello?', 'agent: Hello, Dr. Ray here.'])).toEqual([]);
  });

  it.each([
    ['callback_promised', true],
    ['Callback requested', true],
    ['call-back required', true],
    ['called_back', false],
    ['callback_completed', false],
    ['no_callback_needed', false],
    ['booked', false],
  ])('outcome %s alone is a promise of a callback: %s', async (outcome, isPromise) => {
    expect(await found([], { outcome })).toEqual(isPromise ? callback(undefined, 'outcome') : []);
  });

  it('one call promises several things, each once', async () => {
    const turns = [
      "agent: We'll send you a quote by Friday, and we'll refund the deposit.",
      "agent: We'll call you back.",
    ];
    expect((await found(turns)).map(({ kind }) => kind)).toEqual(['callback', 'quote', 'refund']);
  });

  it('a text is split into sentences after abbreviations and times of the day', () => {
    expect(splitSentences('Dr. Ibarra will call you. At 10 a.m. We open then. At 9 a.m. on Monday? Yes')).toEqual([
      'Dr. Ibarra will call you.',
      'At 10 a.m.',
      'We open then.',
      'At 9 a.m. on Monday?',
      'Yes',
    ]);
    const long = splitSentences('so we will see '.repeat(100));
    expect(Math.max(...long.map(({ length }) => length))).toBeLessThanOrEqual(400);
    expect(long.join(' ').replace(/\s+/g, ' ')).toBe('so we will see '.repeat(100).trim());
  });
});

describe('the calls of the demo business', () => {
  /** By a reading of the scenarios. */
  const PROMISING: Record<string, string> = {
    callback_promised: 'callback',
    refund_requested: 'callback',
  };

  it('on every day, its outcomes and its sentences agree on who was promised a callback', async () => {
    for (let day = 0; day < 14; day++) {
      const now = Date.parse('2026-03-02T15:00:00Z') + day * 86_400_000 * 3;
      for (const call of demoBusiness(now).calls) {
        const promises = await promisesOf(
          {
            turns: call.transcript.map((turn, index) => ({ ...turn, turn: index + 1 })),
            summary: call.summary ?? undefined,
            status: call.status,
            // Only what was said counts here.
            outcome: undefined,
            direction: call.direction,
            contactName: undefined,
          },
          { ...occasion, start: Date.parse(call.started_at) },
        );
        const kinds = promises.map(({ kind }) => kind);
        const isGreeting = call.transcript.some(({ text }) => text.includes("tone, and we'll call you back"));
        const isRefundOnItsWay = call.outcome === 'called_back' && call.summary?.includes('the refund is approved');
        const expected = isGreeting ? 'callback' : isRefundOnItsWay ? 'refund' : PROMISING[call.outcome];
        expect(kinds, `${call.id} ${call.outcome}: ${promises[0]?.sentence}`).toEqual(expected ? [expected] : []);
      }
    }
  }, 60_000);
});
