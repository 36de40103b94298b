import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/support/long-first.ts';
import { missingPostgresReason } from './test/support/postgres/binaries.ts';

/** Tests of one engine alone, and of what is in front of the database: pages, documents and the servers of others. */
const SQLITE_ALONE = [
  'test/platform/{sqlite,demo}/**',
  'test/platform/calendars/{bounds,busy-spans,reading,recurrence}.test.ts',
  'test/platform/call-fetches/fetching.test.ts',
  'test/platform/dashboard/cross-site.test.ts',
  'test/platform/deliveries/{addresses,backoff,heartbeat}.test.ts',
  'test/platform/erasure/report-marks.test.ts',
  'test/platform/feeds/vdirsyncer.test.ts',
  'test/platform/openapi.test.ts',
  'test/platform/searches/indexed-meanwhile.test.ts',
  'test/platform/summary/pieces.test.ts',
  // Compare how the rules compute, which is the same in front of both, with a slow implementation.
  'test/business/rules/random/**',
  'test/business/rules/offers.test.ts',
  // Measures how long the rules compute at a time, which is the same in front of both.
  'test/business/rules/large.test.ts',
];
const POSTGRES_ALONE = 'test/platform/postgres/**';
/** Needs PostgreSQL whatever the engine under test is. */
const REPLICAS = 'test/replicas/**';

const withPostgres = hasPostgres();

const everything = {
  extends: true as const,
  test: {
    name: 'sqlite',
    include: ['test/**/*.test.ts'],
    exclude: [POSTGRES_ALONE, ...(withPostgres ? [] : [REPLICAS])],
  },
};
/** The embedded platform again, on the other database. */
const postgres = {
  extends: true as const,
  test: {
    name: 'postgres',
    include: [
      'test/platform/**/*.test.ts',
      'test/business/{database,rules}/**/*.test.ts',
      'test/events/incoming-call.test.ts',
      'test/differential/**/*.test.ts',
    ],
    exclude: SQLITE_ALONE,
    env: { TEST_ENGINE: 'postgres' },
  },
};

export default defineConfig({
  test: {
    projects: withPostgres ? [everything, postgres] : [everything],
    globalSetup: ['temporary-folders', 'installed-program', 'postgres/setup', 'template-databases'].map(
      (name) => `test/support/${name}.ts`,
    ),
    // Many tests start the built program, and many wait: three at once keep two cores busy. More than eight would need much memory.
    maxWorkers: Math.max(3, Math.min(availableParallelism(), 8)),
    // The files of a worker share its process and the modules that it has loaded: to load them again takes each file more than
    // half a second of a processor. So a file must undo what it changes in its process, such as its environment or timers.
    isolate: false,
    // Tests that are marked as concurrent wait for most of their time.
    maxConcurrency: 10,
    sequence: { sequencer: LongFirst },
    // Some tests take 20 seconds on a quiet machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One second, the default, is too short where three workers share two cores.
    expect: { poll: { timeout: 15_000 } },
    // oidc-provider warns at each start that it is not meant to be run like this, and that Node 20 is old.
    onConsoleLog: (text) => !text.startsWith('oidc-provider WARNING'),
  },
});

/** CI must not leave it out without anybody noticing. */
function hasPostgres(): boolean {
  const reason = missingPostgresReason();
  if (reason === undefined || (process.env.CI === 'true' && process.platform === 'linux')) return true;
  console.warn(reason);
  return false;
}
