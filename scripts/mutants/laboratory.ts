import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { transformSync } from 'esbuild';
import { projectsOf, testsOf } from './areas.ts';
import { applyMutation, type Mutation } from './operators.ts';
import { byLikelihood, type EarlierResult, inOrder, testFileOf } from './order.ts';
import { createReach } from './reach.ts';
import { embedSwitches } from './switches.ts';
import { type CommandResult, createWorkspace } from './workspace.ts';

const BUILD_LIMIT_MS = 5 * 60_000;
/** Added to three times what the tests need without a change. A change that makes a loop endless exceeds it. */
const EXTRA_MS = 60_000;

/** Test files of a part that are tried first, and the time that each may take. */
const LIKELY_TESTS = 5;
const LIKELY_MS = 20_000;

/** What the tests of one change showed. */
export interface Outcome {
  /**
   * What noticed the change. `nothing`: it survived. `same program`: it compiles to the original, so that no test could
   * notice it. `no program`: the changed file cannot be parsed.
   */
  noticedBy: 'build' | 'tests' | 'timeout' | 'nothing' | 'same program' | 'no program';
  /** The first failed test. */
  test?: string | undefined;
  /** How many test files reach the changed place, and pass with the original. */
  reachedBy?: number;
}

/** A change, with its number in the switched sources. */
export type Change = Mutation & { file: string; number: number };

/** Builds one program with all changes behind switches (`switches.ts`) in a copy of the project. */
export async function createLaboratory(root: string, changes: readonly Change[]) {
  const workspace = createWorkspace(root);
  const excluded = new Map<number, Outcome>();
  workspace.write('mutant', '0');
  workspace.write('reached', '');
  for (const file of new Set(changes.map((change) => change.file))) {
    const source = workspace.read(file);
    const own = changes.filter((change) => change.file === file);
    for (const change of own) {
      const compiled = compile(applyMutation(source, change));
      if (compiled === undefined) excluded.set(change.number, { noticedBy: 'no program' });
      else if (compiled === compile(source)) excluded.set(change.number, { noticedBy: 'same program' });
    }
    const usable = own.filter(({ number }) => !excluded.has(number));
    if (usable.length > 0) workspace.write(file, embedSwitches(source, usable, workspace.folder));
  }
  const built = await workspace.run('tsx', ['scripts/build.ts'], BUILD_LIMIT_MS);
  if (built.outcome !== 'passed') throw new Error(`The program with all switches cannot be built: ${built.output}`);
  /** Changes that take effect when the build writes dist/listings.json. */
  const inBuild = new Set(workspace.read('reached').split('\n').map(Number));
  const program = createHash('sha256').update(JSON.stringify(changes)).digest('hex').slice(0, 16);
  const reach = createReach(workspace, `${root}/build/mutants-reach-${program}.json`);
  const allTests = readdirSync(`${root}/test`, { recursive: true, encoding: 'utf8' })
    .map((file) => `test/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts'));
  const writeListings = () => workspace.run('tsx', ['scripts/listings.ts', 'dist'], BUILD_LIMIT_MS);

  function candidatesOf(file: string, earlier: readonly EarlierResult[], likelyOnly: boolean): string[] {
    const areas = testsOf(file);
    const tests = allTests.filter((test) => areas.some((area) => test === area || test.startsWith(`${area}/`)));
    const alike = tests.map((path) => ({ path, ms: 0 }));
    return likelyOnly ? byLikelihood(alike, file, earlier).slice(0, LIKELY_TESTS) : tests;
  }

  async function findOutcome(
    change: Change,
    earlier: readonly EarlierResult[],
    likelyOnly: boolean,
  ): Promise<Outcome | undefined> {
    const { file, number } = change;
    const projects = projectsOf(file);
    const reached = (await reach(candidatesOf(file, earlier, likelyOnly), projects)).filter(({ numbers }) =>
      numbers.includes(number),
    );
    const tests = reached.filter(({ hasPassed, ms }) => hasPassed && (!likelyOnly || ms < LIKELY_MS));
    const reachedBy = tests.length;
    const survived = likelyOnly ? undefined : ({ noticedBy: 'nothing', reachedBy } as const);
    if (reachedBy === 0) return survived;
    const ordered = byLikelihood(tests, file, earlier);
    const limitMs = EXTRA_MS + 3 * tests.reduce((sum, { ms }) => sum + ms, 0);
    const { outcome, output } = await workspace.runTests(number, ordered, {
      projects,
      limitMs,
      args: ['--bail', '1', '--reporter', 'verbose'],
      env: inOrder(ordered),
    });
    if (outcome === 'passed') return survived;
    if (outcome === 'timeout') return { noticedBy: 'timeout', reachedBy };
    const test = failedTest(output);
    const testFile = testFileOf(test);
    // Load may have caused these failures. Each test file passed once with the original: does it do so now?
    if (testFile === undefined || /timed out/.test(output)) {
      const again = await workspace.runTests(-1, testFile === undefined ? ordered : [testFile], { projects, limitMs });
      if (again.outcome !== 'passed') return undefined;
    }
    return { noticedBy: 'tests', test, reachedBy };
  }

  return {
    /**
     * Tests one change; with `likelyOnly`, only by the tests that most likely notice it. Undefined: it is open, because these
     * did not, or because the test that did fails without the change, too.
     */
    test: async (
      change: Change,
      earlier: readonly EarlierResult[],
      likelyOnly: boolean,
    ): Promise<Outcome | undefined> => {
      const known = excluded.get(change.number);
      if (known || !inBuild.has(change.number)) return known ?? (await findOutcome(change, earlier, likelyOnly));
      workspace.write('mutant', String(change.number));
      try {
        const listed: CommandResult = await writeListings();
        return listed.outcome === 'passed' ? await findOutcome(change, earlier, likelyOnly) : { noticedBy: 'build' };
      } finally {
        workspace.write('mutant', '-1');
        await writeListings();
      }
    },
    remove: () => workspace.remove(),
  };
}

/** The changed source as JavaScript. Undefined: it cannot be parsed. */
function compile(source: string): string | undefined {
  try {
    return transformSync(source, { loader: 'ts', logLevel: 'silent' }).code;
  } catch {
    return undefined;
  }
}

/** The name of the first failed test in the output of vitest. */
function failedTest(output: string): string | undefined {
  const plain = stripVTControlCharacters(output);
  return /^\s*FAIL\s+(.+)$/m.exec(plain)?.[1]?.trim();
}
