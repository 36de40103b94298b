/**
 * Mutation test: changes one operator of the source, builds, runs the tests of that part, and reports the changes that no
 * test noticed. `npm run mutants -- --count 200 --seed 1` takes hours; it continues where an earlier run with the same
 * seed stopped. `--only src/tools` restricts the files, `--list` prints the chosen changes.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { seeded } from '../../test/support/faults.ts';
import { table } from '../markdown.ts';
import { isMutated, projectsOf, testsOf } from './areas.ts';
import { applyMutation, type Mutation, mutationsOf } from './operators.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    /** A prefix of the files to change. */
    only: { type: 'string', default: 'src/' },
    list: { type: 'boolean', default: false },
  },
});

const root = fileURLToPath(new URL('../..', import.meta.url));
const RESULTS = `${root}/build/mutants-${values.seed}.jsonl`;
/** A change can make a loop endless: the time after which a test run counts as failed. */
const UNIT_LIMIT_MS = 5 * 60_000;
const BUILD_LIMIT_MS = 2 * 60_000;
const TESTS_LIMIT_MS = 20 * 60_000;

interface Mutant extends Mutation {
  file: string;
  line: number;
  /** The changed line before and after. */
  before: string;
  after: string;
  /** Identifies the changed file, so that a result is not reused after the source has changed. */
  digest: string;
}

interface Result extends Pick<Mutant, 'file' | 'line' | 'operator' | 'before' | 'after' | 'digest'> {
  /** What noticed the change; `nothing`: it survived. */
  noticedBy: 'unit tests' | 'build' | 'tests' | 'timeout' | 'nothing';
  /** The first failed test. */
  test?: string | undefined;
  seconds: number;
}

const chosen = choose(allMutants(), Number(values.count), Number(values.seed));
if (values.list) {
  for (const { file, line, operator, before, after } of chosen)
    console.log(`${file}:${line} ${operator}\n  - ${before}\n  + ${after}`);
} else {
  await test(chosen);
}

