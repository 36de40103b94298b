import { DEFAULT_MAX_RESPONSE_BYTES } from '../../src/api/attempt.ts';
import type { Behaviour } from './upstream.ts';

/** The largest answers that the API client reads, with the most of what makes reading, searching or masking slow. */

/** Texts that are slow to mask, to clean, to normalise or to tell from a time, repeated to any length. */
export const TEXTS = {
  numbers: 'my card is 4242, four two four two uh 42 42 then one nine, call +1 (212) 555-0123 or 06 12 34 56 78. ',
  list: '1, 2, 3, 44, 55, 666, 7 8 9 10 11. ',
  digits: '4',
  addresses: 'a.b-c at example dot com, x.y+z@mail.example.com and d dot e at g mail point com ',
  invisible: 'a\u200b\u0301\u0301\u0301\u0301\u0301é\u{e0041}\u202e👩\u200d💻 ',
  accents: 'ǻ',
  spaces: '     \t\n',
  stops: '.',
  quotes: '"\\"`{[',
} as const;

export function repeated(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}

/** How the bytes of an answer are divided. */
export type Division = 'one text' | 'one record' | 'all fields' | 'turns' | 'values' | 'names';

/** Fields that the platform's records have, of all kinds together: each reader takes its own and shows the others. */
const TEXT_FIELDS = ['notes', 'name', 'email', 'phone', 'summary', 'description', 'url', 'service_id', 'contact_id'];

interface Size {
  division: Division;
  text: keyof typeof TEXTS;
  records: number;
}

const START = Date.UTC(2194, 0, 3, 14);
/** Below the limit for the values of an answer. */
const VALUES = 110_000;

/** Returns the JSON of a page of records of the largest size. */
export function largestPage({ division, text, records }: Size): Buffer {
  const bytes = DEFAULT_MAX_RESPONSE_BYTES * 0.97;
  const data = Array.from({ length: records }, (_, index) => {
    const start = new Date(START + index * 3_600_000).toISOString();
    const known = {
      start_time: start,
      started_at: start,
      created_at: start,
      status: 'confirmed',
      duration_minutes: 30,
    };
    const own = division === 'one record' ? (index === 0 ? bytes * 0.9 : 0) : bytes / records - 200;
    return { id: `id_${index}`, ...known, ...content(division, text, own, VALUES / records) };
  });
  return Buffer.from(JSON.stringify({ data, meta: { total: records, page: 1, per_page: 100, has_more: false } }));
}

/** Characters of a text that take so many bytes in JSON. */
const charactersIn = (text: string, bytes: number) =>
  Math.max(0, Math.floor((bytes * text.length) / (Buffer.byteLength(JSON.stringify(text)) - 2)));

function content(division: Division, kind: keyof typeof TEXTS, bytes: number, values: number): object {
  const text = (size: number) => repeated(TEXTS[kind], charactersIn(TEXTS[kind], size));
  if (division === 'one text' || division === 'one record') return { notes: text(bytes), name: 'Ana' };
  if (division === 'turns') {
    const count = Math.floor(Math.min(bytes / 150, values / 4.5));
    const turn = (index: number) => ({ speaker: index % 2 ? 'caller' : 'agent', text: text(60), offset_seconds: 1 });
    return { transcript: Array.from({ length: count }, (_, index) => turn(index)), summary: text(1_000) };
  }
  if (division === 'values') return { other: Array.from({ length: values * 0.9 }, (_, at) => `${at}`) };
  if (division === 'names') {
    const names = Math.min(values * 0.9, 9_900);
    return Object.fromEntries(Array.from({ length: names }, (_, at) => [`secret_${at}`, `v${at}`]));
  }
  const share = bytes / (TEXT_FIELDS.length + 3) - 40;
  const contact = { name: text(share), email: text(share), phone: text(share) };
  return { ...Object.fromEntries(TEXT_FIELDS.map((name) => [name, text(share)])), contact };
}

/** Serves a page to each request for a list, and its first record to the others. */
export function largest(page: Buffer): Behaviour {
  const { data } = JSON.parse(page.toString()) as { data: unknown[] };
  const first = Buffer.from(JSON.stringify({ data: data[0] }));
  return ({ path }, response) => {
    const isList = /\/v1\/(\w+|webhooks\/events)(\?|$)/.test(path);
    response.writeHead(200, { 'content-type': 'application/json' }).end(isList ? page : first);
  };
}
