import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { promisesIn, type Voice } from '../../src/lib/promises/detect.ts';
import { PROMISE_KINDS, type PromiseKind } from '../../src/lib/promises/languages/index.ts';

/**
 * Sentences written by hand, not from the patterns. `tuning` is the part that the patterns were developed with; of
 * `held_out` only the score was read.
 */
type Half = 'tuning' | 'held_out';
type Sentences = Record<Half, Record<PromiseKind | 'none', string[]>>;
const HALVES: readonly Half[] = ['tuning', 'held_out'];
const LANGUAGES = { en: 'English', es: 'Spanish', de: 'German', fr: 'French', it: 'Italian', pt: 'Portuguese' };

interface Labelled {
  sentence: string;
  expected: PromiseKind | undefined;
  found: PromiseKind[];
}

/** `summary: …` is of a summary, `caller: …` of the caller; the others are said by the business. */
function detect(line: string): PromiseKind[] {
  const [, voice, sentence] = /^(?:(summary|caller): )?(.*)$/s.exec(line) as unknown as [string, string?, string?];
  if (voice === 'caller') return [];
  return promisesIn(sentence ?? '', (voice ?? 'business') as Voice).map(({ kind }) => kind);
}

function labelled(language: string, half: Half): Labelled[] {
  const file = new URL(`./promises/${language}.yaml`, import.meta.url);
  const sentences = (parse(readFileSync(file, 'utf8')) as Sentences)[half];
  return [...PROMISE_KINDS, 'none' as const].flatMap((kind) =>
    (sentences[kind] ?? []).map((sentence) => ({
      sentence,
      expected: kind === 'none' ? undefined : kind,
      found: detect(sentence),
    })),
  );
}

/** Returns how many of the found promises are promises, and how many of the promises are found. */
function score(cases: readonly Labelled[]) {
  const found = cases.flatMap((one) => one.found.map((kind) => kind === one.expected));
  const right = found.filter(Boolean).length;
  const promises = cases.filter(({ expected }) => expected !== undefined).length;
  return { precision: right / found.length, recall: right / promises, sentences: cases.length };
}

const MIN_PRECISION = 0.93;
const MIN_RECALL = 0.9;

describe('promises in sentences of six languages', () => {
  it.each(Object.entries(LANGUAGES))('%s has at least 80 labelled sentences, half of them promises', (language) => {
    const cases = HALVES.flatMap((half) => labelled(language, half));
    const promises = cases.filter(({ expected }) => expected !== undefined);
    expect(cases.length).toBeGreaterThanOrEqual(80);
    expect(promises.length).toBeGreaterThan(cases.length * 0.4);
    expect(new Set(cases.map(({ sentence }) => sentence)).size).toBe(cases.length);
  });

  it.each(Object.keys(LANGUAGES))('every sentence of the tuning half in %s is judged right', (language) => {
    const wrong = labelled(language, 'tuning').filter(({ expected, found }) => String(found) !== (expected ?? ''));
    expect(wrong).toEqual([]);
  });

  it.each(Object.keys(LANGUAGES))(
    'precision and recall on the held-out half in %s stay above their limits',
    (language) => {
      const { precision, recall } = score(labelled(language, 'held_out'));
      expect(precision).toBeGreaterThanOrEqual(MIN_PRECISION);
      expect(recall).toBeGreaterThanOrEqual(MIN_RECALL);
    },
  );
});
