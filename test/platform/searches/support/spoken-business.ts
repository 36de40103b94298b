import type { DemoBusiness } from '../../../../src/platform/index.ts';
import { pick, randomOf } from '../../../tools/activity/random-business.ts';
import { searchedBusiness } from './business.ts';

/** What people say: words of several scripts, numbers in digits and spelled out, hyphens and apostrophes. */
const SAID = [
  ...[
    'I need a cleaning',
    'a deep-cleaning please',
    'my tooth hurts',
    'Müller speaking',
    "this is O'Connell",
    'o’connell',
  ],
  ...[
    'Anna-Lena Groß',
    'Smith-Jones',
    'call me at 303-555-0150',
    'it is +13035550150',
    'five five five oh one five oh',
  ],
  ...[
    'at 12:30',
    'room 12',
    'number 4 5',
    'vierundzwanzig',
    'cita para mañana',
    '予約をお願いします',
    'カットはいくらですか',
  ],
  ...[
    'أريد موعدا',
    'ขอจองคิว',
    '한국어로 말해요',
    'my email is ana@example.com',
    'card 4111 1111 1111 1111',
    'the price, 80 euros',
  ],
  ...[
    'İstanbul',
    'ﬁlling',
    'x-ray',
    'co-op\u200b',
    'so\u00adft hyphen',
    'Ok.',
    'Yes',
    'No, thank you',
    '½ hour',
    'B12 shot',
  ],
];

/** Returns some sentences that one person says in a turn. */
export function randomText(random: () => number): string {
  const count = 1 + Math.floor(random() * 4);
  return Array.from({ length: count }, () => pick(random, SAID)).join(pick(random, [' ', ', ', '. ', '\n', '-']));
}

/** A business with calls in which something is said. */
export function spokenBusiness(seed: number, calls: number): DemoBusiness {
  const random = randomOf(seed);
  const business = searchedBusiness(seed, { contacts: 30, bookings: 10, calls });
  const turn = (index: number) => ({
    speaker: pick(random, ['caller', 'receptionist']),
    text: randomText(random),
    offset_seconds: index * 5,
  });
  return {
    ...business,
    calls: business.calls.map((call) => ({
      ...call,
      summary: random() < 0.5 ? null : randomText(random),
      transcript: Array.from({ length: Math.floor(random() * 5) }, (_, index) => turn(index)),
    })),
  };
}

/** Returns a query that often occurs in what was said: a part of it. */
export function randomQuery(random: () => number): string {
  const text = randomText(random);
  const start = Math.floor(random() * text.length);
  const part = text.slice(start, start + 1 + Math.floor(random() * 14)).trim();
  return random() < 0.25 ? `"${part.replaceAll('"', '')}"` : part;
}
