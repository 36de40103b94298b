import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/platform.ts';
import type { ExternalTools } from './outside.ts';
import type { Subject } from './subjects.ts';

/** The suite's result for a subject. */
export interface SuiteResult {
  /** Scenarios that count towards conformance. */
  scored: { passed: number; of: number };
  /** Single checks of the scored scenarios. */
  checks: { passed: number; of: number };
  /** Scenarios that run and do not count: extensions, and those that the suite marks as pending. */
  unscored: { passed: number; of: number };
  /** Failed checks and warnings of scored scenarios, as `scenario:check`. */
  failed: string[];
  /** True if exactly the checks in the baseline failed. */
  asExpected: boolean;
  /** The part of the suite's output about unexpected results. */
  output: string;
}

const BASELINES = fileURLToPath(new URL('baselines/', import.meta.url));
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');

/** Runs the official suite against a server. */
export async function runSuite(
  { run, folder }: ExternalTools,
  { revision, baseline }: Subject,
  url: string,
): Promise<SuiteResult> {
  const results = temporaryFolder();
  const expected = join(BASELINES, `${baseline ?? 'none'}.yml`);
  await mkdir(results, { recursive: true });
  const args = ['server', '--url', url, '--requirements', revision, '--expected-failures', expected, '-o', results];
  const { code, stdout, stderr } = await run('conformance', args);
  const summary = `${stdout}${stderr}`.replace(COLOURS, '').split('=== SUMMARY ===')[1]?.trim();
  if (summary === undefined) throw new Error(`the suite did not complete:\n${stderr || stdout}`);
  const failed = await failedChecks(results);
  await rm(results, { recursive: true, force: true });
  const unscored = await unscoredIn(folder('@modelcontextprotocol/conformance'), revision);
  return { ...countScenarios(summary, failed, unscored), asExpected: code === 0, output: unexpectedPart(summary) };
}

/** Returns the scenarios that the suite's requirements file of a revision lists as not scored. */
async function unscoredIn(suite: string, revision: string): Promise<Set<string>> {
  const requirements = await readFile(join(suite, 'requirements', `${revision}.yaml`), 'utf8');
  return new Set([...requirements.matchAll(/- scenario: (\S+)\s+leg: server/g)].map(([, name]) => name as string));
}

/** Parses the summary: one line per scenario. A scenario with a warning has a tick in it, but does not count as passed here. */
function countScenarios(summary: string, failedChecks: readonly string[], unscored: ReadonlySet<string>) {
  const failing = new Set(failedChecks.map((check) => check.split(':')[0]));
  const totals = { scored: { passed: 0, of: 0 }, checks: { passed: 0, of: 0 }, unscored: { passed: 0, of: 0 } };
  for (const [, name = '', passed, failed] of summary.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)) {
    const counts = unscored.has(name) ? totals.unscored : totals.scored;
    counts.of++;
    if (!failing.has(name)) counts.passed++;
    if (unscored.has(name)) continue;
    totals.checks.passed += Number(passed);
    totals.checks.of += Number(passed) + Number(failed);
  }
  if (totals.scored.of === 0) throw new Error(`the suite's summary has no scenarios:\n${summary}`);
  return { ...totals, failed: failedChecks.filter((check) => !unscored.has(check.split(':')[0] ?? '')) };
}

function unexpectedPart(summary: string): string {
  const start = summary.search(/^(Unexpected|Stale)/m);
  return start < 0 ? summary : summary.slice(start);
}

async function failedChecks(results: string): Promise<string[]> {
  const failed = new Set<string>();
  for (const folder of await readdir(results)) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(folder)?.[1];
    const checks = JSON.parse(await readFile(join(results, folder, 'checks.json'), 'utf8'));
    for (const { id, status } of checks as { id: string; status: string }[])
      if (status === 'FAILURE' || status === 'WARNING') failed.add(`${scenario}:${id}`);
  }
  return [...failed].sort();
}
