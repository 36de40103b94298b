import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import type { Workspace } from './workspace.ts';

/** What a test file does with the original program. */
export interface Reach {
  /** The test file. */
  path: string;
  /** The numbers of the changes whose place it executes. */
  numbers: number[];
  hasPassed: boolean;
  ms: number;
}

const LIMIT_MS = 40 * 60_000;
/** With all tests of a part in a row, load must not decide which of them count. */
const PATIENT = ['--testTimeout', '60000', '--hookTimeout', '60000'];

/**
 * Finds the changes that test files reach, by running each once with the original program. A test file that reaches no
 * change cannot notice it. The file `cache` keeps what was found, until the test file or a test module in it changes.
 */
export function createReach(workspace: Workspace, cache: string) {
  const known = new Map<string, Reach | null>(existsSync(cache) ? JSON.parse(readFileSync(cache, 'utf8')) : []);

  return async (testFiles: readonly string[], projects: readonly string[]): Promise<Reach[]> => {
    const reaches: Reach[] = [];
    for (const project of projects) {
      const keyOf = (path: string) => `${project} ${path} ${digestOf(workspace, path)}`;
      const open = testFiles.filter((path) => !known.has(keyOf(path)));
      if (open.length > 0) {
        const found = await trace(workspace, open, project);
        // A project does not have every file.
        for (const path of open) known.set(keyOf(path), found.find((reach) => reach.path === path) ?? null);
        mkdirSync(dirname(cache), { recursive: true });
        writeFileSync(cache, JSON.stringify([...known]));
      }
      for (const path of testFiles) {
        const reach = known.get(keyOf(path));
        if (reach) reaches.push(reach);
      }
    }
    return reaches;
  };
}

async function trace(workspace: Workspace, testFiles: readonly string[], project: string): Promise<Reach[]> {
  workspace.write('reached', '');
  workspace.write('traced.json', '{ "testResults": [] }');
  await workspace.runTests(0, testFiles, {
    projects: [project],
    limitMs: LIMIT_MS,
    args: ['--reporter', 'json', '--outputFile', 'traced.json', '--passWithNoTests', ...PATIENT],
    env: { MUTANT_REACHED: 'reached' },
  });
  const numbers = readReached(workspace.read('reached'));
  const { testResults } = JSON.parse(workspace.read('traced.json')) as { testResults: TestResult[] };
  return testResults.map(({ name, status, startTime, endTime }) => {
    const path = workspace.relative(name);
    return {
      path,
      numbers: [...(numbers.get(path) ?? [])],
      hasPassed: status === 'passed',
      ms: Math.round(endTime - startTime),
    };
  });
}

/** A digest of a test file and of the modules next to the tests that it imports, directly or indirectly. */
function digestOf(workspace: Workspace, testFile: string): string {
  const texts = new Map<string, string>();
  const visit = (path: string) => {
    if (texts.has(path)) return;
    const text = workspace.read(path);
    texts.set(path, text);
    for (const [, imported] of text.matchAll(/from '(\.\.?\/[^']+\.ts)'/g)) {
      const target = posix.join(dirname(path), imported as string);
      if (target.startsWith('test/')) visit(target);
    }
  };
  visit(testFile);
  return createHash('sha256')
    .update(JSON.stringify([...texts]))
    .digest('hex')
    .slice(0, 16);
}

/** Reads lines that are a test file, or the number of a change that the test file before it reaches. */
function readReached(text: string): Map<string, Set<number>> {
  const numbers = new Map<string, Set<number>>();
  let current = new Set<number>();
  for (const line of text.split('\n').filter(Boolean)) {
    if (/^\d+$/.test(line)) current.add(Number(line));
    else {
      current = numbers.get(line) ?? new Set();
      numbers.set(line, current);
    }
  }
  return numbers;
}

/** Of vitest's JSON reporter. */
interface TestResult {
  name: string;
  status: string;
  startTime: number;
  endTime: number;
}
