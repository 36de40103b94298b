import { expect, it } from 'vitest';
import { findCandidates, saidAndReported, sentenceOf } from '../../src/lib/promises/candidates.ts';
import { promisesIn } from '../../src/lib/promises/detect.ts';
import { dueOf, type Occasion } from '../../src/lib/promises/due.ts';
import { languageWithTag, PROMISE_KINDS } from '../../src/lib/promises/languages/index.ts';
import { duePromise, spokenPromises } from '../../src/lib/promises/promises.ts';
import { splitSentences } from '../../src/lib/promises/sentences.ts';
import { speakersOf } from '../../src/lib/promises/speakers.ts';
import { parseOpeningHours } from '../../src/lib/time/opening-hours.ts';
import type { Turn } from '../../src/lib/turns.ts';
import { pick, randomOf } from '../tools/activity/random-business.ts';

const SENTENCES = [
  "We'll call you back today at 10.",
  "We'll call you back tomorrow.",
  "I'll call you back.",
  'Someone will call you back.',
  "We'll call you this afternoon. We'll send you a quote on Monday at 9.",
  "We'll send you the quote in 0 minutes.",
  "We'll call you back within two working days.",
  'Wir rufen Sie heute um 11 Uhr zurück.',
  'Le llamaremos en 300 dias.',
  "We'll refund the deposit on March 3rd at 8. Thank you.",
  'Hello, how can I help?',
  'We are going to book you in by the end of the week.',
];
const SPEAKERS = ['agent', 'caller', 'Nora', 'Sam', '0', undefined];
const NAMES = [undefined, 'Nora Fitz', 'Sam Nora', 'Ben Ode'];
const ZONES = ['America/New_York', 'Asia/Tokyo', 'UTC'];
const HOURS = ['Mon-Fri 08:00-17:00', 'Tue 07:00-09:30', 'Sat,Sun 00:00-24:00'].map(parseOpeningHours);

interface Random {
  turns: Turn[];
  summary: string | undefined;
  status: string;
  outcome: string;
  direction: string;
  contactName: string | undefined;
}

function randomCall(random: () => number): Random {
  const length = random() < 0.1 ? 150 : Math.floor(random() * 8);
  const speakers = [pick(random, SPEAKERS), pick(random, SPEAKERS), pick(random, SPEAKERS)];
  return {
    turns: Array.from({ length }, (_, index) => {
      const speaker = pick(random, speakers);
      return { turn: index + 1, ...(speaker === undefined ? {} : { speaker }), text: pick(random, SENTENCES) };
    }),
    summary: pick(random, [undefined, 'Asked.', 'The office will call back today at 10. Billing is to call back.']),
    status: pick(random, ['completed', 'voicemail', 'missed']),
    outcome: pick(random, ['question', 'callback_promised']),
    direction: pick(random, ['inbound', 'outbound']),
    contactName: pick(random, NAMES),
  };
}

/** What the business says, found in one pass that knows the name of the contact. */
function saidDirectly({ turns, status, direction, contactName }: Random): string[] {
  const sideOf = speakersOf(turns, contactName);
  if (direction === 'inbound' && status !== 'completed' && turns.every(({ speaker }) => sideOf(speaker) === 'business'))
    return [];
  const found: string[] = [];
  for (const { turn, speaker, text } of turns) {
    const side = sideOf(speaker);
    if (side === 'caller' || found.length >= 50) continue;
    for (const sentence of splitSentences(text)) {
      for (const { kind, language } of promisesIn(sentence, side)) {
        found.push(`${turn} ${kind} ${language.tag} ${sentence}`);
      }
    }
  }
  return found;
}

it('sentences that are found without the name of the contact are those that are found with it', async () => {
  const random = randomOf(3);
  let count = 0;
  for (let index = 0; index < 300; index++) {
    const call = randomCall(random);
    const { said } = saidAndReported(await findCandidates(call), call);
    const texts = said.map((one) => {
      const turn = one.source === 'summary' ? 0 : one.source.turn + 1;
      return `${turn} ${one.kind} ${one.language} ${sentenceOf(one, call)}`;
    });
    expect(texts).toEqual(saidDirectly(call));
    count += said.length;
  }
  expect(count).toBeGreaterThan(400);
});

it('the sentences of a promise lead to the due time of all of them, in every zone and with all opening hours', async () => {
  const random = randomOf(4);
  const seen = new Set<string>();
  for (let index = 0; index < 300; index++) {
    const call = randomCall(random);
    const start = Date.parse('2026-11-16T00:00:00Z') + Math.floor(random() * 7 * 86_400_000);
    const occasion: Occasion = { start, zone: pick(random, ZONES), hours: pick(random, HOURS) };
    const candidates = await findCandidates(call);
    const { said, reported } = saidAndReported(candidates, call);
    const promises = spokenPromises(candidates, call);
    for (const kind of PROMISE_KINDS) {
      const [all, summarized] = [said, reported].map((some) =>
        some
          .filter((one) => one.kind === kind)
          .map((one) => {
            const sentence = sentenceOf(one, call) ?? '';
            return {
              sentence,
              source: one.source,
              due: dueOf(sentence, languageWithTag(one.language) as never, occasion),
            };
          }),
      ) as unknown as [{ due: { isAssumed: boolean } }[], { due: { isAssumed: boolean } }[]];
      const isTimed = ({ due }: { due: { isAssumed: boolean } }) => !due.isAssumed;
      const best = all.findLast(isTimed) ?? summarized.findLast(isTimed) ?? all[0] ?? summarized[0];
      const promise = promises.find((one) => one.kind === kind);
      if (best) {
        expect(duePromise(promise as never, occasion), kind).toMatchObject(best);
        seen.add(`${kind} ${best.due.isAssumed} ${promise?.readings.length}`);
      } else expect(promise?.readings ?? []).toEqual([]);
    }
  }
  expect(seen.size).toBeGreaterThan(8);
});
