import { describe, expect, it } from 'vitest';
import type { PromisingCall } from '../../src/lib/promises/candidates.ts';
import { promisesOf } from '../../src/lib/promises/promises.ts';
import { splitSentences } from '../../src/lib/promises/sentences.ts';
import { parseOpeningHours } from '../../src/lib/time/opening-hours.ts';
import { DAY_MS, HOUR_MS } from '../../src/lib/time/units.ts';
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

  it.each([
    ["I'll have Anna call you back today.", 'Beat will call you about that on Friday.'],
    ['Wir rufen Sie wegen der Rechnung zurück.', 'Frau Weber ruft Sie morgen wegen der Laborwerte an.'],
    ["We'll call you back about the invoice.", "We'll call you on Monday about your X-rays."],
    ['Herr Kuhn meldet sich heute bei Ihnen.', 'Anna ruft Sie am Freitag an.'],
    ['Le llamaremos sobre la factura.', 'Le llamaremos mañana sobre el seguro.'],
    ['Nous vous rappelons demain concernant la facture.', 'Madame Blanc vous rappelle au sujet du devis dentaire.'],
    ['La richiamiamo riguardo alla fattura.', 'La richiamiamo domani riguardo alle radiografie.'],
    ["We'll send you a quote for the roof, Mike will send you that.", 'Eva will send you the estimate by Friday.'],
    ["We'll call you back about the bill tomorrow.", 'Dr. Lee will call you on Friday.'],
    ["We'll call you back about the bill.", 'And Dr. Lee will call you.'],
    ["We'll call you about the bill tomorrow.", "We'll call you about the X-ray tomorrow."],
    ["We'll call you at about three about the car.", 'Someone will call you within two days about the van.'],
    ['Someone will call you back tomorrow.', 'And we will call you next week with the lab results.'],
    ['Our billing team will call you back tomorrow.', 'The dentist will also call you on the 25th.'],
    ["We'll call you about the bill as soon as possible.", "We'll call you about the tax as soon as possible."],
    ['Wir rufen Sie wegen der Rechnung zurück.', 'Wir rufen Sie auch wegen des Röntgenbilds zurück.'],
    ['Wir rufen Sie morgen zurück.', 'Und die Ärztin ruft Sie am Freitag an.'],
    ['Wir rufen Sie morgen zu Ihrer Rechnung an.', 'Frau Weber ruft Sie am Freitag wegen der Laborwerte an.'],
    ['Le llamaremos mañana por la factura.', 'La doctora López le llamará el viernes por la radiografía.'],
    ['Nous vous rappelons demain pour la facture.', 'Le docteur Blanc vous rappelle vendredi.'],
    ['La richiamiamo domani per la fattura.', 'La dottoressa Rossi la richiamerà venerdì.'],
    ['Ligamos para o senhor amanhã sobre a fatura.', 'A doutora Lopes liga para o senhor na sexta.'],
    ['Billing will call you tomorrow.', 'The dentist will call you on Friday.'],
    ['Someone from accounting will call you tomorrow.', "I'll have our nurse call you."],
    ['The dentist will call you tomorrow.', 'Dr. Lee will call you on Friday.'],
    ['Billing will call you tomorrow.', 'Dr. Lee will call you before noon.'],
    ["We'll call you about the bill tomorrow.", 'The dentist will call you on Friday.'],
    ['Die Buchhaltung ruft Sie morgen an.', 'Die Zahnärztin ruft Sie am Freitag an.'],
    ['Morgen ruft Sie die Zahnärztin an.', 'Wegen der Rechnung ruft Sie die Buchhaltung zurück.'],
    ['Frau Dr. Weber ruft Sie morgen an.', 'Herr Dr. Meier ruft Sie an.'],
    ['Facturación le llamará mañana.', 'El dentista le llamará el viernes.'],
    ['La comptabilité vous rappellera demain.', 'Le dentiste vous rappellera vendredi.'],
    ['La contabilità la richiamerà domani.', 'Il dentista la richiamerà venerdì.'],
    ['O financeiro vai ligar amanhã.', 'O dentista vai ligar na sexta.'],
    ['Sie werden morgen von der Buchhaltung zurückgerufen.', 'Am Freitag werden Sie von der Ärztin angerufen.'],
    ['Herr Freitag ruft Sie morgen an.', 'Herr Sommer ruft Sie an.'],
    ["We'll send you a quote for the roof.", "And we'll send you an estimate for the deck."],
  ])('%s and %s are two promises of one kind', async (...sentences) => {
    const promises = await found(sentences.map((sentence) => `agent: ${sentence}`));
    expect(promises.map(({ sentence }) => sentence)).toEqual(sentences);
    expect(new Set(promises.map(({ kind }) => kind)).size).toBe(1);
  });

  it.each([
    ["I'll have Anna call you back today and Beat will call you on Friday.", 2],
    ['Anna ruft Sie heute zurück, und Frau Weber ruft Sie am Montag an.', 2],
    ["We'll call you about the invoice and we'll call you about the X-rays.", 2],
    ["We'll call you back today and we'll call you again on Friday.", 2],
    ["We'll call you back today, and we'll call you by Friday at the latest.", 1],
    ["We'll call you about the bill tomorrow, and Dr. Lee will call you on Friday about the X-ray.", 2],
    ['Le llamaremos mañana por la factura, y la doctora López le llamará el viernes.', 2],
    ['If you leave your number, Anna will call you and Beat will call you.', 0],
    ["I'll have Anna call you back and she will call you by Friday.", 1],
    ['We will call you tomorrow about the bill and on Friday about the X-ray.', 2],
    ['Billing will call you tomorrow and the dentist on Friday.', 2],
    ["We'll call you tomorrow, and Dr. Weber on Friday about the X-ray.", 2],
    ['Wir rufen Sie morgen wegen der Rechnung und am Freitag wegen der Röntgenbilder an.', 2],
    ['Wir rufen Sie morgen wegen der Rechnung an und die Zahnärztin am Freitag.', 2],
    ['Le llamaremos mañana por la factura y el viernes por la radiografía.', 2],
    ['Nous vous rappelons demain pour la facture et vendredi pour la radio.', 2],
    ['La richiamiamo domani per la fattura e venerdì per la radiografia.', 2],
    ['Ligamos para o senhor amanhã sobre a fatura e na sexta sobre a radiografia.', 2],
    ["We'll call you tomorrow about the bill and on Friday you can come about the X-ray.", 1],
    ["We'll call you tomorrow about the bill and not on Friday about the X-ray.", 1],
    ['Dr. Lee will call you between Monday and Friday about the bill.', 1],
    ["We'll call you tomorrow about the bill and the X-ray.", 1],
    ['We can call you tomorrow about the bill and on Friday about the X-ray.', 0],
  ])('the sentence "%s" makes promises: %s', async (sentence, count) => {
    const promises = await found([`agent: ${sentence}`]);
    expect(promises).toHaveLength(count);
    expect(new Set(promises.map((one) => one.sentence)).size).toBe(count);
  });

  it('a promise that is repeated in other words, by the summary or with more detail stays one', async () => {
    const one = async (turns: string[], summary?: string) =>
      (
        await found(
          turns.map((turn) => `agent: ${turn}`),
          { summary },
        )
      ).length;
    expect(
      await one(["I'll have Anna call you back.", "She'll call you about the invoice.", 'Anna will call you.']),
    ).toBe(1);
    expect(await one(["We'll call you back.", "We'll call you about the bill on Monday."])).toBe(1);
    expect(await one(["We'll call you about your bill."], 'The office will call back regarding the invoice.')).toBe(1);
    expect(await one(['Dr. Lee will call you.', 'Dr. Anna Lee will ring you tomorrow.'])).toBe(1);
    expect(
      await one([], 'Dana will call the customer about the roof. Mike will call the customer about the deck.'),
    ).toBe(2);
  });

  it.each([
    ["We'll call you back tomorrow.", "No, on Friday we'll call you."],
    ["We'll call you about the bill tomorrow.", "Okay, we'll call you on Friday about that bill."],
    [
      "We'll call you about the bill tomorrow.",
      'Then Anna will call you on Friday.',
      "We'll call you about the bills.",
    ],
    ["We'll call you about the bill tomorrow.", 'Anna will call you on Friday instead.'],
    ['Anna will call you back.', "We'll call you about the bill.", 'Anna will call you on Friday.'],
    ["We'll call you back about your request.", "We'll call you on Friday about the bill.", 'And they will call you.'],
    ["We'll call you about the X-ray.", "We'll call you back about the x ray results."],
    ["We'll call you back on Monday.", "And we'll call you back next week."],
    ["We'll refund the deposit tomorrow.", 'And the refund will be on your card by Friday.'],
    ["We'll call you by Friday.", "And, at the latest, we'll call you on Monday."],
    ['Wir rufen Sie wegen der Rechnung zurück.', 'Jemand wird Sie wegen Ihrer Anfrage zurückrufen.'],
    ['Wir rufen Sie morgen wegen der Rechnung zurück.', 'Dann ruft Frau Weber Sie am Freitag zurück.'],
    [
      'Wir rufen Sie morgen zurück.',
      'Nein, am Freitag rufen wir Sie zurück.',
      'Und spätestens Montag rufen wir Sie an.',
    ],
    ['Le llamaremos mañana.', 'No, mejor le llamaremos el viernes.', 'Y le llamaremos el viernes.'],
    ['The dentist will call you tomorrow.', 'Dr. Lee will call you before noon.', 'The doctor will call you.'],
    ['Our billing team will call you tomorrow.', 'So accounting will call you.', 'Anna will call you before noon.'],
    ["We'll call you when the dentist is back.", 'The hygienist will call you tomorrow.'],
    ["We'll call you about your doctor's appointment.", 'Reception will call you tomorrow.'],
    ['Die Ärztin ruft Sie morgen an.', 'Frau Dr. Weber ruft Sie am Vormittag an.', 'Dr. Weber ruft Sie an.'],
    ['Morgen ruft Sie Anna an.', 'Anna ruft Sie an.'],
    [
      'Da meldet sich unsere Buchhaltung morgen.',
      'Heute oder morgen ruft Sie die Buchhaltung an.',
      'Gern ruft sie Sie an.',
    ],
    ['Mañana le llamará la doctora.', 'Luego le llamará la doctora.'],
    ['Demain vous serez rappelé.', 'Ensuite vous serez rappelé.'],
    ['Domani la richiamiamo.', 'Subito la richiamiamo.'],
    ['Amanhã vai ligar a doutora.', 'Depois vai ligar a doutora.'],
    ["We'll call you about the bill tomorrow.", "We'll call you about that invoice."],
    ["We'll call you about the X-ray.", "We'll call you about the radiograph tomorrow."],
    ['Wir rufen Sie wegen der Rechnung zurück.', 'Wir rufen Sie morgen wegen der Abrechnung zurück.'],
    ['Wir rufen Sie wegen der Röntgenaufnahme zurück.', 'Wir rufen Sie morgen wegen des Röntgenbilds zurück.'],
    ['Le llamaremos por la radiografía.', 'Le llamaremos mañana por las placas.'],
    ['Nous vous rappelons pour la radio.', 'Nous vous rappelons demain pour les clichés.'],
    ['La richiamiamo per la fattura.', 'La richiamiamo domani per il conto.'],
    ['Ligamos para o senhor sobre a radiografia.', 'Ligamos para o senhor amanhã sobre o raio-x.'],
  ])('%s, repeated or corrected, stays one promise', async (...sentences) => {
    expect(await found(sentences.map((sentence) => `agent: ${sentence}`))).toHaveLength(1);
  });

  it('a summing-up repeats each of two promises', async () => {
    const turns = [
      "agent: We'll call you about the bill tomorrow.",
      'agent: And Dr. Lee will call you on Friday about the X-ray.',
      "agent: So we'll call you tomorrow, and Dr. Lee will call you on Friday.",
      "agent: Someone will call you tomorrow. We'll call you back!",
    ];
    expect((await found(turns)).map(({ sentence }) => sentence)).toEqual([
      'Someone will call you tomorrow.',
      'Dr. Lee will call you on Friday.',
    ]);
  });

  it('a place on a waiting list is promised besides the booking of the call, and is due weeks later without a time', async () => {
    const turns = [
      "agent: I'll book you in for May 20th and put you on the waiting list, if something opens up earlier.",
    ];
    expect((await found(turns)).map(({ kind }) => kind)).toContain('waiting_list');
    const [promise] = await promisesOf(
      {
        ...{ turns: [{ turn: 1, speaker: 'agent', text: "I'll put you on the waiting list." }], summary: undefined },
        ...{ status: undefined, outcome: undefined, direction: 'inbound', contactName: undefined },
      },
      occasion,
    );
    const closesAt = occasion.start + 7 * HOUR_MS;
    expect(promise?.due).toEqual({ at: closesAt + 28 * DAY_MS, isAssumed: true });
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
