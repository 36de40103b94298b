import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/**
 * A test that compares a written date with the real clock passes until that date. So a date in a test is one that is past
 * at every run, or in a year that no run reaches (2100 and later), or derived from the clock. Other dates are allowed
 * where the test itself sets the time.
 */
const ALWAYS_PAST = '2026-11-20';
const NEVER_REACHED = '2100';

/** They test functions that take the current time as an argument, or define a clock of their own. */
const TIME_IS_GIVEN = [
  'bench/lib/seed.ts',
  'test/lib/open-intervals.test.ts',
  'test/lib/time.test.ts',
  'test/platform/demo/cases.ts',
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = ['bench', 'test']
  .flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(ts|cjs|mjs|jsonl)$/.test(file));
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');

/** Each date of a text, as far as it is written: `2030-01-02`, `2030-01`, `2030` from `Date.UTC(2030, …)`. */
function datesOf(text: string): string[] {
  const iso = text.matchAll(/\b2\d{3}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?(?!\d)/g);
  const calls = text.matchAll(/(?<=\b(?:Date\.UTC|new Date)\()2\d{3}\b/g);
  return [...iso, ...calls].map(([date]) => date);
}

const comesToPass = (date: string) => date > ALWAYS_PAST.slice(0, date.length) && date < NEVER_REACHED;
const setsTheTime = (text: string) => /\bmanualClock\(|\bstartWorld\(/.test(text);

describe('dates in tests and benchmarks', () => {
  it('finds the dates that become past while the tests are in use', () => {
    const found = (text: string) => datesOf(text).filter(comesToPass);
    expect(found("'2027-03-03T15:00:00Z', Date.UTC(2035, 0, 1), `2031-03-0n`, new Date(2030, 1)")).toEqual([
      '2027-03-03',
      '2031-03',
      '2035',
      '2030',
    ]);
    expect(found("'2026-11-20', '2025-11-25', '2199-01-01', Date.UTC(2200), Date.UTC(2026, 3), 2048")).toEqual([]);
  });

  it('are always past or never reached, except where the test sets the time', () => {
    const wrong = files
      .filter((file) => !TIME_IS_GIVEN.includes(file) && file !== 'test/policy/dates.test.ts')
      .map((file) => ({ file, text: read(file) }))
      .filter(({ text }) => !setsTheTime(text))
      .flatMap(({ file, text }) =>
        datesOf(text)
          .filter(comesToPass)
          .map((date) => `${file}: ${date}`),
      );
    expect(wrong).toEqual([]);
  });

  it('are allowed without a manual clock only in files that have such dates and do not read the clock', () => {
    for (const file of TIME_IS_GIVEN) {
      const text = read(file);
      expect(datesOf(text).filter(comesToPass), file).not.toEqual([]);
      expect(text, file).not.toMatch(/Date\.now\(|new Date\(\)|systemClock|start(?:Http|Platform|Program)\(/);
    }
  });
});
