import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

const VARIABLE = 'MUTANT_TEST_ORDER';

export interface EarlierResult {
  /** The changed source file. */
  file: string;
  /** The name of the test that noticed the change, with the path of its file. */
  test?: string | undefined;
}

/** An environment that hands test files to `vitest.config.ts`, those first that run first. */
export const inOrder = (testFiles: readonly string[]) => ({ [VARIABLE]: JSON.stringify(testFiles) });
export const readOrder = (): string[] => JSON.parse(process.env[VARIABLE] ?? '[]');

/**
 * Sorts test files by how likely they notice a change, for the time that they take. A test file is likely if it imports
 * the source, if it noticed earlier changes of this file or its folder, and if its words are those of the source (cosine of TF-IDF vectors).
 * The order changes no result.
 */
export function byLikelihood(
  tests: readonly { path: string; ms: number }[],
  source: string,
  earlier: readonly EarlierResult[],
): string[] {
  const similarity = similarities(
    source,
    tests.map(({ path }) => path),
  );
  const notices = new Map<string, number>();
  for (const { file, test } of earlier) {
    const path = testFileOf(test);
    if (path === undefined || dirname(file) !== dirname(source)) continue;
    notices.set(path, (notices.get(path) ?? 0) + (file === source ? 1 : 0.3));
  }
  const imports = (path: string) => (readFileSync(path, 'utf8').includes(`/${source}'`) ? 1 : 0);
  // A test file notices more rarely what it only touches. Process start-up takes about a second in each file.
  const rank = ({ path, ms }: { path: string; ms: number }) =>
    (0.05 + imports(path) + (similarity.get(path) ?? 0) + (notices.get(path) ?? 0)) / (ms + 1_000);
  return [...tests].sort((a, b) => rank(b) - rank(a)).map(({ path }) => path);
}

export const testFileOf = (failedTest: string | undefined) => /test\/\S+\.test\.ts/.exec(failedTest ?? '')?.[0];

function similarities(source: string, testFiles: readonly string[]): Map<string, number> {
  const words = new Map(testFiles.map((file) => [file, wordCounts(file)]));
  const frequency = new Map<string, number>();
  for (const counts of words.values())
    for (const word of counts.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  /** A word that all test files contain weighs nothing. */
  const weigh = (counts: Map<string, number>) =>
    new Map(
      [...counts].map(([word, count]) => [
        word,
        Math.log1p(count) * Math.log(testFiles.length / (frequency.get(word) ?? testFiles.length)),
      ]),
    );
  const wanted = weigh(wordCounts(source));
  return new Map([...words].map(([file, counts]) => [file, cosine(wanted, weigh(counts))]));
}

/** Words of a file's text, and of its path, which count more. Names in camel case are several words. */
function wordCounts(file: string): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (text: string, times: number) => {
    for (const [word] of text.matchAll(/[A-Z]?[a-z]{2,}|[A-Z]{3,}/g))
      counts.set(word.toLowerCase(), (counts.get(word.toLowerCase()) ?? 0) + times);
  };
  add(readFileSync(file, 'utf8'), 1);
  add(file, 1_000);
  return counts;
}

function cosine(a: Map<string, number>, b: Map<string, number>): number {
  const length = (vector: Map<string, number>) => Math.hypot(...vector.values());
  let product = 0;
  for (const [word, weight] of a) product += weight * (b.get(word) ?? 0);
  return product === 0 ? 0 : product / (length(a) * length(b));
}
