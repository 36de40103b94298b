/**
 * Runs the tests with a fake clock, at moments at which code and tests about time often fail. `npm run test:moments` runs
 * all moments; `-- --list` lists them; `-- --only leap-day test/tools` runs one moment and a part of the tests.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Temporal } from 'temporal-polyfill';
import { TEAM } from '../src/platform/demo/business.ts';
import { table } from './markdown.ts';

interface Moment {
  name: string;
  why: string;
  at: Temporal.ZonedDateTime;
}

interface Report {
  testResults: { name: string; status: string; message: string; assertionResults: Assertion[] }[];
}
interface Assertion {
  fullName: string;
  status: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true },
    list: { type: 'boolean', default: false },
    /** Projects of vitest. */
    project: { type: 'string', multiple: true, default: [] },
    workers: { type: 'string', default: '3' },
  },
});

const zone = TEAM.time_zone;
const now = Temporal.Now.zonedDateTimeISO(zone);
const all = moments();
const unknown = values.only?.filter((name) => !all.some((moment) => moment.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(`Unknown moments: ${unknown.join(', ')}. Known: ${all.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
const chosen = all.filter(({ name }) => values.only?.includes(name) ?? true);

if (values.list) {
  console.log(
    table(
      ['name', 'moment', 'why'],
      chosen.map(({ name, at, why }) => [name, shown(at), why]),
    ),
  );
} else {
  requireFaketime();
  const rows: string[][] = [];
  let [passed, failed] = [0, 0];
  for (const moment of chosen) {
    console.error(`${moment.name}: ${shown(moment.at)}`);
    const result = await runAt(moment);
    for (const failure of result.failures) console.error(`FAILED at ${moment.name}: ${failure}`);
    passed += result.passed;
    failed += result.failures.length;
    rows.push([moment.name, shown(moment.at), String(result.passed), String(result.failures.length)]);
  }
  console.log(table(['name', 'moment', 'passed', 'failed'], rows));
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** Returns the next occurrence of each moment. None is in the past, because dates in tests must be older than the run. */
function moments(): Moment[] {
  const tomorrow = now.add({ days: 1 }).startOfDay();
  /** Returns the next date with this weekday; Monday is 1. */
  const next = (day: number) => tomorrow.add({ days: (day - tomorrow.dayOfWeek + 7) % 7 });
  const newYear = now.with({ month: 1, day: 1 }).startOfDay().add({ years: 1 });
  const beforeChange = { minutes: 5 };
  return [
    { name: 'midnight', why: 'the day of the business changes during the run', at: tomorrow.subtract({ minutes: 2 }) },
    { name: 'first-minute', why: 'the current day has just begun', at: tomorrow.add({ minutes: 1 }) },
    { name: 'noon', why: 'half of a working day is over', at: next(3).add({ hours: 12 }) },
    { name: 'saturday', why: 'the business is closed', at: next(6).add({ hours: 10 }) },
    { name: 'clocks-forward', why: 'a day of 23 hours', at: clockChange(zone, 1).subtract(beforeChange) },
    { name: 'clocks-back', why: 'a day of 25 hours', at: clockChange(zone, -1).subtract(beforeChange) },
    {
      name: 'eu-clocks-forward',
      why: 'Europe and America are an hour closer for some weeks',
      at: clockChange('Europe/Berlin', 1).withTimeZone(zone).subtract(beforeChange),
    },
    { name: 'month-end', why: 'the next month is shorter', at: newYear.with({ day: 31 }).add({ hours: 17 }) },
    { name: 'year-end', why: 'the year changes during the run', at: newYear.subtract({ minutes: 5 }) },
    { name: 'leap-day', why: 'a day that most years lack', at: leapDay().add({ hours: 11 }) },
    { name: 'year-ahead', why: 'dates within a year are past', at: now.add({ years: 1 }) },
    { name: 'ten-years-ahead', why: 'dates within ten years are past', at: now.add({ years: 10 }) },
  ];
}

/** Returns the next instant at which a zone's clocks are set forward (1) or back (-1). */
function clockChange(timeZone: string, direction: 1 | -1): Temporal.ZonedDateTime {
  for (let at = now.withTimeZone(timeZone); ; ) {
    const next = at.getTimeZoneTransition('next');
    if (!next) throw new Error(`The clocks of ${timeZone} do not change.`);
    if (Math.sign(next.offsetNanoseconds - next.subtract({ seconds: 1 }).offsetNanoseconds) === direction) return next;
    at = next;
  }
}

function leapDay(): Temporal.ZonedDateTime {
  const first = now.with({ month: 1, day: 1 }).startOfDay();
  for (let year = first.add({ years: 1 }); ; year = year.add({ years: 1 })) {
    if (year.inLeapYear) return year.with({ month: 2, day: 29 });
  }
}

function shown(at: Temporal.ZonedDateTime): string {
  return `${at.toString({ smallestUnit: 'minute', timeZoneName: 'never' })} ${at.toLocaleString('en', { weekday: 'short' })}`;
}

function requireFaketime(): void {
  if (spawnSync('faketime', ['--version']).status === 0) return;
  console.error('test:moments needs libfaketime: apt-get update && apt-get install -y faketime (Debian, Ubuntu).');
  process.exit(2);
}

async function runAt({ at }: Moment): Promise<{ passed: number; failures: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'rcpt-moments-'));
  const file = join(folder, 'report.json');
  const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
  // An offset, not an absolute time, so that all processes of the tests have the same time.
  const offset = Math.round((at.epochMilliseconds - Date.now()) / 1_000);
  const child = spawn(
    'faketime',
    [
      ...['-f', `${offset >= 0 ? '+' : ''}${offset}s`, process.execPath, vitest, 'run', '--maxWorkers', values.workers],
      ...['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
      ...values.project.flatMap((project) => ['--project', project]),
      ...positionals,
    ],
    {
      stdio: ['ignore', process.stderr, process.stderr],
      // Timers and measured durations stay real.
      env: { ...process.env, FAKETIME_DONT_FAKE_MONOTONIC: '1' },
    },
  );
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  try {
    if (!existsSync(file)) return { passed: 0, failures: [`vitest ended with ${code} and wrote no report`] };
    const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const assertions = testResults.flatMap(({ assertionResults }) => assertionResults);
    const failures = assertions.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
    // If a file cannot be loaded or its hooks fail, it has no failed test.
    for (const { name, status, message, assertionResults } of testResults) {
      if (status === 'failed' && !assertionResults.some((one) => one.status === 'failed')) {
        failures.push(`${name}: ${message}`);
      }
    }
    if (code !== 0 && failures.length === 0) failures.push(`vitest ended with ${code}`);
    return { passed: assertions.filter(({ status }) => status === 'passed').length, failures };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
