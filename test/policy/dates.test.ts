import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/**
 * A test that compares a literal date with the real clock fails after that date. A date in a test must therefore be past
 * at every run, be in 2100 or later, or be derived from the clock. Other dates are allowed if the test sets the time.
 */
const ALWAYS_PAST = '2026-11-20';
const NEVER_REACHED = '2100';

/** Tests of functions that take the current time as an argument, and files that define their own clock. */
const TIME_INDEPENDENT = [
  'bench/lib/seed.ts',
  'test/lib/open-intervals.test.ts',
  'test/lib/text-search/text-search.test.ts',
  'test/lib/time.test.ts',
  'test/platform/demo/cases.ts',
  'test/tools/promise-times.test.ts',
  'test/voice/tools/parts-of-months.test.ts',
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = ['bench', 'test']
  .flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(ts|cjs|mjs|jsonl)$/.test(file));
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');

/** Returns each literal date of a text: `2030-01-02`, `2030-01`, `2030` from `Date.UTC(2030, …)`. */
function datesOf(text: string): string[] {
  const iso = text.matchAll(/\b2\d{3}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?(?!\d)/g);
  const calls = text.matchAll(/(?<=\b(?:Date\.UTC|new Date)\()2\d{3}\b/g);
  return [...iso, ...calls].map(([date]) => date);
}

const expires = (date: string) => date > ALWAYS_PAST.slice(0, date.length) && date < NEVER_REACHED;
const setsTheTime = (text: string) =>
  /\bmanualClock\(|\bstartWorld\(|\bSTART_DATE\b|\bstartAt\(|\blibfaketime\b/.test(text);

describe('dates in tests and benchmarks', () => {
  it('finds dates that will be past while the tests are in use', () => {
    const found = (text: string) => datesOf(text).filter(expires);
    expect(found("'2027-03-03T15:00:00Z', Date.UTC(2035, 0, 1), `2031-03-0n`, new Date(2030, 1)")).toEqual([
      '2027-03-03',
      '2031-03',
      '2035',
      '2030',
    ]);
    expect(found("'2026-11-20', '2025-11-25', '2199-01-01', Date.UTC(2200), Date.UTC(2026, 3), 2048")).toEqual([]);
  });

  it('rejects dates that will be past, unless the test sets the time', () => {
    const wrong = files
      .filter((file) => !TIME_INDEPENDENT.includes(file) && file !== 'test/policy/dates.test.ts')
      .map((file) => ({ file, text: read(file) }))
      .filter(({ text }) => !setsTheTime(text))
      .flatMap(({ file, text }) =>
        datesOf(text)
          .filter(expires)
          .map((date) => `${file}: ${date}`),
      );
    expect(wrong).toEqual([]);
  });

  it('exempts only files that contain such dates and do not read the clock', () => {
    for (const file of TIME_INDEPENDENT) {
      const text = read(file);
      expect(datesOf(text).filter(expires), file).not.toEqual([]);
      expect(text, file).not.toMatch(/Date\.now\(|new Date\(\)|systemClock|start(?:Http|Platform|Program)\(/);
    }
  });
});
