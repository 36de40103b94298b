import type { CheckResult } from './check.ts';

/** Joins results of several subjects with the same finding, such as a key that no endpoint accepts, into the first one. */
export function joinSameFindings(results: readonly CheckResult[]): CheckResult[] {
  const keyOf = ({ status, finding, fix }: CheckResult) => JSON.stringify([status, finding, fix]);
  const joined: CheckResult[] = [];
  const seen = new Set<string>();
  for (const one of results) {
    const key = keyOf(one);
    const same = one.finding === undefined ? [one] : results.filter((other) => keyOf(other) === key);
    if (same.length === 1) joined.push(one);
    else if (!seen.has(key)) joined.push({ ...one, summary: `${one.finding}: ${subjectsOf(same)}` });
    seen.add(key);
  }
  return joined;
}

const subjectsOf = (results: readonly CheckResult[]) => results.map(({ subject }) => subject).join(', ');