/** Returns every possible change, in the order of files and offsets. */
function allMutants(): Mutant[] {
  const files = readdirSync(`${root}/src`, { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file.replaceAll('\\', '/')}`)
    .filter((file) => isMutated(file) && file.startsWith(values.only))
    .sort();
  return files.flatMap((file) => {
    const source = readFileSync(`${root}/${file}`, 'utf8');
    return mutationsOf(source).map((mutation) => describe(file, source, mutation));
  });
}

function describe(file: string, source: string, mutation: Mutation): Mutant {
  const changed = applyMutation(source, mutation);
  const lineAt = (text: string) => {
    const end = text.indexOf('\n', mutation.start);
    return text.slice(source.lastIndexOf('\n', mutation.start) + 1, end < 0 ? undefined : end).trim();
  };
  return {
    ...mutation,
    file,
    line: source.slice(0, mutation.start).split('\n').length,
    before: lineAt(source),
    after: lineAt(changed),
    digest: createHash('sha256').update(changed).digest('hex').slice(0, 16),
  };
}

/** Chooses `count` changes at random (Fisher-Yates), the same ones for the same seed and source. */
function choose(all: Mutant[], count: number, seed: number): Mutant[] {
  const random = seeded(seed);
  const pool = [...all];
  return Array.from({ length: Math.min(count, pool.length) }, () => {
    const [taken] = pool.splice(Math.floor(random() * pool.length), 1);
    return taken as Mutant;
  });
}

async function test(mutants: readonly Mutant[]): Promise<void> {
  mkdirSync(`${root}/build`, { recursive: true });
  const known = readResults();
  const results = mutants.flatMap(({ digest }) => known.get(digest) ?? []);
  const open = mutants.filter(({ digest }) => !known.has(digest));
  console.error(`${mutants.length} changes, ${results.length} of them tested before.`);
  const workspace = createWorkspace(root);
  const original = createWorkspace(root);
  try {
    await original.run('tsx', ['scripts/build.ts'], BUILD_LIMIT_MS);
    for (const mutant of open) {
      const result = await testMutant(mutant, workspace, original);
      if (!result) {
        console.error(`undecided, because a test fails without the change too: ${mutant.file}:${mutant.line}`);
        continue;
      }
      appendFileSync(RESULTS, `${JSON.stringify(result)}\n`);
      results.push(result);
      const outcome = result.noticedBy === 'nothing' ? 'SURVIVED' : `noticed by ${result.noticedBy}`;
      console.error(
        `${results.length}/${mutants.length} ${outcome} (${result.seconds} s) ${mutant.file}:${mutant.line} ${mutant.operator}`,
      );
    }
  } finally {
    workspace.remove();
    original.remove();
  }
  report(results);
}

function readResults(): Map<string, Result> {
  if (!existsSync(RESULTS)) return new Map();
  const lines = readFileSync(RESULTS, 'utf8').trim().split('\n').filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line) as Result).map((result) => [result.digest, result]));
}

/** Tests one change. Undefined: the test that noticed it fails without it, too. */
async function testMutant(mutant: Mutant, workspace: Workspace, original: Workspace): Promise<Result | undefined> {
  const startedAt = performance.now();
  const source = workspace.read(mutant.file);
  workspace.write(mutant.file, applyMutation(source, mutant));
  try {
    const outcome = await findNotice(mutant.file, workspace);
    const [, testFile] = /(test\/\S+\.test\.ts)/.exec(outcome.test ?? '') ?? [];
    if (testFile && (await runTests(original, ['run', testFile], TESTS_LIMIT_MS)).outcome !== 'passed')
      return undefined;
    const { file, line, operator, before, after, digest } = mutant;
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    return { file, line, operator, before, after, digest, ...outcome, seconds };
  } finally {
    workspace.write(mutant.file, source);
  }
}

/** Runs the tests that import the file, then builds and runs those of its part. Stops at the first that fails. */
async function findNotice(file: string, workspace: Workspace): Promise<Pick<Result, 'noticedBy' | 'test'>> {
  const unit = await runTests(
    workspace,
    ['related', file, '--run', '--config', 'vitest.unit.config.ts', '--passWithNoTests'],
    UNIT_LIMIT_MS,
  );
  if (unit.outcome === 'timeout') return { noticedBy: 'timeout' };
  if (unit.outcome === 'failed') return { noticedBy: 'unit tests', test: failedTest(unit.output) };
  const built = await workspace.run('tsx', ['scripts/build.ts'], BUILD_LIMIT_MS);
  if (built.outcome !== 'passed') return { noticedBy: 'build' };
  const projects = projectsOf(file).flatMap((project) => ['--project', project]);
  const tests = await runTests(workspace, ['run', ...projects, ...testsOf(file)], TESTS_LIMIT_MS);
  if (tests.outcome === 'timeout') return { noticedBy: 'timeout' };
  if (tests.outcome === 'failed') return { noticedBy: 'tests', test: failedTest(tests.output) };
  return { noticedBy: 'nothing' };
}

/** Runs vitest until a test fails twice. */
function runTests(workspace: Workspace, args: readonly string[], limitMs: number) {
  return workspace.run('vitest', [...args, '--bail', '1', '--retry', '1', '--reporter', 'verbose'], limitMs);
}

/** The name of the first failed test in the output of vitest. */
function failedTest(output: string): string | undefined {
  const plain = stripVTControlCharacters(output);
  return /^\s*FAIL\s+(.+)$/m.exec(plain)?.[1]?.trim();
}

function report(results: readonly Result[]): void {
  const survivors = results.filter(({ noticedBy }) => noticedBy === 'nothing');
  const noticed = results.length - survivors.length;
  const rows = survivors.map(({ file, line, operator, before, after }) => [`${file}:${line}`, operator, before, after]);
  if (rows.length > 0) console.log(`${table(['survived', 'operator', 'before', 'after'], rows)}\n`);
  console.log(
    `${noticed} of ${results.length} noticed (${((100 * noticed) / results.length).toFixed(1)} %), seed ${values.seed}`,
  );
}
