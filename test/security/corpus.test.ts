import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CorpusCase,
  falsePositives,
  HALVES,
  type Half,
  LANGUAGES,
  type Language,
  levelsOf,
  readCorpus,
  recall,
  redactCase,
  score,
} from '../support/redaction-corpus.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

const corpus = readCorpus();
const part = (half: Half, language?: string) =>
  corpus.filter((one) => one.half === half && (language === undefined || one.language === language));

/** Sensitive cases that may be missed, and harmless ones that may be changed: what was reached, and one case more. */
const MISSES: Record<Half, Record<Language, [missed: number, changed: number]>> = {
  tuning: { en: [1, 1], es: [1, 1], de: [1, 1], fr: [1, 1], it: [1, 1], pt: [1, 1] },
  held_out: { en: [4, 3], es: [2, 1], de: [1, 1], fr: [1, 1], it: [1, 1], pt: [2, 1] },
};

describe.each(HALVES)('redaction of the %s half of the corpus', (half) => {
  it('masks at least 97 % of the sensitive cases and changes at most 1 % of the harmless ones', () => {
    const result = score(part(half));
    expect(result).toMatchObject({ sensitive: 200, harmless: 200 });
    expect(recall(result)).toBeGreaterThanOrEqual(0.97);
    expect(falsePositives(result)).toBeLessThanOrEqual(0.01);
  });

  it.each(Object.entries(LANGUAGES))('remains as good as it was measured for %s (%s)', (language) => {
    const result = score(part(half, language));
    const [missed, changed] = MISSES[half][language as Language];
    expect(result.sensitive - result.masked).toBeLessThanOrEqual(missed);
    expect(result.changed).toBeLessThanOrEqual(changed);
  });
});

describe('the corpus through the front door', () => {
  let upstream: Upstream;
  const sessions = {} as Record<'contact' | 'strict', HttpSession>;

  beforeAll(async () => {
    upstream = await startUpstream(({ path, ...request }, response) => {
      const index = Number(/_(\d+)/.exec(path)?.[1]);
      const one = corpus[index];
      if (one === undefined) return json(404, { error: 'not found' })({ path, ...request }, response);
      const { parts } = one;
      const transcript = parts.map(({ speaker = '', text }) => ({ speaker, text }));
      json(200, { data: { id: `r_${index}`, notes: parts[0]?.text, transcript } })({ path, ...request }, response);
    });
    const env = { RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' };
    for (const level of ['contact', 'strict'] as const) sessions[level] = await startHttp(env, ['--redact', level]);
  });
  afterAll(async () => {
    await Promise.all(Object.values(sessions).map((session) => session.close()));
    await upstream?.close();
  });

  /** Returns the texts of a case as tools show them. */
  async function shown({ parts }: CorpusCase, index: number, level: 'contact' | 'strict'): Promise<string[]> {
    const { client } = sessions[level];
    if (parts[0]?.speaker === undefined) {
      const { data } = await client.call('get_booking', { booking_id: `r_${index}` });
      return [(data.booking as { notes: string }).notes];
    }
    const { data } = await client.call('get_call_transcript', { call_id: `r_${index}` });
    return (data.turns as { text: string }[]).map(({ text }) => text);
  }

  it.each(['contact', 'strict'] as const)('is masked alike in notes and transcripts at level %s', async (level) => {
    const cases = [...corpus.entries()].filter(([, one]) => levelsOf(one).includes(level));
    for (let first = 0; first < cases.length; first += 20) {
      const some = cases.slice(first, first + 20);
      const answers = await Promise.all(some.map(([index, one]) => shown(one, index, level)));
      expect(answers).toEqual(some.map(([, one]) => redactCase(one, level)));
    }
  });
});
